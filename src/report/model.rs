//! The report's one model, `rowpress.report/1`: what every writer writes and `compare`, `recommend` and `report` read back.
//!
//! Fields are added, never renamed. Bytes are integers, seconds and MB/s (10^6 bytes) floats; what is absent is `null`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::Kind;

/// The value of [`Report::schema`].
pub const SCHEMA: &str = "rowpress.report/1";

/// A whole report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The program that wrote it.
    pub rowpress: Program,
    /// Versions of the codec libraries, as they say themselves, by library name.
    pub libraries: BTreeMap<String, String>,
    /// Where it ran.
    pub machine: Machine,
    /// How it ran.
    pub run: Run,
    /// What was read.
    pub input: Input,
    /// Errors, warnings and notes, in the order in which they came up.
    pub warnings: Vec<Warning>,
    /// Tables in the order of their first appearance.
    pub tables: Vec<Table>,
    /// Codec figures: the dump's own bytes as a file or in blocks.
    pub codecs: Vec<CodecFigure>,
    /// Engine figures: the rows as a storage engine lays them out.
    pub engines: Vec<EngineFigure>,
    /// The choice, where one was asked for.
    pub recommendation: Option<serde_json::Value>,
    /// The whole plan by number of threads, where several numbers were asked for; the figures are of the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scaling: Vec<Scaling>,
}

/// The whole plan on so many threads. Times are the median where it ran several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scaling {
    /// Threads that ran codecs; the reader has one of its own.
    pub threads: usize,
    /// Wall seconds, reading included.
    pub wall_s: f64,
    /// CPU seconds of the process, reading included.
    pub cpu_s: f64,
    /// CPU seconds inside codecs, both directions.
    pub codec_cpu_s: f64,
    /// Raw bytes of all candidates ÷ wall seconds, in 10^6 bytes a second.
    pub mb_per_s: Option<f64>,
    /// Wall time of the base ÷ this one's; the base is one thread, or the first number where 1 is none of them.
    pub speedup: Option<f64>,
    /// Speedup × threads of the base ÷ threads: 1 where every thread does as much as the base's.
    pub efficiency: Option<f64>,
}

/// The program that wrote a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// rowpress's version.
    pub version: String,
    /// The arguments, without the program's name.
    pub command: Vec<String>,
}

/// The machine that measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Logical processors.
    pub cores: usize,
    /// Threads that ran codecs.
    pub threads: usize,
    /// Operating system and architecture.
    pub os: String,
}

/// The run as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Start, UTC, RFC 3339.
    pub started: String,
    /// Wall seconds.
    pub wall_s: f64,
    /// CPU seconds of the process.
    pub cpu_s: f64,
    /// CPU seconds inside codecs, both directions.
    pub codec_cpu_s: f64,
    /// Largest resident memory of the process, bytes.
    pub peak_rss_bytes: Option<u64>,
    /// Whether codecs saw a sample of the units only.
    pub sampled: bool,
    /// The seed of the sample.
    pub seed: Option<u64>,
    /// Units that were decompressed and found equal to what went in; a whole stream is one unit.
    pub verified_units: u64,
    /// Whether the input was read to its end and every candidate finished.
    pub complete: bool,
    /// Whether each table's statements were measured apart: figures without a table are the sums of those with one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_table: bool,
}

/// Everything about the input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The files, in the order read.
    pub sources: Vec<Source>,
    /// Bytes of all sources after decompression and conversion to UTF-8.
    pub input_bytes: u64,
    /// The tool that wrote the dump, from its header.
    pub producer: Option<String>,
    /// The server that was dumped, from the header.
    pub server: Option<String>,
    /// Statements counted by kind.
    pub statements: Statements,
}

/// One input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The path as given, `-` for standard input.
    pub path: String,
    /// `none`, `gzip`, `zstd`, `xz`, `bzip2` or `lz4`.
    pub compression: String,
    /// Bytes read from the file or pipe.
    pub file_bytes: u64,
    /// Bytes after decompression and conversion to UTF-8.
    pub input_bytes: u64,
    /// Text encoding before conversion: `utf-8`, `utf-16le`, `utf-16be`. `utf-8` says only that bytes were taken as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
}

/// Statements by kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statements {
    /// CREATE TABLE statements.
    pub create_table: u64,
    /// INSERT and REPLACE statements.
    pub insert: u64,
    /// The rest, by snake_case kind (`set`, `lock_tables`, `create_trigger`).
    pub skipped: BTreeMap<String, u64>,
}

/// How serious a warning is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; the figures stand.
    Note,
    /// Figures may not say what the reader thinks.
    Warning,
    /// Something was lost; the run's exit code is 1.
    Error,
}

/// An error, a warning or a note with its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Warning {
    /// Its stable word.
    pub kind: Kind,
    /// How serious it is.
    pub severity: Severity,
    /// One line for people.
    pub message: String,
    /// The input.
    pub source: Option<String>,
    /// Line of the decoded text, from 1.
    pub line: Option<u64>,
    /// Byte offset in the decoded text, from 0.
    pub offset: Option<u64>,
    /// The table concerned, `database.table` or `table`.
    pub table: Option<String>,
}

/// A table of the dump.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its database, where the dump names one.
    pub database: Option<String>,
    /// Its name.
    pub name: String,
    /// Rows.
    pub rows: u64,
    /// Columns of its definition; of its rows where there is no definition.
    pub columns: usize,
    /// Bytes of its INSERT statements.
    pub insert_bytes: u64,
    /// Columns of the primary key, in key order.
    pub primary_key: Vec<String>,
    /// Secondary indexes.
    pub indexes: usize,
    /// Default character set, where the definition names one.
    pub charset: Option<String>,
    /// Storage engine, where the definition names one.
    pub engine: Option<String>,
    /// The first rows, where asked for: column name to the hex of the stored bytes, or null.
    pub cells: Option<Vec<BTreeMap<String, Option<String>>>>,
    /// Statements that insert into it.
    #[serde(default)]
    pub insert_statements: u64,
    /// Columns named in its INSERTs, where they are fewer than the table's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insert_columns: Option<usize>,
    /// Whether the dump defines it.
    #[serde(default = "yes")]
    pub defined: bool,
}

fn yes() -> bool {
    true
}

/// A unit size: one stream, or blocks of so many bytes. JSON: `"whole"` or an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "UnitJson", into = "UnitJson")]
pub enum Unit {
    /// Blocks of so many bytes; the last one may be shorter.
    Block(usize),
    /// The whole input as one stream in the codec's own file format.
    Whole,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum UnitJson {
    Bytes(usize),
    Word(WholeWord),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WholeWord {
    Whole,
}

impl From<UnitJson> for Unit {
    fn from(json: UnitJson) -> Self {
        match json {
            UnitJson::Bytes(bytes) => Unit::Block(bytes),
            UnitJson::Word(WholeWord::Whole) => Unit::Whole,
        }
    }
}

impl From<Unit> for UnitJson {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Block(bytes) => UnitJson::Bytes(bytes),
            Unit::Whole => UnitJson::Word(WholeWord::Whole),
        }
    }
}

/// Time in one direction of a codec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// Thread CPU seconds inside the codec.
    pub cpu_s: f64,
    /// Wall seconds inside the codec, summed over threads.
    pub wall_s: f64,
    /// Raw bytes ÷ CPU seconds, in 10^6 bytes a second; null where there is too little to measure.
    pub mb_per_s: Option<f64>,
}

/// A codec candidate's figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CodecFigure {
    /// The codec.
    pub codec: String,
    /// Its level (`"6"`, `"6e"`, `"-5"`), null where it has none.
    pub level: Option<String>,
    /// The unit.
    pub unit: Unit,
    /// The table, `database.name`, for figures by table.
    pub table: Option<String>,
    /// Units compressed; 1 for a whole stream.
    pub units: u64,
    /// Bytes handed to the codec.
    pub raw_bytes: u64,
    /// Bytes that it made of them.
    pub compressed_bytes: u64,
    /// raw ÷ compressed; null where nothing was compressed.
    pub ratio: Option<f64>,
    /// Compression.
    pub compress: Speed,
    /// Decompression; null with `--no-verify`.
    pub decompress: Option<Speed>,
    /// Units that did not get smaller.
    pub units_raw: u64,
    /// Memory of one compressing context, by the library's own answer or its published formula; null where it gives none.
    pub codec_memory_bytes: Option<u64>,
    /// Runs that the timings come from.
    pub repeats: u32,
    /// Spread of the timings over the runs, per cent.
    pub spread_pct: Option<f64>,
    /// Whether every unit was decompressed and found equal.
    pub verified: bool,
    /// Half-width of the sampling interval, per cent of `compressed_bytes`.
    pub interval_pct: Option<f64>,
    /// The file format of a whole stream (`gzip`, `xz`, `zst`, `lz4`, `snappy`, `bz2`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_format: Option<String>,
    /// Whether it saw the whole input.
    #[serde(default = "yes")]
    pub complete: bool,
    /// Why it has no figures, where it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// An engine candidate's figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineFigure {
    /// The candidate as written on the command line.
    pub name: String,
    /// The storage engine.
    pub engine: String,
    /// Its row format.
    pub row_format: String,
    /// The codec, where it has one.
    pub codec: Option<String>,
    /// The codec's level.
    pub level: Option<String>,
    /// The candidate's parameters.
    pub parameters: BTreeMap<String, serde_json::Value>,
    /// The server profile.
    pub server: String,
    /// The load mode: `dump`, `rows` or `rebuilt`.
    pub load: String,
    /// Where the figure comes from.
    pub evidence: Evidence,
    /// What the disk gives up, bytes.
    pub stored_bytes: u64,
    /// Bytes handed to the codec.
    pub raw_bytes: u64,
    /// Bytes that it made of them.
    pub compressed_bytes: u64,
    /// Plain InnoDB DYNAMIC ÷ stored.
    pub ratio_to_innodb: Option<f64>,
    /// Compression.
    pub compress: Option<Speed>,
    /// Decompression.
    pub decompress: Option<Speed>,
    /// Half-width of the sampling interval, per cent of `stored_bytes`.
    pub interval_pct: Option<f64>,
    /// Costs of access, codec CPU only.
    pub access: Option<Access>,
    /// The tables.
    pub tables: Vec<EngineTable>,
}

/// Where an engine's figure comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// `measured` or `modelled`.
    pub kind: String,
    /// The server that it was checked against.
    pub against: Option<String>,
    /// Tables compared.
    pub tables: Option<u64>,
    /// The largest error seen, per cent.
    pub max_error_pct: Option<f64>,
}

/// Costs of access in codec CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Access {
    /// Rows a second of a full scan.
    pub scan_rows_per_s: Option<f64>,
    /// One row by primary key, microseconds.
    pub point_read_us: Option<f64>,
    /// One appended row, microseconds.
    pub insert_us: Option<f64>,
    /// One changed row, microseconds.
    pub update_us: Option<f64>,
    /// Half inserts, half key reads, microseconds.
    pub mixed_us: Option<f64>,
}

/// One table in an engine's format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineTable {
    /// Its database, where the dump names one.
    pub database: Option<String>,
    /// Its name.
    pub name: String,
    /// Length of its files.
    pub file_bytes: Option<u64>,
    /// Blocks that the file system gives it.
    pub allocated_bytes: Option<u64>,
    /// Blocks or pages in use, without preallocated space.
    pub used_bytes: Option<u64>,
    /// What the disk gives up.
    pub stored_bytes: Option<u64>,
    /// Its indexes.
    pub indexes: Vec<EngineIndex>,
    /// Doubts and facts for people.
    pub notes: Vec<String>,
    /// Why the format cannot hold it.
    pub error: Option<String>,
}

/// One index in an engine's format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineIndex {
    /// Its name, `PRIMARY` for the primary key.
    pub name: String,
    /// Entries.
    pub entries: u64,
    /// Units: pages, blocks or nodes.
    pub units: u64,
    /// Units stored without compression.
    pub units_raw: u64,
    /// What the disk gives up.
    pub stored_bytes: u64,
}
