//! The table of `mysqlslap --auto-generate-sql`, row for row.
//!
//! mysqlslap builds its statements before it seeds libc's `random()`, so that on glibc every run of the tool gives the same rows: those
//! given here, byte for byte. UUIDs, which the server makes, are invented after measured ones.

mod command;
mod options;
pub mod plan;
mod table;
mod values;
mod words;

pub use options::{Identifier, KEYS, Options};

use std::collections::BTreeMap;

use super::decimal;
use super::dump::{Dump, Rows, Table};
use super::glibc::Random;
use super::uuid::Uuids;
use crate::error::Result;
use plan::Statements;
use values::Values;

impl Options {
    /// The dump.
    ///
    /// # Errors
    /// `invalid-value` for options that exclude each other, or that the tool's own server would refuse.
    pub fn dump(&self) -> Result<Dump> {
        self.check()?;
        let table = Table {
            name: String::from("t1"),
            create: table::create(self, self.plan().rows()),
            columns: Vec::new(),
            lock: true,
            rows: Box::new(SlapRows::new(self)),
        };
        Ok(Dump::new(self.database.clone(), std::iter::once(table)))
    }

    /// Rows of the table.
    pub fn row_count(&self) -> u64 {
        self.plan().rows()
    }
}

/// The rows in the order of their keys, which is that of insertion.
struct SlapRows {
    identifier: Identifier,
    secondary_indexes: u32,
    statements: Statements,
    values: Values,
    /// The values of the statement before, which clients repeat.
    text: Vec<u8>,
    of: Option<u64>,
    uuids: Uuids,
    row: u64,
    /// What updates made of the rows.
    everywhere: Option<u64>,
    updated: BTreeMap<u64, u64>,
}

impl SlapRows {
    fn new(options: &Options) -> Self {
        let plan = options.plan();
        let keyed = options.identifier != Identifier::None;
        // The tool picks rows after seeding with the time; any seed will do.
        let mut picks = Random::new(options.seed.wrapping_add(1));
        SlapRows {
            identifier: options.identifier,
            secondary_indexes: options.secondary_indexes,
            statements: plan.statements(),
            values: Values::new(options.int_cols, options.char_cols, options.seed, plan.unique),
            text: Vec::new(),
            of: None,
            uuids: Uuids::new(options.seed),
            row: 0,
            everywhere: plan.last_update().filter(|_| !keyed),
            updated: if keyed { plan.updated(|| picks.next()) } else { BTreeMap::new() },
        }
    }
}

impl Rows for SlapRows {
    fn next_row(&mut self, out: &mut Vec<u8>) -> bool {
        let Some(inserted) = self.statements.next() else { return false };
        let statement = self.everywhere.or_else(|| self.updated.get(&self.row).copied()).unwrap_or(inserted);
        self.row += 1;
        out.push(b'(');
        let start = out.len();
        match self.identifier {
            Identifier::None => {}
            Identifier::AutoIncrement => decimal::push(out, self.row),
            Identifier::Guid => quoted(&mut self.uuids, out),
        }
        for _ in 0..self.secondary_indexes {
            if out.len() > start {
                out.push(b',');
            }
            quoted(&mut self.uuids, out);
        }
        if self.of != Some(statement) {
            self.text.clear();
            self.values.push(statement, &mut self.text);
            self.of = Some(statement);
        }
        if out.len() > start && !self.text.is_empty() {
            out.push(b',');
        }
        out.extend_from_slice(&self.text);
        out.push(b')');
        true
    }
}

fn quoted(uuids: &mut Uuids, out: &mut Vec<u8>) {
    out.push(b'\'');
    uuids.push(out);
    out.push(b'\'');
}
