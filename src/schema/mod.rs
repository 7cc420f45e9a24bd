//! CREATE TABLE, ALTER TABLE and CREATE INDEX, parsed into what the layouts need of a table.
//!
//! In: one statement's text as bytes, and the session settings ([`Context`]) that decide how it is read. Out: a [`TableDef`] with typed
//! columns, keys, options and partitions, or the [`Alteration`]s that change one. What is not understood is kept as text, so that an option of
//! a server not yet written cannot lose a table; only a column list that cannot be read is an error.
//!
//! The [`Lexer`] is public: the dump scanner reads the heads of other statements with it.

pub mod alter;
pub mod charset;
pub mod column;
pub mod keys;
pub mod lexer;
pub mod literal;
pub mod multibyte;
pub mod name;
pub mod options;
mod parse;
pub mod partition;
mod show;
pub mod strings;
pub mod table;
pub mod token;
pub mod types;

pub use alter::{AlterTable, Alteration, ColumnPosition};
pub use charset::{Charset, Collation};
pub use column::{Column, DefaultValue, Generated, GeneratedKind, RowEdge};
pub use keys::{Check, ForeignKey, Key, KeyKind, KeyPart, KeyTarget};
pub use lexer::Lexer;
pub use literal::Literal;
pub use multibyte::{MultibyteRule, backslash_unsafe};
pub use name::{TableName, parse_table_name};
pub use options::{RowFormat, TableOption, TableOptions};
pub use parse::{parse_alter_table, parse_create_index, parse_create_table};
pub use partition::{Partition, PartitionMethod, Partitioning, Subpartition, Subpartitioning};
pub use table::{CreateBody, CreateTable, Period, TableDef};
pub use token::{Context, Token, TokenKind};
pub use types::{DataType, Decimal, GeometryKind, Integer, IntegerSize, LobSize, Real};
