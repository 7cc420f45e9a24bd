//! What a plan would take, without running it: every candidate compresses a little of the input, and the rest is arithmetic.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::assemble::{cores, this_machine};
use super::cell::guarded;
use super::clock;
use super::kept;
use super::pipeline::{self, Watch};
use super::plan::{CodecCandidate, Plan};
use super::runs::Runs;
use super::sip::{self, Cost};
use crate::dump::reader::WINDOW_BYTES;
use crate::error::{Error, Kind, Position, Result};
use crate::input::{Compression, Input};
use crate::report::estimate::{CandidateEstimate, Estimate, Pilot, RunEstimate, SCHEMA, SourceEstimate};
use crate::report::model::{Program, Unit};
use crate::report::units;

/// Decoded bytes that are looked at, of all sources together.
pub const BYTES: usize = 4 << 20;

/// Time that the codecs are given, all together.
const TIME: Duration = Duration::from_millis(1600);

/// Estimates a plan.
///
/// # Errors
/// `invalid-value` for what can be read only once; what the first source that cannot be opened says.
pub fn estimate(paths: &[String], plan: &Plan, runs: &Runs, command: Vec<String>) -> Result<Estimate> {
    let began = Instant::now();
    let mut head = Vec::new();
    let mut sources = Vec::new();
    let mut read_s = 0.0;
    for path in paths {
        if kept::read_once(path) {
            let message = "a dry run reads the beginning of its input, and the run could not read it again from here: give a file";
            return Err(Error::new(Kind::InvalidValue, message).at(Position::source(path)));
        }
        let (source, spent_s, from) = look(path, BYTES / paths.len().max(1), &mut head)?;
        let looked_at = head.len() - from;
        read_s += scaled(spent_s, looked_at, source.input_bytes);
        read_s += scaled(scan(path, head[from..].to_vec())?, looked_at, source.input_bytes);
        sources.push(source);
    }
    let input_bytes: u64 = sources.iter().map(|source| source.input_bytes).sum();
    let threads = runs.threads.iter().copied().max().unwrap_or(plan.threads);
    let deadline = Instant::now() + TIME;
    let mut candidates = Vec::new();
    for (index, candidate) in plan.codecs.iter().enumerate() {
        // What the fast ones leave is the slow ones'.
        let left = deadline.saturating_duration_since(Instant::now());
        let share = left / u32::try_from(plan.codecs.len() - index).unwrap_or(u32::MAX);
        let cost = guarded(|| sip::take(candidate, plan.verify, &head, share));
        candidates.push(candidate_estimate(candidate, plan.verify, threads, cost, input_bytes));
    }
    let estimated: Vec<RunEstimate> = runs
        .threads
        .iter()
        .map(|threads| RunEstimate { threads: *threads, wall_s: wall_s(&candidates, *threads, read_s) })
        .collect();
    let one_run: f64 = candidates.iter().map(CandidateEstimate::cpu_s).sum();
    let contexts = candidates
        .iter()
        .map(|candidate| candidate.codec_memory_bytes.unwrap_or(0).saturating_mul(candidate.contexts as u64));
    let in_flight_bytes = (plan.in_flight_bytes.max(pipeline::LEAST_WINDOWS * WINDOW_BYTES) as u64).min(input_bytes);
    let input_estimated = sources.iter().any(|source| source.estimated);
    Ok(Estimate {
        schema: SCHEMA.to_string(),
        rowpress: Program { version: env!("CARGO_PKG_VERSION").to_string(), command },
        machine: this_machine(plan.threads),
        input_bytes,
        input_estimated,
        pilot: Pilot { bytes: head.len() as u64, wall_s: began.elapsed().as_secs_f64(), read_s },
        cpu_s: one_run * runs.total() as f64,
        wall_s: estimated.iter().map(|run| run.wall_s).sum::<f64>() * f64::from(runs.repeats),
        memory_bytes: contexts.fold(in_flight_bytes, u64::saturating_add),
        in_flight_bytes,
        method: method(&sources, head.len() as u64, input_bytes, &candidates),
        sources,
        candidates,
        runs: estimated,
        repeats: runs.repeats,
    })
}

/// Reads the beginning of a source into `head`; returns what is known of it, the CPU seconds, and where its bytes begin.
fn look(path: &str, bytes: usize, head: &mut Vec<u8>) -> Result<(SourceEstimate, f64, usize)> {
    let from = head.len();
    head.resize(from + bytes, 0);
    let (input, spent) = clock::time(|| -> Result<(Input, usize)> {
        let mut input = Input::open(path)?;
        // An error behind the first bytes is the run's to tell.
        let read = input.read(&mut head[from..]).unwrap_or(0);
        Ok((input, read))
    });
    let (mut input, read) = input?;
    head.truncate(from + read);
    let ended = read < bytes || input.read(&mut [0]).is_ok_and(|more| more == 0);
    let consumed = input.progress().load(Ordering::Relaxed);
    let file_bytes = input.file_len().unwrap_or(consumed);
    let plain = input.compression() == Compression::None && input.encoding() == crate::input::Encoding::Utf8;
    let input_bytes = match (ended, plain) {
        (true, _) => read as u64,
        (false, true) => file_bytes,
        (false, false) => (read as f64 * file_bytes as f64 / consumed.max(1) as f64) as u64,
    };
    let source = SourceEstimate {
        path: path.to_string(),
        compression: input.compression().word().to_string(),
        file_bytes,
        input_bytes,
        estimated: !ended && !plain,
    };
    Ok((source, spent.cpu_s, from))
}

/// CPU seconds of scanning the beginning of a source.
///
/// # Errors
/// `not-mysql`: a run would say the same.
fn scan(path: &str, head: Vec<u8>) -> Result<f64> {
    struct Nobody;
    impl Watch for Nobody {
        fn source(&self, _: &Input) {}
        fn finishing(&self) {}
    }
    let open = move |path: &str| Input::from_reader(path, None, Cursor::new(head.clone()));
    let plan = Plan {
        codecs: Vec::new(),
        threads: 1,
        in_flight_bytes: 0,
        verify: false,
        by_table: false,
        generated: Vec::new(),
        cells: 0,
    };
    let (measured, spent) = clock::time(|| {
        pipeline::run_from(&[path.to_string()], &open, &plan, &Arc::new(AtomicBool::new(false)), &Nobody)
    });
    match measured?.inventory.warnings.into_iter().find(|warning| warning.kind == Kind::NotMysql) {
        Some(warning) => Err(Error::new(warning.kind, warning.message).at(Position::source(path))),
        None => Ok(spent.cpu_s),
    }
}

fn candidate_estimate(
    candidate: &CodecCandidate,
    verify: bool,
    threads: usize,
    cost: Result<Cost>,
    input_bytes: u64,
) -> CandidateEstimate {
    let (cost, error) = match cost {
        Ok(cost) => (cost, None),
        Err(error) => (Cost::default(), Some(error.message)),
    };
    CandidateEstimate {
        codec: candidate.codec.codec.name().to_string(),
        level: candidate.codec.level.map(|level| level.to_string()),
        unit: candidate.unit,
        pilot_bytes: cost.bytes as u64,
        compress_cpu_s: cost.begin_s + cost.compress_s_per_byte * input_bytes as f64,
        decompress_cpu_s: verify.then_some(cost.decompress_s_per_byte * input_bytes as f64),
        contexts: if candidate.unit == Unit::Whole { 1 } else { threads },
        codec_memory_bytes: cost.memory_bytes,
        error,
    }
}

/// The threads share the work, but one stream is one thread's, and nothing is faster than the reader.
fn wall_s(candidates: &[CandidateEstimate], threads: usize, read_s: f64) -> f64 {
    let all: f64 = candidates.iter().map(CandidateEstimate::cpu_s).sum();
    let streams = candidates.iter().filter(|candidate| candidate.unit == Unit::Whole);
    // A stream's decompressor runs beside its compressor.
    let stream =
        |candidate: &CandidateEstimate| candidate.compress_cpu_s.max(candidate.decompress_cpu_s.unwrap_or(0.0));
    let longest = streams.map(stream).fold(0.0, f64::max);
    (all / threads.min(cores()).max(1) as f64).max(longest).max(read_s)
}

fn scaled(seconds: f64, of_bytes: usize, to_bytes: u64) -> f64 {
    seconds * to_bytes as f64 / of_bytes.max(1) as f64
}

fn method(
    sources: &[SourceEstimate],
    looked_at: u64,
    input_bytes: u64,
    candidates: &[CandidateEstimate],
) -> Vec<String> {
    let mut lines = vec![format!(
        "each candidate compressed the beginning of the input, at most {} of it and about two seconds for all together; CPU seconds are \
         scaled to all {}",
        units::size(looked_at),
        units::size(input_bytes)
    )];
    if sources.iter().any(|source| source.estimated) {
        lines.push(String::from(
            "the decoded size is a guess: the whole file is taken to be compressed as well as its beginning",
        ));
    }
    if candidates.iter().any(|candidate| candidate.unit == Unit::Whole) {
        lines.push(String::from(
            "strong levels over a whole dump get slower as their window fills, which a short beginning does not show: xz and zstd above 15 \
             may take twice as long",
        ));
    }
    lines.push(String::from(
        "wall time is the largest of: CPU time ÷ threads (no more than there are processors), the longest single stream, reading",
    ));
    lines.push(String::from(
        "memory counts compressing contexts by the library's own answer; decompressing contexts and buffers come on top",
    ));
    lines
}
