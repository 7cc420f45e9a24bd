//! What the pipeline costs: the same work as bare loops over the libraries, one after the other on one thread, and by the pipeline.
//!
//! `cargo bench --bench efficiency -- FILE [--runs N]`, N = 3 where it is left out. FILE is a plain dump; all of it is held in memory.
//!
//! - Blocks: efficiency is the bare loops' CPU time ÷ (the pipeline's `wall_s` × threads): at least 0.90. `codec_cpu_s` ÷ the bare
//!   loops' CPU time says whether the pipeline measures what a bare loop measures: within 5 % of 1.
//! - Whole streams, which only their own two ends can share: `wall_s` ÷ the least that is possible, which is `codec_cpu_s` ÷ threads,
//!   or the longest end of a stream where that is longer: at most 1.1.
//!
//! Other work on the machine takes wall time from the pipeline and raises everyone's CPU time: compare figures of one run, and take the
//! median of several. The figures by wall time in codecs count what others took as the codecs' own: they show how well the threads were
//! kept at work whatever else ran.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rowpress::codec::spec;
use rowpress::input::Input;
use rowpress::measure::assemble::{self, Start};
use rowpress::measure::clock;
use rowpress::measure::pipeline::{self, Watch};
use rowpress::measure::plan::{self, CodecCandidate, Plan};
use rowpress::report::model::{CodecFigure, Report, Unit};

mod bare;

const THREADS: usize = 2;

/// Bytes that a bare loop compresses before it restores them: as the pipeline does, and small enough to stay in the cache.
const BUFFER: usize = 1 << 20;

/// More than any codec here makes of [`BUFFER`] bytes.
const ROOM: usize = 2 * BUFFER;

struct NobodyWatches;

impl Watch for NobodyWatches {
    fn source(&self, _: &Input) {}
    fn finishing(&self) {}
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut file, mut runs) = (None, 3usize);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            // Cargo adds this one.
            "--bench" => {}
            "--runs" => runs = args.next().and_then(|runs| runs.parse().ok()).expect("--runs takes a number"),
            _ => file = Some(arg),
        }
    }
    let Some(file) = file else {
        eprintln!("skipped: cargo bench --bench efficiency -- FILE [--runs N]");
        return;
    };
    let dump = std::fs::read(&file).expect("FILE can be read");

    let mut medians = [
        Median::new("blocks: bare CPU / (wall_s x threads), at least 0.90"),
        Median::new("blocks: codec_cpu_s / bare CPU, 0.95 to 1.05"),
        Median::new("blocks: share of the threads' wall time that is in codecs"),
        Median::new("streams: wall_s / least possible by CPU time, at most 1.1"),
        Median::new("streams: wall_s / least possible by wall time in codecs"),
    ];
    for run in 1..=runs {
        println!("run {run} of {runs}");
        let [efficiency, agreement, share, by_cpu, by_wall] = &mut medians;
        blocks_of(&file, &dump, [efficiency, agreement, share]);
        streams_of(&file, [by_cpu, by_wall]);
    }
    println!("medians of {runs} runs (each run)");
    for median in medians {
        println!("  {median}");
    }
}

/// Blocks: half of the bare loops before the pipeline and half behind it, so that a machine that gets slower or faster does so for both.
fn blocks_of(file: &str, dump: &[u8], [efficiency, agreement, share]: [&mut Median; 3]) {
    let plan = plan(&["zlib:1,6", "zstd:1,3,9", "lz4,snappy"], &[Unit::Block(16 << 10), Unit::Block(64 << 10)]);
    let (before, behind) = dump.split_at((dump.len() / 2).next_multiple_of(BUFFER).min(dump.len()));
    let loops = |dump| plan.codecs.iter().map(|candidate| bare_cpu_s(candidate, dump)).collect::<Vec<f64>>();
    let before = loops(before);
    let Report { codecs, run, .. } = measure(file, &plan);
    let behind = loops(behind);

    println!("  blocks, CPU seconds of both directions");
    let mut bare = 0.0;
    for (i, (figure, candidate)) in codecs.iter().zip(&plan.codecs).enumerate() {
        let (of_loop, own) = (before[i] + behind[i], cpu_s(figure).iter().sum::<f64>());
        let name = format!("{} {:?}", candidate.codec, candidate.unit);
        println!("    {name:<20} bare {of_loop:7.3}  rowpress {own:7.3}  ratio {:.3}", own / of_loop);
        bare += of_loop;
    }
    let thread_s = run.wall_s * THREADS as f64;
    efficiency.add(bare / thread_s);
    agreement.add(run.codec_cpu_s / bare);
    share.add(codecs.iter().flat_map(wall_s).sum::<f64>() / thread_s);
    println!("    all: bare {bare:.3}, codec_cpu_s {:.3}, cpu_s {:.3}", run.codec_cpu_s, run.cpu_s);
    println!("    wall_s {:.3} x {THREADS} threads", run.wall_s);
}

/// Whole streams. The two ends of a stream can work at the same time; neither can be shared by two threads.
fn streams_of(file: &str, [by_cpu, by_wall]: [&mut Median; 2]) {
    let plan = plan(&["zlib:1,6,9", "zstd:1,3,9", "xz:1", "lz4", "bzip2:9"], &[Unit::Whole]);
    let Report { codecs, run, .. } = measure(file, &plan);
    println!("  whole streams, CPU seconds");
    for (figure, candidate) in codecs.iter().zip(&plan.codecs) {
        let [compress, decompress] = cpu_s(figure);
        println!("    {:<20} compress {compress:7.3}  decompress {decompress:7.3}", candidate.codec.to_string());
    }
    let least = |ends: Vec<f64>| {
        let longest = ends.iter().copied().fold(0.0, f64::max);
        longest.max(ends.iter().sum::<f64>() / THREADS as f64)
    };
    by_cpu.add(run.wall_s / least(codecs.iter().flat_map(cpu_s).collect()));
    by_wall.add(run.wall_s / least(codecs.iter().flat_map(wall_s).collect()));
    println!("    all: codec_cpu_s {:.3}, cpu_s {:.3}, wall_s {:.3}", run.codec_cpu_s, run.cpu_s, run.wall_s);
}

fn plan(codecs: &[&str], units: &[Unit]) -> Plan {
    let codecs: Vec<String> = codecs.iter().map(ToString::to_string).collect();
    let codecs = spec::parse(&codecs).expect("the codecs exist");
    Plan {
        codecs: plan::cross(&codecs, units).expect("each codec takes a unit"),
        threads: THREADS,
        in_flight_bytes: 48 << 20,
        verify: true,
        by_table: false,
        generated: Vec::new(),
        cells: 0,
    }
}

fn measure(file: &str, plan: &Plan) -> Report {
    let cancelled = Arc::new(AtomicBool::new(false));
    let start = Start::now(Vec::new());
    let measured = pipeline::run(&[file.to_string()], plan, &cancelled, &NobodyWatches).expect("the plan is valid");
    assert!(measured.complete, "the pipeline did not do all of its work");
    assemble::report(&start, plan, measured, false)
}

/// CPU seconds of compressing and of decompressing.
fn cpu_s(figure: &CodecFigure) -> [f64; 2] {
    [figure.compress.cpu_s, figure.decompress.map_or(0.0, |speed| speed.cpu_s)]
}

/// Wall seconds of compressing and of decompressing.
fn wall_s(figure: &CodecFigure) -> [f64; 2] {
    [figure.compress.wall_s, figure.decompress.map_or(0.0, |speed| speed.wall_s)]
}

/// CPU seconds of a candidate's work as a loop over its library, and of nothing else.
fn bare_cpu_s(candidate: &CodecCandidate, dump: &[u8]) -> f64 {
    let Unit::Block(unit) = candidate.unit else { panic!("bare loops are over blocks") };
    let level = candidate.codec.level.map(|level| level.value);
    let mut bare = bare::bare(candidate.codec.codec.name(), level, unit).expect("the codec has a bare loop");
    let (mut compressed, mut lengths, mut restored) = (vec![0; ROOM], Vec::new(), vec![0; BUFFER]);
    let mut cpu_s = 0.0;
    for buffer in dump.chunks(BUFFER) {
        lengths.clear();
        let ((), compress) = clock::time(|| {
            let mut end = 0;
            for unit in buffer.chunks(unit) {
                let len = (bare.compress)(unit, &mut compressed[end..]);
                lengths.push(len);
                end += len;
            }
        });
        let restored = &mut restored[..buffer.len()];
        let ((), decompress) = clock::time(|| {
            let mut from = 0;
            for (unit, len) in restored.chunks_mut(unit).zip(&lengths) {
                let made = (bare.decompress)(&compressed[from..from + len], unit);
                assert_eq!(made, unit.len());
                from += len;
            }
        });
        assert!(*restored == *buffer, "{} did not restore what it was given", candidate.codec);
        cpu_s += compress.cpu_s + decompress.cpu_s;
    }
    cpu_s
}

/// A figure of each run.
struct Median {
    name: &'static str,
    runs: Vec<f64>,
}

impl Median {
    fn new(name: &'static str) -> Self {
        Median { name, runs: Vec::new() }
    }

    fn add(&mut self, figure: f64) {
        self.runs.push(figure);
    }
}

impl fmt::Display for Median {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sorted = self.runs.clone();
        sorted.sort_by(f64::total_cmp);
        let each: Vec<String> = self.runs.iter().map(|figure| format!("{figure:.3}")).collect();
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN);
        write!(f, "{median:.3} ({}) {}", each.join(", "), self.name)
    }
}
