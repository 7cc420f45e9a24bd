//! QuickLZ 1.5.0, by `quicklz` (pure Rust). Blocks only: the library takes a buffer at a time and has no file format of its own.
//!
//! The crate allocates its result in each call; the copy into the caller's buffer is part of what it costs.

use quicklz::{CompressionLevel, compress, decompress};

use super::super::failure::{blocks_only, ended_early, failed, out_too_small, too_long, trailing, unit_too_large};
use super::super::level::resolve_value;
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder, locked};
use crate::error::Result;

const NAME: &str = "quicklz";

/// Bytes that data can grow by: the QuickLZ manual, "destination must be size + 400".
const GROWTH: usize = 400;

/// Entries of a hash table, 4 bytes each, and tables at level 3: the crate's HASHTABLE_SIZE and HASHTABLE_COUNT.
const TABLE_ENTRIES: u64 = 4096;
const TABLES_AT_3: u64 = 16;

/// Bit 1 of a header's flags: lengths have 4 bytes each, else one (quicklz.c, qlz_size_header).
const LONG_HEADER: u8 = 0b10;

/// The codec's registry entry.
pub(super) static CODEC: QuickLz = QuickLz;

/// See the module.
pub(super) struct QuickLz;

impl Codec for QuickLz {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["qlz"]
    }

    fn summary(&self) -> &'static str {
        "QuickLZ 1.5.0 (Rust), in blocks only; level 3 is TokuDB's"
    }

    /// The crate has no level 2.
    fn levels(&self) -> Vec<Level> {
        vec![Level::new(1), Level::new(3)]
    }

    fn default_level(&self) -> Option<Level> {
        Some(Level::new(1))
    }

    fn library(&self) -> Library {
        Library { name: "quicklz", version: locked::version("quicklz") }
    }

    fn file_format(&self) -> Option<&'static str> {
        None
    }

    fn encoder(&self, level: Option<Level>, _unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        let level = if resolve_value(self, level)? == 3 { CompressionLevel::Lvl3 } else { CompressionLevel::Lvl1 };
        Ok(Box::new(QuickLzEncoder { level }))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(QuickLzDecoder))
    }

    fn stream_encoder(&self, _level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        Err(blocks_only(NAME))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        Err(blocks_only(NAME))
    }
}

struct QuickLzEncoder {
    level: CompressionLevel,
}

impl Encoder for QuickLzEncoder {
    fn bound(&self, unit_len: usize) -> usize {
        unit_len + GROWTH
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        // The crate panics for larger ones.
        if unit.len() >= u32::MAX as usize - GROWTH {
            return Err(unit_too_large(NAME, unit.len()));
        }
        let compressed = compress(unit, self.level);
        let target = out.get_mut(..compressed.len()).ok_or_else(|| out_too_small(NAME))?;
        target.copy_from_slice(&compressed);
        Ok(compressed.len())
    }

    /// The crate's tables, which it keeps for each thread: two and a bit set at level 1, sixteen and a counter table at level 3.
    fn memory_bytes(&self) -> Option<u64> {
        Some(match self.level {
            CompressionLevel::Lvl1 => TABLE_ENTRIES * 4 * 2 + TABLE_ENTRIES / 8,
            CompressionLevel::Lvl3 => TABLE_ENTRIES * 4 * TABLES_AT_3 + TABLE_ENTRIES,
        })
    }
}

struct QuickLzDecoder;

/// The lengths that a block's header claims: compressed (header and all) and restored, in bytes.
fn header(compressed: &[u8]) -> Option<(u32, u32)> {
    if compressed.first()? & LONG_HEADER == 0 {
        return Some((u32::from(*compressed.get(1)?), u32::from(*compressed.get(2)?)));
    }
    let word = |at: usize| compressed.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    Some((word(1)?, word(5)?))
}

impl Decoder for QuickLzDecoder {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        // The crate allocates what the header claims: believe it only up to the unit's own length.
        let (compressed_len, len) = header(compressed).ok_or_else(|| ended_early(NAME))?;
        if len as usize > out.len() {
            return Err(too_long(NAME));
        }
        match (compressed_len as usize).cmp(&compressed.len()) {
            std::cmp::Ordering::Less => return Err(trailing(NAME)),
            std::cmp::Ordering::Greater => return Err(ended_early(NAME)),
            std::cmp::Ordering::Equal => {}
        }
        let mut source = compressed;
        let restored = decompress(&mut source, len).map_err(|cause| failed(NAME, cause))?;
        let target = out.get_mut(..restored.len()).ok_or_else(|| too_long(NAME))?;
        target.copy_from_slice(&restored);
        Ok(restored.len())
    }
}
