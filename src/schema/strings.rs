//! Strings and quoted names: where one ends, which is what decides where statements, tuples and values end, and what it stands for.
//!
//! In: bytes behind an opening quote and the session's rules. Out: the index behind the closing quote; the content without escapes.

use memchr::memchr;
use wide::u8x16;

use super::multibyte::MultibyteRule;

/// Bytes of the longest character in the character sets that need care (gb18030).
const LONGEST_CHARACTER: usize = 4;

/// How strings are written at this point of a dump: what SQL_MODE and SET NAMES say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StringRules {
    /// NO_BACKSLASH_ESCAPES: a backslash is a byte like any other.
    pub no_backslash_escapes: bool,
    /// ANSI_QUOTES: `"x"` is a name, so a backslash in it does not escape.
    pub ansi_quotes: bool,
    /// The client character set has second bytes that look like a backslash or a backtick.
    pub multibyte: Option<MultibyteRule>,
}

impl StringRules {
    /// Whether a backslash escapes the next byte between quotes of this kind.
    pub fn escapes(&self, quote: u8) -> bool {
        match quote {
            b'\'' => !self.no_backslash_escapes,
            b'"' => !self.no_backslash_escapes && !self.ansi_quotes,
            _ => false,
        }
    }

    /// The index behind the closing quote of a string whose opening quote is just before `from`; `None` where it is not in `bytes`.
    ///
    /// A doubled quote is part of the string. A quote that is the last byte ends it.
    pub fn string_end(&self, bytes: &[u8], from: usize, quote: u8) -> Option<usize> {
        let mut at = from;
        loop {
            let quote_at = self.next_quote(bytes, at, quote)?;
            if bytes.get(quote_at + 1) == Some(&quote) {
                at = quote_at + 2;
            } else {
                return Some(quote_at + 1);
            }
        }
    }

    /// Appends to `out` what stands between the quotes that `quoted` begins and ends with: escapes undone, doubled quotes single
    /// (documentation: "String Literals", table of escape sequences; `get_text` in sql/sql_lex.cc).
    pub fn unquote(&self, quoted: &[u8], out: &mut Vec<u8>) {
        let (Some(&quote), Some(mut rest)) = (quoted.first(), quoted.get(1..quoted.len().saturating_sub(1))) else {
            return;
        };
        let escapes = self.escapes(quote);
        while let Some(&byte) = rest.first() {
            let len = match self.multibyte {
                Some(rule) if byte >= 0x80 => rule.character_len(rest).clamp(1, rest.len()),
                Some(_) => 0,
                None => quote_or_backslash(rest, quote).unwrap_or(rest.len()),
            };
            if len > 0 {
                out.extend_from_slice(&rest[..len]);
                rest = &rest[len..];
                continue;
            }
            match (byte, rest.get(1)) {
                (b'\\', Some(&next)) if escapes => {
                    match next {
                        b'0' => out.push(0),
                        b'b' => out.push(8),
                        b'n' => out.push(b'\n'),
                        b'r' => out.push(b'\r'),
                        b't' => out.push(b'\t'),
                        b'Z' => out.push(0x1A),
                        // These two keep the backslash: they are meant for LIKE.
                        b'%' | b'_' => out.extend_from_slice(&[b'\\', next]),
                        // The servers take one byte here, also of a character of several.
                        other => out.push(other),
                    }
                    rest = &rest[2..];
                }
                (_, Some(&next)) if byte == quote && next == quote => {
                    out.push(quote);
                    rest = &rest[2..];
                }
                _ => {
                    out.push(byte);
                    rest = &rest[1..];
                }
            }
        }
    }

    /// How many bytes of `bytes`, which begin inside a string, are sure to be inside it, whatever follows: a last backslash, quote or
    /// half character is left out, and nothing behind the first quote is looked at.
    pub fn safe_prefix(&self, bytes: &[u8], quote: u8) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            match self.next_quote(bytes, at, quote) {
                Some(found) if bytes.get(found + 1) == Some(&quote) => at = found + 2,
                Some(found) => return found,
                None => return self.whole_characters(bytes, at, quote),
            }
        }
        at
    }

    /// The end of the last whole character or escape in `bytes`, counted from the boundary `from`; no quote of this kind follows.
    fn whole_characters(&self, bytes: &[u8], from: usize, quote: u8) -> usize {
        if let Some(rule) = self.multibyte {
            let mut at = from;
            while at < bytes.len() {
                let len = match bytes[at] {
                    b'\\' if self.escapes(quote) => 2,
                    byte if byte < 0x80 => 1,
                    _ if bytes.len() - at < LONGEST_CHARACTER => return at,
                    _ => rule.character_len(&bytes[at..]).max(1),
                };
                if at + len > bytes.len() {
                    return at;
                }
                at += len;
            }
            return at;
        }
        if !self.escapes(quote) {
            return bytes.len();
        }
        let backslashes = bytes[from..].iter().rev().take_while(|&&byte| byte == b'\\').count();
        bytes.len() - backslashes % 2
    }

    /// The index of the next quote of this kind that no backslash escapes, at or after `from`.
    fn next_quote(&self, bytes: &[u8], from: usize, quote: u8) -> Option<usize> {
        let escapes = self.escapes(quote);
        if let Some(rule) = self.multibyte {
            return next_quote_multibyte(bytes, from, quote, escapes, rule);
        }
        if !escapes {
            return memchr(quote, bytes.get(from..)?).map(|i| from + i);
        }
        let mut at = from;
        loop {
            let found = at + quote_or_backslash(bytes.get(at..)?, quote)?;
            if bytes[found] == quote {
                return Some(found);
            }
            at = found + 2;
        }
    }
}

/// The index of the first quote of this kind or backslash. Most strings are short: a few instructions in place find their end sooner than
/// a call of `memchr2`.
#[inline]
fn quote_or_backslash(bytes: &[u8], quote: u8) -> Option<usize> {
    let (lanes, rest) = bytes.as_chunks::<16>();
    for (i, lane) in lanes.iter().enumerate() {
        let lane = u8x16::new(*lane);
        let found = (lane.simd_eq(u8x16::splat(quote)) | lane.simd_eq(u8x16::splat(b'\\'))).to_bitmask();
        if found != 0 {
            return Some(16 * i + found.trailing_zeros() as usize);
        }
    }
    rest.iter().position(|&byte| byte == quote || byte == b'\\').map(|i| 16 * lanes.len() + i)
}

fn next_quote_multibyte(bytes: &[u8], from: usize, quote: u8, escapes: bool, rule: MultibyteRule) -> Option<usize> {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        if byte == quote {
            return Some(at);
        }
        at += if byte == b'\\' && escapes {
            2
        } else if byte < 0x80 {
            1
        } else {
            rule.character_len(&bytes[at..]).max(1)
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(text: &str, rules: StringRules) -> Option<usize> {
        rules.string_end(text.as_bytes(), 1, text.as_bytes()[0])
    }

    #[test]
    fn escapes_and_doubled_quotes() {
        let plain = StringRules::default();
        assert_eq!(end(r"'a'", plain), Some(3));
        assert_eq!(end(r"''", plain), Some(2));
        assert_eq!(end(r"'a\'b'", plain), Some(6));
        assert_eq!(end(r"'a\\'b'", plain), Some(5));
        assert_eq!(end(r"'a''b'", plain), Some(6));
        assert_eq!(end(r"'a\\\'", plain), None);
        assert_eq!(end(r"'a", plain), None);
        assert_eq!(end("\"a\\\"'b\"", plain), Some(7));
        assert_eq!(end("`a\\`", plain), Some(4));
    }

    #[test]
    fn contents() {
        let content = |quoted: &[u8], rules: StringRules| {
            let mut out = Vec::new();
            rules.unquote(quoted, &mut out);
            out
        };
        let plain = StringRules::default();
        assert_eq!(content(br#"'a\0\'\"\b\n\r\t\Z\\\%\_\x'"#, plain), b"a\0'\"\x08\n\r\t\x1a\\\\%\\_x");
        assert_eq!(content(b"'it''s'", plain), b"it's");
        assert_eq!(content(b"\"a''b\"\"c\"", plain), b"a''b\"c");
        assert_eq!(content(b"`a``b`", plain), b"a`b");
        assert_eq!(content(b"'", plain), b"");
        let no_backslash = StringRules { no_backslash_escapes: true, ..plain };
        assert_eq!(content(br"'a\n'", no_backslash), br"a\n");
        let gbk = StringRules { multibyte: Some(MultibyteRule::Gbk), ..plain };
        assert_eq!(content(b"'\xd5\x5cn'", gbk), b"\xd5\x5cn");
    }

    #[test]
    fn modes() {
        let no_backslash = StringRules { no_backslash_escapes: true, ..StringRules::default() };
        assert_eq!(end(r"'C:\'", no_backslash), Some(5));
        let ansi = StringRules { ansi_quotes: true, ..StringRules::default() };
        assert_eq!(end("\"C:\\\"", ansi), Some(5));
        assert_eq!(end(r"'a\'b'", ansi), Some(6));
    }
}
