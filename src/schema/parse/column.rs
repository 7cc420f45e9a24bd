//! A column's definition: name, type, attributes in any order.

use super::cursor::Cursor;
use crate::error::Result;
use crate::schema::charset;
use crate::schema::column::{Column, Generated, GeneratedKind, RowEdge};
use crate::schema::keys::{Key, KeyKind, KeyPart};
use crate::schema::types::DataType;

impl Cursor<'_> {
    /// Name, type and attributes, and the keys that the attributes ask for.
    pub(super) fn column(&mut self) -> Result<(Column, Vec<Key>)> {
        let name = self.name("a column")?;
        self.column_definition(name)
    }

    /// Type and attributes of a column whose name is read.
    pub(super) fn column_definition(&mut self, name: String) -> Result<(Column, Vec<Key>)> {
        let mut column = Column::new(name, DataType::Date);
        let mut keys = Vec::new();
        if self.at_word(b"SERIAL") {
            keys.push(inline_key(KeyKind::Unique, &column));
        }
        self.data_type(&mut column)?;
        while !self.at_column_end() {
            if !self.type_attribute(&mut column)?
                && !self.value_attribute(&mut column, &mut keys)?
                && !self.server_attribute(&mut column)?
            {
                column.unknown.push(self.unknown_attribute()?);
            }
        }
        if keys.iter().any(|key| key.kind == KeyKind::Primary) {
            column.nullable = false;
        }
        settle_type(&mut column);
        Ok((column, keys))
    }

    fn at_column_end(&self) -> bool {
        self.at_clause_end() || self.altering && self.at_one_of(&[b"FIRST", b"AFTER"])
    }

    /// Attributes that belong to the type: sign and character set.
    fn type_attribute(&mut self, column: &mut Column) -> Result<bool> {
        if self.eat_word(b"UNSIGNED") {
            set_sign(&mut column.data_type, true, false);
        } else if self.eat_word(b"ZEROFILL") {
            set_sign(&mut column.data_type, true, true);
        } else if self.eat_word(b"SIGNED") {
        } else if self.eat_word(b"BINARY") {
            column.binary = true;
        } else if self.eat_word(b"ASCII") {
            column.charset = Some(String::from("latin1"));
        } else if self.eat_word(b"UNICODE") {
            column.charset = Some(String::from("ucs2"));
        } else if self.eat_word(b"BYTE") {
            column.charset = Some(String::from("binary"));
        } else if self.eat_word(b"CHARSET")
            || self.eat_words(&[b"CHARACTER", b"SET"])
            || self.eat_words(&[b"CHAR", b"SET"])
        {
            self.eat_punct(b'=');
            column.charset = Some(self.name_or_string("a character set")?);
        } else if self.eat_word(b"COLLATE") {
            self.eat_punct(b'=');
            column.collation = Some(self.name_or_string("a collation")?);
        } else if self.eat_one_of(&[b"SRID", b"REF_SYSTEM_ID"]) {
            self.eat_punct(b'=');
            column.srid = Some(self.number_u32("a number")?);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Attributes about the column's values and keys.
    fn value_attribute(&mut self, column: &mut Column, keys: &mut Vec<Key>) -> Result<bool> {
        if self.eat_words(&[b"NOT", b"NULL"]) {
            column.nullable = false;
            column.nullable_written = true;
        } else if self.eat_word(b"NULL") {
            column.nullable = true;
            column.nullable_written = true;
        } else if self.eat_words(&[b"SERIAL", b"DEFAULT", b"VALUE"]) {
            column.nullable = false;
            column.auto_increment = true;
            keys.push(inline_key(KeyKind::Unique, column));
        } else if self.eat_word(b"DEFAULT") {
            column.default = self.default_value()?;
        } else if self.eat_words(&[b"ON", b"UPDATE"]) {
            match self.current_timestamp()? {
                Some(fraction) => column.on_update = Some(fraction),
                None => return Err(self.error("CURRENT_TIMESTAMP")),
            }
        } else if self.eat_word(b"AUTO_INCREMENT") {
            column.nullable = false;
            column.auto_increment = true;
        } else if self.eat_word(b"UNIQUE") {
            let clustering = self.eat_word(b"CLUSTERING");
            self.eat_one_of(&[b"KEY", b"INDEX"]);
            keys.push(Key { clustering, ..inline_key(KeyKind::Unique, column) });
        } else if self.eat_word(b"CLUSTERING") {
            let unique = self.eat_word(b"UNIQUE");
            self.eat_one_of(&[b"KEY", b"INDEX"]);
            let kind = if unique { KeyKind::Unique } else { KeyKind::Index };
            keys.push(Key { clustering: true, ..inline_key(kind, column) });
        } else if self.eat_word(b"PRIMARY") {
            self.eat_word(b"KEY");
            keys.push(inline_key(KeyKind::Primary, column));
        } else if self.eat_word(b"KEY") {
            // Alone it means the primary key.
            keys.push(inline_key(KeyKind::Primary, column));
        } else if self.eat_words(&[b"GENERATED", b"ALWAYS", b"AS"]) || self.eat_word(b"AS") {
            self.generated(column)?;
        } else if self.eat_word(b"VIRTUAL") {
            set_generated_kind(column, GeneratedKind::Virtual);
        } else if self.eat_one_of(&[b"STORED", b"PERSISTENT"]) {
            set_generated_kind(column, GeneratedKind::Stored);
        } else if self.at_word(b"CHECK") || self.at_word(b"CONSTRAINT") {
            let name = if self.eat_word(b"CONSTRAINT") && !self.at_word(b"CHECK") {
                Some(self.name("the name of a constraint")?)
            } else {
                None
            };
            column.checks.push(self.check(name)?);
        } else if self.at_word(b"REFERENCES") {
            let mut foreign = self.references()?;
            foreign.columns.push(column.name.clone());
            column.references = Some(foreign);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Attributes about how and where the server keeps the column.
    fn server_attribute(&mut self, column: &mut Column) -> Result<bool> {
        if self.eat_word(b"COMMENT") {
            self.eat_punct(b'=');
            column.comment = Some(self.string("a string")?);
        } else if self.eat_word(b"INVISIBLE") {
            column.invisible = true;
        } else if self.eat_word(b"VISIBLE") {
            column.invisible = false;
        } else if self.eat_word(b"COMPRESSED") {
            column.compressed = Some(if self.eat_punct(b'=') { self.value_text()? } else { String::new() });
        } else if self.eat_word(b"COLUMN_FORMAT") {
            let format = self.name("FIXED, DYNAMIC or DEFAULT")?.to_ascii_uppercase();
            if format == "COMPRESSED" {
                // Percona's, perhaps with a dictionary.
                let dictionary = self.eat_words(&[b"WITH", b"COMPRESSION_DICTIONARY"]);
                column.compressed = Some(if dictionary { self.name("a dictionary")? } else { String::new() });
            }
            column.column_format = Some(format);
        } else if self.eat_word(b"STORAGE") {
            column.storage = Some(self.name("DISK or MEMORY")?.to_ascii_uppercase());
        } else if self.eat_words(&[b"WITH", b"SYSTEM", b"VERSIONING"]) {
            column.system_versioning = Some(true);
        } else if self.eat_words(&[b"WITHOUT", b"SYSTEM", b"VERSIONING"]) {
            column.system_versioning = Some(false);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// What follows AS: an expression in parentheses, or an edge of a row's life.
    fn generated(&mut self, column: &mut Column) -> Result<()> {
        if self.eat_word(b"ROW") {
            column.nullable = false;
            column.row_edge = Some(if self.eat_word(b"START") {
                RowEdge::Start
            } else {
                self.expect_word(b"END")?;
                RowEdge::End
            });
            return Ok(());
        }
        let expression = self.parenthesised()?;
        column.generated = Some(Generated { expression, kind: GeneratedKind::Virtual });
        Ok(())
    }
}

/// A key on one column that has no name yet.
fn inline_key(kind: KeyKind, column: &Column) -> Key {
    Key::new(kind, "", vec![KeyPart::whole(&column.name)])
}

fn set_sign(data_type: &mut DataType, sign: bool, fill: bool) {
    let (unsigned, zerofill) = match data_type {
        DataType::Integer(integer) => (&mut integer.unsigned, &mut integer.zerofill),
        DataType::Decimal(decimal) => (&mut decimal.unsigned, &mut decimal.zerofill),
        DataType::Float(real) | DataType::Double(real) => (&mut real.unsigned, &mut real.zerofill),
        _ => return,
    };
    *unsigned |= sign;
    *zerofill |= fill;
}

fn set_generated_kind(column: &mut Column, kind: GeneratedKind) {
    if let Some(generated) = &mut column.generated {
        generated.kind = kind;
    }
}

/// What the column's own character set makes of its type.
fn settle_type(column: &mut Column) {
    let collation = column.collation.as_deref().and_then(charset::of_collation);
    let charset = collation.or_else(|| column.charset.as_deref().and_then(charset::find));
    if let Some(charset) = charset {
        column.data_type = column.data_type.in_charset(charset);
    }
    // Blanks at the end of a member are no part of it, other than in binary.
    if charset.is_none_or(|charset| charset.name != "binary")
        && let DataType::Enum { members } | DataType::Set { members } = &mut column.data_type
    {
        for member in members {
            let kept = member.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
            member.truncate(kept);
        }
    }
}
