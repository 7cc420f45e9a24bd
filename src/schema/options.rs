//! Table options: those that an engine's sizes depend on as typed fields, and all of them as text in the order written.

use super::charset;
use super::name::TableName;

/// One option as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOption {
    /// The name in upper case, words with one blank between them and without DEFAULT: `ROW_FORMAT`, `CHARSET`, `DATA DIRECTORY`. TYPE is `ENGINE`,
    /// CHARACTER SET is `CHARSET`.
    pub name: String,
    /// The value without quotes and escapes; of a list the text between the parentheses; empty where there is none.
    pub value: String,
    /// The tables of a UNION list.
    pub tables: Vec<TableName>,
}

/// The options of a table. `None` where an option is not written or cannot be understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// ROW_FORMAT.
    pub row_format: Option<RowFormat>,
    /// KEY_BLOCK_SIZE in KiB; 0 is the engine's default.
    pub key_block_size: Option<u32>,
    /// AUTO_INCREMENT: the next value.
    pub auto_increment: Option<u64>,
    /// DEFAULT CHARACTER SET as written.
    pub charset: Option<String>,
    /// COLLATE as written.
    pub collation: Option<String>,
    /// MariaDB's PAGE_COMPRESSED.
    pub page_compressed: Option<bool>,
    /// MariaDB's PAGE_COMPRESSION_LEVEL, 1 to 9.
    pub page_compression_level: Option<u32>,
    /// COMPRESSION, in lower case: MySQL's page compression (`zlib`, `lz4`, `none`) and TokuDB's in MariaDB (`tokudb_zlib`).
    pub compression: Option<String>,
    /// MySQL's ENCRYPTION='Y' or MariaDB's ENCRYPTED=YES.
    pub encryption: Option<bool>,
    /// AVG_ROW_LENGTH in bytes.
    pub avg_row_length: Option<u64>,
    /// MIN_ROWS.
    pub min_rows: Option<u64>,
    /// MAX_ROWS.
    pub max_rows: Option<u64>,
    /// PACK_KEYS; `None` for DEFAULT.
    pub pack_keys: Option<bool>,
    /// CHECKSUM of each row, as MyISAM keeps it.
    pub checksum: Option<bool>,
    /// Aria's PAGE_CHECKSUM.
    pub page_checksum: Option<bool>,
    /// Aria's TRANSACTIONAL.
    pub transactional: Option<bool>,
    /// DELAY_KEY_WRITE.
    pub delay_key_write: Option<bool>,
    /// STATS_PERSISTENT; `None` for DEFAULT.
    pub stats_persistent: Option<bool>,
    /// STATS_AUTO_RECALC; `None` for DEFAULT.
    pub stats_auto_recalc: Option<bool>,
    /// STATS_SAMPLE_PAGES.
    pub stats_sample_pages: Option<u64>,
    /// COMMENT.
    pub comment: Option<String>,
    /// DATA DIRECTORY.
    pub data_directory: Option<String>,
    /// INDEX DIRECTORY.
    pub index_directory: Option<String>,
    /// TABLESPACE.
    pub tablespace: Option<String>,
    /// CONNECTION.
    pub connection: Option<String>,
    /// The tables of a MERGE table.
    pub union: Vec<TableName>,
    /// WITH SYSTEM VERSIONING.
    pub system_versioning: bool,
    /// Every option in the order written, known or not.
    pub all: Vec<TableOption>,
}

impl TableOptions {
    /// The text of the last option of this name, in any case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all.iter().rev().find(|option| option.name.eq_ignore_ascii_case(name)).map(|option| option.value.as_str())
    }

    /// Takes one option over; one written later replaces an earlier one.
    pub fn set(&mut self, option: &TableOption) {
        let text = || Some(option.value.clone());
        match option.name.as_str() {
            "ROW_FORMAT" => self.row_format = Some(RowFormat::named(&option.value)),
            "KEY_BLOCK_SIZE" => self.key_block_size = number(&option.value),
            "AUTO_INCREMENT" => self.auto_increment = option.value.parse().ok(),
            "CHARSET" => {
                // A character set written alone brings its own collation; beside a COLLATE of its own it changes nothing.
                let of = |name: &String| charset::of_collation(name);
                if self.collation.as_ref().and_then(of).is_some_and(|of| Some(of) != charset::find(&option.value)) {
                    self.collation = None;
                }
                self.charset = text();
            }
            "COLLATE" => {
                if charset::of_collation(&option.value).is_some() {
                    let same = |name: &String| charset::find(name) == charset::of_collation(&option.value);
                    self.charset = self.charset.take().filter(same);
                }
                self.collation = text();
            }
            "PAGE_COMPRESSED" => self.page_compressed = switch(&option.value),
            "PAGE_COMPRESSION_LEVEL" => self.page_compression_level = number(&option.value),
            "COMPRESSION" => self.compression = Some(option.value.to_ascii_lowercase()),
            "ENCRYPTION" | "ENCRYPTED" => self.encryption = switch(&option.value),
            "AVG_ROW_LENGTH" => self.avg_row_length = option.value.parse().ok(),
            "MIN_ROWS" => self.min_rows = option.value.parse().ok(),
            "MAX_ROWS" => self.max_rows = option.value.parse().ok(),
            "PACK_KEYS" => self.pack_keys = switch(&option.value),
            "CHECKSUM" | "TABLE_CHECKSUM" => self.checksum = switch(&option.value),
            "PAGE_CHECKSUM" => self.page_checksum = switch(&option.value),
            "TRANSACTIONAL" => self.transactional = switch(&option.value),
            "DELAY_KEY_WRITE" => self.delay_key_write = switch(&option.value),
            "STATS_PERSISTENT" => self.stats_persistent = switch(&option.value),
            "STATS_AUTO_RECALC" => self.stats_auto_recalc = switch(&option.value),
            "STATS_SAMPLE_PAGES" => self.stats_sample_pages = option.value.parse().ok(),
            "COMMENT" => self.comment = text(),
            "DATA DIRECTORY" => self.data_directory = text(),
            "INDEX DIRECTORY" => self.index_directory = text(),
            "TABLESPACE" => self.tablespace = text(),
            "CONNECTION" => self.connection = text(),
            "UNION" => self.union = option.tables.clone(),
            "WITH SYSTEM VERSIONING" => self.system_versioning = true,
            _ => {}
        }
        self.all.push(option.clone());
    }
}

/// A number; one too large for its field is the largest.
fn number(value: &str) -> Option<u32> {
    value.parse::<u64>().ok().map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// The spellings of on and off; `None` for DEFAULT and anything else.
fn switch(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "1" | "on" | "yes" | "y" | "true" => Some(true),
        "0" | "off" | "no" | "n" | "false" => Some(false),
        _ => None,
    }
}

/// ROW_FORMAT.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RowFormat {
    /// DEFAULT: the server's choice.
    Default,
    /// DYNAMIC.
    Dynamic,
    /// FIXED.
    Fixed,
    /// COMPRESSED.
    Compressed,
    /// REDUNDANT.
    Redundant,
    /// COMPACT.
    Compact,
    /// Aria's PAGE.
    Page,
    /// Any other, in upper case: `TOKUDB_LZMA`.
    Other(String),
}

impl RowFormat {
    /// The row format of this name, in any case.
    pub fn named(name: &str) -> Self {
        let name = name.to_ascii_uppercase();
        match name.as_str() {
            "DEFAULT" => Self::Default,
            "DYNAMIC" => Self::Dynamic,
            "FIXED" => Self::Fixed,
            "COMPRESSED" => Self::Compressed,
            "REDUNDANT" => Self::Redundant,
            "COMPACT" => Self::Compact,
            "PAGE" => Self::Page,
            _ => Self::Other(name),
        }
    }

    /// The name in upper case.
    pub fn name(&self) -> &str {
        match self {
            Self::Default => "DEFAULT",
            Self::Dynamic => "DYNAMIC",
            Self::Fixed => "FIXED",
            Self::Compressed => "COMPRESSED",
            Self::Redundant => "REDUNDANT",
            Self::Compact => "COMPACT",
            Self::Page => "PAGE",
            Self::Other(name) => name,
        }
    }
}
