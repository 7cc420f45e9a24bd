//! LZMA2 in .xz containers, by liblzma through `xz2`.
//!
//! Whole streams are what `xz -T1` writes. Blocks are complete .xz containers too (CRC64, as the tool's): about 46 bytes more than the
//! bare data. A block's dictionary is clamped, because liblzma clears tables in proportion to the dictionary for every unit (preset 9 at
//! 16 KiB takes three to four times as long without the clamp). It is clamped only so far that the length stays what the preset's own
//! dictionary gives; bytes may still differ, so code that predicts a storage engine's LZMA must not use this encoder.

use xz2::stream::{Action, Check, Filters, LzmaOptions, Status, Stream};

use super::super::block::{Progress, restore};
use super::super::failure::{failed, out_too_small};
use super::super::level::{plain, resolve};
use super::super::stream::{Step, Stepped, Stepper};
use super::super::{Codec, Decoder, Encoder, Level, Library, StreamDecoder, StreamEncoder, ffi};
use crate::error::Result;

const NAME: &str = "xz";

const DEFAULT: Level = Level::new(6);

/// lzma/container.h, LZMA_PRESET_EXTREME.
const EXTREME: u32 = 1 << 31;

/// Dictionary of presets 0 to 9, in bytes: liblzma's lzma_encoder_presets.c (`dict_pow2`).
const DICTIONARY: [u32; 10] =
    [1 << 18, 1 << 20, 1 << 21, 1 << 22, 1 << 22, 1 << 23, 1 << 23, 1 << 24, 1 << 25, 1 << 26];

/// A block's dictionary is at least this many bytes, and at least this many times its unit. Measured: the match finders' hash tables
/// are sized by the dictionary, and below this collisions change lengths by up to 0.05 % (hash chains, presets 0 to 3; the binary trees
/// of presets 4 to 9 keep theirs at 4 times the unit). The tests compare with the unclamped library.
const CLAMP_FLOOR: usize = 1 << 20;
const CLAMP_FACTOR: usize = 8;

/// Memory that a decoder may take, in bytes: preset 9 needs 65 MiB (xz(1)); a damaged header can ask for 4 GiB.
const DECODER_LIMIT: u64 = 80 << 20;

/// The codec's registry entry.
pub(super) static CODEC: Xz = Xz;

/// See the module.
pub(super) struct Xz;

impl Codec for Xz {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["lzma"]
    }

    fn summary(&self) -> &'static str {
        "LZMA2 in .xz containers (liblzma), one thread"
    }

    fn levels(&self) -> Vec<Level> {
        plain(0..=9).into_iter().chain((0..=9).map(Level::extreme)).collect()
    }

    fn default_level(&self) -> Option<Level> {
        Some(DEFAULT)
    }

    fn library(&self) -> Library {
        Library { name: "liblzma", version: ffi::lzma::version() }
    }

    fn file_format(&self) -> Option<&'static str> {
        Some("xz")
    }

    fn encoder(&self, level: Option<Level>, unit_bytes: usize) -> Result<Box<dyn Encoder>> {
        let level = resolve(self, level)?.unwrap_or(DEFAULT);
        Ok(Box::new(XzEncoder { preset: preset(level), dictionary: clamped_dictionary(level, unit_bytes) }))
    }

    fn decoder(&self, _unit_bytes: usize) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(XzDecoder))
    }

    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>> {
        let preset = preset(resolve(self, level)?.unwrap_or(DEFAULT));
        let stream = Stream::new_easy_encoder(preset, Check::Crc64).map_err(|cause| failed(NAME, cause))?;
        Ok(Box::new(Stepper::new(XzStep { stream, memory: ffi::lzma::encoder_memory(preset) })))
    }

    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>> {
        Ok(Box::new(Stepper::new(XzStep { stream: decoding_stream()?, memory: None })))
    }
}

/// The number that liblzma knows a level by.
fn preset(level: Level) -> u32 {
    level.value.unsigned_abs() | if level.extreme { EXTREME } else { 0 }
}

/// The preset's own dictionary, or a smaller one that compresses the unit to the same length, in bytes.
fn clamped_dictionary(level: Level, unit_bytes: usize) -> u32 {
    let own = DICTIONARY.get(level.value.unsigned_abs() as usize).copied().unwrap_or(DICTIONARY[6]);
    let enough = unit_bytes.saturating_mul(CLAMP_FACTOR).max(CLAMP_FLOOR);
    own.min(u32::try_from(enough).unwrap_or(own))
}

fn decoding_stream() -> Result<Stream> {
    Stream::new_stream_decoder(DECODER_LIMIT, 0).map_err(|cause| failed(NAME, cause))
}

/// The library has no call that resets an encoder, so that each unit makes one; with a clamped dictionary that is small.
struct XzEncoder {
    preset: u32,
    dictionary: u32,
}

impl Encoder for XzEncoder {
    /// As liblzma's lzma_stream_buffer_bound, rounded up: LZMA2 stores what it cannot compress in chunks of 64 KiB with 3 bytes each
    /// (lzma2_encoder.h), and header, index, checks and footer of one block stay below 256 bytes.
    fn bound(&self, unit_len: usize) -> usize {
        unit_len + unit_len.div_ceil(1 << 16) * 3 + 256
    }

    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize> {
        let mut options = LzmaOptions::new_preset(self.preset).map_err(|cause| failed(NAME, cause))?;
        options.dict_size(self.dictionary);
        let mut filters = Filters::new();
        filters.lzma2(&options);
        let mut stream = Stream::new_stream_encoder(&filters, Check::Crc64).map_err(|cause| failed(NAME, cause))?;
        match stream.process(unit, out, Action::Finish) {
            Ok(Status::StreamEnd) => Ok(stream.total_out() as usize),
            Ok(_) => Err(out_too_small(NAME)),
            Err(cause) => Err(failed(NAME, cause)),
        }
    }

    /// `lzma_raw_encoder_memusage`.
    fn memory_bytes(&self) -> Option<u64> {
        ffi::lzma::encoder_memory_with(self.preset, self.dictionary)
    }
}

/// As [`XzEncoder`]: no reset in the library, one decoder a unit.
struct XzDecoder;

impl Decoder for XzDecoder {
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize> {
        let mut stream = decoding_stream()?;
        restore(NAME, compressed, out, |input, out| {
            let (used, made) = (stream.total_in(), stream.total_out());
            let status = stream.process(input, out, Action::Finish).map_err(|cause| failed(NAME, cause))?;
            Ok(Progress {
                used: (stream.total_in() - used) as usize,
                made: (stream.total_out() - made) as usize,
                ended: status == Status::StreamEnd,
            })
        })
    }
}

/// Both directions: the library's stream knows which it is.
struct XzStep {
    stream: Stream,
    memory: Option<u64>,
}

impl Step for XzStep {
    const CODEC: &'static str = NAME;

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, last: bool) -> Result<Stepped> {
        let action = if last { Action::Finish } else { Action::Run };
        let before = self.stream.total_in();
        let status = self.stream.process_vec(input, out, action).map_err(|cause| failed(NAME, cause))?;
        Ok(Stepped { used: (self.stream.total_in() - before) as usize, ended: status == Status::StreamEnd })
    }

    /// `lzma_easy_encoder_memusage`.
    fn memory_bytes(&self) -> Option<u64> {
        self.memory
    }
}
