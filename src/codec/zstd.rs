//! Zstandard, by libzstd through `zstd-safe`.
//!
//! Blocks are frames with the content size and without a checksum, as a storage engine writes them. Each unit is one one-shot call, so
//! that the library knows the unit's true size and fits its window and tables to it. Whole streams are what `mysqldump | zstd` writes:
//! content size unknown, checksum on. The library works on the caller's thread, as with the tool's `--single-thread`; the tool's own
//! default of one worker cuts its jobs otherwise and comes out about half a percent smaller on large inputs.

use zstd_safe::zstd_sys::ZSTD_EndDirective;
use zstd_safe::{CCtx, CParameter, DCtx, InBuffer, OutBuffer, get_error_name};

use super::super::failure::{ended_early, failed};
use super::super::level::{plain, resolve_value};
use super::super::stream::{Step, Stepped, Stepper};
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder};
use crate::error::{Error, Result};

const NAME: &str = "zstd";

/// The fastest level offered. The library goes on to ZSTD_minCLevel (-131072), which is close to a copy.
const FASTEST: i32 = -7;

/// The codec's registry entry.
pub(super) static CODEC: Zstd = Zstd;

/// See the module.
pub(super) struct Zstd;

impl Codec for Zstd {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["zst"]
    }

    fn summary(&self) -> &'static str {
        "Zstandard (libzstd), one thread"
    }

    fn levels(&self) -> Vec<Level> {
        let mut levels = plain(FASTEST..=-1);
        levels.extend(plain(1..=zstd_safe::max_c_level()));
        levels
    }

    fn default_level(&self) -> Option<Level> {
        Some(Level::new(zstd_safe::CLEVEL_DEFAULT))
    }

    fn library(&self) -> Library {
        let number = zstd_safe::version_number();
        Library { name: "libzstd", version: format!("{}.{}.{}", number / 10_000, number / 100 % 100, number % 100) }
    }

    fn file_format(&self) -> Option<&'static str> {
        Some("zst")
    }

    fn encoder(&self, level: Option<Level>, _unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        Ok(Box::new(ZstdEncoder { context: context(resolve_value(self, level)?, false)? }))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(ZstdDecoder { context: decoding_context()? }))
    }

    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        Ok(Box::new(Stepper::new(EncodeStep { context: context(resolve_value(self, level)?, true)? })))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        Ok(Box::new(Stepper::new(DecodeStep { context: decoding_context()? })))
    }
}

/// The library's error as ours.
fn refused(code: usize) -> Error {
    failed(NAME, get_error_name(code))
}

/// A compressing context at a level. The content size is in the frame wherever it is known; the checksum (4 bytes) only if asked for.
fn context(level: i32, checksum: bool) -> Result<CCtx<'static>> {
    let mut context = CCtx::try_create().ok_or_else(|| failed(NAME, "cannot make a context"))?;
    for parameter in [
        CParameter::CompressionLevel(level),
        CParameter::ContentSizeFlag(true),
        CParameter::ChecksumFlag(checksum),
        CParameter::DictIdFlag(false),
    ] {
        context.set_parameter(parameter).map_err(refused)?;
    }
    Ok(context)
}

fn decoding_context() -> Result<DCtx<'static>> {
    DCtx::try_create().ok_or_else(|| failed(NAME, "cannot make a context"))
}

struct ZstdEncoder {
    context: CCtx<'static>,
}

impl Encoder for ZstdEncoder {
    fn bound(&self, unit_len: usize) -> usize {
        zstd_safe::compress_bound(unit_len)
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        self.context.compress2(out, unit).map_err(refused)
    }

    /// `ZSTD_sizeof_CCtx`. The library allocates in the first call, so ask after a unit.
    fn memory_bytes(&self) -> Option<u64> {
        Some(self.context.sizeof() as u64)
    }
}

struct ZstdDecoder {
    context: DCtx<'static>,
}

impl Decoder for ZstdDecoder {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        // The library takes nothing as zero frames and calls that a success.
        if compressed.is_empty() {
            return Err(ended_early(NAME));
        }
        self.context.decompress(out, compressed).map_err(refused)
    }
}

struct EncodeStep {
    context: CCtx<'static>,
}

impl Step for EncodeStep {
    const CODEC: &'static str = NAME;

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, last: bool) -> Result<Stepped> {
        let directive = if last { ZSTD_EndDirective::ZSTD_e_end } else { ZSTD_EndDirective::ZSTD_e_continue };
        let start = out.len();
        let mut source = InBuffer::around(input);
        let mut sink = OutBuffer::around_pos(out, start);
        let pending = self.context.compress_stream2(&mut sink, &mut source, directive).map_err(refused)?;
        Ok(Stepped { used: source.pos(), ended: last && pending == 0 })
    }

    /// `ZSTD_sizeof_CCtx`. The library allocates in the first call, so ask after the first piece.
    fn memory_bytes(&self) -> Option<u64> {
        Some(self.context.sizeof() as u64)
    }
}

struct DecodeStep {
    context: DCtx<'static>,
}

impl Step for DecodeStep {
    const CODEC: &'static str = NAME;

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, _last: bool) -> Result<Stepped> {
        let start = out.len();
        let mut source = InBuffer::around(input);
        let mut sink = OutBuffer::around_pos(out, start);
        let pending = self.context.decompress_stream(&mut sink, &mut source).map_err(refused)?;
        // zstd.h: 0 is said when a frame is completely decoded and flushed; the next call would begin another frame.
        Ok(Stepped { used: source.pos(), ended: pending == 0 })
    }
}
