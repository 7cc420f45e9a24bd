//! Keys: kind, name, parts and options.

use super::cursor::Cursor;
use crate::error::Result;
use crate::schema::keys::{Key, KeyKind, KeyPart, KeyTarget};
use crate::schema::token::TokenKind;

impl Cursor<'_> {
    /// Whether a key starts here. VECTOR and CLUSTERING are names, too.
    pub(super) fn at_key(&self) -> bool {
        let key_follows = || self.peek_second().is_some_and(|token| token.is_one_of(&[b"KEY", b"INDEX"]));
        self.at_one_of(&[b"UNIQUE", b"KEY", b"INDEX", b"FULLTEXT", b"SPATIAL"])
            || self.at_words(&[b"PRIMARY", b"KEY"])
            || self.at_words(&[b"CLUSTERING", b"UNIQUE"])
            || (self.at_one_of(&[b"VECTOR", b"CLUSTERING"]) && key_follows())
    }

    /// The words in front of KEY: the kind, and whether it is TokuDB's clustering kind.
    pub(super) fn key_kind(&mut self) -> (KeyKind, bool) {
        let mut kind = KeyKind::Index;
        let mut clustering = false;
        loop {
            if self.eat_word(b"PRIMARY") {
                kind = KeyKind::Primary;
            } else if self.eat_word(b"UNIQUE") {
                kind = KeyKind::Unique;
            } else if self.eat_word(b"FULLTEXT") {
                kind = KeyKind::Fulltext;
            } else if self.eat_word(b"SPATIAL") {
                kind = KeyKind::Spatial;
            } else if self.eat_word(b"VECTOR") {
                kind = KeyKind::Vector;
            } else if self.eat_word(b"CLUSTERING") {
                clustering = true;
            } else {
                return (kind, clustering);
            }
        }
    }

    /// A whole key; `symbol` is the constraint's name in front of it.
    pub(super) fn key(&mut self, symbol: Option<String>) -> Result<Key> {
        let (kind, clustering) = self.key_kind();
        self.eat_one_of(&[b"KEY", b"INDEX"]);
        self.eat_words(&[b"IF", b"NOT", b"EXISTS"]);
        let mut key = self.key_head(kind, symbol)?;
        key.clustering |= clustering;
        self.key_parts(&mut key)?;
        self.key_options(&mut key)?;
        Ok(key)
    }

    /// Name and USING. A key without a name has an empty one until the table gives it its own.
    pub(super) fn key_head(&mut self, kind: KeyKind, symbol: Option<String>) -> Result<Key> {
        let mut name = symbol.unwrap_or_default();
        let using = |cursor: &Self| {
            cursor.at_one_of(&[b"USING", b"TYPE"])
                && cursor.peek_second().is_some_and(|token| token.kind == TokenKind::Word && !token.is_word(b"USING"))
        };
        if !self.at_punct(b'(') && !using(self) {
            name = self.name("the name of a key or `(`")?;
        }
        if kind == KeyKind::Primary {
            // The server takes no other name.
            name = String::from("PRIMARY");
        }
        let mut key = Key::new(kind, name, Vec::new());
        if using(self) {
            self.take();
            key.algorithm = Some(self.name("BTREE or HASH")?.to_ascii_uppercase());
        }
        Ok(key)
    }

    /// The list of columns and expressions.
    pub(super) fn key_parts(&mut self, key: &mut Key) -> Result<()> {
        self.expect_punct(b'(')?;
        loop {
            let target = if self.at_punct(b'(') {
                KeyTarget::Expression(self.parenthesised()?)
            } else {
                KeyTarget::Column(self.name("a column")?)
            };
            let mut part = KeyPart { target, prefix: None, descending: false };
            if self.at_punct(b'(') {
                self.take();
                part.prefix = Some(self.number_u32("a length")?);
                self.expect_punct(b')')?;
            }
            while !self.at_clause_end() {
                if self.eat_word(b"DESC") {
                    part.descending = true;
                } else if self.eat_words(&[b"WITHOUT", b"OVERLAPS"]) {
                    key.unknown.push(String::from("WITHOUT OVERLAPS"));
                } else if !self.eat_word(b"ASC") {
                    key.unknown.push(self.unknown_attribute()?);
                }
            }
            key.parts.push(part);
            if self.eat_punct(b')') {
                return Ok(());
            }
            if !self.eat_punct(b',') {
                return Err(self.error("`,` or `)`"));
            }
        }
    }

    /// What stands behind the columns.
    pub(super) fn key_options(&mut self, key: &mut Key) -> Result<()> {
        while !self.at_clause_end() {
            let start = self.offset();
            let option = self.peek().and_then(|token| self.context().name(&token)).unwrap_or_default();
            match option.to_ascii_uppercase().as_str() {
                "USING" | "TYPE" => {
                    self.take();
                    key.algorithm = Some(self.name("BTREE or HASH")?.to_ascii_uppercase());
                }
                "KEY_BLOCK_SIZE" => key.key_block_size = Some(self.value_number()?),
                "COMMENT" => {
                    self.take();
                    self.eat_punct(b'=');
                    key.comment = Some(self.string("a string")?);
                }
                "INVISIBLE" | "IGNORED" => {
                    self.take();
                    key.invisible = true;
                }
                "VISIBLE" => {
                    self.take();
                    key.invisible = false;
                }
                "NOT" if self.eat_words(&[b"NOT", b"IGNORED"]) => key.invisible = false,
                "WITH" if self.eat_words(&[b"WITH", b"PARSER"]) => {
                    key.parser = Some(self.name("the name of a parser")?);
                }
                "CLUSTERING" => {
                    self.take();
                    key.clustering = !self.eat_punct(b'=') || {
                        let value = self.value_text()?.to_ascii_lowercase();
                        !matches!(value.as_str(), "no" | "0" | "off" | "n")
                    };
                }
                "DISTANCE" => {
                    self.take();
                    self.eat_punct(b'=');
                    key.distance = Some(self.value_text()?.to_ascii_lowercase());
                }
                "M" => key.m = Some(self.value_number()?),
                _ => {
                    self.unknown_attribute()?;
                    key.unknown.push(self.text(start, self.end()));
                }
            }
        }
        Ok(())
    }

    /// The number of `NAME [=] n`, also in quotes as engines' own options have it.
    fn value_number(&mut self) -> Result<u32> {
        self.take();
        self.eat_punct(b'=');
        if self.peek().is_some_and(|token| token.kind == TokenKind::String) {
            let error = self.error("a number");
            return self.string("a number")?.trim().parse().map_err(|_| error);
        }
        self.number_u32("a number")
    }
}
