//! ALTER TABLE from its first word to its last.

use super::cursor::Cursor;
use super::item::Item;
use crate::error::Result;
use crate::schema::alter::{AlterTable, Alteration, ColumnPosition};
use crate::schema::column::DefaultValue;
use crate::schema::token::TokenKind;

impl Cursor<'_> {
    pub(super) fn alter_table(&mut self) -> Result<AlterTable> {
        self.expect_word(b"ALTER")?;
        while self.eat_one_of(&[b"ONLINE", b"OFFLINE", b"IGNORE"]) {}
        self.expect_word(b"TABLE")?;
        let if_exists = self.eat_words(&[b"IF", b"EXISTS"]);
        let name = self.table_name()?;
        self.table = Some(name.to_string());
        self.altering = true;
        if self.eat_word(b"WAIT") {
            self.number("seconds")?;
        }
        self.eat_word(b"NOWAIT");
        let mut alterations = Vec::new();
        loop {
            while self.eat_punct(b',') || self.eat_punct(b';') {}
            if self.peek().is_none() {
                return Ok(AlterTable { name, if_exists, alterations });
            }
            self.alteration(&mut alterations)?;
        }
    }

    fn alteration(&mut self, out: &mut Vec<Alteration>) -> Result<()> {
        let start = self.offset();
        let known = if self.eat_word(b"ADD") {
            self.add(out)?
        } else if self.eat_word(b"DROP") {
            self.drop(out)?
        } else if self.eat_word(b"MODIFY") {
            self.eat_word(b"COLUMN");
            self.eat_words(&[b"IF", b"EXISTS"]);
            let old = self.name("a column")?;
            let (column, keys) = self.column_definition(old.clone())?;
            let position = self.column_position()?;
            out.push(Alteration::ChangeColumn(old, Box::new(column), keys, position));
            true
        } else if self.eat_word(b"CHANGE") {
            self.eat_word(b"COLUMN");
            self.eat_words(&[b"IF", b"EXISTS"]);
            let old = self.name("a column")?;
            let (column, keys) = self.column()?;
            let position = self.column_position()?;
            out.push(Alteration::ChangeColumn(old, Box::new(column), keys, position));
            true
        } else if self.eat_word(b"ALTER") {
            self.alter_part(out)?
        } else if self.eat_word(b"RENAME") {
            self.rename(out)?
        } else {
            self.table_alteration(out)?
        };
        if !known {
            out.push(Alteration::Other(self.rest_of_clause(start)?));
            // A parenthesis too many would never end.
            if self.at_punct(b')') {
                return Err(self.error("`,`"));
            }
        } else if self.at_punct(b')') || !(self.at_clause_end() || self.at_option()) {
            return Err(self.error("`,` or the end"));
        }
        Ok(())
    }

    fn add(&mut self, out: &mut Vec<Alteration>) -> Result<bool> {
        if self.at_one_of(&[b"PARTITION", b"SYSTEM"]) {
            return Ok(false);
        }
        if !self.at_word(b"COLUMN")
            && let Some(item) = self.constraint()?
        {
            out.push(add_item(item));
            return Ok(true);
        }
        self.eat_word(b"COLUMN");
        self.eat_words(&[b"IF", b"NOT", b"EXISTS"]);
        if self.eat_punct(b'(') {
            loop {
                let item = self.item()?;
                out.push(add_item(item));
                if self.eat_punct(b')') {
                    return Ok(true);
                }
                if !self.eat_punct(b',') {
                    return Err(self.error("`,` or `)`"));
                }
            }
        }
        let (column, keys) = self.column()?;
        let position = self.column_position()?;
        out.push(Alteration::AddColumn(Box::new(column), keys, position));
        Ok(true)
    }

    fn column_position(&mut self) -> Result<ColumnPosition> {
        if self.eat_word(b"FIRST") {
            return Ok(ColumnPosition::First);
        }
        if self.eat_word(b"AFTER") {
            return Ok(ColumnPosition::After(self.name("a column")?));
        }
        Ok(ColumnPosition::Keep)
    }

    fn drop(&mut self, out: &mut Vec<Alteration>) -> Result<bool> {
        if self.at_one_of(&[b"PARTITION", b"SYSTEM", b"PERIOD"])
            && self.peek_second().is_some_and(|token| token.kind == TokenKind::Word || token.is_name())
        {
            return Ok(false);
        }
        if self.eat_words(&[b"PRIMARY", b"KEY"]) {
            out.push(Alteration::DropKey(String::from("PRIMARY")));
            return Ok(true);
        }
        let make: fn(String) -> Alteration = if self.eat_words(&[b"FOREIGN", b"KEY"]) {
            Alteration::DropForeignKey
        } else if self.eat_one_of(&[b"KEY", b"INDEX"]) {
            Alteration::DropKey
        } else if self.eat_one_of(&[b"CONSTRAINT", b"CHECK"]) {
            Alteration::DropConstraint
        } else {
            self.eat_word(b"COLUMN");
            Alteration::DropColumn
        };
        self.eat_words(&[b"IF", b"EXISTS"]);
        out.push(make(self.name("a name")?));
        self.eat_one_of(&[b"RESTRICT", b"CASCADE"]);
        Ok(true)
    }

    /// ALTER COLUMN, ALTER INDEX.
    fn alter_part(&mut self, out: &mut Vec<Alteration>) -> Result<bool> {
        if self.eat_one_of(&[b"INDEX", b"KEY"]) {
            self.eat_words(&[b"IF", b"EXISTS"]);
            let name = self.name("a key")?;
            let shown = self.eat_words(&[b"NOT", b"IGNORED"]) || self.eat_word(b"VISIBLE");
            if !shown && !self.eat_one_of(&[b"INVISIBLE", b"IGNORED"]) {
                return Ok(false);
            }
            out.push(Alteration::HideKey(name, !shown));
            return Ok(true);
        }
        if self.at_one_of(&[b"CHECK", b"CONSTRAINT"]) {
            return Ok(false);
        }
        self.eat_word(b"COLUMN");
        self.eat_words(&[b"IF", b"EXISTS"]);
        let name = self.name("a column")?;
        if self.eat_words(&[b"DROP", b"DEFAULT"]) {
            out.push(Alteration::SetDefault(name, DefaultValue::None));
            return Ok(true);
        }
        if self.eat_words(&[b"SET", b"DEFAULT"]) {
            let default = self.default_value()?;
            out.push(Alteration::SetDefault(name, default));
            return Ok(true);
        }
        Ok(false)
    }

    fn rename(&mut self, out: &mut Vec<Alteration>) -> Result<bool> {
        let make: fn(String, String) -> Alteration = if self.eat_word(b"COLUMN") {
            Alteration::RenameColumn
        } else if self.eat_one_of(&[b"INDEX", b"KEY"]) {
            Alteration::RenameKey
        } else {
            if !self.eat_one_of(&[b"TO", b"AS"]) {
                self.eat_punct(b'=');
            }
            out.push(Alteration::Rename(self.table_name()?));
            return Ok(true);
        };
        self.eat_words(&[b"IF", b"EXISTS"]);
        let from = self.name("a name")?;
        self.expect_word(b"TO")?;
        let to = self.name("a name")?;
        out.push(make(from, to));
        Ok(true)
    }

    /// Changes of the table as a whole.
    fn table_alteration(&mut self, out: &mut Vec<Alteration>) -> Result<bool> {
        let simple: [(&[&[u8]], Alteration); 5] = [
            (&[b"ENABLE", b"KEYS"], Alteration::EnableKeys),
            (&[b"DISABLE", b"KEYS"], Alteration::DisableKeys),
            (&[b"DISCARD", b"TABLESPACE"], Alteration::DiscardTablespace),
            (&[b"IMPORT", b"TABLESPACE"], Alteration::ImportTablespace),
            (&[b"REMOVE", b"PARTITIONING"], Alteration::RemovePartitioning),
        ];
        for (words, alteration) in simple {
            if self.eat_words(words) {
                out.push(alteration);
                return Ok(true);
            }
        }
        if self.at_words(&[b"PARTITION", b"BY"]) {
            let partitioning = self.partitioning()?;
            out.push(Alteration::PartitionBy(Box::new(partitioning)));
            return Ok(true);
        }
        if self.eat_words(&[b"CONVERT", b"TO"]) {
            if !self.eat_word(b"CHARSET") && !self.eat_words(&[b"CHARACTER", b"SET"]) {
                return Err(self.error("CHARACTER SET"));
            }
            let charset = self.name_or_string("a character set")?;
            let collate = self.eat_word(b"COLLATE");
            let collation = if collate { Some(self.name_or_string("a collation")?) } else { None };
            out.push(Alteration::ConvertTo { charset, collation });
            return Ok(true);
        }
        let verb = [b"ORDER".as_slice(), b"FORCE", b"ALGORITHM", b"LOCK", b"DISCARD", b"IMPORT", b"EXCHANGE"];
        let more = [b"TRUNCATE".as_slice(), b"COALESCE", b"REORGANIZE", b"ANALYZE", b"CHECK", b"OPTIMIZE", b"REBUILD"];
        let last = [b"REPAIR".as_slice(), b"UPGRADE", b"WITH", b"WITHOUT", b"SECONDARY_LOAD", b"SECONDARY_UNLOAD"];
        if !self.at_option() || self.at_one_of(&verb) || self.at_one_of(&more) || self.at_one_of(&last) {
            return Ok(false);
        }
        out.push(Alteration::Option(self.table_option()?));
        Ok(true)
    }
}

fn add_item(item: Item) -> Alteration {
    match item {
        Item::Column(column, keys) => Alteration::AddColumn(column, keys, ColumnPosition::Keep),
        Item::Key(key) => Alteration::AddKey(key),
        Item::Foreign(foreign) => Alteration::AddForeignKey(foreign),
        Item::Check(check) => Alteration::AddCheck(check),
        Item::Period(period) => Alteration::AddPeriod(period),
        Item::Unknown(text) => Alteration::Other(text),
    }
}
