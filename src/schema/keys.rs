//! Keys, foreign keys and checks of a table.

use super::name::TableName;

/// A key: an index of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Primary, unique, plain ...
    pub kind: KeyKind,
    /// The name: `PRIMARY`, the written one, or the server's own (the first column's name, with `_2`, `_3` ... where that is taken).
    pub name: String,
    /// What it is made of, in order.
    pub parts: Vec<KeyPart>,
    /// USING, in upper case: BTREE, HASH, RTREE.
    pub algorithm: Option<String>,
    /// KEY_BLOCK_SIZE, in KiB.
    pub key_block_size: Option<u32>,
    /// COMMENT.
    pub comment: Option<String>,
    /// MySQL's INVISIBLE or MariaDB's IGNORED: kept up to date, not used by the optimizer.
    pub invisible: bool,
    /// WITH PARSER.
    pub parser: Option<String>,
    /// TokuDB's CLUSTERING: the key holds the whole row.
    pub clustering: bool,
    /// DISTANCE of a vector key, in lower case.
    pub distance: Option<String>,
    /// M of a vector key.
    pub m: Option<u32>,
    /// Made by the server for a foreign key that no other key serves.
    pub generated: bool,
    /// Options that are not known, as text.
    pub unknown: Vec<String>,
}

impl Key {
    /// A key without options.
    pub fn new(kind: KeyKind, name: impl Into<String>, parts: Vec<KeyPart>) -> Self {
        Key {
            kind,
            name: name.into(),
            parts,
            algorithm: None,
            key_block_size: None,
            comment: None,
            invisible: false,
            parser: None,
            clustering: false,
            distance: None,
            m: None,
            generated: false,
            unknown: Vec::new(),
        }
    }

    /// Whether no two rows can have the same values (other than NULL) in it.
    pub fn is_unique(&self) -> bool {
        matches!(self.kind, KeyKind::Primary | KeyKind::Unique)
    }

    /// The columns' names; parts that are expressions are left out.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(KeyPart::column)
    }
}

/// The kinds of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// PRIMARY KEY.
    Primary,
    /// UNIQUE.
    Unique,
    /// A plain KEY or INDEX.
    Index,
    /// FULLTEXT.
    Fulltext,
    /// SPATIAL.
    Spatial,
    /// MariaDB's VECTOR.
    Vector,
}

/// One part of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPart {
    /// A column or an expression.
    pub target: KeyTarget,
    /// Length of the prefix as written: characters for CHAR, VARCHAR and TEXT, bytes for BINARY, VARBINARY and BLOB.
    pub prefix: Option<u32>,
    /// DESC.
    pub descending: bool,
}

impl KeyPart {
    /// A whole column, ascending.
    pub fn whole(column: impl Into<String>) -> Self {
        KeyPart { target: KeyTarget::Column(column.into()), prefix: None, descending: false }
    }

    /// The column's name, unless it is an expression.
    pub fn column(&self) -> Option<&str> {
        match &self.target {
            KeyTarget::Column(name) => Some(name),
            KeyTarget::Expression(_) => None,
        }
    }
}

/// What a key part takes its values from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyTarget {
    /// A column, by name.
    Column(String),
    /// An expression's text, without the parentheses around it.
    Expression(String),
}

/// A foreign key. Names of columns are as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignKey {
    /// The constraint's name, where it is written.
    pub name: Option<String>,
    /// The name for its key, where it is written.
    pub index_name: Option<String>,
    /// This table's columns.
    pub columns: Vec<String>,
    /// The other table.
    pub table: TableName,
    /// The other table's columns; empty where they are not written.
    pub referenced: Vec<String>,
    /// ON DELETE, in upper case.
    pub on_delete: Option<String>,
    /// ON UPDATE, in upper case.
    pub on_update: Option<String>,
}

/// A CHECK constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The constraint's name, where it is written.
    pub name: Option<String>,
    /// The expression's text, without the parentheses around it; runs of blanks and comments are one blank.
    pub expression: String,
    /// False for NOT ENFORCED.
    pub enforced: bool,
}
