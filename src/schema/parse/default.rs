//! The value of a DEFAULT clause.

use super::cursor::Cursor;
use crate::error::Result;
use crate::schema::column::DefaultValue;
use crate::schema::literal::{Literal, bit_bytes, hex_bytes};
use crate::schema::token::TokenKind;

/// The words for the moment of a change.
const NOW: [&[u8]; 4] = [b"CURRENT_TIMESTAMP", b"NOW", b"LOCALTIME", b"LOCALTIMESTAMP"];

impl Cursor<'_> {
    /// What follows DEFAULT.
    pub(super) fn default_value(&mut self) -> Result<DefaultValue> {
        if self.at_punct(b'(') {
            return Ok(DefaultValue::Expression(self.parenthesised()?));
        }
        if self.eat_word(b"NULL") {
            return Ok(DefaultValue::Null);
        }
        if self.eat_word(b"TRUE") {
            return Ok(DefaultValue::Literal(Literal::Number(String::from("1"))));
        }
        if self.eat_word(b"FALSE") {
            return Ok(DefaultValue::Literal(Literal::Number(String::from("0"))));
        }
        if let Some(fraction) = self.current_timestamp()? {
            return Ok(DefaultValue::CurrentTimestamp { fraction });
        }
        if let Some(literal) = self.literal()? {
            return Ok(DefaultValue::Literal(literal));
        }
        self.bare_expression()
    }

    /// CURRENT_TIMESTAMP or one of its other names; its digits after the second.
    pub(super) fn current_timestamp(&mut self) -> Result<Option<u8>> {
        if !self.eat_one_of(&NOW) {
            return Ok(None);
        }
        let mut fraction = 0;
        if self.eat_punct(b'(') {
            if !self.at_punct(b')') {
                fraction = u8::try_from(self.number("digits after the second")?).unwrap_or(u8::MAX).min(6);
            }
            self.expect_punct(b')')?;
        }
        Ok(Some(fraction))
    }

    fn literal(&mut self) -> Result<Option<Literal>> {
        let Some(token) = self.peek() else { return Ok(None) };
        if self.at_introducer() {
            let charset = match self.context().decode(token.text).strip_prefix('_') {
                Some(charset) => charset.to_ascii_lowercase(),
                None => String::from("utf8mb3"),
            };
            let bytes = self.string_bytes("a string")?;
            return Ok(Some(Literal::String { bytes, charset: Some(charset) }));
        }
        match token.kind {
            TokenKind::String => {
                let bytes = self.string_bytes("a string")?;
                Ok(Some(Literal::String { bytes, charset: None }))
            }
            TokenKind::Hex | TokenKind::Bit => {
                let bytes = if token.kind == TokenKind::Hex { hex_bytes(token.text) } else { bit_bytes(token.text) };
                let Some(bytes) = bytes else { return Err(self.error("a value")) };
                self.take();
                Ok(Some(Literal::Bytes(bytes)))
            }
            TokenKind::Number => {
                self.take();
                Ok(Some(Literal::Number(self.context().decode(token.text))))
            }
            TokenKind::Punct(sign @ (b'-' | b'+')) => {
                let Some(number) = self.peek_second().filter(|token| token.kind == TokenKind::Number) else {
                    return Ok(None);
                };
                self.take();
                self.take();
                let digits = self.context().decode(number.text);
                Ok(Some(Literal::Number(if sign == b'-' { format!("-{digits}") } else { digits })))
            }
            // DATE'2024-01-01' and its like.
            TokenKind::Word
                if token.is_one_of(&[b"DATE", b"TIME", b"TIMESTAMP"])
                    && self.peek_second().is_some_and(|token| token.kind == TokenKind::String) =>
            {
                self.take();
                let bytes = self.string_bytes("a string")?;
                Ok(Some(Literal::String { bytes, charset: None }))
            }
            _ => Ok(None),
        }
    }

    /// An expression without parentheses around it, as MariaDB writes them: `uuid()`, `current_user`, ``nextval(`db`.`seq`)``.
    fn bare_expression(&mut self) -> Result<DefaultValue> {
        let start = self.offset();
        if self.at_clause_end() {
            return Err(self.error("a default value"));
        }
        if self.eat_words(&[b"NEXT", b"VALUE", b"FOR"]) {
            self.table_name()?;
            return Ok(DefaultValue::Expression(self.text(start, self.end())));
        }
        self.skip_one()?;
        while self.at_punct(b'.') {
            self.skip_one()?;
            if !self.at_clause_end() {
                self.skip_one()?;
            }
        }
        if self.at_punct(b'(') {
            self.skip_one()?;
        }
        Ok(DefaultValue::Expression(self.text(start, self.end())))
    }
}
