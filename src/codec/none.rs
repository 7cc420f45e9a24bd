//! No compression: a copy. It is the baseline of every table, and its speed is that of memory.

use super::super::failure::{out_too_small, too_long};
use super::super::level::resolve;
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder};
use crate::error::Result;

const NAME: &str = "none";

/// The codec's registry entry.
pub(super) static CODEC: NoCodec = NoCodec;

/// See the module.
pub(super) struct NoCodec;

impl Codec for NoCodec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "no compression, a copy"
    }

    fn levels(&self) -> Vec<Level> {
        Vec::new()
    }

    fn default_level(&self) -> Option<Level> {
        None
    }

    /// There is no library but this one.
    fn library(&self) -> Library {
        Library { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION").to_owned() }
    }

    fn file_format(&self) -> Option<&'static str> {
        Some(NAME)
    }

    fn encoder(&self, level: Option<Level>, _unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        resolve(self, level)?;
        Ok(Box::new(Copy))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(Copy))
    }

    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        resolve(self, level)?;
        Ok(Box::new(Copy))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        Ok(Box::new(Copy))
    }
}

struct Copy;

impl Encoder for Copy {
    fn bound(&self, unit_len: usize) -> usize {
        unit_len
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        out.get_mut(..unit.len()).ok_or_else(|| out_too_small(NAME))?.copy_from_slice(unit);
        Ok(unit.len())
    }

    fn memory_bytes(&self) -> Option<u64> {
        Some(0)
    }
}

impl Decoder for Copy {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        out.get_mut(..compressed.len()).ok_or_else(|| too_long(NAME))?.copy_from_slice(compressed);
        Ok(compressed.len())
    }
}

impl StreamEncoder for Copy {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.extend_from_slice(input);
        Ok(())
    }

    fn finish(&mut self, _out: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }

    fn memory_bytes(&self) -> Option<u64> {
        Some(0)
    }
}

impl StreamDecoder for Copy {
    fn push(&mut self, compressed: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.extend_from_slice(compressed);
        Ok(())
    }

    fn finish(&mut self, _out: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }
}
