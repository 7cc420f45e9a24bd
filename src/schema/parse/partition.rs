//! PARTITION BY.

use super::cursor::Cursor;
use crate::error::Result;
use crate::schema::options::TableOption;
use crate::schema::partition::{Partition, PartitionMethod, Partitioning, Subpartition, Subpartitioning};

/// What HASH, KEY, RANGE and so on say, for partitions and their parts alike.
struct Method {
    method: PartitionMethod,
    linear: bool,
    algorithm: Option<String>,
    expression: String,
}

impl Cursor<'_> {
    /// The whole clause.
    pub(super) fn partitioning(&mut self) -> Result<Partitioning> {
        self.expect_word(b"PARTITION")?;
        self.expect_word(b"BY")?;
        let Method { method, linear, algorithm, expression } = self.partition_method()?;
        let mut found =
            Partitioning { method, linear, algorithm, expression, count: None, sub: None, partitions: Vec::new() };
        if self.eat_word(b"PARTITIONS") {
            found.count = Some(self.number_u32("a number of partitions")?);
        }
        if self.eat_words(&[b"SUBPARTITION", b"BY"]) {
            let Method { method, linear, algorithm, expression } = self.partition_method()?;
            let counted = self.eat_word(b"SUBPARTITIONS");
            let count = if counted { Some(self.number_u32("a number of subpartitions")?) } else { None };
            found.sub = Some(Subpartitioning { method, linear, algorithm, expression, count });
        }
        if self.eat_punct(b'(') {
            loop {
                found.partitions.push(self.partition()?);
                if self.eat_punct(b')') {
                    break;
                }
                if !self.eat_punct(b',') {
                    return Err(self.error("`,` or `)`"));
                }
            }
        }
        Ok(found)
    }

    fn partition_method(&mut self) -> Result<Method> {
        let linear = self.eat_word(b"LINEAR");
        let method = if self.eat_word(b"HASH") {
            PartitionMethod::Hash
        } else if self.eat_word(b"KEY") {
            PartitionMethod::Key
        } else if self.eat_word(b"RANGE") {
            if self.eat_word(b"COLUMNS") { PartitionMethod::RangeColumns } else { PartitionMethod::Range }
        } else if self.eat_word(b"LIST") {
            if self.eat_word(b"COLUMNS") { PartitionMethod::ListColumns } else { PartitionMethod::List }
        } else if self.eat_word(b"SYSTEM_TIME") {
            PartitionMethod::SystemTime
        } else {
            return Err(self.error("RANGE, LIST, HASH or KEY"));
        };
        let mut algorithm = None;
        if method == PartitionMethod::Key && self.eat_word(b"ALGORITHM") {
            self.eat_punct(b'=');
            algorithm = Some(self.value_text()?.to_ascii_uppercase());
        }
        let expression =
            if method == PartitionMethod::SystemTime { self.system_time()? } else { self.parenthesised()? };
        Ok(Method { method, linear, algorithm, expression })
    }

    /// INTERVAL, LIMIT and AUTO, up to what follows the method.
    fn system_time(&mut self) -> Result<String> {
        let start = self.offset();
        let mut end = start;
        loop {
            let list = self.at_punct(b'(') && self.peek_second().is_some_and(|token| token.is_word(b"PARTITION"));
            if list || self.at_clause_end() || self.at_one_of(&[b"PARTITIONS", b"SUBPARTITION"]) {
                return Ok(self.text(start, end));
            }
            self.skip_one()?;
            end = self.end();
        }
    }

    fn partition(&mut self) -> Result<Partition> {
        self.expect_word(b"PARTITION")?;
        let name = self.name("the name of a partition")?;
        let mut found = Partition { name, values: None, options: Vec::new(), subpartitions: Vec::new() };
        let values = self.eat_word(b"VALUES");
        let start = self.offset();
        if self.eat_one_of(&[b"CURRENT", b"HISTORY"]) {
            found.values = Some(self.text(start, self.end()).to_ascii_uppercase());
        } else if values {
            if self.eat_words(&[b"LESS", b"THAN"]) {
                if !self.eat_word(b"MAXVALUE") {
                    self.parenthesised()?;
                }
            } else {
                self.expect_word(b"IN")?;
                self.parenthesised()?;
            }
            found.values = Some(self.text(start, self.end()));
        }
        found.options = self.partition_options()?;
        if self.eat_punct(b'(') {
            loop {
                self.expect_word(b"SUBPARTITION")?;
                let name = self.name_or_string("the name of a subpartition")?;
                let options = self.partition_options()?;
                found.subpartitions.push(Subpartition { name, options });
                if self.eat_punct(b')') {
                    break;
                }
                if !self.eat_punct(b',') {
                    return Err(self.error("`,` or `)`"));
                }
            }
        }
        Ok(found)
    }

    fn partition_options(&mut self) -> Result<Vec<TableOption>> {
        let mut options = Vec::new();
        while self.at_option() {
            options.push(self.table_option()?);
        }
        Ok(options)
    }
}
