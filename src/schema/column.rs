//! One column of a table: its type and its attributes.

use super::keys::{Check, ForeignKey};
use super::literal::Literal;
use super::types::DataType;

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: String,
    /// The type. CHAR, VARCHAR and TEXT with CHARACTER SET binary written at the column are BINARY, VARBINARY and BLOB already; for what the
    /// table's default does to a type see `TableDef::data_type_of`.
    pub data_type: DataType,
    /// CHARACTER SET as written at the column. `TableDef::charset_of` says which holds.
    pub charset: Option<String>,
    /// COLLATE as written at the column.
    pub collation: Option<String>,
    /// The attribute BINARY: the collation by bytes of the column's character set.
    pub binary: bool,
    /// Whether NULL can be stored. False for NOT NULL, AUTO_INCREMENT and the columns of the primary key.
    pub nullable: bool,
    /// Whether NULL or NOT NULL is written. A TIMESTAMP without either is NOT NULL on servers without explicit_defaults_for_timestamp (MySQL up to
    /// 5.7, MariaDB up to 10.9); dumps always write it.
    pub nullable_written: bool,
    /// The default.
    pub default: DefaultValue,
    /// ON UPDATE CURRENT_TIMESTAMP, with its digits after the second.
    pub on_update: Option<u8>,
    /// AUTO_INCREMENT.
    pub auto_increment: bool,
    /// The expression of a generated column.
    pub generated: Option<Generated>,
    /// A column of MariaDB's system versioning: AS ROW START or END.
    pub row_edge: Option<RowEdge>,
    /// INVISIBLE: left out of INSERT statements without a column list.
    pub invisible: bool,
    /// COMMENT.
    pub comment: Option<String>,
    /// COLUMN_FORMAT, in upper case.
    pub column_format: Option<String>,
    /// STORAGE, in upper case.
    pub storage: Option<String>,
    /// Column compression: MariaDB's COMPRESSED, with its method where it is written, or Percona's COLUMN_FORMAT COMPRESSED.
    pub compressed: Option<String>,
    /// CHECK constraints written at the column.
    pub checks: Vec<Check>,
    /// REFERENCES written at the column. Only MariaDB 10.5 and MySQL 9 act on it.
    pub references: Option<ForeignKey>,
    /// SRID or REF_SYSTEM_ID.
    pub srid: Option<u32>,
    /// WITH or WITHOUT SYSTEM VERSIONING.
    pub system_versioning: Option<bool>,
    /// Attributes that are not known, as text.
    pub unknown: Vec<String>,
}

impl Column {
    /// A nullable column without attributes.
    pub fn new(name: impl Into<String>, data_type: DataType) -> Self {
        Column {
            name: name.into(),
            data_type,
            charset: None,
            collation: None,
            binary: false,
            nullable: true,
            nullable_written: false,
            default: DefaultValue::None,
            on_update: None,
            auto_increment: false,
            generated: None,
            row_edge: None,
            invisible: false,
            comment: None,
            column_format: None,
            storage: None,
            compressed: None,
            checks: Vec::new(),
            references: None,
            srid: None,
            system_versioning: None,
            unknown: Vec::new(),
        }
    }

    /// Whether it is generated and not stored in the rows.
    pub fn is_virtual(&self) -> bool {
        self.generated.as_ref().is_some_and(|generated| generated.kind == GeneratedKind::Virtual)
    }
}

/// What a row without a value for the column gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// No DEFAULT clause: NULL, or the type's own default where NULL cannot be stored.
    None,
    /// DEFAULT NULL.
    Null,
    /// A constant.
    Literal(Literal),
    /// An expression's text, without the parentheses around it.
    Expression(String),
    /// CURRENT_TIMESTAMP, NOW().
    CurrentTimestamp {
        /// Digits after the second.
        fraction: u8,
    },
}

/// How a generated column comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The expression's text without the parentheses around it; runs of blanks and comments are one blank.
    pub expression: String,
    /// Stored or not.
    pub kind: GeneratedKind,
}

/// Where a generated column's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneratedKind {
    /// VIRTUAL: computed when read; only keys hold values.
    Virtual,
    /// STORED, PERSISTENT: in the rows.
    Stored,
}

/// Which end of a row's life a system-versioning column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowEdge {
    /// AS ROW START.
    Start,
    /// AS ROW END.
    End,
}
