//! CREATE TABLE and CREATE INDEX from their first word to their last.

use super::cursor::Cursor;
use crate::error::Result;
use crate::schema::alter::{AlterTable, Alteration};
use crate::schema::table::{CreateBody, CreateTable, TableDef};
use crate::schema::token::TokenKind;

impl Cursor<'_> {
    pub(super) fn create_table(&mut self) -> Result<CreateTable> {
        self.expect_word(b"CREATE")?;
        let or_replace = self.eat_words(&[b"OR", b"REPLACE"]);
        let temporary = self.eat_word(b"TEMPORARY");
        self.expect_word(b"TABLE")?;
        let if_not_exists = self.eat_words(&[b"IF", b"NOT", b"EXISTS"]);
        let name = self.table_name()?;
        self.table = Some(name.to_string());
        let (body, as_select) = self.create_body(TableDef { name: name.clone(), ..TableDef::default() })?;
        Ok(CreateTable { name, temporary, or_replace, if_not_exists, as_select, body })
    }

    fn create_body(&mut self, mut table: TableDef) -> Result<(CreateBody, bool)> {
        if self.eat_word(b"LIKE") {
            return Ok((CreateBody::Like(self.table_name()?), false));
        }
        if self.current_opens(b"LIKE") {
            self.expect_punct(b'(')?;
            self.expect_word(b"LIKE")?;
            let like = self.table_name()?;
            self.expect_punct(b')')?;
            return Ok((CreateBody::Like(like), false));
        }
        if !self.at_punct(b'(') && !self.at_option() {
            return Err(self.error("`(` and the columns"));
        }
        if self.at_punct(b'(') && !self.at_query() {
            self.take();
            self.items(&mut table)?;
        }
        let as_select = self.tail(&mut table)?;
        Ok((CreateBody::Definition(Box::new(table)), as_select))
    }

    /// Whether the next tokens are `(` and this word.
    fn current_opens(&self, word: &[u8]) -> bool {
        self.at_punct(b'(') && self.peek_second().is_some_and(|token| token.is_word(word))
    }

    /// Whether a query starts here, perhaps in parentheses.
    fn at_query(&self) -> bool {
        self.at_one_of(&[b"SELECT", b"VALUES", b"TABLE", b"WITH"])
            || self.at_punct(b'(')
                && self.peek_second().is_some_and(|token| {
                    token.is_one_of(&[b"SELECT", b"VALUES", b"TABLE", b"WITH"]) || token.is_punct(b'(')
                })
    }

    /// Options, partitions and query behind the columns; whether there is a query.
    fn tail(&mut self, table: &mut TableDef) -> Result<bool> {
        loop {
            while self.eat_punct(b',') || self.eat_punct(b';') {}
            if self.peek().is_none() {
                return Ok(false);
            }
            if self.at_words(&[b"PARTITION", b"BY"]) {
                let here = self.clone();
                match self.partitioning() {
                    Ok(partitioning) => table.partitioning = Some(partitioning),
                    Err(error) => {
                        // An unheard-of way to partition need not cost the table, but a statement that is cut off must be told.
                        *self = here;
                        let rest = self.rest_of_statement().map_err(|_| error)?;
                        table.unknown.push(rest);
                    }
                }
                continue;
            }
            if !self.at_words(&[b"WITH", b"SYSTEM"])
                && (self.at_query() || self.at_one_of(&[b"AS", b"IGNORE", b"REPLACE"]))
            {
                return Ok(true);
            }
            match self.peek().map(|token| token.kind) {
                Some(TokenKind::Word | TokenKind::QuotedName) => {
                    let option = self.table_option()?;
                    table.set_option(&option);
                }
                _ => table.unknown.push(self.rest_of_statement()?),
            }
        }
    }

    /// Everything that is left, as text; parentheses and quotes must close.
    fn rest_of_statement(&mut self) -> Result<String> {
        let start = self.offset();
        while self.peek().is_some() {
            if self.at_punct(b')') {
                return Err(self.error("an option"));
            }
            self.skip_one()?;
        }
        Ok(self.text(start, self.end()))
    }

    pub(super) fn create_index(&mut self) -> Result<AlterTable> {
        self.expect_word(b"CREATE")?;
        self.eat_words(&[b"OR", b"REPLACE"]);
        self.eat_one_of(&[b"ONLINE", b"OFFLINE"]);
        let (kind, clustering) = self.key_kind();
        if !self.eat_one_of(&[b"INDEX", b"KEY"]) {
            return Err(self.error("INDEX"));
        }
        self.eat_words(&[b"IF", b"NOT", b"EXISTS"]);
        let mut key = self.key_head(kind, None)?;
        key.clustering |= clustering;
        self.expect_word(b"ON")?;
        let name = self.table_name()?;
        self.table = Some(name.to_string());
        self.key_parts(&mut key)?;
        self.key_options(&mut key)?;
        Ok(AlterTable { name, if_exists: false, alterations: vec![Alteration::AddKey(key)] })
    }
}
