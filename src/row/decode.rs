//! A literal's bytes: escapes undone, digits paired, characters converted to the column's character set.

use crate::dump::tuples::Literal;
use crate::schema::charset;
use crate::schema::strings::StringRules;

/// Appends the bytes of a literal to `out`; false where only a server knows them, and for NULL and DEFAULT.
///
/// `names` is the client's character set; `column` that of the column, `None` where the column holds bytes or numbers.
pub fn bytes_of(
    literal: Literal<'_>,
    rules: StringRules,
    names: &str,
    column: Option<&str>,
    out: &mut Vec<u8>,
) -> bool {
    match literal {
        Literal::Number(text) => out.extend_from_slice(text),
        Literal::Hex(digits) => hex(digits, out),
        Literal::Bits(digits) => bits(digits, out),
        Literal::Text { quoted, introducer } => {
            let start = out.len();
            strings(quoted, &rules, out);
            let introducer = introducer.map(String::from_utf8_lossy);
            let from = introducer.as_deref().unwrap_or(names);
            if let Some(converted) = column.and_then(|to| convert(&out[start..], from, to)) {
                out.truncate(start);
                out.extend_from_slice(&converted);
            }
        }
        Literal::Null | Literal::Default | Literal::Expression(_) => return false,
    }
    true
}

/// Pairs of digits as bytes; an odd one stands alone in front, as on a server.
fn hex(digits: &[u8], out: &mut Vec<u8>) {
    let value = |digit: &u8| (*digit as char).to_digit(16).unwrap_or(0) as u8;
    let (first, pairs) = digits.split_at(digits.len() % 2);
    out.extend(first.iter().map(value));
    out.extend(pairs.chunks_exact(2).map(|pair| value(&pair[0]) << 4 | value(&pair[1])));
}

/// Eight digits a byte, filled up with zeros in front.
fn bits(digits: &[u8], out: &mut Vec<u8>) {
    let byte = |digits: &[u8]| digits.iter().fold(0u8, |byte, digit| byte << 1 | (digit & 1));
    let (first, bytes) = digits.split_at(digits.len() % 8);
    if !first.is_empty() {
        out.push(byte(first));
    }
    out.extend(bytes.chunks_exact(8).map(byte));
}

/// The content of one string or of several side by side.
fn strings(mut quoted: &[u8], rules: &StringRules, out: &mut Vec<u8>) {
    while let Some(&quote) = quoted.first() {
        let end = rules.string_end(quoted, 1, quote).unwrap_or(quoted.len());
        rules.unquote(&quoted[..end], out);
        quoted = quoted[end..].trim_ascii_start();
    }
}

/// Text in another character set; `None` where the bytes stay as they are: the same set, one that is just bytes, or one that cannot
/// be converted.
fn convert(text: &[u8], from: &str, to: &str) -> Option<Vec<u8>> {
    let is_binary = |charset: &str| charset.eq_ignore_ascii_case("binary");
    if text.is_ascii() || is_binary(from) || is_binary(to) {
        return None;
    }
    let encoding = |charset: &str| charset::find(charset)?.encoding();
    let (from, to) = (encoding(from)?, encoding(to)?);
    if from == to {
        return None;
    }
    let decoded = from.decode_without_bom_handling(text).0;
    let (encoded, _, unmappable) = to.encode(&decoded);
    // A server would refuse or replace such characters.
    (!unmappable).then(|| encoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::tuples::TupleReader;

    fn bytes(value: &str) -> Vec<u8> {
        let text = format!("({value})");
        let mut row = Vec::new();
        TupleReader::new(text.as_bytes(), StringRules::default()).next_row(&mut row);
        let mut out = Vec::new();
        bytes_of(row[0], StringRules::default(), "utf8mb4", None, &mut out);
        out
    }

    #[test]
    fn escapes() {
        assert_eq!(bytes(r#"'\0\b\n\r\t\Z\\\'\"'"#), b"\x00\x08\n\r\t\x1A\\'\"");
        assert_eq!(bytes(r"'\%\_'"), br"\%\_");
        assert_eq!(bytes(r"'\q\x41'"), b"qx41");
        assert_eq!(bytes(r#""it's ""q"" \"w\"""#), b"it's \"q\" \"w\"");
        assert_eq!(bytes("'a' 'b'"), b"ab");
        assert_eq!(bytes("''"), b"");
    }

    #[test]
    fn digits() {
        assert_eq!(bytes("0xABC"), [0x0A, 0xBC]);
        assert_eq!(bytes("X''"), b"");
        assert_eq!(bytes("b'100000001'"), [1, 1]);
        assert_eq!(bytes("-12.50"), b"-12.50");
    }

    #[test]
    fn character_sets() {
        let text = Literal::Text { quoted: b"'caf\xE9 \x80'", introducer: None };
        let mut out = Vec::new();
        assert!(bytes_of(text, StringRules::default(), "latin1", Some("utf8mb4"), &mut out));
        assert_eq!(out, "café €".as_bytes());
    }
}
