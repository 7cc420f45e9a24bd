//! LZ4 HC, by the C library through `lz4`. Its data are LZ4's; only the search is another. Blocks are bare LZ4 blocks without a length
//! before them; whole streams are frames by the C library with the options of [`super::lz4`].

use std::cell::RefCell;
use std::io::{self, Read, Write};

use lz4::block::{CompressionMode, compress_to_buffer, decompress_to_buffer};
use lz4::{BlockMode, BlockSize, ContentChecksum, EncoderBuilder, liblz4};

use super::super::failure::{ended_early, failed, trailing, unit_too_large};
use super::super::level::{plain, resolve_value};
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder};
use super::lz4::LARGEST_UNIT;
use crate::error::Result;

const NAME: &str = "lz4hc";

/// Bytes of the library's working area: lz4hc.h, LZ4_STREAMHC_MINSIZE.
const STATE: u64 = 262_200;

/// Bytes of a block of our frames.
const BLOCK: u64 = 4 << 20;

/// Bytes restored in one call.
const PIECE: usize = 64 * 1024;

/// The codec's registry entry.
pub(super) static CODEC: Lz4Hc = Lz4Hc;

/// See the module.
pub(super) struct Lz4Hc;

impl Codec for Lz4Hc {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "LZ4 high compression (the C library); whole streams are .lz4 frames"
    }

    /// LZ4HC_CLEVEL_MAX is 12; below 3 the library takes its default instead (lz4hc.h).
    fn levels(&self) -> Vec<Level> {
        plain(3..=12)
    }

    /// lz4hc.h, LZ4HC_CLEVEL_DEFAULT.
    fn default_level(&self) -> Option<Level> {
        Some(Level::new(9))
    }

    fn library(&self) -> Library {
        let number = liblz4::version();
        Library { name: "liblz4", version: format!("{}.{}.{}", number / 10_000, number / 100 % 100, number % 100) }
    }

    fn file_format(&self) -> Option<&'static str> {
        Some("lz4")
    }

    fn encoder(&self, level: Option<Level>, _unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        Ok(Box::new(Lz4HcEncoder { level: resolve_value(self, level)? }))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(Lz4HcDecoder))
    }

    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        let writer = EncoderBuilder::new()
            .level(resolve_value(self, level)?.unsigned_abs())
            .block_size(BlockSize::Max4MB)
            .block_mode(BlockMode::Independent)
            .block_checksum(liblz4::BlockChecksum::NoBlockChecksum)
            .checksum(ContentChecksum::ChecksumEnabled)
            .build(Sink::default())
            .map_err(|cause| failed(NAME, cause))?;
        Ok(Box::new(Lz4HcStream { writer: Some(writer) }))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        let reader = lz4::Decoder::new(Source::default()).map_err(|cause| failed(NAME, cause))?;
        Ok(Box::new(Lz4HcRestore { reader: Some(reader), piece: vec![0; PIECE] }))
    }
}

/// The wrapper's block calls keep no state: the C library takes its working area for each unit.
struct Lz4HcEncoder {
    level: i32,
}

/// lz4.h, LZ4_COMPRESSBOUND.
fn bound(unit_len: usize) -> usize {
    unit_len + unit_len / 255 + 16
}

impl Encoder for Lz4HcEncoder {
    fn bound(&self, unit_len: usize) -> usize {
        bound(unit_len)
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        if unit.len() > LARGEST_UNIT {
            return Err(unit_too_large(NAME, unit.len()));
        }
        // The wrapper casts the output's length to 32 bits: never show it more than a unit can need.
        let needed = out.len().min(bound(unit.len()));
        compress_to_buffer(unit, Some(CompressionMode::HIGHCOMPRESSION(self.level)), false, &mut out[..needed])
            .map_err(|cause| failed(NAME, cause))
    }

    fn memory_bytes(&self) -> Option<u64> {
        Some(STATE)
    }
}

struct Lz4HcDecoder;

impl Decoder for Lz4HcDecoder {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        // The wrapper casts both lengths to 32 bits.
        let (Ok(_), Ok(len)) = (i32::try_from(compressed.len()), i32::try_from(out.len())) else {
            return Err(unit_too_large(NAME, out.len()));
        };
        if compressed.is_empty() {
            return Err(ended_early(NAME));
        }
        decompress_to_buffer(compressed, Some(len), out).map_err(|cause| failed(NAME, cause))
    }
}

/// The caller's sink while it is lent. The wrapper gives its writer out by shared reference only, hence the cell.
#[derive(Default)]
struct Sink(RefCell<Vec<u8>>);

impl Write for Sink {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.0.get_mut().write(buf)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Lz4HcStream {
    writer: Option<lz4::Encoder<Sink>>,
}

impl StreamEncoder for Lz4HcStream {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Err(failed(NAME, "the stream has ended before")) };
        let written = writer.write_all(input);
        // The frame's header is in the sink since the stream was made, so that the bytes are moved rather than the sink lent.
        out.append(&mut writer.writer().0.borrow_mut());
        written.map_err(|cause| failed(NAME, cause))
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        let Some(writer) = self.writer.take() else { return Err(failed(NAME, "the stream has ended before")) };
        let (sink, written) = writer.finish();
        out.append(&mut sink.0.into_inner());
        written.map_err(|cause| failed(NAME, cause))
    }

    /// The working area, the library's buffer of one block, and the wrapper's of one compressed block (lz4frame.h, LZ4F_compressBound).
    fn memory_bytes(&self) -> Option<u64> {
        Some(STATE + 2 * BLOCK)
    }
}

/// Compressed bytes that the reader has not taken. An empty source is not the stream's end: the C library keeps its place, and the
/// wrapper's `read` returns 0 and can be called again.
#[derive(Default)]
struct Source(RefCell<(Vec<u8>, usize)>);

impl Read for Source {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let (bytes, position) = self.0.get_mut();
        let count = buf.len().min(bytes.len() - *position);
        buf[..count].copy_from_slice(&bytes[*position..*position + count]);
        *position += count;
        Ok(count)
    }
}

struct Lz4HcRestore {
    /// `None` after an error and after the end.
    reader: Option<lz4::Decoder<Source>>,
    piece: Vec<u8>,
}

impl Lz4HcRestore {
    /// Appends what the library restores until it has taken all of its source or sees the frame's end.
    fn drain(reader: &mut lz4::Decoder<Source>, piece: &mut [u8], out: &mut Vec<u8>) -> Result<()> {
        loop {
            let count = reader.read(piece).map_err(|cause| failed(NAME, cause))?;
            if count == 0 {
                break;
            }
            out.extend_from_slice(&piece[..count]);
        }
        let mut source = reader.reader().0.borrow_mut();
        // The library never leaves bytes of its own frame.
        if source.1 < source.0.len() {
            return Err(trailing(NAME));
        }
        source.0.clear();
        source.1 = 0;
        Ok(())
    }
}

impl StreamDecoder for Lz4HcRestore {
    fn push(&mut self, compressed: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let Some(mut reader) = self.reader.take() else { return Err(failed(NAME, "the stream has ended before")) };
        reader.reader().0.borrow_mut().0.extend_from_slice(compressed);
        Self::drain(&mut reader, &mut self.piece, out)?;
        self.reader = Some(reader);
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        let Some(mut reader) = self.reader.take() else { return Err(failed(NAME, "the stream has ended before")) };
        Self::drain(&mut reader, &mut self.piece, out)?;
        reader.finish().1.map_err(|_| ended_early(NAME))
    }
}
