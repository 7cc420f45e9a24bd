//! Deflate, by stock zlib through `flate2`.
//!
//! Only stock zlib predicts what a server writes: zlib-ng, zlib-rs and miniz_oxide make other sizes (up to 50 % at level 1), so the build
//! links zlib itself, statically, and the tests hold golden sizes. Blocks are in the zlib format (2 + 4 bytes around the deflate data),
//! whole streams in the gzip format.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::super::block::{Progress, restore};
use super::super::failure::{failed, out_too_small, unit_too_large};
use super::super::level::{plain, resolve_value};
use super::super::stream::{Step, Stepped, Stepper};
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder, ffi};
use crate::error::Result;

const NAME: &str = "zlib";

/// Base-2 logarithm of the window, in bytes: deflateInit's own (zlib.h, MAX_WBITS).
const WINDOW_BITS: u8 = 15;

/// deflateInit's own memLevel (zutil.h, DEF_MEM_LEVEL), which `flate2` passes.
const MEM_LEVEL: u32 = 8;

/// The codec's registry entry.
pub(super) static CODEC: Zlib = Zlib;

/// See the module.
pub(super) struct Zlib;

impl Codec for Zlib {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["gzip"]
    }

    fn summary(&self) -> &'static str {
        "deflate by stock zlib; whole streams are gzip files"
    }

    fn levels(&self) -> Vec<Level> {
        plain(1..=9)
    }

    fn default_level(&self) -> Option<Level> {
        Some(Level::new(6))
    }

    fn library(&self) -> Library {
        Library { name: "zlib", version: ffi::zlib::version() }
    }

    fn file_format(&self) -> Option<&'static str> {
        Some("gzip")
    }

    fn encoder(&self, level: Option<Level>, _unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        let level = Compression::new(resolve_value(self, level)?.unsigned_abs());
        Ok(Box::new(ZlibEncoder { context: Compress::new(level, true) }))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(ZlibDecoder { context: Decompress::new(true) }))
    }

    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        let level = Compression::new(resolve_value(self, level)?.unsigned_abs());
        Ok(Box::new(Stepper::new(EncodeStep { context: Compress::new_gzip(level, WINDOW_BITS) })))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        Ok(Box::new(Stepper::new(DecodeStep { context: Decompress::new_gzip(WINDOW_BITS) })))
    }
}

/// Bytes of a deflate context: zconf.h, "The memory requirements for deflate are (in bytes)".
const fn deflate_memory() -> u64 {
    (1 << (WINDOW_BITS as u32 + 2)) + (1 << (MEM_LEVEL + 9))
}

struct ZlibEncoder {
    context: Compress,
}

impl Encoder for ZlibEncoder {
    /// zlib's compressBound (compress.c).
    fn bound(&self, unit_len: usize) -> usize {
        unit_len + (unit_len >> 12) + (unit_len >> 14) + (unit_len >> 25) + 13
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        // zlib counts its input in 32 bits.
        if u32::try_from(unit.len()).is_err() {
            return Err(unit_too_large(NAME, unit.len()));
        }
        self.context.reset();
        match self.context.compress(unit, out, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => Ok(self.context.total_out() as usize),
            Ok(_) => Err(out_too_small(NAME)),
            Err(cause) => Err(failed(NAME, cause)),
        }
    }

    fn memory_bytes(&self) -> Option<u64> {
        Some(deflate_memory())
    }
}

struct ZlibDecoder {
    context: Decompress,
}

impl Decoder for ZlibDecoder {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        let context = &mut self.context;
        context.reset(true);
        restore(NAME, compressed, out, |input, out| {
            let (used, made) = (context.total_in(), context.total_out());
            let status =
                context.decompress(input, out, FlushDecompress::Finish).map_err(|cause| failed(NAME, cause))?;
            Ok(Progress {
                used: (context.total_in() - used) as usize,
                made: (context.total_out() - made) as usize,
                ended: status == Status::StreamEnd,
            })
        })
    }
}

struct EncodeStep {
    context: Compress,
}

impl Step for EncodeStep {
    const CODEC: &'static str = NAME;

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, last: bool) -> Result<Stepped> {
        let flush = if last { FlushCompress::Finish } else { FlushCompress::None };
        let before = self.context.total_in();
        let status = self.context.compress_vec(input, out, flush).map_err(|cause| failed(NAME, cause))?;
        Ok(Stepped { used: (self.context.total_in() - before) as usize, ended: status == Status::StreamEnd })
    }

    fn memory_bytes(&self) -> Option<u64> {
        Some(deflate_memory())
    }
}

struct DecodeStep {
    context: Decompress,
}

impl Step for DecodeStep {
    const CODEC: &'static str = NAME;

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, _last: bool) -> Result<Stepped> {
        let before = self.context.total_in();
        let status =
            self.context.decompress_vec(input, out, FlushDecompress::None).map_err(|cause| failed(NAME, cause))?;
        Ok(Stepped { used: (self.context.total_in() - before) as usize, ended: status == Status::StreamEnd })
    }
}
