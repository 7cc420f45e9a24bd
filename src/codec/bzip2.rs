//! bzip2, by libbz2-rs (Rust) through `bzip2`.
//!
//! Blocks and whole streams are complete .bz2 streams. The level is the block size in 100 kB, so that it changes nothing for smaller
//! units but one header byte.

use bzip2::{Action, Compress, Compression, Decompress, Status};

use super::super::block::{Progress, restore};
use super::super::failure::{failed, out_too_small, unit_too_large};
use super::super::level::{plain, resolve_value};
use super::super::stream::{Step, Stepped, Stepper};
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder, locked};
use crate::error::Result;

const NAME: &str = "bzip2";

/// The work factor that stands for the library's own default, as the bzip2 tool uses it (bzip2 manual, BZ2_bzCompressInit).
const WORK_FACTOR: u32 = 0;

/// The codec's registry entry.
pub(super) static CODEC: Bzip2 = Bzip2;

/// See the module.
pub(super) struct Bzip2;

impl Codec for Bzip2 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["bz2"]
    }

    fn summary(&self) -> &'static str {
        "bzip2 (libbz2-rs); the level is the block size in 100 kB"
    }

    fn levels(&self) -> Vec<Level> {
        plain(1..=9)
    }

    fn default_level(&self) -> Option<Level> {
        Some(Level::new(9))
    }

    /// libbz2-rs has its version call only in a build with C's stdio, so the lock file answers.
    fn library(&self) -> Library {
        Library { name: "libbz2-rs", version: locked::version("libbz2-rs-sys") }
    }

    fn file_format(&self) -> Option<&'static str> {
        Some("bz2")
    }

    fn encoder(&self, level: Option<Level>, _unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        Ok(Box::new(Bzip2Encoder { level: resolve_value(self, level)?.unsigned_abs() }))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(Bzip2Decoder))
    }

    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        let level = resolve_value(self, level)?.unsigned_abs();
        let context = Compress::new(Compression::new(level), WORK_FACTOR);
        Ok(Box::new(Stepper::new(EncodeStep { context, memory: memory(level) })))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        Ok(Box::new(Stepper::new(DecodeStep { context: Decompress::new(false) })))
    }
}

/// Bytes of a compressing context: bzip2 manual, "Memory management": 400k + ( 8 x block size ).
fn memory(level: u32) -> u64 {
    400_000 + 8 * 100_000 * u64::from(level)
}

/// The library has no call that resets a context, so that each unit makes one.
struct Bzip2Encoder {
    level: u32,
}

impl Encoder for Bzip2Encoder {
    /// bzip2 manual, BZ2_bzBuffToBuffCompress: 1 % larger than the input, plus 600 bytes.
    fn bound(&self, unit_len: usize) -> usize {
        unit_len + unit_len.div_ceil(100) + 600
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        // The library counts its input in 32 bits.
        if u32::try_from(unit.len()).is_err() {
            return Err(unit_too_large(NAME, unit.len()));
        }
        let mut context = Compress::new(Compression::new(self.level), WORK_FACTOR);
        match context.compress(unit, out, Action::Finish) {
            Ok(Status::StreamEnd) => Ok(context.total_out() as usize),
            // Without any output the library calls the sequence wrong.
            Ok(_) | Err(bzip2::Error::Sequence) => Err(out_too_small(NAME)),
            Err(cause) => Err(failed(NAME, cause)),
        }
    }

    fn memory_bytes(&self) -> Option<u64> {
        Some(memory(self.level))
    }
}

/// As [`Bzip2Encoder`]: one context a unit.
struct Bzip2Decoder;

impl Decoder for Bzip2Decoder {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        let mut context = Decompress::new(false);
        restore(NAME, compressed, out, |input, out| {
            let (used, made) = (context.total_in(), context.total_out());
            let status = context.decompress(input, out).map_err(|cause| failed(NAME, cause))?;
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
    memory: u64,
}

impl Step for EncodeStep {
    const CODEC: &'static str = NAME;

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, last: bool) -> Result<Stepped> {
        let action = if last { Action::Finish } else { Action::Run };
        let before = self.context.total_in();
        let status = self.context.compress_vec(input, out, action).map_err(|cause| failed(NAME, cause))?;
        Ok(Stepped { used: (self.context.total_in() - before) as usize, ended: status == Status::StreamEnd })
    }

    fn memory_bytes(&self) -> Option<u64> {
        Some(self.memory)
    }
}

struct DecodeStep {
    context: Decompress,
}

impl Step for DecodeStep {
    const CODEC: &'static str = NAME;

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, _last: bool) -> Result<Stepped> {
        let before = self.context.total_in();
        let status = self.context.decompress_vec(input, out).map_err(|cause| failed(NAME, cause))?;
        Ok(Stepped { used: (self.context.total_in() - before) as usize, ended: status == Status::StreamEnd })
    }
}
