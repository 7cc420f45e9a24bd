//! The whole pipeline over a small dump in a file: reading alone, a few candidates over blocks, a few whole streams.
//!
//! `cargo bench --bench pipeline`. What the pipeline costs against bare loops is `benches/efficiency.rs`'s to say.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rowpress::codec::spec;
use rowpress::input::Input;
use rowpress::measure::pipeline::{self, Watch};
use rowpress::measure::plan::{self, Plan};
use rowpress::report::model::Unit;

mod text;

const BYTES: usize = 8 << 20;

struct NobodyWatches;

impl Watch for NobodyWatches {
    fn source(&self, _: &Input) {}
    fn finishing(&self) {}
}

fn plan(codecs: &[&str], units: &[Unit]) -> Plan {
    let codecs: Vec<String> = codecs.iter().map(ToString::to_string).collect();
    let codecs = spec::parse(&codecs).expect("the codecs exist");
    Plan {
        codecs: plan::cross(&codecs, units).expect("each codec takes a unit"),
        threads: 2,
        in_flight_bytes: 48 << 20,
        verify: true,
        by_table: false,
        generated: Vec::new(),
        cells: 0,
    }
}

fn bench(criterion: &mut Criterion) {
    let dump = text::dump("utf8mb4", 10_000, BYTES, text::order);
    let file = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    std::fs::write(file.path(), &dump).expect("a temporary file can be written");
    let paths = [file.path().display().to_string()];
    let cancelled = Arc::new(AtomicBool::new(false));

    let mut group = criterion.benchmark_group("pipeline");
    group.throughput(Throughput::BytesDecimal(dump.len() as u64)).sample_size(10);
    for (name, plan) in [
        ("no candidates", plan(&[], &[])),
        ("blocks", plan(&["lz4,snappy", "zstd:1"], &[Unit::Block(16 << 10), Unit::Block(64 << 10)])),
        ("streams", plan(&["lz4,snappy", "zstd:1"], &[Unit::Whole])),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let measured = pipeline::run(&paths, &plan, &cancelled, &NobodyWatches).expect("the plan is valid");
                assert!(measured.complete);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
