//! What the scanner finds, in the order of the dump.

use std::ops::Range;
use std::sync::Arc;

use crate::error::Error;
use crate::report::model::Severity;
use crate::schema::{AlterTable, CreateTable, TableName};

use crate::schema::strings::StringRules;

/// Something found at a byte of the decoded input.
#[derive(Debug)]
pub struct Event {
    /// Byte offset in the decoded source, from 0.
    pub offset: u64,
    /// What was found.
    pub what: What,
}

/// What was found. Table names are complete: USE is applied to them already.
#[derive(Debug)]
pub enum What {
    /// The header names the tool that wrote the dump.
    Producer(String),
    /// The header names the server that was dumped.
    Server(String),
    /// The line that mysqldump and mariadb-dump end a dump with.
    Trailer,
    /// A SET that matters to a load.
    Setting(Setting),
    /// CREATE TABLE.
    CreateTable(Box<CreateTable>),
    /// ALTER TABLE, or CREATE INDEX and DROP INDEX put as one.
    AlterTable(Box<AlterTable>),
    /// A table that is empty, or gone, from here on.
    Reset(TableName, Reset),
    /// DROP DATABASE: all its tables are gone.
    DropDatabase(String),
    /// RENAME TABLE.
    Rename(TableName, TableName),
    /// A view: a table of the same name was its stand-in.
    View(TableName),
    /// An INSERT or REPLACE begins: [`What::Rows`] follow, over as many windows as it takes, then [`What::InsertEnd`].
    InsertBegin(Arc<Insert>),
    /// Whole tuples of the statement that began last.
    Rows(Rows),
    /// The INSERT or REPLACE ends.
    InsertEnd {
        /// The statement.
        insert: Arc<Insert>,
        /// Bytes from its first keyword to its delimiter, inclusive.
        bytes: u64,
        /// ON DUPLICATE KEY UPDATE: rows may be fewer on a server.
        on_duplicate: bool,
    },
    /// A statement that changes rows in a way that only a server can follow.
    Unfollowed(&'static str, Option<TableName>),
    /// A statement that says nothing of rows or tables, by kind, or one of the above, which is counted by kind too.
    Statement(String),
    /// Something to be told.
    Problem(Severity, Error),
}

/// Why a table is empty from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// DROP TABLE.
    Drop,
    /// TRUNCATE, or DELETE without WHERE.
    Empty,
}

/// A SET that matters to a load of the dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The client's character set.
    Names(String),
    /// SQL_MODE, upper case, as written.
    SqlMode(String),
    /// TIME_ZONE.
    TimeZone(String),
    /// UNIQUE_CHECKS.
    UniqueChecks(bool),
    /// FOREIGN_KEY_CHECKS.
    ForeignKeyChecks(bool),
    /// AUTOCOMMIT.
    Autocommit(bool),
}

/// The head of an INSERT or REPLACE, and what its values have to be read by.
#[derive(Debug, PartialEq)]
pub struct Insert {
    /// The table.
    pub table: TableName,
    /// The columns named, where any are: `()` is none at all.
    pub columns: Option<Vec<String>>,
    /// Whether rows with keys that exist already are replaced or left out.
    pub repeated_keys: RepeatedKeys,
    /// How strings are written.
    pub rules: StringRules,
    /// The client's character set.
    pub names: Arc<str>,
}

/// What a statement does with keys that exist already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatedKeys {
    /// An error on a server.
    Refuse,
    /// REPLACE.
    Replace,
    /// INSERT IGNORE.
    Ignore,
}

/// Whole tuples.
#[derive(Debug)]
pub struct Rows {
    /// The statement that they belong to.
    pub insert: Arc<Insert>,
    /// Their bytes: from the first opening parenthesis to the last closing one; between tuples are commas, white space and comments.
    pub bytes: RowBytes,
    /// Tuples.
    pub count: u64,
}

/// Where the bytes of tuples are.
#[derive(Debug)]
pub enum RowBytes {
    /// In the window that was scanned.
    Window(Range<usize>),
    /// The assignments of `INSERT … SET a = 1`, put as a tuple.
    Own(Box<[u8]>),
}

impl RowBytes {
    /// The bytes, given the window that was scanned.
    pub fn get<'a>(&'a self, window: &'a [u8]) -> &'a [u8] {
        match self {
            RowBytes::Window(range) => &window[range.clone()],
            RowBytes::Own(bytes) => bytes,
        }
    }
}
