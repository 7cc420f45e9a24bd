//! What can be asked of the mysqlslap generator.

use super::command;
use super::plan::{Plan, Run};
use crate::error::Result;
use crate::generate::spec::{self, Pair, invalid};

/// The keys of a specification: the long options of `rowpress generate mysqlslap`.
pub const KEYS: [&str; 13] = [
    "rows",
    "unique-rows",
    "int-cols",
    "char-cols",
    "int-indexes",
    "char-indexes",
    "guid-primary",
    "autoincrement",
    "secondary-indexes",
    "engine",
    "create-schema",
    "seed",
    "as-mysqlslap",
];

/// The servers' limit on a table's columns (`MAX_FIELDS` in MariaDB's sql/unireg.h).
const MOST_COLUMNS: u64 = 4096;
/// The servers' limit on a table's keys, as built by default (`MAX_INDEXES`, 64).
const MOST_KEYS: u64 = 64;
/// Updates of single rows are remembered until the row is written.
const MOST_UPDATES: u64 = 1 << 24;

/// Which column `id` there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Identifier {
    /// None: no primary key.
    #[default]
    None,
    /// `id serial`, which is unique and not a primary key.
    AutoIncrement,
    /// A UUID as primary key.
    Guid,
}

/// A table of mysqlslap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Columns `intcolN`.
    pub int_cols: u32,
    /// Columns `charcolN`.
    pub char_cols: u32,
    /// An index on each integer column.
    pub int_indexes: bool,
    /// An index on each string column.
    pub char_indexes: bool,
    /// The column `id`.
    pub identifier: Identifier,
    /// Unique UUID columns beside it.
    pub secondary_indexes: u32,
    /// The engine, as SHOW CREATE TABLE writes it.
    pub engine: String,
    /// The database that the dump names.
    pub database: String,
    /// Seed of `random()`: 1, as the tool has it.
    pub seed: u32,
    /// Rows of the loading phase.
    pub loaded: u64,
    /// Different rows of the loading phase.
    pub unique: u64,
    /// The run phase, where rows come from it.
    pub run: Option<Run>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            int_cols: 1,
            char_cols: 1,
            int_indexes: false,
            char_indexes: false,
            identifier: Identifier::None,
            secondary_indexes: 0,
            engine: String::from("InnoDB"),
            database: String::from("mysqlslap"),
            seed: 1,
            loaded: 100,
            // The tool's default, and the reason why whole-file ratios of its tables are above 100.
            unique: 10,
            run: None,
        }
    }
}

impl Options {
    /// Reads the keys of a specification.
    ///
    /// # Errors
    /// `unknown-name` for another key, `invalid-value` for a value out of its range or keys that exclude each other.
    pub fn from_pairs(pairs: &[Pair]) -> Result<Self> {
        let mut options = Options::default();
        let mut all_unique = false;
        if let Some((_, command)) = pairs.iter().find(|(key, _)| key == "as-mysqlslap") {
            options = command::parse(command.as_deref().unwrap_or_default())?;
            if let Some((key, _)) = pairs.iter().find(|(key, _)| key != "as-mysqlslap" && key != "seed") {
                return Err(invalid(format!("{key} does not go with as-mysqlslap, whose command line says it all")));
            }
        }
        let (mut guid, mut autoincrement) = (false, false);
        for (key, value) in pairs {
            let value = value.as_deref();
            let number = |least, most| spec::number(key, value, least, most);
            // Each number fits its type: the greatest one is given beside it.
            match key.as_str() {
                "rows" => options.loaded = number(0, u64::MAX >> 1)?,
                "unique-rows" if value == Some("all") => all_unique = true,
                "unique-rows" => options.unique = number(1, u64::MAX >> 1)?,
                "int-cols" => options.int_cols = number(0, MOST_COLUMNS)? as u32,
                "char-cols" => options.char_cols = number(0, MOST_COLUMNS)? as u32,
                "int-indexes" => options.int_indexes = spec::flag(key, value)?,
                "char-indexes" => options.char_indexes = spec::flag(key, value)?,
                "guid-primary" => guid = spec::flag(key, value)?,
                "autoincrement" => autoincrement = spec::flag(key, value)?,
                "secondary-indexes" => options.secondary_indexes = number(0, MOST_KEYS)? as u32,
                "engine" => options.engine = engine(value.unwrap_or_default())?,
                "create-schema" => options.database = value.unwrap_or_default().to_string(),
                "seed" => options.seed = number(0, u64::from(u32::MAX))? as u32,
                "as-mysqlslap" => {}
                other => return Err(spec::unknown("key", other, &KEYS)),
            }
        }
        options.identify(guid, autoincrement)?;
        if all_unique {
            options.unique = options.loaded.max(1);
        }
        options.check()?;
        Ok(options)
    }

    /// Chooses the column `id`.
    pub(super) fn identify(&mut self, guid: bool, autoincrement: bool) -> Result<()> {
        match (guid, autoincrement) {
            (true, true) => {
                return Err(invalid(
                    "guid-primary and autoincrement exclude each other: both make the column id, and mysqlslap refuses them together",
                ));
            }
            (true, false) => self.identifier = Identifier::Guid,
            (false, true) => self.identifier = Identifier::AutoIncrement,
            (false, false) => {}
        }
        Ok(())
    }

    /// What happens to the table.
    pub fn plan(&self) -> Plan {
        Plan { loaded: self.loaded, unique: self.unique, run: self.run }
    }

    /// Whether the tool and its server would take these options.
    pub(super) fn check(&self) -> Result<()> {
        let columns = u64::from(self.int_cols) + u64::from(self.char_cols) + u64::from(self.secondary_indexes);
        if columns + 1 > MOST_COLUMNS {
            return Err(invalid(format!("a table has at most {MOST_COLUMNS} columns, not {}", columns + 1)));
        }
        let keys = u64::from(self.secondary_indexes)
            + if self.int_indexes { u64::from(self.int_cols) } else { 0 }
            + if self.char_indexes { u64::from(self.char_cols) } else { 0 }
            + u64::from(self.identifier != Identifier::None);
        if keys > MOST_KEYS {
            return Err(invalid(format!("a table has at most {MOST_KEYS} keys, not {keys}")));
        }
        let plain = self.int_cols + self.char_cols;
        if plain == 0 && (self.identifier != Identifier::AutoIncrement || self.secondary_indexes > 0) {
            return Err(invalid(
                "mysqlslap's own statement is wrong without integer and string columns, unless there is autoincrement alone",
            ));
        }
        if let Some(run) = self.run
            && run.load_type == super::plan::LoadType::Update
            && self.identifier != Identifier::None
            && run.limit.max(run.unique_queries).saturating_mul(run.clients) > MOST_UPDATES
        {
            return Err(invalid(format!("more than {MOST_UPDATES} updates of single rows are not followed")));
        }
        Ok(())
    }
}

/// An engine's name as SHOW CREATE TABLE writes it.
pub(super) fn engine(name: &str) -> Result<String> {
    const ENGINES: [&str; 12] = [
        "InnoDB",
        "MyISAM",
        "Aria",
        "ARCHIVE",
        "MEMORY",
        "CSV",
        "ROCKSDB",
        "TokuDB",
        "XENGINE",
        "SMARTENGINE",
        "MRG_MyISAM",
        "BLACKHOLE",
    ];
    if let Some(known) = ENGINES.iter().find(|known| known.eq_ignore_ascii_case(name)) {
        return Ok(String::from(*known));
    }
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err(invalid(format!("`{name}` is no engine's name")));
    }
    Ok(String::from(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Kind;

    fn options(text: &str) -> Result<Options> {
        Options::from_pairs(&spec::Spec::parse(&format!("mysqlslap:{text}"))?.pairs)
    }

    #[test]
    fn keys_are_read() {
        let found = options("rows=20000,int-cols=20,char-cols=19,guid-primary,unique-rows=all,engine=archive").unwrap();
        assert_eq!((found.loaded, found.unique, found.int_cols, found.char_cols), (20_000, 20_000, 20, 19));
        assert_eq!((found.identifier, found.engine.as_str()), (Identifier::Guid, "ARCHIVE"));
        assert_eq!(options("").unwrap(), Options::default());
        assert_eq!(options("seed=7,as-mysqlslap=mysqlslap -a").unwrap().seed, 7);
    }

    #[test]
    fn what_is_refused() {
        for (text, kind) in [
            ("row=1", Kind::UnknownName),
            ("guid-primary,autoincrement", Kind::InvalidValue),
            ("rows=many", Kind::InvalidValue),
            ("rows", Kind::InvalidValue),
            ("int-cols=0,char-cols=0", Kind::InvalidValue),
            ("int-cols=4096", Kind::InvalidValue),
            ("int-cols=65,int-indexes", Kind::InvalidValue),
            ("unique-rows=0", Kind::InvalidValue),
            ("engine=a;b", Kind::InvalidValue),
            ("rows=1,as-mysqlslap=mysqlslap -a", Kind::InvalidValue),
        ] {
            assert_eq!(options(text).unwrap_err().kind, kind, "{text}");
        }
        assert!(options("row=1").unwrap_err().message.contains("did you mean rows?"));
        assert!(options("int-cols=0,char-cols=0,autoincrement").is_ok());
    }
}
