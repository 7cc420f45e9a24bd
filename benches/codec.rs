//! Each codec at 16 KiB units through the trait, against a bare loop over its library: what the seam costs.
//!
//! `cargo bench --bench codec`. The bare loops reuse what the library lets one reuse, as the codecs do.

use std::hint::black_box;
use std::io::Write as _;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rowpress::codec::registry;

const UNIT: usize = 16 * 1024;
const UNITS: usize = 16;

/// Rows as a dump writes them, from a small generator of pseudo-random numbers (xorshift64*).
fn rows(len: usize) -> Vec<u8> {
    let mut state = 0x0123_4567_89AB_CDEF_u64;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33
    };
    let mut bytes = Vec::with_capacity(len + 128);
    for id in 1.. {
        if bytes.len() >= len {
            break;
        }
        let (customer, day, cents, state) = (next() % 5000, next() % 28 + 1, next() % 100_000, next() % 4);
        let state = ["paid", "open", "shipped", "returned"][state as usize];
        writeln!(
            bytes,
            "({id},'customer {customer}','2026-03-{day:02} 10:00:00',{}.{:02},'{state}'),",
            cents / 100,
            cents % 100
        )
        .expect("writing to a Vec cannot fail");
    }
    bytes.truncate(len);
    bytes
}

/// A codec's library without the codec: compresses a unit into a buffer.
type Bare = Box<dyn FnMut(&[u8], &mut [u8]) -> usize>;

/// The bare loop's body for a codec at its default level.
fn bare(name: &str) -> Option<Bare> {
    Some(match name {
        "zstd" => {
            let mut context = zstd_safe::CCtx::create();
            Box::new(move |unit, out| context.compress(out, unit, 3).expect("the output has zstd's bound"))
        }
        "zlib" => {
            let mut context = flate2::Compress::new(flate2::Compression::new(6), true);
            Box::new(move |unit, out| {
                context.reset();
                context.compress(unit, out, flate2::FlushCompress::Finish).expect("the output has zlib's bound");
                context.total_out() as usize
            })
        }
        "xz" => Box::new(|unit, out| {
            use xz2::stream::{Action, Check, Filters, LzmaOptions, Stream};
            let mut options = LzmaOptions::new_preset(6).expect("6 is a preset");
            options.dict_size(1 << 20);
            let mut filters = Filters::new();
            filters.lzma2(&options);
            let mut stream = Stream::new_stream_encoder(&filters, Check::Crc64).expect("the filters are valid");
            stream.process(unit, out, Action::Finish).expect("the output has xz's bound");
            stream.total_out() as usize
        }),
        "lz4" => {
            let mut table = lz4_flex::block::CompressTable::small();
            Box::new(move |unit, out| {
                lz4_flex::block::compress_into_with_table(unit, out, &mut table).expect("the output has lz4's bound")
            })
        }
        "lz4hc" => Box::new(|unit, out| {
            let mode = lz4::block::CompressionMode::HIGHCOMPRESSION(9);
            lz4::block::compress_to_buffer(unit, Some(mode), false, out).expect("the output has lz4's bound")
        }),
        "snappy" => {
            let mut context = snap::raw::Encoder::new();
            Box::new(move |unit, out| context.compress(unit, out).expect("the output has snappy's bound"))
        }
        "bzip2" => Box::new(|unit, out| {
            let mut context = bzip2::Compress::new(bzip2::Compression::new(9), 0);
            context.compress(unit, out, bzip2::Action::Finish).expect("the output has bzip2's bound");
            context.total_out() as usize
        }),
        "quicklz" => Box::new(|unit, out| {
            let compressed = quicklz::compress(unit, quicklz::CompressionLevel::Lvl1);
            out[..compressed.len()].copy_from_slice(&compressed);
            compressed.len()
        }),
        "none" => Box::new(|unit, out| {
            out[..unit.len()].copy_from_slice(unit);
            unit.len()
        }),
        _ => return None,
    })
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
        if let Some(mut bare) = bare(codec.name()) {
            group.bench_function("bare", |bencher| {
                bencher.iter(|| {
                    for unit in data.chunks(UNIT) {
                        black_box(bare(unit, &mut out));
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
        group.finish();
    }
}

criterion_group!(benches, compress, decompress);
criterion_main!(benches);
