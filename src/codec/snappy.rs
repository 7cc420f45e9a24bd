//! Snappy, by `snap` (pure Rust). Blocks are raw snappy, whole streams the snappy framing format (chunks of 64 KiB with CRC-32C).

use std::io::{self, Read, Write};

use snap::raw;
use snap::{read, write};

use super::super::failure::{ended_early, failed, unit_too_large};
use super::super::level::resolve;
use super::super::stream::{Framing, PartDecoder, Parts};
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder, locked};
use crate::error::Result;

const NAME: &str = "snappy";

/// The chunk that every framed stream begins with: framing_format.txt, section 4.1.
const STREAM_IDENTIFIER: &[u8] = b"\xff\x06\x00\x00sNaPpY";

/// Bytes of a chunk's header: one for its type, three for its length, little-endian (framing_format.txt, section 1).
const CHUNK_HEADER: usize = 4;

/// The most bytes that a chunk of data can have: 64 KiB (section 4.2) by snappy's bound, and the checksum. The decoder refuses larger ones.
const LARGEST_CHUNK: usize = 76_490 + 4;

/// Entries of the encoder's largest hash table, two bytes each: snap's compress.rs, MAX_TABLE_SIZE; snappy.cc, kMaxHashTableSize.
const TABLE_ENTRIES: u64 = 1 << 14;

/// The codec's registry entry.
pub(super) static CODEC: Snappy = Snappy;

/// See the module.
pub(super) struct Snappy;

impl Codec for Snappy {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "snappy (snap); whole streams in the framing format"
    }

    fn levels(&self) -> Vec<Level> {
        Vec::new()
    }

    fn default_level(&self) -> Option<Level> {
        None
    }

    fn library(&self) -> Library {
        Library { name: "snap", version: locked::version("snap") }
    }

    fn file_format(&self) -> Option<&'static str> {
        Some("snappy")
    }

    fn encoder(&self, level: Option<Level>, _unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        resolve(self, level)?;
        Ok(Box::new(SnappyEncoder { context: raw::Encoder::new() }))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(SnappyDecoder { context: raw::Decoder::new() }))
    }

    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        resolve(self, level)?;
        Ok(Box::new(SnappyStream { writer: Some(write::FrameEncoder::new(Vec::new())), begun: false }))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        let reader = read::FrameDecoder::new(Parts::default());
        Ok(Box::new(PartDecoder::new(SnappyFraming { reader, begun: false })))
    }
}

struct SnappyEncoder {
    context: raw::Encoder,
}

impl Encoder for SnappyEncoder {
    fn bound(&self, unit_len: usize) -> usize {
        raw::max_compress_len(unit_len)
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        if raw::max_compress_len(unit.len()) == 0 {
            return Err(unit_too_large(NAME, unit.len()));
        }
        self.context.compress(unit, out).map_err(|cause| failed(NAME, cause))
    }

    fn memory_bytes(&self) -> Option<u64> {
        Some(TABLE_ENTRIES * 2)
    }
}

struct SnappyDecoder {
    context: raw::Decoder,
}

impl Decoder for SnappyDecoder {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        if compressed.is_empty() {
            return Err(ended_early(NAME));
        }
        self.context.decompress(compressed, out).map_err(|cause| failed(NAME, cause))
    }
}

/// The crate's writer over the caller's sink, which is lent to it for each call.
struct SnappyStream {
    writer: Option<write::FrameEncoder<Vec<u8>>>,
    begun: bool,
}

impl StreamEncoder for SnappyStream {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Err(failed(NAME, "the stream has ended before")) };
        self.begun |= !input.is_empty();
        std::mem::swap(writer.get_mut(), out);
        let written = writer.write_all(input);
        std::mem::swap(writer.get_mut(), out);
        written.map_err(|cause| failed(NAME, cause))
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        let Some(mut writer) = self.writer.take() else { return Err(failed(NAME, "the stream has ended before")) };
        if !self.begun {
            // The crate writes nothing at all for an empty stream; an empty file is not a snappy stream.
            out.extend_from_slice(STREAM_IDENTIFIER);
            return Ok(());
        }
        std::mem::swap(writer.get_mut(), out);
        let written = writer.flush();
        std::mem::swap(writer.get_mut(), out);
        written.map_err(|cause| failed(NAME, cause))
    }

    /// The table, and the crate's two buffers of one chunk each.
    fn memory_bytes(&self) -> Option<u64> {
        Some(TABLE_ENTRIES * 2 + 65_536 + LARGEST_CHUNK as u64)
    }
}

/// The framing format: chunks, each with its length. A stream may end behind any of them.
struct SnappyFraming {
    reader: read::FrameDecoder<Parts>,
    begun: bool,
}

impl Framing for SnappyFraming {
    const CODEC: &'static str = NAME;

    fn part_len(&mut self, pending: &[u8]) -> Result<Option<usize>> {
        let Some([_, low, middle, high]) = pending.first_chunk() else { return Ok(None) };
        self.begun = true;
        let len = usize::from(*low) | usize::from(*middle) << 8 | usize::from(*high) << 16;
        // A chunk that is too large is refused by the decoder at its header: do not wait for 16 MiB first.
        Ok(Some(if len > LARGEST_CHUNK { CHUNK_HEADER } else { CHUNK_HEADER + len }))
    }

    fn parts(&mut self) -> &mut Parts {
        self.reader.get_mut()
    }

    fn read_to_end(&mut self, out: &mut Vec<u8>) -> io::Result<usize> {
        self.reader.read_to_end(out)
    }

    fn ended(&self) -> bool {
        self.begun
    }
}
