//! How a table is cut into partitions, each of which an engine stores as a table of its own.

use super::options::TableOption;

/// PARTITION BY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partitioning {
    /// What decides a row's partition.
    pub method: PartitionMethod,
    /// LINEAR.
    pub linear: bool,
    /// ALGORITHM of KEY, in upper case: `1`, `2`, or MariaDB's `XXH32` and its like.
    pub algorithm: Option<String>,
    /// The expression or the column list, without the parentheses around it; for SYSTEM_TIME the words behind it.
    pub expression: String,
    /// PARTITIONS n, where it is written.
    pub count: Option<u32>,
    /// SUBPARTITION BY.
    pub sub: Option<Subpartitioning>,
    /// The partitions that are written out.
    pub partitions: Vec<Partition>,
}

impl Partitioning {
    /// How many partitions there are, not counting their parts.
    pub fn number(&self) -> usize {
        match self.partitions.len() {
            0 => usize::try_from(self.count.unwrap_or(1).max(1)).unwrap_or(1),
            written => written,
        }
    }
}

/// The kinds of partitioning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartitionMethod {
    /// RANGE of an expression.
    Range,
    /// RANGE COLUMNS.
    RangeColumns,
    /// LIST of an expression.
    List,
    /// LIST COLUMNS.
    ListColumns,
    /// HASH of an expression.
    Hash,
    /// KEY: the server's own hash of columns.
    Key,
    /// MariaDB's SYSTEM_TIME.
    SystemTime,
}

/// SUBPARTITION BY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subpartitioning {
    /// Hash or Key.
    pub method: PartitionMethod,
    /// LINEAR.
    pub linear: bool,
    /// ALGORITHM of KEY, in upper case: `1`, `2`, or MariaDB's `XXH32` and its like.
    pub algorithm: Option<String>,
    /// The expression or the column list, without the parentheses around it.
    pub expression: String,
    /// SUBPARTITIONS n, where it is written.
    pub count: Option<u32>,
}

/// One partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The name.
    pub name: String,
    /// What follows VALUES: `LESS THAN (2000)`, `LESS THAN MAXVALUE`, `IN (1,2)`; for SYSTEM_TIME `CURRENT` or `HISTORY`.
    pub values: Option<String>,
    /// The options, in order.
    pub options: Vec<TableOption>,
    /// Its parts, where they are written out.
    pub subpartitions: Vec<Subpartition>,
}

/// One part of a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subpartition {
    /// The name.
    pub name: String,
    /// The options, in order.
    pub options: Vec<TableOption>,
}
