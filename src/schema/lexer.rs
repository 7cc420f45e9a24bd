//! Statement text into tokens: words, names, strings, numbers and single marks, with blanks and comments skipped.
//!
//! The input is bytes in the session's character set, not UTF-8. A token borrows its text as written, quotes included; [`Context`] decodes it.
//! Comments that are left in the text are skipped whatever is in them: whoever hands the text over has opened the version comments that count.

use super::strings::StringRules;
use super::token::{Context, Token, TokenKind};

/// An iterator over the tokens of one statement's text. Copies are cheap: look ahead with one.
#[derive(Clone, Copy, Debug)]
pub struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    context: Context<'a>,
    rules: StringRules,
    /// Whether the last token can be the qualifier of a name, so that in `a.1b` no number starts at the dot.
    after_name: bool,
    /// Whether the last token was such a dot: what follows is a name even if it starts with a digit.
    after_dot: bool,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of `text`.
    pub fn new(text: &'a [u8], context: &Context<'a>) -> Self {
        Lexer { text, at: 0, context: *context, rules: context.rules(), after_name: false, after_dot: false }
    }

    /// The session settings.
    pub fn context(&self) -> &Context<'a> {
        &self.context
    }

    /// Byte offset behind the last token.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The bytes behind the last token.
    pub fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The same lexer at another byte offset, which must be the start of a token or the end.
    pub(super) fn moved_to(mut self, offset: usize) -> Self {
        self.at = offset.min(self.text.len());
        self.after_name = false;
        self.after_dot = false;
        self
    }

    /// The next token, without taking it.
    pub fn peek(&self) -> Option<Token<'a>> {
        let mut ahead = *self;
        ahead.next()
    }

    /// Takes the next token if it is this word.
    pub fn eat_word(&mut self, word: &[u8]) -> bool {
        self.eat(|token| token.is_word(word))
    }

    /// Takes the next token if it is this mark.
    pub fn eat_punct(&mut self, mark: u8) -> bool {
        self.eat(|token| token.is_punct(mark))
    }

    fn eat(&mut self, wanted: impl Fn(&Token<'a>) -> bool) -> bool {
        let mut ahead = *self;
        let found = ahead.next().is_some_and(|token| wanted(&token));
        if found {
            *self = ahead;
        }
        found
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    /// The offset of the next byte that is neither blank nor comment; an error is the offset of a comment without end.
    fn skip_blanks(&self, mut at: usize) -> Result<usize, usize> {
        loop {
            match self.byte(at) {
                _ if at >= self.text.len() => return Ok(at),
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => at += 1,
                b'#' => at = self.line_end(at),
                b'-' if self.byte(at + 1) == b'-' && (at + 2 >= self.text.len() || self.byte(at + 2) <= b' ') => {
                    at = self.line_end(at);
                }
                b'/' if self.byte(at + 1) == b'*' => {
                    let body = self.text.get(at + 2..).unwrap_or_default();
                    at += memchr::memmem::find(body, b"*/").map(|end| end + 4).ok_or(at)?;
                }
                _ => return Ok(at),
            }
        }
    }

    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.text.len(), |end| at + end + 1)
    }

    /// Bytes of the character at `at` where its trailing bytes may look like marks, else 1.
    fn step(&self, at: usize) -> usize {
        match self.rules.multibyte {
            Some(rule) if self.byte(at) >= 0x80 => rule.character_len(self.text.get(at..).unwrap_or_default()).max(1),
            _ => 1,
        }
    }

    fn word_end(&self, mut at: usize) -> usize {
        while at < self.text.len() && is_word_byte(self.byte(at)) {
            at += self.step(at);
        }
        at.min(self.text.len())
    }

    fn digits_end(&self, mut at: usize) -> usize {
        while self.byte(at).is_ascii_digit() {
            at += 1;
        }
        at
    }

    /// The offset behind an exponent at `at`, or `at`.
    fn exponent_end(&self, at: usize) -> usize {
        if !matches!(self.byte(at), b'e' | b'E') {
            return at;
        }
        let digits = at + 1 + usize::from(matches!(self.byte(at + 1), b'+' | b'-'));
        let end = self.digits_end(digits);
        if end > digits { end } else { at }
    }

    /// What starts with a digit: a number, a hexadecimal or bit value, or a name such as `2nd`.
    fn digit_token(&self, at: usize) -> (TokenKind, usize) {
        let word_end = self.word_end(at);
        if self.after_dot {
            return (TokenKind::Word, word_end);
        }
        let word = self.text.get(at..word_end).unwrap_or_default();
        if let Some(digits) = word.strip_prefix(b"0x")
            && !digits.is_empty()
            && digits.iter().all(u8::is_ascii_hexdigit)
        {
            return (TokenKind::Hex, word_end);
        }
        if let Some(digits) = word.strip_prefix(b"0b")
            && !digits.is_empty()
            && digits.iter().all(|digit| matches!(digit, b'0' | b'1'))
        {
            return (TokenKind::Bit, word_end);
        }
        let digits = self.digits_end(at);
        let exponent = self.exponent_end(digits);
        if digits < word_end && exponent < word_end {
            return (TokenKind::Word, word_end);
        }
        if exponent > digits {
            return (TokenKind::Number, exponent);
        }
        if self.byte(digits) == b'.' {
            return (TokenKind::Number, self.exponent_end(self.digits_end(digits + 1)));
        }
        (TokenKind::Number, digits)
    }

    fn variable_token(&self, at: usize) -> (TokenKind, usize) {
        let (kind, name) = match self.byte(at + 1) {
            b'@' => (TokenKind::SystemVariable, at + 2),
            _ => (TokenKind::UserVariable, at + 1),
        };
        match self.byte(name) {
            b'`' | b'\'' | b'"' => self.quoted(kind, name),
            _ => {
                let mut end = self.word_end(name);
                while self.byte(end) == b'.' && is_word_byte(self.byte(end + 1)) {
                    end = self.word_end(end + 1);
                }
                (kind, end)
            }
        }
    }

    fn quoted(&self, kind: TokenKind, at: usize) -> (TokenKind, usize) {
        let end = self.rules.string_end(self.text, at + 1, self.byte(at));
        end.map_or((TokenKind::Unterminated, self.text.len()), |end| (kind, end))
    }

    fn token_at(&self, at: usize) -> (TokenKind, usize) {
        match self.byte(at) {
            b'`' => self.quoted(TokenKind::QuotedName, at),
            b'"' if self.context.ansi_quotes => self.quoted(TokenKind::QuotedName, at),
            b'\'' | b'"' => self.quoted(TokenKind::String, at),
            b'x' | b'X' if self.byte(at + 1) == b'\'' => self.quoted(TokenKind::Hex, at + 1),
            b'b' | b'B' if self.byte(at + 1) == b'\'' => self.quoted(TokenKind::Bit, at + 1),
            b'0'..=b'9' => self.digit_token(at),
            b'.' if !self.after_name && self.byte(at + 1).is_ascii_digit() => {
                (TokenKind::Number, self.exponent_end(self.digits_end(at + 1)))
            }
            b'@' => self.variable_token(at),
            byte if is_word_byte(byte) => (TokenKind::Word, self.word_end(at)),
            byte => (TokenKind::Punct(byte), at + 1),
        }
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let (kind, start, end) = match self.skip_blanks(self.at) {
            Err(comment) => (TokenKind::Unterminated, comment, self.text.len()),
            Ok(at) if at >= self.text.len() => {
                self.at = self.text.len();
                return None;
            }
            Ok(at) => {
                let (kind, end) = self.token_at(at);
                (kind, at, end.min(self.text.len()))
            }
        };
        self.after_dot = self.after_name && kind == TokenKind::Punct(b'.');
        self.after_name = matches!(kind, TokenKind::Word | TokenKind::QuotedName);
        self.at = end;
        Some(Token { kind, text: self.text.get(start..end).unwrap_or_default(), start })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, context: &Context<'_>) -> Vec<(TokenKind, String)> {
        Lexer::new(text.as_bytes(), context)
            .map(|token| (token.kind, String::from_utf8_lossy(token.text).into_owned()))
            .collect()
    }

    #[test]
    fn every_kind() {
        use TokenKind::*;
        let found =
            kinds("a `b``c` 'd''\\'e' 1 1.5e-3 .5 0xAf X'00' 0b01 b'1' @v @@global.x ( 2nd", &Context::default());
        let kinds: Vec<_> = found.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(
            kinds,
            [
                Word,
                QuotedName,
                String,
                Number,
                Number,
                Number,
                Hex,
                Hex,
                Bit,
                Bit,
                UserVariable,
                SystemVariable,
                Punct(b'('),
                Word
            ]
        );
        assert_eq!(found[2].1, "'d''\\'e'");
        assert_eq!(found[11].1, "@@global.x");
    }

    #[test]
    fn comments_are_blanks() {
        let found = kinds("a/* ' */b -- ' c\n--\t'\nd # `\ne--f /*!99999 x */--", &Context::default());
        let words: Vec<_> = found.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(words, ["a", "b", "d", "e", "-", "-", "f"]);
    }

    #[test]
    fn a_digit_after_a_dot_starts_a_name() {
        let found = kinds("db.1e5 .5", &Context::default());
        assert_eq!(found[2], (TokenKind::Word, "1e5".to_owned()));
        let found = kinds("`db`.1t", &Context::default());
        assert_eq!(found[2], (TokenKind::Word, "1t".to_owned()));
        assert_eq!(kinds("(.5", &Context::default())[1].0, TokenKind::Number);
        assert_eq!(kinds("5.", &Context::default()), [(TokenKind::Number, "5.".to_owned())]);
    }

    #[test]
    fn modes_change_quotes_and_backslashes() {
        let ansi = Context { ansi_quotes: true, ..Context::default() };
        assert_eq!(kinds("\"a\\\"", &ansi), [(TokenKind::QuotedName, "\"a\\\"".to_owned())]);
        let plain = Context { no_backslash_escapes: true, ..Context::default() };
        assert_eq!(kinds("'a\\' b", &plain)[0].1, "'a\\'");
        assert_eq!(kinds("'a\\' b", &Context::default())[0].0, TokenKind::Unterminated);
        assert_eq!(kinds("a /* b", &Context::default())[1].0, TokenKind::Unterminated);
    }

    #[test]
    fn multibyte_text_is_stepped_by_characters() {
        let gbk = Context { names: "gbk", ..Context::default() };
        let text = b"'\xd5\x5c' `\x81\x60` x";
        let tokens: Vec<_> = Lexer::new(text, &gbk).collect();
        assert_eq!(tokens.len(), 3);
        assert_eq!(gbk.string(&tokens[0]), Some(b"\xd5\x5c".to_vec()));
        assert_eq!(tokens[1].text, b"`\x81\x60`");
        let latin1 = Context { names: "latin1", ..Context::default() };
        let token = Lexer::new(b"`caf\xe9`", &latin1).next().unwrap();
        assert_eq!(latin1.name(&token).as_deref(), Some("café"));
    }

    #[test]
    fn heads_of_statements() {
        let context = Context::default();
        let mut lexer = Lexer::new(b"INSERT INTO t VALUES (1)", &context);
        assert!(lexer.eat_word(b"insert") && lexer.eat_word(b"into") && !lexer.eat_punct(b'('));
        assert_eq!(lexer.next().unwrap().text, b"t");
        assert!(lexer.eat_word(b"values"));
        assert_eq!(lexer.rest(), b" (1)");
        assert!(lexer.peek().unwrap().is_punct(b'('));
    }
}
