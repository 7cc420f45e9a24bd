//! The list between the parentheses of CREATE TABLE: columns, keys, constraints, periods.

use super::cursor::Cursor;
use crate::error::Result;
use crate::schema::alter::{MAX_COLUMNS, MAX_KEYS};
use crate::schema::column::Column;
use crate::schema::keys::{Check, ForeignKey, Key};
use crate::schema::table::{Period, TableDef};
use crate::schema::token::TokenKind;

/// One item of the list.
pub(super) enum Item {
    /// A column with the keys that its attributes ask for.
    Column(Box<Column>, Vec<Key>),
    /// A key.
    Key(Key),
    /// A foreign key.
    Foreign(ForeignKey),
    /// A check.
    Check(Check),
    /// A period.
    Period(Period),
    /// A clause that is not known.
    Unknown(String),
}

impl Cursor<'_> {
    /// The list behind its `(`, and the `)`. Keys are added when all columns are known, since they may come first.
    pub(super) fn items(&mut self, table: &mut TableDef) -> Result<()> {
        let mut keys = Vec::new();
        let mut foreign_keys = Vec::new();
        loop {
            match self.item()? {
                Item::Column(column, more) => {
                    table.columns.push(*column);
                    keys.extend(more);
                }
                Item::Key(key) => keys.push(key),
                Item::Foreign(foreign) => foreign_keys.push(foreign),
                Item::Check(check) => table.checks.push(check),
                Item::Period(period) => table.periods.push(period),
                Item::Unknown(text) => table.unknown.push(text),
            }
            if table.columns.len() > MAX_COLUMNS {
                return Err(self.failure(format!("more than {MAX_COLUMNS} columns")));
            }
            if keys.len() + foreign_keys.len() > MAX_KEYS {
                return Err(self.failure(format!("more than {MAX_KEYS} keys")));
            }
            if self.eat_punct(b')') {
                break;
            }
            if !self.eat_punct(b',') {
                return Err(self.error("`,` or `)`"));
            }
        }
        keys.into_iter().for_each(|key| table.add_key(key));
        foreign_keys.into_iter().for_each(|foreign| table.add_foreign_key(foreign));
        Ok(())
    }

    /// One item, up to the comma or parenthesis behind it.
    pub(super) fn item(&mut self) -> Result<Item> {
        if let Some(item) = self.constraint()? {
            return Ok(item);
        }
        let start = self.offset();
        let Some(first) = self.peek() else { return Err(self.error("a column or a key")) };
        if !first.is_name() {
            return Err(self.error("a column or a key"));
        }
        let typed =
            self.peek_second().is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::QuotedName));
        if !typed && first.kind == TokenKind::Word && self.peek_second().is_some_and(|token| token.is_punct(b'(')) {
            // No column starts like this: a clause of a server yet to come.
            return Ok(Item::Unknown(self.rest_of_clause(start)?));
        }
        let (column, keys) = self.column()?;
        Ok(Item::Column(Box::new(column), keys))
    }

    /// A key, a foreign key, a check or a period, if one starts here.
    pub(super) fn constraint(&mut self) -> Result<Option<Item>> {
        let start = self.offset();
        let mut symbol = None;
        let named = self.eat_word(b"CONSTRAINT");
        if named {
            self.eat_words(&[b"IF", b"NOT", b"EXISTS"]);
            if !self.at_one_of(&[b"PRIMARY", b"UNIQUE", b"FOREIGN", b"CHECK"]) {
                symbol = Some(self.name("the name of a constraint")?);
            }
        }
        let opens = self.peek_second().is_some_and(|token| token.is_punct(b'('));
        if self.at_word(b"CHECK") && opens {
            return self.check(symbol).map(|check| Some(Item::Check(check)));
        }
        if self.eat_words(&[b"FOREIGN", b"KEY"]) {
            return self.foreign_key(symbol).map(|foreign| Some(Item::Foreign(foreign)));
        }
        if self.at_words(&[b"PERIOD", b"FOR"]) {
            return self.period().map(|period| Some(Item::Period(period)));
        }
        if self.at_key() {
            return self.key(symbol).map(|key| Some(Item::Key(key)));
        }
        if named {
            return self.rest_of_clause(start).map(|text| Some(Item::Unknown(text)));
        }
        Ok(None)
    }

    /// CHECK (...), with NOT ENFORCED.
    pub(super) fn check(&mut self, name: Option<String>) -> Result<Check> {
        self.expect_word(b"CHECK")?;
        let expression = self.parenthesised()?;
        let enforced = !self.eat_words(&[b"NOT", b"ENFORCED"]);
        self.eat_word(b"ENFORCED");
        Ok(Check { name, expression, enforced })
    }

    fn period(&mut self) -> Result<Period> {
        self.expect_word(b"PERIOD")?;
        self.expect_word(b"FOR")?;
        let name = self.name("the name of a period")?;
        self.expect_punct(b'(')?;
        let start = self.name("a column")?;
        self.expect_punct(b',')?;
        let end = self.name("a column")?;
        self.expect_punct(b')')?;
        Ok(Period { name, start, end })
    }

    /// The columns and actions of a foreign key behind FOREIGN KEY.
    fn foreign_key(&mut self, name: Option<String>) -> Result<ForeignKey> {
        self.eat_words(&[b"IF", b"NOT", b"EXISTS"]);
        let index_name = if self.at_punct(b'(') { None } else { Some(self.name("`(`")?) };
        let columns = self.column_names()?;
        let foreign = self.references()?;
        Ok(ForeignKey { name, index_name, columns, ..foreign })
    }

    /// REFERENCES with all that belongs to it.
    pub(super) fn references(&mut self) -> Result<ForeignKey> {
        self.expect_word(b"REFERENCES")?;
        let mut foreign = ForeignKey { table: self.table_name()?, ..ForeignKey::default() };
        if self.at_punct(b'(') {
            foreign.referenced = self.column_names()?;
        }
        loop {
            if self.eat_words(&[b"ON", b"DELETE"]) {
                foreign.on_delete = Some(self.action()?);
            } else if self.eat_words(&[b"ON", b"UPDATE"]) {
                foreign.on_update = Some(self.action()?);
            } else if self.eat_word(b"MATCH") {
                self.name("FULL, PARTIAL or SIMPLE")?;
            } else {
                return Ok(foreign);
            }
        }
    }

    fn action(&mut self) -> Result<String> {
        for words in [["SET", "NULL"], ["SET", "DEFAULT"], ["NO", "ACTION"]] {
            if self.eat_words(&[words[0].as_bytes(), words[1].as_bytes()]) {
                return Ok(words.join(" "));
            }
        }
        Ok(self.name("an action")?.to_ascii_uppercase())
    }

    /// Names in parentheses; lengths and directions behind them are dropped.
    pub(super) fn column_names(&mut self) -> Result<Vec<String>> {
        self.expect_punct(b'(')?;
        let mut names = Vec::new();
        loop {
            names.push(self.name("a column")?);
            while !self.at_clause_end() {
                self.skip_one()?;
            }
            if self.eat_punct(b')') {
                return Ok(names);
            }
            self.expect_punct(b',')?;
        }
    }
}
