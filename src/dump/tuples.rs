//! From the bytes of tuples to borrowed literals.
//!
//! In: a span that the scanner found, whole tuples with commas, white space and comments between them. Out: one row after the other,
//! each value as it is written. Nothing is copied; decoding is `row`'s.

use super::collect::{is_dash_comment, is_word, version_comment};
use crate::schema::strings::StringRules;

/// A value as the dump writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal<'a> {
    /// NULL, also `\N`.
    Null,
    /// DEFAULT.
    Default,
    /// A decimal number with its sign.
    Number(&'a [u8]),
    /// One string in quotes, or several that stand side by side and are one value.
    Text {
        /// With the quotes.
        quoted: &'a [u8],
        /// The character set of `_latin1 'x'` (without the underscore) or of `N'x'` (`utf8`).
        introducer: Option<&'a [u8]>,
    },
    /// The digits of `0x4142` or `X'4142'`.
    Hex(&'a [u8]),
    /// The digits of `0b01` or `B'01'`.
    Bits(&'a [u8]),
    /// Anything else: a function call, an arithmetic expression. One value, which only a server knows.
    Expression(&'a [u8]),
}

/// Reads tuples one by one.
#[derive(Debug)]
pub struct TupleReader<'a> {
    bytes: &'a [u8],
    at: usize,
    rules: StringRules,
}

impl<'a> TupleReader<'a> {
    /// A reader of a span of whole tuples.
    pub fn new(bytes: &'a [u8], rules: StringRules) -> Self {
        TupleReader { bytes, at: 0, rules }
    }

    /// Puts the next tuple's values into `row`; false at the end of the span.
    pub fn next_row(&mut self, row: &mut Vec<Literal<'a>>) -> bool {
        row.clear();
        if !self.open() {
            return false;
        }
        self.blanks();
        if self.peek() == Some(b')') {
            self.at += 1;
            return true;
        }
        loop {
            row.push(self.value());
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(_) => {
                    self.at += 1;
                    return true;
                }
                None => return true,
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Goes behind the next opening parenthesis.
    fn open(&mut self) -> bool {
        loop {
            self.blanks();
            match self.peek() {
                Some(b'(') => {
                    self.at += 1;
                    return true;
                }
                // Between tuples two dashes are a comment, whatever follows.
                Some(b'-') if self.bytes[self.at..].starts_with(b"--") => self.at += line_end(&self.bytes[self.at..]),
                // A comma, or the word ROW.
                Some(_) => self.at += 1,
                None => return false,
            }
        }
    }

    /// Goes over white space and comments; the content of a version comment is read as SQL.
    fn blanks(&mut self) {
        while let Some(byte) = self.peek() {
            let rest = &self.bytes[self.at..];
            self.at += match byte {
                b' ' | b'\t' | b'\r' | b'\n' => 1,
                b'#' => line_end(rest),
                b'-' if is_dash_comment(rest) => line_end(rest),
                b'/' if rest.starts_with(b"/*") => match version_comment(rest) {
                    Some(comment) => comment.len,
                    None => comment_end(rest),
                },
                b'*' if rest.starts_with(b"*/") => 2,
                _ => return,
            };
        }
    }

    /// Reads one value and stops at the comma or parenthesis behind it.
    #[inline]
    fn value(&mut self) -> Literal<'a> {
        if matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n' | b'/' | b'#')) {
            self.blanks();
        }
        let start = self.at;
        if let Some(literal) = self.plain_value() {
            if matches!(self.peek(), Some(b',' | b')') | None) {
                return literal;
            }
            self.at = start;
        }
        let end = self.expression_end();
        let (text, rules) = (self.bytes[start..end].trim_ascii_end(), self.rules);
        self.at = end;
        classify(text, &rules)
    }

    /// The values that nearly all are: a string, a number, a blob, NULL.
    #[inline]
    fn plain_value(&mut self) -> Option<Literal<'a>> {
        let start = self.at;
        let rest = &self.bytes[start..];
        match rest.first()? {
            quote @ (b'\'' | b'"') => {
                self.at = self.rules.string_end(self.bytes, start + 1, *quote)?;
                Some(Literal::Text { quoted: &self.bytes[start..self.at], introducer: None })
            }
            b'0' if rest.get(1) == Some(&b'x') => {
                let len = 2 + hex_len(&rest[2..]);
                self.at += len;
                Some(Literal::Hex(&rest[2..len]))
            }
            b'0'..=b'9' | b'-' | b'.' => {
                // A sign only in front: 1-2 is an expression, and so is a date without quotes.
                let sign = usize::from(rest[0] == b'-');
                let whole = digits_len(&rest[sign..]);
                let mut len = sign + whole;
                let mut fraction = 0;
                if rest.get(len) == Some(&b'.') {
                    fraction = digits_len(&rest[len + 1..]);
                    len += 1 + fraction;
                }
                self.at += len;
                (whole + fraction > 0).then_some(Literal::Number(&rest[..len]))
            }
            // _binary 'x', as mysqldump writes it.
            b'_' => {
                let word = rest.iter().take_while(|&&byte| is_word(byte)).count();
                let open = word + usize::from(rest.get(word) == Some(&b' '));
                let quote = *rest.get(open).filter(|byte| matches!(byte, b'\'' | b'"'))?;
                self.at = self.rules.string_end(self.bytes, start + open + 1, quote)?;
                Some(Literal::Text { quoted: &self.bytes[start + open..self.at], introducer: Some(&rest[1..word]) })
            }
            b'N' if rest.starts_with(b"NULL") => {
                self.at += 4;
                Some(Literal::Null)
            }
            _ => None,
        }
    }

    /// The index of the comma or parenthesis behind an expression.
    fn expression_end(&self) -> usize {
        let (mut at, mut depth) = (self.at, 0u32);
        while let Some(&byte) = self.bytes.get(at) {
            let rest = &self.bytes[at..];
            at += match byte {
                b'\'' | b'"' | b'`' => match self.rules.string_end(self.bytes, at + 1, byte) {
                    Some(end) => end - at,
                    None => rest.len(),
                },
                b'#' => line_end(rest),
                b'-' if is_dash_comment(rest) => line_end(rest),
                b'/' if rest.starts_with(b"/*") && version_comment(rest).is_none() => comment_end(rest),
                b',' if depth == 0 => return at,
                b')' if depth == 0 => return at,
                b'(' => {
                    depth += 1;
                    1
                }
                b')' => {
                    depth -= 1;
                    1
                }
                _ => 1,
            };
        }
        self.bytes.len()
    }
}

/// How many digits the text begins with.
fn digits_len(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// How many hexadecimal digits the text begins with: 16 at a time, without a branch a byte.
fn hex_len(text: &[u8]) -> usize {
    let all_hex = |lane: &&[u8; 16]| lane.iter().fold(true, |all, byte| all & byte.is_ascii_hexdigit());
    let (lanes, _) = text.as_chunks::<16>();
    let whole = 16 * lanes.iter().take_while(all_hex).count();
    whole + text[whole..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count()
}

fn line_end(rest: &[u8]) -> usize {
    memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1)
}

/// The length of the comment that `rest` begins with; `/*/` does not end one.
fn comment_end(rest: &[u8]) -> usize {
    memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4)
}

/// Says what an unusual value is.
fn classify<'a>(text: &'a [u8], rules: &StringRules) -> Literal<'a> {
    let is = |word: &str| text.eq_ignore_ascii_case(word.as_bytes());
    if is("NULL") || text == b"\\N" {
        return Literal::Null;
    }
    if is("DEFAULT") {
        return Literal::Default;
    }
    if is("TRUE") || is("FALSE") {
        return Literal::Number(if is("TRUE") { b"1" } else { b"0" });
    }
    if is_number(text) {
        return Literal::Number(text);
    }
    if let Some(literal) = digits(text) {
        return literal;
    }
    if are_strings(text, rules) {
        return Literal::Text { quoted: text, introducer: None };
    }
    let word = &text[..text.iter().take_while(|&&byte| is_word(byte)).count()];
    let rest = text[word.len()..].trim_ascii_start();
    if word.eq_ignore_ascii_case(b"N") && are_strings(rest, rules) {
        return Literal::Text { quoted: rest, introducer: Some(b"utf8") };
    }
    if let Some(charset) = word.strip_prefix(b"_") {
        if are_strings(rest, rules) {
            return Literal::Text { quoted: rest, introducer: Some(charset) };
        }
        if let Some(literal) = digits(rest) {
            return literal;
        }
    }
    Literal::Expression(text)
}

/// `0x41`, `X'41'`, `0b01`, `B'01'`.
fn digits(text: &[u8]) -> Option<Literal<'_>> {
    let (kind, digits) = match text {
        [b'0', kind @ (b'x' | b'b'), digits @ ..] => (*kind, digits),
        [kind @ (b'x' | b'X' | b'b' | b'B'), b'\'', digits @ .., b'\''] => (kind.to_ascii_lowercase(), digits),
        _ => return None,
    };
    match kind {
        b'x' if digits.iter().all(u8::is_ascii_hexdigit) => Some(Literal::Hex(digits)),
        b'b' if digits.iter().all(|digit| matches!(digit, b'0' | b'1')) => Some(Literal::Bits(digits)),
        _ => None,
    }
}

fn is_number(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let numeral = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let exponent =
        exponent.is_none_or(|text| numeral(text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text)));
    let points = mantissa.iter().filter(|&&byte| byte == b'.').count();
    exponent
        && points <= 1
        && mantissa.iter().any(u8::is_ascii_digit)
        && mantissa.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

/// One or more strings with nothing but white space between them.
fn are_strings(text: &[u8], rules: &StringRules) -> bool {
    let mut at = 0;
    while let Some(&quote @ (b'\'' | b'"')) = text.get(at) {
        match rules.string_end(text, at + 1, quote) {
            Some(end) => at = end + text[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count(),
            None => return false,
        }
        if at == text.len() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<Literal<'_>>> {
        let mut reader = TupleReader::new(text.as_bytes(), StringRules::default());
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        while reader.next_row(&mut row) {
            rows.push(row.clone());
        }
        rows
    }

    fn text(quoted: &str) -> Literal<'_> {
        Literal::Text { quoted: quoted.as_bytes(), introducer: None }
    }

    #[test]
    fn plain_rows() {
        let expected = vec![
            vec![Literal::Number(b"1"), text("'a'"), Literal::Null],
            vec![Literal::Number(b"-2.5"), text("''"), Literal::Default],
        ];
        assert_eq!(rows("(1,'a',NULL),(-2.5,'',DEFAULT)"), expected);
        assert_eq!(rows("( 1 , 'a' , null )\n, -- c\n/* d */ (-2.5,'',default)"), expected);
        assert_eq!(rows("(),()"), vec![vec![], vec![]]);
    }

    #[test]
    fn unusual_values() {
        fn one(text: &str) -> Literal<'_> {
            rows(text)[0][0]
        }
        assert_eq!(one("(0xAB)"), Literal::Hex(b"AB"));
        assert_eq!(one("(X'')"), Literal::Hex(b""));
        assert_eq!(one("(b'01')"), Literal::Bits(b"01"));
        assert_eq!(one("(_binary 0x00FF)"), Literal::Hex(b"00FF"));
        assert_eq!(one("(_latin1'x')"), Literal::Text { quoted: b"'x'", introducer: Some(b"latin1") });
        assert_eq!(one(r"(_binary '\')')"), Literal::Text { quoted: br"'\')'", introducer: Some(b"binary") });
        let blob = "0123456789abcdefABCDEF".repeat(3);
        assert_eq!(one(&format!("(0x{blob})")), Literal::Hex(blob.as_bytes()));
        assert_eq!(one("(0xAG)"), Literal::Expression(b"0xAG"));
        assert_eq!(one("(_binary 'a' 'b')"), Literal::Text { quoted: b"'a' 'b'", introducer: Some(b"binary") });
        assert_eq!(one("(-.5)"), Literal::Number(b"-.5"));
        assert_eq!(one("(5.)"), Literal::Number(b"5."));
        assert_eq!(one("(1.2.3)"), Literal::Expression(b"1.2.3"));
        assert_eq!(one("(-)"), Literal::Expression(b"-"));
        assert_eq!(one("(N'x')"), Literal::Text { quoted: b"'x'", introducer: Some(b"utf8") });
        assert_eq!(one("('a' 'b')"), text("'a' 'b'"));
        assert_eq!(one("(1e5)"), Literal::Number(b"1e5"));
        assert_eq!(one("(1-2)"), Literal::Expression(b"1-2"));
        assert_eq!(one("(f(1,')'))"), Literal::Expression(b"f(1,')')"));
        assert_eq!(rows("(f(1),2)")[0].len(), 2);
        assert_eq!(one("(true)"), Literal::Number(b"1"));
    }

    #[test]
    fn strings_hide_signs() {
        let found = rows(r"('),(',1),('\'',')')");
        assert_eq!(found, vec![vec![text("'),('"), Literal::Number(b"1")], vec![text(r"'\''"), text("')'")]]);
    }
}
