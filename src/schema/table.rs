//! A table's definition, and the questions that a layout asks of it.

use std::collections::HashSet;

use super::charset::Collation;
use super::column::Column;
use super::keys::{Check, ForeignKey, Key, KeyKind, KeyPart, KeyTarget};
use super::name::TableName;
use super::options::{TableOption, TableOptions};
use super::partition::Partitioning;
use super::types::DataType;

/// What CREATE TABLE says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateTable {
    /// The new table.
    pub name: TableName,
    /// TEMPORARY.
    pub temporary: bool,
    /// OR REPLACE.
    pub or_replace: bool,
    /// IF NOT EXISTS.
    pub if_not_exists: bool,
    /// Rows, and columns beside the written ones, come from a query, which is not followed.
    pub as_select: bool,
    /// The definition or the table to copy it from.
    pub body: CreateBody,
}

/// Where a new table's definition comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreateBody {
    /// It is written out.
    Definition(Box<TableDef>),
    /// LIKE another table.
    Like(TableName),
}

/// A table's definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableDef {
    /// The name.
    pub name: TableName,
    /// The columns in order, generated and invisible ones included.
    pub columns: Vec<Column>,
    /// The keys in the order written; see `keys_in_server_order`.
    pub keys: Vec<Key>,
    /// ENGINE as written.
    pub engine: Option<String>,
    /// The other options.
    pub options: TableOptions,
    /// PARTITION BY.
    pub partitioning: Option<Partitioning>,
    /// The foreign keys.
    pub foreign_keys: Vec<ForeignKey>,
    /// The CHECK constraints of the table; those of columns are there.
    pub checks: Vec<Check>,
    /// PERIOD FOR clauses.
    pub periods: Vec<Period>,
    /// Clauses that are not known, as text.
    pub unknown: Vec<String>,
}

/// A PERIOD FOR clause of MariaDB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// `SYSTEM_TIME` or the period's name.
    pub name: String,
    /// The column with the start.
    pub start: String,
    /// The column with the end.
    pub end: String,
}

/// Whether two names of columns or keys are the same to the server.
pub(super) fn same_name(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || (!a.is_ascii() && !b.is_ascii() && a.to_lowercase() == b.to_lowercase())
}

impl TableDef {
    /// The column of this name, in any case.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| same_name(&column.name, name))
    }

    /// The position of the column of this name, from 0.
    pub fn column_index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| same_name(&column.name, name))
    }

    /// The primary key.
    pub fn primary_key(&self) -> Option<&Key> {
        self.keys.iter().find(|key| key.kind == KeyKind::Primary)
    }

    /// All other keys, in the order written.
    pub fn secondary(&self) -> impl Iterator<Item = &Key> {
        self.keys.iter().filter(|key| key.kind != KeyKind::Primary)
    }

    /// The keys as the server numbers them: the primary key, unique keys without nullable columns (whole columns before prefixes), other unique
    /// keys, plain ones, full-text ones; otherwise in the order written.
    pub fn keys_in_server_order(&self) -> Vec<&Key> {
        let mut keys: Vec<&Key> = self.keys.iter().collect();
        // The sort is stable. Source: sort_keys in sql/sql_table.cc.
        keys.sort_by_key(|key| {
            let unique = key.is_unique();
            (
                !unique,
                unique && self.has_nullable_part(key),
                key.kind != KeyKind::Primary,
                unique && self.has_partial_part(key),
                key.kind == KeyKind::Fulltext,
            )
        });
        keys
    }

    /// The key in whose order InnoDB and others store the rows: the primary key, else the first unique key (in server order) of whole columns
    /// that are all NOT NULL.
    pub fn clustered_key(&self) -> Option<&Key> {
        self.keys_in_server_order().into_iter().find(|key| {
            key.kind == KeyKind::Primary
                || (key.kind == KeyKind::Unique && !self.has_nullable_part(key) && !self.has_partial_part(key))
        })
    }

    fn has_nullable_part(&self, key: &Key) -> bool {
        key.parts
            .iter()
            .any(|part| part.column().and_then(|name| self.column(name)).is_none_or(|column| column.nullable))
    }

    fn has_partial_part(&self, key: &Key) -> bool {
        key.parts.iter().any(|part| self.is_partial(part))
    }

    /// Whether a key part holds less than its column, or is no column.
    fn is_partial(&self, part: &KeyPart) -> bool {
        let Some(column) = part.column().and_then(|name| self.column(name)) else { return true };
        if column.is_virtual() || column.data_type.is_lob() {
            return true;
        }
        match (part.prefix, &column.data_type) {
            (None, _) => false,
            (Some(prefix), DataType::Char { chars: length } | DataType::VarChar { chars: length }) => prefix < *length,
            (Some(prefix), DataType::Binary { bytes: length } | DataType::VarBinary { bytes: length }) => {
                prefix < *length
            }
            (Some(_), _) => true,
        }
    }

    /// The collation of columns that say nothing, on a server (or in a database) whose default is `server`.
    pub fn default_collation(&self, server: &Collation) -> Collation {
        Collation::resolve(self.options.charset.as_deref(), self.options.collation.as_deref(), server, server)
    }

    /// The character set and collation of a column; binary for types without one. MySQL's JSON is utf8mb4_bin.
    pub fn charset_of(&self, column: &Column, server: &Collation) -> Collation {
        match column.data_type {
            DataType::Json => return Collation::utf8mb4_bin(),
            ref other if !other.is_character() => return Collation::binary(),
            _ => {}
        }
        let base = self.default_collation(server);
        let mut found = Collation::resolve(column.charset.as_deref(), column.collation.as_deref(), &base, server);
        if column.binary && column.collation.is_none() {
            found.name = found.charset.binary_collation();
        }
        found
    }

    /// The type that the server gives a column once its character set is known: see `DataType::in_charset`.
    pub fn data_type_of(&self, column: &Column, server: &Collation) -> DataType {
        column.data_type.in_charset(self.charset_of(column, server).charset)
    }

    pub(super) fn set_option(&mut self, option: &TableOption) {
        if option.name == "ENGINE" {
            self.engine = Some(option.value.clone());
        }
        self.options.set(option);
    }

    /// Adds a key as the server does: it gets a name if it has none, and the columns of a primary key cannot be NULL.
    pub(super) fn add_key(&mut self, mut key: Key) {
        if key.name.is_empty() {
            key.name = self.free_key_name(&key);
        }
        if key.kind == KeyKind::Primary {
            for part in &key.parts {
                if let Some(index) = part.column().and_then(|name| self.column_index(name))
                    && let Some(column) = self.columns.get_mut(index)
                {
                    column.nullable = false;
                }
            }
        }
        self.keys.push(key);
    }

    fn free_key_name(&self, key: &Key) -> String {
        if key.kind == KeyKind::Primary {
            return String::from("PRIMARY");
        }
        let base = match key.parts.first().map(|part| &part.target) {
            // The column's own spelling, as the server takes it.
            Some(KeyTarget::Column(name)) => self.column(name).map_or(name.as_str(), |column| &column.name),
            _ => "functional_index",
        };
        let taken: HashSet<String> = self.keys.iter().map(|key| key.name.to_lowercase()).collect();
        let free = |name: &String| !taken.contains(&name.to_lowercase());
        let base = base.to_owned();
        if free(&base) && !base.eq_ignore_ascii_case("PRIMARY") {
            return base;
        }
        // One more than there are keys cannot all be taken.
        (2..self.keys.len() + 3).map(|number| format!("{base}_{number}")).find(free).unwrap_or_default()
    }

    /// Adds a foreign key, and the key that the server makes for it where no other starts with its columns.
    pub(super) fn add_foreign_key(&mut self, foreign: ForeignKey) {
        if !self.keys.iter().any(|key| serves(key, &foreign.columns)) && !foreign.columns.is_empty() {
            let name = foreign.name.clone().or_else(|| foreign.index_name.clone()).unwrap_or_default();
            let parts = foreign.columns.iter().map(KeyPart::whole).collect();
            self.add_key(Key { generated: true, ..Key::new(KeyKind::Index, name, parts) });
        }
        self.foreign_keys.push(foreign);
    }
}

/// Whether a key starts with these columns, whole.
fn serves(key: &Key, columns: &[String]) -> bool {
    !matches!(key.kind, KeyKind::Fulltext | KeyKind::Spatial | KeyKind::Vector)
        && key.parts.len() >= columns.len()
        && key
            .parts
            .iter()
            .zip(columns)
            .all(|(part, column)| part.prefix.is_none() && part.column().is_some_and(|name| same_name(name, column)))
}
