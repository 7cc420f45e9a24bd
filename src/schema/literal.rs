//! What the text of a token stands for: names without quotes, strings without escapes, the bytes of hexadecimal and bit values.

use super::multibyte::MultibyteRule;

/// A constant as it stands in a DEFAULT clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A string's bytes without quotes and escapes. They are in the character set of the introducer, else in the session's.
    String {
        /// The bytes.
        bytes: Vec<u8>,
        /// The introducer's character set: `latin1` of `_latin1'x'`, `utf8mb3` of `N'x'`.
        charset: Option<String>,
    },
    /// A number as written, with its sign where that is a minus. TRUE and FALSE are 1 and 0.
    Number(String),
    /// The bytes of a hexadecimal or bit value, first byte first.
    Bytes(Vec<u8>),
}

/// A name without its quotes; a doubled quote is one.
pub(super) fn unquote_name(text: &[u8], rule: Option<MultibyteRule>) -> Vec<u8> {
    unquote(text, false, rule)
}

/// A string without its quotes and escapes.
pub(super) fn unquote_string(text: &[u8], no_backslash_escapes: bool, rule: Option<MultibyteRule>) -> Vec<u8> {
    unquote(text, !no_backslash_escapes, rule)
}

fn unquote(text: &[u8], backslashes: bool, rule: Option<MultibyteRule>) -> Vec<u8> {
    let (Some(&quote), Some(inner)) = (text.first(), text.get(1..text.len().saturating_sub(1))) else {
        return Vec::new();
    };
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(&byte) = rest.first() {
        let mut taken = 1;
        match rest.get(1) {
            Some(&escaped) if byte == b'\\' && backslashes => {
                match escaped {
                    b'0' => out.push(0),
                    b'b' => out.push(8),
                    b'n' => out.push(b'\n'),
                    b'r' => out.push(b'\r'),
                    b't' => out.push(b'\t'),
                    b'Z' => out.push(26),
                    // These two keep the backslash: they are meant for LIKE.
                    b'%' | b'_' => out.extend([b'\\', escaped]),
                    // Any other character is itself; of a longer one the first byte is enough, the rest follows.
                    other => out.push(other),
                }
                taken = 2;
                if escaped >= 0x80
                    && let Some(rule) = rule
                {
                    let len = rule.character_len(rest.get(1..).unwrap_or_default()).max(1);
                    out.extend_from_slice(rest.get(2..1 + len).unwrap_or_default());
                    taken = 1 + len;
                }
            }
            Some(&next) if byte == quote && next == quote => {
                out.push(quote);
                taken = 2;
            }
            _ => {
                if byte >= 0x80
                    && let Some(rule) = rule
                {
                    taken = rule.character_len(rest).max(1);
                }
                out.extend_from_slice(rest.get(..taken).unwrap_or(rest));
            }
        }
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

/// The bytes of `0x4142` or `X'4142'`; an odd digit comes first and alone. `None` if there is anything but digits.
pub fn hex_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digits = value_digits(text)?;
    let values: Option<Vec<u8>> =
        digits.iter().map(|&digit| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())).collect();
    Some(values?.rchunks(2).rev().map(|pair| pair.iter().fold(0, |sum, value| sum << 4 | value)).collect())
}

/// The bytes of `0b101` or `b'101'`, the last bit lowest. `None` if there is anything but 0 and 1.
pub fn bit_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digits = value_digits(text)?;
    if !digits.iter().all(|digit| matches!(digit, b'0' | b'1')) {
        return None;
    }
    Some(digits.rchunks(8).rev().map(|bits| bits.iter().fold(0, |sum, bit| sum << 1 | (bit & 1))).collect())
}

/// The digits between the quotes, or behind `0x` and `0b`.
fn value_digits(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'x' | b'X' | b'b' | b'B', b'\'', digits @ .., b'\''] => Some(digits),
        [b'0', b'x' | b'b', digits @ ..] => Some(digits),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let decode = |text: &[u8]| unquote_string(text, false, None);
        assert_eq!(decode(br#"'a\0\'\"\b\n\r\t\Z\\\%\_\x'"#), b"a\0'\"\x08\n\r\t\x1a\\\\%\\_x");
        assert_eq!(decode(b"'it''s'"), b"it's");
        assert_eq!(decode(b"\"a''b\"\"c\""), b"a''b\"c");
        assert_eq!(unquote_string(br"'a\n'", true, None), br"a\n");
        assert_eq!(unquote_name(b"`a``b`", None), b"a`b");
        assert_eq!(decode(b"'"), b"");
    }

    #[test]
    fn values() {
        assert_eq!(hex_bytes(b"0x414"), Some(vec![4, 0x14]));
        assert_eq!(hex_bytes(b"X'4142'"), Some(b"AB".to_vec()));
        assert_eq!(hex_bytes(b"x'4g'"), None);
        assert_eq!(hex_bytes(b"x''"), Some(vec![]));
        assert_eq!(bit_bytes(b"b'1'"), Some(vec![1]));
        assert_eq!(bit_bytes(b"0b100000001"), Some(vec![1, 1]));
        assert_eq!(bit_bytes(b"b'2'"), None);
    }
}
