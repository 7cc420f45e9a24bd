//! From sums to the report.

use std::collections::BTreeMap;
use std::time::{Instant, SystemTime};

use super::cell::Sums;
use super::clock::{self, Spent};
use super::machine;
use super::pipeline::Measured;
use super::plan::{CodecCandidate, Plan};
use super::subjects::SubjectSums;
use crate::dump::inventory::{TableEntry, warning};
use crate::error::{Error, Kind, Position};
use crate::report::model::{
    CodecFigure, Input, Machine, Program, Report, Run, SCHEMA, Severity, Speed, Table, Unit, Warning,
};
use crate::schema::{TableDef, TableName, charset};

/// CPU seconds under which a speed says nothing: some hundred readings of the clock.
pub(super) const LEAST_MEASURED_S: f64 = 100e-6;

/// When and how a run began.
#[derive(Debug)]
pub struct Start {
    at: Instant,
    utc: SystemTime,
    cpu_s: f64,
    command: Vec<String>,
}

impl Start {
    /// A run that begins now; `command` is its arguments without the program's name.
    pub fn now(command: Vec<String>) -> Self {
        Start { at: Instant::now(), utc: SystemTime::now(), cpu_s: clock::process_cpu_s(), command }
    }
}

/// Puts a run's report together.
pub fn report(start: &Start, plan: &Plan, mut measured: Measured, interrupted: bool) -> Report {
    let mut warnings = std::mem::take(&mut measured.inventory.warnings);
    if interrupted {
        let message = "the run was ended before all was read: figures are of what was done by then";
        warnings.push(warning(Severity::Error, &Error::new(Kind::Interrupted, message)));
    }
    let mut codecs = Vec::new();
    if plan.by_table {
        codecs.extend(figures(plan, None, &totals(plan, &measured.subjects)));
    }
    for subject in &measured.subjects {
        let table = subject.table.as_ref().map(ToString::to_string);
        codecs.extend(figures(plan, table.as_deref(), &subject.sums));
        let sums = plan.codecs.iter().zip(&subject.sums);
        warnings.extend(sums.filter_map(|(candidate, sums)| failure(candidate, sums, table.as_deref())));
    }
    let sums = || measured.subjects.iter().flat_map(|subject| &subject.sums);
    let (inventory, mut cells) = (measured.inventory, measured.cells);
    let tables =
        inventory.tables().map(|(name, entry)| Table { cells: cells.take(name), ..table(name, entry) }).collect();
    let libraries: BTreeMap<String, String> = crate::codec::registry::all()
        .iter()
        .map(|codec| codec.library())
        .filter(|library| !library.version.is_empty())
        .map(|library| (library.name.to_string(), library.version))
        .collect();
    Report {
        schema: SCHEMA.to_string(),
        rowpress: Program { version: env!("CARGO_PKG_VERSION").to_string(), command: start.command.clone() },
        libraries,
        machine: this_machine(plan.threads),
        run: Run {
            started: humantime::format_rfc3339_seconds(start.utc).to_string(),
            wall_s: start.at.elapsed().as_secs_f64(),
            cpu_s: clock::process_cpu_s() - start.cpu_s,
            codec_cpu_s: sums().map(|sums| sums.compress.cpu_s + sums.decompress.cpu_s).sum(),
            peak_rss_bytes: machine::peak_rss_bytes(),
            by_table: plan.by_table,
            sampled: false,
            seed: None,
            verified_units: sums().map(|sums| sums.verified_units).sum(),
            complete: measured.complete && !interrupted,
        },
        input: Input {
            input_bytes: measured.sources.iter().map(|source| source.input_bytes).sum(),
            sources: measured.sources,
            producer: inventory.producer,
            server: inventory.server,
            statements: inventory.statements,
        },
        warnings,
        tables,
        codecs,
        engines: Vec::new(),
        recommendation: None,
        scaling: Vec::new(),
    }
}

/// This machine, with the threads that run codecs.
pub fn this_machine(threads: usize) -> Machine {
    machine::machine(threads)
}

/// Logical processors that this process may use.
pub fn cores() -> usize {
    machine::cores()
}

/// The sums of each candidate over all subjects.
fn totals(plan: &Plan, subjects: &[SubjectSums]) -> Vec<Sums> {
    let mut totals: Vec<Sums> = plan.codecs.iter().map(|_| Sums::default()).collect();
    for subject in subjects {
        for (total, sums) in totals.iter_mut().zip(&subject.sums) {
            total.add(sums);
        }
    }
    totals
}

fn figures(plan: &Plan, table: Option<&str>, sums: &[Sums]) -> Vec<CodecFigure> {
    let candidates = plan.codecs.iter().zip(sums);
    candidates
        .map(|(candidate, sums)| CodecFigure {
            table: table.map(str::to_string),
            ..figure(candidate, sums, plan.verify)
        })
        .collect()
}

fn failure(candidate: &CodecCandidate, sums: &Sums, table: Option<&str>) -> Option<Warning> {
    let error = sums.error.as_ref()?;
    let message = format!("{} over {}: {}", candidate.codec, unit_word(candidate.unit), error.message);
    let position = Position { table: table.map(str::to_string), ..Position::default() };
    Some(warning(Severity::Error, &Error::new(error.kind, message).at(position)))
}

fn unit_word(unit: Unit) -> String {
    match unit {
        Unit::Whole => String::from("the whole"),
        Unit::Block(bytes) => format!("blocks of {bytes} bytes"),
    }
}

fn figure(candidate: &CodecCandidate, sums: &Sums, verify: bool) -> CodecFigure {
    let codec = candidate.codec.codec;
    let file_format = match candidate.unit {
        Unit::Whole => codec.file_format().map(str::to_string),
        Unit::Block(_) => None,
    };
    CodecFigure {
        codec: codec.name().to_string(),
        level: candidate.codec.level.map(|level| level.to_string()),
        unit: candidate.unit,
        table: None,
        units: sums.units,
        raw_bytes: sums.raw_bytes,
        compressed_bytes: sums.compressed_bytes,
        ratio: (sums.raw_bytes > 0 && sums.compressed_bytes > 0)
            .then(|| sums.raw_bytes as f64 / sums.compressed_bytes as f64),
        compress: speed(sums.raw_bytes, sums.compress),
        decompress: verify.then(|| speed(sums.raw_bytes, sums.decompress)),
        units_raw: sums.units_raw,
        codec_memory_bytes: sums.memory_bytes,
        repeats: 1,
        spread_pct: None,
        verified: sums.units > 0 && sums.verified_units == sums.units,
        interval_pct: None,
        file_format,
        complete: !sums.cut_short && sums.error.is_none(),
        error: sums.error.as_ref().map(|error| error.message.clone()),
    }
}

/// The speed that a time over so many bytes comes to.
pub(super) fn speed(raw_bytes: u64, spent: Spent) -> Speed {
    let mb_per_s = (spent.cpu_s >= LEAST_MEASURED_S).then(|| raw_bytes as f64 / 1e6 / spent.cpu_s);
    Speed { cpu_s: spent.cpu_s, wall_s: spent.wall_s, mb_per_s }
}

fn table(name: &TableName, entry: &TableEntry) -> Table {
    let definition = entry.definition.as_ref();
    let columns = entry.columns();
    let primary_key = definition.and_then(TableDef::primary_key);
    Table {
        database: name.database.clone(),
        name: name.name.clone(),
        rows: entry.rows,
        columns,
        insert_bytes: entry.insert_bytes,
        primary_key: primary_key.map(|key| key.columns().map(str::to_string).collect()).unwrap_or_default(),
        indexes: definition.map_or(0, |table| table.secondary().count()),
        charset: definition.and_then(default_charset),
        engine: definition.and_then(|table| table.engine.clone()),
        cells: None,
        insert_statements: entry.insert_statements,
        insert_columns: entry.insert_columns.filter(|named| *named < columns),
        defined: definition.is_some(),
    }
}

/// The character set that the definition names, by itself or by a collation.
fn default_charset(table: &TableDef) -> Option<String> {
    let named = table.options.charset.as_deref().and_then(charset::find);
    let of_collation = table.options.collation.as_deref().and_then(charset::of_collation);
    named.or(of_collation).map(|charset| charset.name.to_string())
}
