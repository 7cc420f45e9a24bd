//! The parser's place in a statement: one token ahead, and the small pieces that every clause is made of.

use crate::error::{Error, Kind, Position, Result};
use crate::schema::lexer::Lexer;
use crate::schema::literal::{bit_bytes, hex_bytes};
use crate::schema::name::{TableName, parse_table_name};
use crate::schema::token::{Context, Token, TokenKind};

/// A place in a statement. Copies are cheap: they serve to look ahead and to go back.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    sql: &'a [u8],
    /// Behind `current`.
    lexer: Lexer<'a>,
    current: Option<Token<'a>>,
    /// Byte offset behind the last token taken.
    end: usize,
    /// The statement's table, for errors.
    pub(super) table: Option<String>,
    /// Whether FIRST and AFTER end a column's definition.
    pub(super) altering: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(sql: &'a [u8], context: &Context<'a>) -> Self {
        let mut lexer = Lexer::new(sql, context);
        let current = lexer.next();
        Cursor { sql, lexer, current, end: 0, table: None, altering: false }
    }

    pub(super) fn context(&self) -> &Context<'a> {
        self.lexer.context()
    }

    /// The next token.
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.current
    }

    /// The token behind the next one.
    pub(super) fn peek_second(&self) -> Option<Token<'a>> {
        self.lexer.peek()
    }

    pub(super) fn take(&mut self) -> Option<Token<'a>> {
        let token = self.current?;
        self.end = token.end();
        self.current = self.lexer.next();
        Some(token)
    }

    /// Byte offset of the next token, or of the end.
    pub(super) fn offset(&self) -> usize {
        self.current.map_or(self.sql.len(), |token| token.start)
    }

    pub(super) fn at_word(&self, word: &[u8]) -> bool {
        self.current.is_some_and(|token| token.is_word(word))
    }

    pub(super) fn at_one_of(&self, words: &[&[u8]]) -> bool {
        self.current.is_some_and(|token| token.is_one_of(words))
    }

    pub(super) fn at_punct(&self, mark: u8) -> bool {
        self.current.is_some_and(|token| token.is_punct(mark))
    }

    /// Whether the next tokens are these words.
    pub(super) fn at_words(&self, words: &[&[u8]]) -> bool {
        let mut ahead = self.lexer;
        let mut token = self.current;
        words.iter().all(|word| {
            let found = token.is_some_and(|token| token.is_word(word));
            token = if found { ahead.next() } else { None };
            found
        })
    }

    pub(super) fn eat_word(&mut self, word: &[u8]) -> bool {
        let found = self.at_word(word);
        if found {
            self.take();
        }
        found
    }

    /// Takes the next tokens if they are these words, all or none.
    pub(super) fn eat_words(&mut self, words: &[&[u8]]) -> bool {
        let found = self.at_words(words);
        if found {
            words.iter().for_each(|_| {
                self.take();
            });
        }
        found
    }

    pub(super) fn eat_one_of(&mut self, words: &[&[u8]]) -> bool {
        let found = self.at_one_of(words);
        if found {
            self.take();
        }
        found
    }

    pub(super) fn eat_punct(&mut self, mark: u8) -> bool {
        let found = self.at_punct(mark);
        if found {
            self.take();
        }
        found
    }

    pub(super) fn expect_word(&mut self, word: &[u8]) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.error(&String::from_utf8_lossy(word))) }
    }

    pub(super) fn expect_punct(&mut self, mark: u8) -> Result<()> {
        if self.eat_punct(mark) { Ok(()) } else { Err(self.error(&format!("`{}`", char::from(mark)))) }
    }

    /// What was expected, what is there instead, and where.
    pub(super) fn error(&self, expected: &str) -> Error {
        let found = match self.current {
            None => String::from("the end of the statement"),
            Some(token) if token.kind == TokenKind::Unterminated => {
                String::from("a quote or a comment that is not closed")
            }
            Some(token) => {
                let text: String = self.context().decode(token.text).chars().take(40).collect();
                format!("`{}`", text.escape_debug())
            }
        };
        self.failure(format!("expected {expected}, found {found}"))
    }

    /// An error at the next token.
    pub(super) fn failure(&self, message: String) -> Error {
        let offset = u64::try_from(self.offset()).unwrap_or(u64::MAX);
        Error::new(Kind::Syntax, message).at(Position::offset(offset))
    }

    /// The error with the table's name.
    pub(super) fn located(&self, error: Error) -> Error {
        error.at(Position { table: self.table.clone(), ..Position::default() })
    }

    /// A name, with or without quotes.
    pub(super) fn name(&mut self, expected: &str) -> Result<String> {
        match self.current.and_then(|token| self.context().name(&token)) {
            Some(name) => {
                self.take();
                Ok(name)
            }
            None => Err(self.error(expected)),
        }
    }

    /// A name, or a string as some clauses allow.
    pub(super) fn name_or_string(&mut self, expected: &str) -> Result<String> {
        if self.current.is_some_and(|token| token.kind == TokenKind::String) {
            return self.string(expected);
        }
        self.name(expected)
    }

    pub(super) fn table_name(&mut self) -> Result<TableName> {
        let mut lexer = self.lexer_here();
        let name = parse_table_name(&mut lexer)?;
        self.end = lexer.offset();
        self.current = lexer.next();
        self.lexer = lexer;
        Ok(name)
    }

    /// A lexer whose next token is the cursor's next token.
    fn lexer_here(&self) -> Lexer<'a> {
        self.lexer.moved_to(self.offset())
    }

    /// Text: one string, or several side by side.
    pub(super) fn string(&mut self, expected: &str) -> Result<String> {
        let bytes = self.string_bytes(expected)?;
        Ok(self.context().decode(&bytes))
    }

    /// The bytes of a string, of several side by side, or of a hexadecimal or bit value; an introducer in front is dropped.
    pub(super) fn string_bytes(&mut self, expected: &str) -> Result<Vec<u8>> {
        if self.at_introducer() {
            self.take();
        }
        let value = self.current.and_then(|token| match token.kind {
            TokenKind::String => self.context().string(&token),
            TokenKind::Hex => hex_bytes(token.text),
            TokenKind::Bit => bit_bytes(token.text),
            _ => None,
        });
        let Some(mut bytes) = value else { return Err(self.error(expected)) };
        let first = self.take();
        if first.is_some_and(|token| token.kind == TokenKind::String) {
            while let Some(more) = self.current.and_then(|token| self.context().string(&token)) {
                self.take();
                bytes.extend(more);
            }
        }
        Ok(bytes)
    }

    /// Whether the next tokens are `_charset 'x'` or `N'x'`.
    pub(super) fn at_introducer(&self) -> bool {
        let (Some(token), Some(next)) = (self.current, self.peek_second()) else { return false };
        let value = matches!(next.kind, TokenKind::String | TokenKind::Hex | TokenKind::Bit);
        let national = token.is_word(b"N") && next.kind == TokenKind::String && next.start == token.end();
        (token.kind == TokenKind::Word && token.text.first() == Some(&b'_') && value) || national
    }

    /// A number without sign; one too large is the largest.
    pub(super) fn number(&mut self, expected: &str) -> Result<u64> {
        let number = self.current.filter(|token| token.kind == TokenKind::Number).and_then(|token| whole(token.text));
        match number {
            Some(number) => {
                self.take();
                Ok(number)
            }
            None => Err(self.error(expected)),
        }
    }

    pub(super) fn number_u32(&mut self, expected: &str) -> Result<u32> {
        self.number(expected).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// The inside of a pair of parentheses as text.
    pub(super) fn parenthesised(&mut self) -> Result<String> {
        self.expect_punct(b'(')?;
        let start = self.offset();
        let end = self.skip_to_closing()?;
        Ok(self.text(start, end))
    }

    /// Goes behind the `)` that closes what is open already; its byte offset.
    pub(super) fn skip_to_closing(&mut self) -> Result<usize> {
        let mut depth = 1_usize;
        loop {
            match self.current {
                None => return Err(self.error("`)`")),
                Some(token) if token.kind == TokenKind::Unterminated => return Err(self.error("`)`")),
                Some(token) => {
                    match token.kind {
                        TokenKind::Punct(b'(') => depth += 1,
                        TokenKind::Punct(b')') => depth -= 1,
                        _ => {}
                    }
                    self.take();
                    if depth == 0 {
                        return Ok(token.start);
                    }
                }
            }
        }
    }

    /// Whether the clause ends here: a comma, a closing parenthesis, the end.
    pub(super) fn at_clause_end(&self) -> bool {
        self.current.is_none_or(|token| token.is_punct(b',') || token.is_punct(b')') || token.is_punct(b';'))
    }

    /// Everything up to the next comma or closing parenthesis outside of parentheses, as text that starts at `start`.
    pub(super) fn rest_of_clause(&mut self, start: usize) -> Result<String> {
        while !self.at_clause_end() {
            self.skip_one()?;
        }
        Ok(self.text(start, self.end))
    }

    /// One attribute that is not known: a word, with a value behind `=` and with a list in parentheses.
    pub(super) fn unknown_attribute(&mut self) -> Result<String> {
        let start = self.offset();
        self.skip_one()?;
        if self.at_punct(b'=') {
            self.take();
            if !self.at_clause_end() {
                self.skip_one()?;
            }
        }
        if self.at_punct(b'(') {
            self.skip_one()?;
        }
        Ok(self.text(start, self.end))
    }

    /// One token, or everything between a pair of parentheses.
    pub(super) fn skip_one(&mut self) -> Result<()> {
        match self.current {
            None => Err(self.error("a clause")),
            Some(token) if token.kind == TokenKind::Unterminated => Err(self.error("a clause")),
            Some(token) => {
                self.take();
                if token.is_punct(b'(') {
                    self.skip_to_closing()?;
                }
                Ok(())
            }
        }
    }

    /// Byte offset behind the last token taken.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The statement's text between two byte offsets, runs of blanks and comments as one blank.
    pub(super) fn text(&self, start: usize, end: usize) -> String {
        let text = self.sql.get(start..end).unwrap_or_default();
        let mut out = Vec::with_capacity(text.len());
        let mut last = None;
        for token in Lexer::new(text, self.context()) {
            if last.is_some_and(|last| last < token.start) {
                out.push(b' ');
            }
            out.extend_from_slice(token.text);
            last = Some(token.end());
        }
        self.context().decode(&out)
    }
}

/// A whole number's value; a fraction is cut off, one too large is the largest.
fn whole(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    let mut value = None;
    for digit in digits {
        let sum: u64 = value.unwrap_or(0);
        value = Some(sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
    }
    value
}
