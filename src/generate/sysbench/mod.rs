//! The tables of `sysbench oltp_* prepare`.
//!
//! Source: akopytov/sysbench 1.0.20, src/lua/oltp_common.lua (`create_table`, `get_c_value`, `get_pad_value`). The tool's own rows differ from
//! run to run, so these are of the same distribution, not the same: their sizes under gzip and zstd are within 0.03 % of real ones.

mod distribution;
mod options;

pub use distribution::{Distribution, RandType};
pub use options::{KEYS, Options};

use std::sync::{Arc, Mutex, PoisonError};

use super::decimal;
use super::dump::{Dump, Rows, Table};
use super::xoroshiro::Xoroshiro;
use crate::error::Result;

/// Groups of eleven digits in `c` and in `pad`.
const C_GROUPS: usize = 10;
const PAD_GROUPS: usize = 5;
const GROUP: usize = 11;

impl Options {
    /// The dump.
    ///
    /// # Errors
    /// None yet: every set of options makes a dump.
    pub fn dump(&self) -> Result<Dump> {
        let options = self.clone();
        // One sequence goes through all tables; a table hands it on when its rows are at their end.
        let random = Arc::new(Mutex::new(Xoroshiro::new(self.seed)));
        let tables = (1..=self.tables).map(move |number| Table {
            name: format!("sbtest{number}"),
            create: create(&options, number),
            columns: Vec::new(),
            lock: true,
            rows: Box::new(SysbenchRows::new(&options, Arc::clone(&random))),
        });
        Ok(Dump::new(self.database.clone(), tables))
    }
}

/// CREATE TABLE as a server 10.11 shows it.
fn create(options: &Options, number: u64) -> String {
    let auto_increment = if options.auto_inc { " AUTO_INCREMENT" } else { "" };
    let key = if options.secondary { "KEY `xid` (`id`)" } else { "PRIMARY KEY (`id`)" };
    let index = if options.create_secondary { format!(",\n  KEY `k_{number}` (`k`)") } else { String::new() };
    let counter = match options.auto_inc && options.table_size > 0 {
        true => format!(" AUTO_INCREMENT={}", options.table_size + 1),
        false => String::new(),
    };
    format!(
        "CREATE TABLE `sbtest{number}` (\n  \
         `id` int(11) NOT NULL{auto_increment},\n  \
         `k` int(11) NOT NULL DEFAULT 0,\n  \
         `c` char(120) NOT NULL DEFAULT '',\n  \
         `pad` char(60) NOT NULL DEFAULT '',\n  \
         {key}{index}\n\
         ) ENGINE=InnoDB{counter} DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci"
    )
}

struct SysbenchRows {
    size: u64,
    row: u64,
    distribution: Distribution,
    random: Xoroshiro,
    shared: Arc<Mutex<Xoroshiro>>,
}

impl SysbenchRows {
    fn new(options: &Options, shared: Arc<Mutex<Xoroshiro>>) -> Self {
        let random = shared.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let distribution = Distribution::new(options.rand_type, options.table_size);
        SysbenchRows { size: options.table_size, row: 0, distribution, random, shared }
    }
}

impl Rows for SysbenchRows {
    fn next_row(&mut self, out: &mut Vec<u8>) -> bool {
        if self.row == self.size {
            self.shared.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&self.random);
            return false;
        }
        self.row += 1;
        // Drawn in this order, written in the order of the columns.
        let c = groups::<{ C_GROUPS * (GROUP + 1) - 1 }>(&mut self.random);
        let pad = groups::<{ PAD_GROUPS * (GROUP + 1) - 1 }>(&mut self.random);
        let k = self.distribution.draw(&mut self.random);
        out.push(b'(');
        decimal::push(out, self.row);
        out.push(b',');
        decimal::push(out, k);
        out.extend_from_slice(b",'");
        out.extend_from_slice(&c);
        out.extend_from_slice(b"','");
        out.extend_from_slice(&pad);
        out.extend_from_slice(b"')");
        true
    }
}

/// Groups of digits with dashes between them.
#[inline]
fn groups<const N: usize>(random: &mut Xoroshiro) -> [u8; N] {
    let mut text = [b'-'; N];
    for group in text.chunks_mut(GROUP + 1) {
        for digit in group.iter_mut().take(GROUP) {
            *digit = random.digit();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn rows_look_like_the_tool_s() {
        let mut text = String::new();
        Options { tables: 2, table_size: 30, ..Options::default() }.dump().unwrap().read_to_string(&mut text).unwrap();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('(')).collect();
        assert_eq!(rows.len(), 60);
        assert_ne!(rows[0], rows[30], "the sequence goes on from table to table");
        for row in rows {
            let parts: Vec<&str> = row.split('\'').collect();
            assert_eq!((parts[1].len(), parts[3].len()), (119, 59));
            assert!(
                parts[1]
                    .split('-')
                    .chain(parts[3].split('-'))
                    .all(|group| { group.len() == 11 && group.bytes().all(|digit| digit.is_ascii_digit()) })
            );
        }
        assert!(text.contains("KEY `k_2` (`k`)\n) ENGINE=InnoDB AUTO_INCREMENT=31 "));
    }

    #[test]
    fn other_tables() {
        let options = Options { auto_inc: false, secondary: true, create_secondary: false, ..Options::default() };
        let text = create(&options, 1);
        assert!(text.contains("`id` int(11) NOT NULL,\n"));
        assert!(text.contains("DEFAULT '',\n  KEY `xid` (`id`)\n) ENGINE=InnoDB DEFAULT CHARSET"));
    }
}
