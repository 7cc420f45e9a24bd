//! What the pipeline costs: the same work as bare loops over the libraries, one after the other on one thread, and by the pipeline.
//!
//! `cargo bench --bench efficiency -- FILE [--runs N]`, N = 3 where it is left out. FILE is a plain dump; all of it is held in memory.
//!
//! - Blocks: efficiency is the bare loops' CPU time ÷ (the pipeline's `wall_s` × threads): at least 0.90. `codec_cpu_s` ÷ the bare
//!   loops' CPU time says whether the pipeline measures what a bare loop measures: within 5 % of 1.
//! - Whole streams, which only their own two ends can share: `wall_s` ÷ the least that is possible, which is `codec_cpu_s` ÷ threads,
//!   or the longest end of a stream where that is longer: at most 1.1.
//!
//! Other work on the machine lowers efficiency and raises CPU times: compare figures of one run, and take the median of several.

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
    let blocks = plan(&["zlib:1,6", "zstd:1,3,9", "lz4,snappy"], &[Unit::Block(16 << 10), Unit::Block(64 << 10)]);
    let streams = plan(&["zlib:1,6,9", "zstd:1,3,9", "xz:1", "lz4", "bzip2:9"], &[Unit::Whole]);

    let (mut efficiency, mut agreement, mut lateness) = (Vec::new(), Vec::new(), Vec::new());
    for run in 1..=runs {
        println!("run {run} of {runs}: blocks, CPU seconds of both directions");
        let bare: Vec<f64> = blocks.codecs.iter().map(|candidate| bare_cpu_s(candidate, &dump)).collect();
        let report = measure(&file, &blocks);
        for ((figure, candidate), bare) in report.codecs.iter().zip(&blocks.codecs).zip(&bare) {
            let own = ends(figure).iter().sum::<f64>();
            let name = format!("{} {:?}", candidate.codec, candidate.unit);
            println!("  {name:<20} bare {bare:7.3}  rowpress {own:7.3}  ratio {:.3}", own / bare);
        }
        let bare = bare.iter().sum::<f64>();
        let run = &report.run;
        efficiency.push(bare / (run.wall_s * THREADS as f64));
        agreement.push(run.codec_cpu_s / bare);
        println!(
            "  all: bare {bare:.3}  codec_cpu_s {:.3}  cpu_s {:.3}  wall_s {:.3} x {THREADS}",
            run.codec_cpu_s, run.cpu_s, run.wall_s
        );

        println!("run {run} of {runs}: whole streams, CPU seconds", run = efficiency.len());
        let report = measure(&file, &streams);
        for (figure, candidate) in report.codecs.iter().zip(&streams.codecs) {
            let [compress, decompress] = ends(figure);
            println!("  {:<20} compress {compress:7.3}  decompress {decompress:7.3}", candidate.codec.to_string());
        }
        let run = &report.run;
        let longest = report.codecs.iter().flat_map(ends).fold(0.0, f64::max);
        let least = longest.max(run.codec_cpu_s / THREADS as f64);
        lateness.push(run.wall_s / least);
        println!(
            "  all: codec_cpu_s {:.3}  longest end {longest:.3}  cpu_s {:.3}  wall_s {:.3}",
            run.codec_cpu_s, run.cpu_s, run.wall_s
        );
    }
    println!("medians of {runs} runs (each run):");
    show("bare CPU / (wall_s x threads), at least 0.90", &efficiency);
    show("codec_cpu_s / bare CPU, 0.95 to 1.05", &agreement);
    show("whole streams: wall_s / least possible, at most 1.1", &lateness);
}

fn plan(codecs: &[&str], units: &[Unit]) -> Plan {
    let codecs: Vec<String> = codecs.iter().map(ToString::to_string).collect();
    let codecs = spec::parse(&codecs).expect("the codecs exist");
    Plan {
        codecs: plan::cross(&codecs, units).expect("each codec takes a unit"),
        threads: THREADS,
        in_flight_bytes: 48 << 20,
        verify: true,
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
fn ends(figure: &CodecFigure) -> [f64; 2] {
    [figure.compress.cpu_s, figure.decompress.map_or(0.0, |speed| speed.cpu_s)]
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

fn show(name: &str, figures: &[f64]) {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let each: Vec<String> = figures.iter().map(|figure| format!("{figure:.3}")).collect();
    println!("  {name}: {:.3} ({})", sorted[sorted.len() / 2], each.join(", "));
}
