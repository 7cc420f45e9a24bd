//! What can be asked of the sysbench generator.

use super::distribution::RandType;
use crate::error::Result;
use crate::generate::spec::{self, Pair};

/// The keys of a specification: the long options of `rowpress generate sysbench`.
pub const KEYS: [&str; 8] =
    ["tables", "table-size", "rand-type", "auto-inc", "secondary", "create-secondary", "mysql-db", "seed"];

/// The greatest id of an INTEGER, less one for the table's counter.
const MOST_ROWS: u64 = 2_147_483_646;
/// More tables are no benchmark.
const MOST_TABLES: u64 = 1_000_000;

/// Tables of sysbench, with the tool's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Tables `sbtest1`, `sbtest2` ...
    pub tables: u64,
    /// Rows of each.
    pub table_size: u64,
    /// The distribution of column `k`.
    pub rand_type: RandType,
    /// AUTO_INCREMENT on `id`.
    pub auto_inc: bool,
    /// A plain key `xid` in place of the primary key.
    pub secondary: bool,
    /// The key on `k`.
    pub create_secondary: bool,
    /// The database that the dump names.
    pub database: String,
    /// Seed of libc's `random()`, which seeds sysbench's own generator.
    pub seed: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            tables: 1,
            table_size: 10_000,
            rand_type: RandType::Special,
            auto_inc: true,
            secondary: false,
            create_secondary: true,
            database: String::from("sbtest"),
            seed: 1,
        }
    }
}

impl Options {
    /// Reads the keys of a specification.
    ///
    /// # Errors
    /// `unknown-name` for another key or distribution, `invalid-value` for a value out of its range.
    pub fn from_pairs(pairs: &[Pair]) -> Result<Self> {
        let mut options = Options::default();
        for (key, value) in pairs {
            let value = value.as_deref();
            match key.as_str() {
                "tables" => options.tables = spec::number(key, value, 1, MOST_TABLES)?,
                "table-size" => options.table_size = spec::number(key, value, 0, MOST_ROWS)?,
                "rand-type" => options.rand_type = RandType::named(value.unwrap_or_default())?,
                "auto-inc" => options.auto_inc = spec::flag(key, value)?,
                "secondary" => options.secondary = spec::flag(key, value)?,
                "create-secondary" => options.create_secondary = spec::flag(key, value)?,
                "mysql-db" => options.database = value.unwrap_or_default().to_string(),
                // Its greatest value is that of the type.
                "seed" => options.seed = spec::number(key, value, 0, u64::from(u32::MAX))? as u32,
                other => return Err(spec::unknown("key", other, &KEYS)),
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Kind;

    #[test]
    fn keys_are_read() {
        let read = |text: &str| Options::from_pairs(&spec::Spec::parse(&format!("sysbench:{text}")).unwrap().pairs);
        let found = read("tables=3,table-size=500,rand-type=pareto,auto-inc=off,secondary,seed=9").unwrap();
        let expected = Options {
            tables: 3,
            table_size: 500,
            rand_type: RandType::Pareto,
            auto_inc: false,
            secondary: true,
            seed: 9,
            ..Options::default()
        };
        assert_eq!(found, expected);
        for (text, kind) in [
            ("table_size=5", Kind::UnknownName),
            ("tables=0", Kind::InvalidValue),
            ("table-size=3000000000", Kind::InvalidValue),
            ("rand-type=zipfian", Kind::UnknownName),
            ("auto-inc=perhaps", Kind::InvalidValue),
        ] {
            assert_eq!(read(text).unwrap_err().kind, kind, "{text}");
        }
    }
}
