//! A little of the input through one candidate, for what a byte costs it.

use std::time::{Duration, Instant};

use super::clock::{self, Spent};
use super::plan::CodecCandidate;
use crate::error::Result;
use crate::report::model::Unit;

/// Bytes between two looks at the time.
const SLICE: usize = 64 << 10;

/// Bytes of the first push of a stream, which pays for tables that are set up once.
const FIRST: usize = 1 << 10;

/// What a byte costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Bytes that were compressed.
    pub bytes: usize,
    /// CPU seconds to begin a stream.
    pub begin_s: f64,
    /// CPU seconds a byte to compress.
    pub compress_s_per_byte: f64,
    /// CPU seconds a byte to decompress; 0 where that was not asked for.
    pub decompress_s_per_byte: f64,
    /// Memory of the compressing context, bytes.
    pub memory_bytes: Option<u64>,
}

/// Compresses the beginning of `head` for about so long; at least one slice.
///
/// # Errors
/// The codec's own.
pub fn take(candidate: &CodecCandidate, verify: bool, head: &[u8], time: Duration) -> Result<Cost> {
    let deadline = Instant::now() + time;
    match candidate.unit {
        Unit::Whole => whole(candidate, verify, head, deadline),
        Unit::Block(unit) => blocks(candidate, verify, head, unit.max(1), deadline),
    }
}

fn whole(candidate: &CodecCandidate, verify: bool, head: &[u8], deadline: Instant) -> Result<Cost> {
    let codec = candidate.codec.codec;
    let mut encoder = codec.stream_encoder(candidate.codec.level)?;
    let mut compressed = Vec::new();
    let (first, rest) = head.split_at(FIRST.min(head.len()));
    let (result, begin) = clock::time(|| encoder.push(first, &mut compressed));
    result?;
    let (mut all, mut bytes) = (Spent::default(), first.len());
    for slice in rest.chunks(SLICE) {
        let (result, spent) = clock::time(|| encoder.push(slice, &mut compressed));
        result?;
        all += spent;
        bytes += slice.len();
        if Instant::now() >= deadline {
            break;
        }
    }
    let memory_bytes = encoder.memory_bytes();
    let (result, spent) = clock::time(|| encoder.finish(&mut compressed));
    result?;
    all += spent;
    let mut cost = Cost {
        bytes,
        begin_s: begin.cpu_s,
        compress_s_per_byte: all.cpu_s / bytes.max(1) as f64,
        memory_bytes,
        ..Cost::default()
    };
    if verify {
        let mut decoder = codec.stream_decoder()?;
        let mut restored = Vec::with_capacity(bytes);
        let (result, spent) =
            clock::time(|| decoder.push(&compressed, &mut restored).and_then(|()| decoder.finish(&mut restored)));
        result?;
        cost.decompress_s_per_byte = spent.cpu_s / bytes.max(1) as f64;
    }
    Ok(cost)
}

fn blocks(candidate: &CodecCandidate, verify: bool, head: &[u8], unit: usize, deadline: Instant) -> Result<Cost> {
    let codec = candidate.codec.codec;
    let mut encoder = codec.encoder(candidate.codec.level, unit)?;
    let mut decoder = if verify { Some(codec.decoder(unit)?) } else { None };
    // A unit larger than the pilot is compressed as far as the pilot goes.
    let mut compressed = vec![0; encoder.bound(unit.min(head.len().max(1)))];
    let mut restored = vec![0; unit.min(head.len())];
    if let Some(first) = head.chunks(unit.min(SLICE)).next() {
        encoder.compress(first, &mut compressed)?;
    }
    let (mut compress, mut decompress, mut bytes) = (Spent::default(), Spent::default(), 0);
    for slice in head.chunks(SLICE.next_multiple_of(unit)) {
        for block in slice.chunks(unit) {
            let (length, spent) = clock::time(|| encoder.compress(block, &mut compressed));
            let length = length?;
            compress += spent;
            if let Some(decoder) = &mut decoder {
                let room = &mut restored[..block.len()];
                let (result, spent) = clock::time(|| decoder.decompress(&compressed[..length], room));
                result?;
                decompress += spent;
            }
            bytes += block.len();
        }
        if Instant::now() >= deadline {
            break;
        }
    }
    let per_byte = |spent: Spent| spent.cpu_s / bytes.max(1) as f64;
    Ok(Cost {
        bytes,
        begin_s: 0.0,
        compress_s_per_byte: per_byte(compress),
        decompress_s_per_byte: per_byte(decompress),
        memory_bytes: encoder.memory_bytes(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::spec;

    fn cost(spec: &str, unit: Unit, head: &[u8]) -> Cost {
        let codec = spec::parse(&[spec.to_string()]).expect("a codec").remove(0);
        take(&CodecCandidate { codec, unit }, true, head, Duration::from_millis(50)).expect("it compresses")
    }

    #[test]
    fn every_codec_and_unit_has_a_cost() {
        let head: Vec<u8> = (0..300_000u32).flat_map(|number| (number / 7 % 251).to_le_bytes()).collect();
        for codec in ["zstd:3", "xz:1", "bzip2:9", "lz4", "zlib:6"] {
            for unit in [Unit::Whole, Unit::Block(100), Unit::Block(16 << 10), Unit::Block(8 << 20)] {
                let cost = cost(codec, unit, &head);
                assert!(cost.bytes > 0 && cost.compress_s_per_byte > 0.0, "{codec} {unit:?} {cost:?}");
            }
        }
        assert_eq!(cost("zstd:3", Unit::Block(16 << 10), b"").bytes, 0);
        assert_eq!(cost("zstd:3", Unit::Whole, b"").bytes, 0);
    }
}
