//! LZ4, by `lz4_flex` (pure Rust, safe). Blocks are bare LZ4 blocks without a length before them.
//!
//! Whole streams are LZ4 frames with the `lz4` tool's defaults: independent blocks of 4 MiB, a checksum of the content, none of blocks
//! (lz4(1): `-B7`, `-BI`, `--content-checksum`).

use std::io::{self, Read, Write};

use lz4_flex::block::{CompressTable, compress_into_with_table, decompress_into, get_maximum_output_size};
use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};

use super::super::failure::{ended_early, failed, trailing, unit_too_large};
use super::super::level::resolve;
use super::super::stream::{Framing, PartDecoder, Parts};
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder, locked};
use crate::error::Result;

const NAME: &str = "lz4";

/// The largest unit of the block format: lz4.h, LZ4_MAX_INPUT_SIZE.
pub(super) const LARGEST_UNIT: usize = 0x7E00_0000;

/// Units below this many bytes get by with 16-bit table entries: lz4_flex's compress_into_with_table.
const SMALL_UNIT: usize = u16::MAX as usize;

/// Entries of lz4_flex's hash table (block/hashtable.rs, HASHTABLE_SIZE_4K).
const TABLE_ENTRIES: u64 = 4096;

/// Bytes of a block of our frames.
const BLOCK: usize = 4 << 20;

/// What every frame begins with: lz4_Frame_format.md.
const MAGIC: [u8; 4] = 0x184D_2204_u32.to_le_bytes();

/// The codec's registry entry.
pub(super) static CODEC: Lz4 = Lz4;

/// See the module.
pub(super) struct Lz4;

impl Codec for Lz4 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "LZ4 fast (lz4_flex); whole streams are .lz4 frames"
    }

    fn levels(&self) -> Vec<Level> {
        Vec::new()
    }

    fn default_level(&self) -> Option<Level> {
        None
    }

    fn library(&self) -> Library {
        Library { name: "lz4_flex", version: locked::version("lz4_flex") }
    }

    fn file_format(&self) -> Option<&'static str> {
        Some("lz4")
    }

    fn encoder(&self, level: Option<Level>, unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        resolve(self, level)?;
        let table = if unit_bytes < SMALL_UNIT { CompressTable::small() } else { CompressTable::large() };
        Ok(Box::new(Lz4Encoder { table }))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(Lz4Decoder))
    }

    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        resolve(self, level)?;
        let frame =
            FrameInfo::new().block_size(BlockSize::Max4MB).block_mode(BlockMode::Independent).content_checksum(true);
        Ok(Box::new(Lz4Stream { writer: FrameEncoder::with_frame_info(frame, Vec::new()), ended: false }))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        let reader = FrameDecoder::new(Parts::default());
        Ok(Box::new(PartDecoder::new(Lz4Framing { reader, next: Next::Header })))
    }
}

struct Lz4Encoder {
    table: CompressTable,
}

impl Encoder for Lz4Encoder {
    fn bound(&self, unit_len: usize) -> usize {
        get_maximum_output_size(unit_len)
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        if unit.len() > LARGEST_UNIT {
            return Err(unit_too_large(NAME, unit.len()));
        }
        compress_into_with_table(unit, out, &mut self.table).map_err(|cause| failed(NAME, cause))
    }

    /// The hash table; there is nothing else.
    fn memory_bytes(&self) -> Option<u64> {
        Some(match self.table {
            CompressTable::Small(_) => TABLE_ENTRIES * 2,
            CompressTable::Large(_) => TABLE_ENTRIES * 4,
        })
    }
}

struct Lz4Decoder;

impl Decoder for Lz4Decoder {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        if compressed.is_empty() {
            return Err(ended_early(NAME));
        }
        decompress_into(compressed, out).map_err(|cause| failed(NAME, cause))
    }
}

/// The crate's writer over the caller's sink, which is lent to it for each call.
struct Lz4Stream {
    writer: FrameEncoder<Vec<u8>>,
    ended: bool,
}

impl StreamEncoder for Lz4Stream {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<()> {
        if self.ended {
            return Err(failed(NAME, "the stream has ended before"));
        }
        std::mem::swap(self.writer.get_mut(), out);
        let written = self.writer.write_all(input);
        std::mem::swap(self.writer.get_mut(), out);
        written.map_err(|cause| failed(NAME, cause))
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        if std::mem::replace(&mut self.ended, true) {
            return Err(failed(NAME, "the stream has ended before"));
        }
        std::mem::swap(self.writer.get_mut(), out);
        let written = self.writer.try_finish();
        std::mem::swap(self.writer.get_mut(), out);
        written.map_err(|cause| failed(NAME, cause))
    }

    /// The table, and the crate's buffers of one block in and out (lz4_flex's frame/compress.rs, `init`).
    fn memory_bytes(&self) -> Option<u64> {
        Some(TABLE_ENTRIES * 4 + (BLOCK + get_maximum_output_size(BLOCK)) as u64)
    }
}

/// What a frame has next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Header,
    Block(Checksums),
    Nothing,
}

/// Bytes of checksums, 0 or 4 each.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Checksums {
    block: usize,
    content: usize,
}

/// The frame format: a header, blocks with their lengths, an end mark. One frame is one stream.
struct Lz4Framing {
    reader: FrameDecoder<Parts>,
    next: Next,
}

impl Lz4Framing {
    /// The length of the frame's header by its flag byte: magic, flags, block size, header checksum, and what the flags add.
    fn header_len(flags: u8) -> usize {
        let content_size = if flags & 0b1000 == 0 { 0 } else { 8 };
        let dictionary = if flags & 1 == 0 { 0 } else { 4 };
        7 + content_size + dictionary
    }
}

impl Framing for Lz4Framing {
    const CODEC: &'static str = NAME;

    fn part_len(&mut self, pending: &[u8]) -> Result<Option<usize>> {
        let Some(&word) = pending.first_chunk::<4>() else {
            return if self.next == Next::Nothing && !pending.is_empty() { Err(trailing(NAME)) } else { Ok(None) };
        };
        match self.next {
            Next::Nothing => Err(trailing(NAME)),
            Next::Header => {
                if word != MAGIC {
                    return Err(failed(NAME, "this is not an LZ4 frame"));
                }
                let Some(&flags) = pending.get(4) else { return Ok(None) };
                let checksum = |bit: u8| if flags & bit == 0 { 0 } else { 4 };
                self.next = Next::Block(Checksums { block: checksum(0b1_0000), content: checksum(0b100) });
                Ok(Some(Self::header_len(flags)))
            }
            Next::Block(checksums) => {
                let word = u32::from_le_bytes(word);
                if word == 0 {
                    self.next = Next::Nothing;
                    return Ok(Some(4 + checksums.content));
                }
                // The top bit says that the block is stored as it is. A block beyond the format's largest is refused by the decoder at
                // its length: do not wait for it.
                let len = (word & 0x7FFF_FFFF) as usize;
                Ok(Some(if len > BLOCK { 4 } else { 4 + len + checksums.block }))
            }
        }
    }

    fn parts(&mut self) -> &mut Parts {
        self.reader.get_mut()
    }

    fn read_to_end(&mut self, out: &mut Vec<u8>) -> io::Result<usize> {
        self.reader.read_to_end(out)
    }

    fn ended(&self) -> bool {
        self.next == Next::Nothing
    }
}
