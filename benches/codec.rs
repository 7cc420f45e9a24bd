//! Each codec at 16 KiB units through the trait, against a bare loop over its library: what the seam costs.
//!
//! `cargo bench --bench codec`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rowpress::codec::{Codec, registry};

mod bare;
mod text;

use bare::Bare;

const UNIT: usize = 16 * 1024;
const UNITS: usize = 16;

/// Rows as a dump writes them.
fn rows(len: usize) -> Vec<u8> {
    let mut bytes = text::dump("utf8mb4", 10_000, len, text::order);
    bytes.truncate(len);
    bytes
}

/// The bare loops behind a codec at its default level.
fn bare_loops(codec: &dyn Codec) -> Option<Bare> {
    bare::bare(codec.name(), codec.default_level().map(|level| level.value), UNIT)
}

fn compress(criterion: &mut Criterion) {
    let data = rows(UNIT * UNITS);
    for codec in registry::all() {
        let mut group = criterion.benchmark_group(format!("compress/{}", codec.name()));
        group.throughput(Throughput::Bytes(data.len() as u64)).sample_size(20);
        let mut encoder = codec.encoder(None, UNIT).expect("the default level exists");
        let mut out = vec![0; encoder.bound(UNIT)];
        group.bench_function("codec", |bencher| {
            bencher.iter(|| {
                for unit in data.chunks(UNIT) {
                    black_box(encoder.compress(unit, &mut out).expect("the output has the codec's bound"));
                }
            });
        });
        if let Some(mut bare) = bare_loops(*codec) {
            group.bench_function("bare", |bencher| {
                bencher.iter(|| {
                    for unit in data.chunks(UNIT) {
                        black_box((bare.compress)(unit, &mut out));
                    }
                });
            });
        }
        group.finish();
    }
}

fn decompress(criterion: &mut Criterion) {
    let data = rows(UNIT * UNITS);
    for codec in registry::all() {
        let mut encoder = codec.encoder(None, UNIT).expect("the default level exists");
        let mut out = vec![0; encoder.bound(UNIT)];
        let blocks: Vec<Vec<u8>> = data
            .chunks(UNIT)
            .map(|unit| {
                let len = encoder.compress(unit, &mut out).expect("the output has the codec's bound");
                out[..len].to_vec()
            })
            .collect();
        let mut decoder = codec.decoder(UNIT).expect("a decoder can be made");
        let mut back = vec![0; UNIT];
        let mut group = criterion.benchmark_group(format!("decompress/{}", codec.name()));
        group.throughput(Throughput::Bytes(data.len() as u64)).sample_size(20);
        group.bench_function("codec", |bencher| {
            bencher.iter(|| {
                for block in &blocks {
                    black_box(decoder.decompress(block, &mut back).expect("the encoder made it"));
                }
            });
        });
        if let Some(mut bare) = bare_loops(*codec) {
            group.bench_function("bare", |bencher| {
                bencher.iter(|| {
                    for block in &blocks {
                        black_box((bare.decompress)(block, &mut back));
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, compress, decompress);
criterion_main!(benches);
