//! `analyze`, `tables` and `report`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rowpress::codec::spec;
use rowpress::measure::assemble::{self, Start};
use rowpress::measure::kept::Kept;
use rowpress::measure::pilot;
use rowpress::measure::pipeline;
use rowpress::measure::plan::{self, CodecCandidate, Plan};
use rowpress::measure::runs::{self, Runs};
use rowpress::report::model::{Report, Severity};
use rowpress::report::{View, diagnostic_line, estimate, notes, redact};
use rowpress::{Error, Kind, Position, Result};

use super::args::{self, Common, Output, Show};
use super::exit::Outcome;
use super::progress::Progress;
use super::{output, units};

/// Measures.
///
/// # Errors
/// What is wrong with the command line, and where the report cannot be written.
pub fn analyze(args: &args::Analyze, common: &Common) -> Result<Outcome> {
    let memory = units::bytes(&args.memory)?;
    let threads = threads(&args.threads);
    let in_flight_bytes = plan::in_flight_bytes(memory);
    let plan = Plan {
        codecs: candidates(args)?,
        threads: threads.first().copied().unwrap_or(1),
        in_flight_bytes,
        verify: !args.no_verify,
        by_table: args.by_table,
        generated: args.source.generate.clone(),
        cells: 0,
    };
    let runs = Runs { threads, repeats: args.repeat };
    if args.dry_run {
        return dry_run(args, &plan, &runs, common);
    }
    // What is kept of a pipe comes on top of what a run holds.
    let keep = memory.saturating_sub(in_flight_bytes as u64);
    run(&args.source.inputs, &Job { plan: &plan, runs: &runs, keep }, View::Analysis, &args.show, &args.output, common)
}

/// Says what a run would take.
fn dry_run(args: &args::Analyze, plan: &Plan, runs: &Runs, common: &Common) -> Result<Outcome> {
    let format = output::format(&args.output)?.name();
    if !plan.generated.is_empty() {
        let message =
            "a dry run goes by the size of its input, which generated rows have only once they are made: give a file";
        return Err(Error::new(Kind::InvalidValue, message));
    }
    let mut estimate = pilot::estimate(&args.source.inputs, plan, runs, std::env::args().skip(1).collect())?;
    if args.show.redact {
        redact::estimate(&mut estimate);
    }
    output::deliver(&args.output, common, |options, out| estimate::write(&estimate, format, options, out))?;
    Ok(Outcome::Complete)
}

/// The numbers of threads to run with, each once.
fn threads(typed: &[u16]) -> Vec<usize> {
    let mut threads = Vec::new();
    for count in typed.iter().copied().map(usize::from) {
        if !threads.contains(&count) {
            threads.push(count);
        }
    }
    if threads.is_empty() { vec![assemble::cores()] } else { threads }
}

/// What is to be run.
struct Job<'a> {
    plan: &'a Plan,
    runs: &'a Runs,
    /// Bytes that may be kept of what can be read only once.
    keep: u64,
}

/// Counts.
///
/// # Errors
/// As [`analyze`].
pub fn tables(args: &args::Tables, common: &Common) -> Result<Outcome> {
    let plan = Plan {
        codecs: Vec::new(),
        threads: 1,
        in_flight_bytes: 0,
        verify: true,
        by_table: false,
        generated: args.source.generate.clone(),
        cells: args.cells,
    };
    run(
        &args.source.inputs,
        &Job { plan: &plan, runs: &Runs::once(&plan), keep: 0 },
        View::Tables,
        &args.show,
        &args.output,
        common,
    )
}

/// Writes a saved report again.
///
/// # Errors
/// `invalid-report`, and where the report cannot be read or written.
pub fn report(args: &args::Report, common: &Common) -> Result<Outcome> {
    output::format(&args.output)?;
    output::spare(&args.output, std::slice::from_ref(&args.input))?;
    let saved = if args.input == "-" {
        rowpress::report::read(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(&args.input).map_err(|error| {
            let kind = if error.kind() == std::io::ErrorKind::NotFound { Kind::NotFound } else { Kind::Io };
            Error::new(kind, format!("cannot be opened: {error}")).because(error)
        });
        file.and_then(rowpress::report::read)
    };
    let mut saved = saved.map_err(|error| error.at(Position::source(&args.input)))?;
    if args.show.redact {
        redact(&mut saved);
    }
    let view = if saved.codecs.is_empty() && saved.engines.is_empty() { View::Tables } else { View::Analysis };
    output::write(&saved, view, &args.output, &args.show, common)?;
    Ok(Outcome::Complete)
}

fn candidates(args: &args::Analyze) -> Result<Vec<CodecCandidate>> {
    if args.no_codecs {
        return Ok(Vec::new());
    }
    let units = if args.units.is_empty() { plan::DEFAULT_UNITS.to_vec() } else { units::units(&args.units)? };
    if args.codecs.is_empty() { plan::default_over(&units) } else { plan::cross(&spec::parse(&args.codecs)?, &units) }
}

fn run(inputs: &[String], job: &Job<'_>, view: View, show: &Show, to: &Output, common: &Common) -> Result<Outcome> {
    output::format(to)?;
    output::spare(to, inputs)?;
    for spec in &job.plan.generated {
        // A wrong specification is said before anything is read.
        rowpress::generate::source(spec)?;
    }
    let cancelled = cancel_on_signal()?;
    let start = Start::now(std::env::args().skip(1).collect());
    let progress = Progress::new(common.quiet, show.redact);
    let kept = if job.runs.total() > 1 { Kept::read(inputs, job.keep, &cancelled)? } else { Kept::default() };
    let open = |path: &str| kept.open(path);
    let mut report = runs::run(&start, job.plan, job.runs, &cancelled, |plan| {
        pipeline::run_from(inputs, &open, plan, &cancelled, &progress)
    })?;
    drop(progress);
    if !report.codecs.is_empty() {
        let doubts = notes::doubts(&report);
        report.warnings.extend(doubts);
    }
    if show.redact {
        redact(&mut report);
    }
    // A report for people ends with its warnings: where it goes to the terminal they are not told twice.
    let nothing = nothing_was_read(&report);
    if nothing || !output::shows_on_terminal(to) {
        say(&report, common, if nothing { Severity::Error } else { Severity::Warning });
    }
    let to_file = to.output.as_deref().is_some_and(|path| path != "-");
    if nothing && (to_file || to.format.is_none()) {
        // There is no figure to show: the reasons are the answer, and an older report stays as it is.
        return Ok(Outcome::Incomplete);
    }
    output::write(&report, view, to, show, common)?;
    let failed = report.warnings.iter().any(|warning| warning.severity == Severity::Error);
    Ok(if failed || !report.run.complete { Outcome::Incomplete } else { Outcome::Complete })
}

/// Neither tables nor bytes: every input failed at once.
fn nothing_was_read(report: &Report) -> bool {
    report.tables.is_empty() && report.codecs.iter().all(|figure| figure.raw_bytes == 0)
}

/// Tells on standard error what is at least so serious; the report tells all.
fn say(report: &Report, common: &Common, least: Severity) {
    for warning in report.warnings.iter().filter(|warning| warning.severity >= least) {
        if !common.quiet || warning.severity == Severity::Error {
            output::tell(&diagnostic_line(warning));
        }
    }
}

/// A flag that the first Ctrl-C sets; the second ends the program.
fn cancel_on_signal() -> Result<Arc<AtomicBool>> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // The exit code of a program that SIGINT ended.
            std::process::exit(130);
        }
    })
    .map_err(|error| Error::new(Kind::Io, format!("no signal handler: {error}")).because(error))?;
    Ok(cancelled)
}
