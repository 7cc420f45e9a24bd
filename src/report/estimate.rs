//! `analyze --dry-run`: what would run and what it would take, from a short pilot.

use std::io;

use serde::Serialize;

use super::document::{Block, Cell, Column, Sheet, counted};
use super::model::{Machine, Program, Unit};
use super::{Options, diagnostic, json, output_error, table, units};
use crate::error::{Error, Kind, Result};

/// The value of [`Estimate::schema`].
pub const SCHEMA: &str = "rowpress.estimate/1";

/// What a run would take. Bytes are integers, seconds floats.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The program that wrote it.
    pub rowpress: Program,
    /// Where it ran.
    pub machine: Machine,
    /// The inputs, in the order given.
    pub sources: Vec<SourceEstimate>,
    /// Bytes of all sources after decompression and conversion to UTF-8.
    pub input_bytes: u64,
    /// Whether `input_bytes` is a guess from the pilot.
    pub input_estimated: bool,
    /// What was run for this estimate.
    pub pilot: Pilot,
    /// The candidates in the order of the plan.
    pub candidates: Vec<CandidateEstimate>,
    /// One entry a number of threads.
    pub runs: Vec<RunEstimate>,
    /// Runs with each number of threads.
    pub repeats: u32,
    /// CPU seconds inside codecs, all runs.
    pub cpu_s: f64,
    /// Wall seconds, all runs.
    pub wall_s: f64,
    /// Bytes of the codecs' contexts and of the dump that are held at the same time.
    pub memory_bytes: u64,
    /// Of these, bytes of the dump.
    pub in_flight_bytes: u64,
    /// How the estimate came about, in sentences.
    pub method: Vec<String>,
}

/// One input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceEstimate {
    /// The path as given.
    pub path: String,
    /// `none`, `gzip`, `zstd`, `xz`, `bzip2` or `lz4`.
    pub compression: String,
    /// Bytes of the file.
    pub file_bytes: u64,
    /// Bytes after decompression and conversion to UTF-8.
    pub input_bytes: u64,
    /// Whether `input_bytes` is a guess from the pilot.
    pub estimated: bool,
}

/// What was run for an estimate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Pilot {
    /// Bytes read from the beginning of the sources, decoded.
    pub bytes: u64,
    /// Wall seconds, codecs included.
    pub wall_s: f64,
    /// Seconds that reading, decoding and scanning all sources would take on the reader's own thread.
    pub read_s: f64,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CandidateEstimate {
    /// The codec.
    pub codec: String,
    /// Its level.
    pub level: Option<String>,
    /// The unit.
    pub unit: Unit,
    /// Bytes of the pilot that it compressed.
    pub pilot_bytes: u64,
    /// CPU seconds to compress the input once.
    pub compress_cpu_s: f64,
    /// CPU seconds to decompress it once; null with `--no-verify`.
    pub decompress_cpu_s: Option<f64>,
    /// Contexts at the same time: one a thread for blocks, one for a whole stream.
    pub contexts: usize,
    /// Memory of one compressing context; null where the library gives none.
    pub codec_memory_bytes: Option<u64>,
    /// Why there is no estimate, where the codec failed.
    pub error: Option<String>,
}

impl CandidateEstimate {
    /// CPU seconds of one run, both directions.
    pub fn cpu_s(&self) -> f64 {
        self.compress_cpu_s + self.decompress_cpu_s.unwrap_or(0.0)
    }
}

/// One number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RunEstimate {
    /// Threads that run codecs.
    pub threads: usize,
    /// Wall seconds of one run.
    pub wall_s: f64,
}

/// Writes an estimate as `table` or `json`.
///
/// # Errors
/// `unknown-name` for another format; `io` where `out` fails.
pub fn write(estimate: &Estimate, format: &str, options: &Options, out: &mut dyn io::Write) -> Result<()> {
    match format {
        "json" => json::value(estimate, out),
        "table" => table::draw(&document(estimate), options, out).map_err(output_error),
        other => {
            let other = diagnostic::clean(other);
            Err(Error::new(Kind::UnknownName, format!("no format `{other}` for a dry run; there are table, json")))
        }
    }
}

fn document(estimate: &Estimate) -> Vec<Block> {
    let about = if estimate.input_estimated { "about " } else { "" };
    let input = match estimate.sources.as_slice() {
        [source] => source.path.clone(),
        sources => counted(sources.len() as u64, "file", "files"),
    };
    let mut blocks = vec![
        Block::Title(format!("Dry run: {input}, {about}{}", units::size(estimate.input_bytes))),
        Block::List(estimate.sources.iter().filter(|source| source.compression != "none").map(decoded).collect()),
    ];
    if estimate.candidates.is_empty() {
        blocks.push(Block::Text(String::from("No candidate would be measured.")));
    } else {
        blocks.push(Block::Sheet(sheet(estimate)));
        blocks.extend(failures(estimate));
    }
    blocks.push(Block::Heading(String::from("The run")));
    blocks.push(Block::List(run(estimate)));
    blocks.push(Block::Heading(String::from("How this was estimated")));
    blocks.push(Block::List(estimate.method.clone()));
    blocks.retain(|block| !matches!(block, Block::List(lines) if lines.is_empty()));
    blocks
}

fn decoded(source: &SourceEstimate) -> String {
    let how = if source.estimated { "about " } else { "" };
    let (file, input) = (units::size(source.file_bytes), units::size(source.input_bytes));
    format!("{}: {file} as {}, {how}{input} decoded", source.path, source.compression)
}

fn sheet(estimate: &Estimate) -> Sheet {
    let all: f64 = estimate.candidates.iter().map(CandidateEstimate::cpu_s).sum();
    let mut sheet = Sheet::new(vec![
        Column::text("unit"),
        Column::name("codec"),
        Column::number("compress").over("CPU s"),
        Column::number("decompress").over("CPU s"),
        Column::number("both").over("CPU s"),
        Column::number("%").over("share"),
        Column::number("memory"),
        Column::number("MB").over("pilot").drop(1),
    ]);
    for candidate in &estimate.candidates {
        let codec = match &candidate.level {
            Some(level) => format!("{}:{level}", candidate.codec),
            None => candidate.codec.clone(),
        };
        let mut cells: Vec<Cell> = vec![units::unit(candidate.unit).into(), codec.into()];
        if candidate.error.is_some() {
            cells.push("failed".into());
            cells.resize_with(sheet.columns.len(), Cell::default);
            sheet.push(cells).dim = true;
            continue;
        }
        let memory = candidate.codec_memory_bytes.map(|bytes| match candidate.contexts {
            1 => units::size(bytes),
            contexts => format!("{contexts} × {}", units::size(bytes)),
        });
        let share = (all > 0.0).then(|| 100.0 * candidate.cpu_s() / all);
        cells.extend([
            units::few_seconds(Some(candidate.compress_cpu_s), 2).into(),
            units::few_seconds(candidate.decompress_cpu_s, 2).into(),
            units::few_seconds(Some(candidate.cpu_s()), 2).into(),
            units::maybe(share, 1).into(),
            memory.unwrap_or(units::ABSENT.into()).into(),
            units::fixed(candidate.pilot_bytes as f64 / 1e6, 2).into(),
        ]);
        sheet.push(cells);
    }
    if estimate.candidates.len() > 1 {
        let mut cells: Vec<Cell> = ["total", "", "", ""].map(Cell::from).into();
        cells.push(units::few_seconds(Some(all), 2).into());
        cells.resize_with(sheet.columns.len(), Cell::default);
        sheet.push(cells).total = true;
    }
    sheet
}

fn failures(estimate: &Estimate) -> Option<Block> {
    let failed = estimate.candidates.iter().filter_map(|candidate| {
        let level = candidate.level.as_ref().map_or(String::new(), |level| format!(":{level}"));
        Some(format!("{}{level} failed: {}", candidate.codec, candidate.error.as_ref()?))
    });
    let failed: Vec<_> = failed.collect();
    (!failed.is_empty()).then_some(Block::List(failed))
}

fn run(estimate: &Estimate) -> Vec<String> {
    let mut lines = Vec::new();
    let several = estimate.runs.len() > 1 || estimate.repeats > 1;
    for run in &estimate.runs {
        let threads = counted(run.threads as u64, "thread", "threads");
        let times = if estimate.repeats > 1 { format!("{} times ", estimate.repeats) } else { String::new() };
        lines.push(format!("{threads}: {times}about {} wall", units::seconds(run.wall_s)));
    }
    let all = if several { "in all " } else { "" };
    lines.push(format!(
        "{all}about {} CPU in codecs, {} wall",
        units::seconds(estimate.cpu_s),
        units::seconds(estimate.wall_s)
    ));
    let (memory, held) = (units::size(estimate.memory_bytes), units::size(estimate.in_flight_bytes));
    lines.push(format!("up to {memory} of memory: {held} of the dump at a time, the rest the codecs' contexts"));
    lines
}
