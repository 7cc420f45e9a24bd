//! The codecs' libraries without the codecs: what somebody would write who wants nothing but a loop over one library.
//!
//! The loops reuse what the library lets one reuse, and give it the options that the codecs give it.

/// One direction: a unit in, its length in the buffer out.
pub type Loop = Box<dyn FnMut(&[u8], &mut [u8]) -> usize>;

/// A library at a level.
pub struct Bare {
    /// Compresses a unit into a buffer that has the library's bound.
    pub compress: Loop,
    /// Restores a unit into a buffer of the unit's own length.
    pub decompress: Loop,
}

/// The library behind a codec, for units of `unit_bytes` bytes; `None` for a codec that has no loop here. `level` is the codec's own
/// default where it is left out.
pub fn bare(codec: &str, level: Option<i32>, unit_bytes: usize) -> Option<Bare> {
    Some(match codec {
        "zstd" => zstd(level.unwrap_or(3)),
        "zlib" => zlib(level.unwrap_or(6).unsigned_abs()),
        "xz" => xz(level.unwrap_or(6).unsigned_abs(), unit_bytes),
        "lz4" => lz4(unit_bytes),
        "lz4hc" => lz4hc(level.unwrap_or(9)),
        "snappy" => snappy(),
        "bzip2" => bzip2(level.unwrap_or(9).unsigned_abs()),
        "quicklz" => quicklz(),
        "none" => Bare { compress: Box::new(copy), decompress: Box::new(copy) },
        _ => return None,
    })
}

const BOUND: &str = "the output has the library's bound";
const OWN: &str = "the library made it";

fn copy(from: &[u8], to: &mut [u8]) -> usize {
    to[..from.len()].copy_from_slice(from);
    from.len()
}

fn zstd(level: i32) -> Bare {
    let mut context = zstd_safe::CCtx::create();
    context.set_parameter(zstd_safe::CParameter::CompressionLevel(level)).expect("the level exists");
    let mut restoring = zstd_safe::DCtx::create();
    Bare {
        compress: Box::new(move |unit, out| context.compress2(out, unit).expect(BOUND)),
        decompress: Box::new(move |compressed, out| restoring.decompress(out, compressed).expect(OWN)),
    }
}

fn zlib(level: u32) -> Bare {
    let mut context = flate2::Compress::new(flate2::Compression::new(level), true);
    let mut restoring = flate2::Decompress::new(true);
    Bare {
        compress: Box::new(move |unit, out| {
            context.reset();
            context.compress(unit, out, flate2::FlushCompress::Finish).expect(BOUND);
            context.total_out() as usize
        }),
        decompress: Box::new(move |compressed, out| {
            restoring.reset(true);
            restoring.decompress(compressed, out, flate2::FlushDecompress::Finish).expect(OWN);
            restoring.total_out() as usize
        }),
    }
}

/// With the dictionary that the codec gives units of at most 128 KiB.
fn xz(preset: u32, unit_bytes: usize) -> Bare {
    use xz2::stream::{Action, Check, Filters, LzmaOptions, Stream};
    assert!(unit_bytes <= 128 << 10, "the codec's dictionary for larger units is not written here");
    Bare {
        compress: Box::new(move |unit, out| {
            let mut options = LzmaOptions::new_preset(preset).expect("the preset exists");
            options.dict_size(1 << 20);
            let mut filters = Filters::new();
            filters.lzma2(&options);
            let mut stream = Stream::new_stream_encoder(&filters, Check::Crc64).expect("the filters are valid");
            stream.process(unit, out, Action::Finish).expect(BOUND);
            stream.total_out() as usize
        }),
        decompress: Box::new(|compressed, out| {
            let mut stream = Stream::new_stream_decoder(80 << 20, 0).expect("a decoder can be made");
            stream.process(compressed, out, Action::Finish).expect(OWN);
            stream.total_out() as usize
        }),
    }
}

fn lz4(unit_bytes: usize) -> Bare {
    use lz4_flex::block::{CompressTable, compress_into_with_table, decompress_into};
    // lz4_flex takes the small table for units below 64 KiB only.
    let small = unit_bytes < usize::from(u16::MAX);
    let mut table = if small { CompressTable::small() } else { CompressTable::large() };
    Bare {
        compress: Box::new(move |unit, out| compress_into_with_table(unit, out, &mut table).expect(BOUND)),
        decompress: Box::new(|compressed, out| decompress_into(compressed, out).expect(OWN)),
    }
}

fn lz4hc(level: i32) -> Bare {
    use lz4::block::{CompressionMode, compress_to_buffer, decompress_to_buffer};
    Bare {
        compress: Box::new(move |unit, out| {
            compress_to_buffer(unit, Some(CompressionMode::HIGHCOMPRESSION(level)), false, out).expect(BOUND)
        }),
        decompress: Box::new(|compressed, out| {
            let len = i32::try_from(out.len()).expect("a unit is short");
            decompress_to_buffer(compressed, Some(len), out).expect(OWN)
        }),
    }
}

fn snappy() -> Bare {
    let mut context = snap::raw::Encoder::new();
    let mut restoring = snap::raw::Decoder::new();
    Bare {
        compress: Box::new(move |unit, out| context.compress(unit, out).expect(BOUND)),
        decompress: Box::new(move |compressed, out| restoring.decompress(compressed, out).expect(OWN)),
    }
}

fn bzip2(level: u32) -> Bare {
    use bzip2::{Action, Compress, Compression, Decompress};
    Bare {
        compress: Box::new(move |unit, out| {
            let mut context = Compress::new(Compression::new(level), 0);
            context.compress(unit, out, Action::Finish).expect(BOUND);
            context.total_out() as usize
        }),
        decompress: Box::new(|compressed, out| {
            let mut context = Decompress::new(false);
            context.decompress(compressed, out).expect(OWN);
            context.total_out() as usize
        }),
    }
}

fn quicklz() -> Bare {
    Bare {
        compress: Box::new(|unit, out| copy(&quicklz::compress(unit, quicklz::CompressionLevel::Lvl1), out)),
        decompress: Box::new(|mut compressed, out| {
            let limit = u32::try_from(out.len()).expect("a unit is short");
            copy(&quicklz::decompress(&mut compressed, limit).expect(OWN), out)
        }),
    }
}
