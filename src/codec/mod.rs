//! Codecs: one file each behind one small trait, one registry line each.
//!
//! A [`Codec`] is a description that is shared and listed; an [`Encoder`] or [`Decoder`] is a context that one thread owns and reuses
//! from unit to unit; a [`StreamEncoder`] or [`StreamDecoder`] is one whole stream in the codec's own file format, fed piece by piece.
//! Nothing here reads a clock: `measure` does.

mod block;
mod failure;
mod ffi;
mod level;
mod locked;
pub mod registry;
pub mod spec;
mod stream;

pub use level::{Level, level_runs};

use crate::error::Result;

/// A library that a codec comes from, with the version that it says itself at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// Its name, as in [`crate::report::model::Report::libraries`].
    pub name: &'static str,
    /// Its version.
    pub version: String,
}

/// A codec: what it is called, which levels it has, and how to make contexts of it.
pub trait Codec: Send + Sync {
    /// Its one name.
    fn name(&self) -> &'static str;

    /// Other names that `--codec` takes for it.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// One line for `rowpress formats`.
    fn summary(&self) -> &'static str;

    /// Every level it has, from the least effort to the most; empty where it has none.
    fn levels(&self) -> Vec<Level>;

    /// The level that a bare name means; `None` where it has no levels.
    fn default_level(&self) -> Option<Level>;

    /// Its library.
    fn library(&self) -> Library;

    /// The name of the file format of its whole streams (`gzip`, `xz`, `zst`, `lz4`, `snappy`, `bz2`); `None` where it is offered in
    /// blocks only.
    fn file_format(&self) -> Option<&'static str>;

    /// A context that compresses units of at most `unit_bytes` bytes.
    ///
    /// # Errors
    /// `codec` where the library refuses to make one; `invalid-value` for a level that is not in [`Codec::levels`].
    fn encoder(&self, level: Option<Level>, unit_bytes: usize) -> Result<Box<dyn Encoder>>;

    /// A context that restores units of at most `unit_bytes` bytes.
    ///
    /// # Errors
    /// `codec` where the library refuses to make one.
    fn decoder(&self, unit_bytes: usize) -> Result<Box<dyn Decoder>>;

    /// The encoder of one whole stream.
    ///
    /// # Errors
    /// As [`Codec::encoder`]; `invalid-value` where the codec has no file format.
    fn stream_encoder(&self, level: Option<Level>) -> Result<Box<dyn StreamEncoder>>;

    /// The decoder of one whole stream.
    ///
    /// # Errors
    /// As [`Codec::stream_encoder`].
    fn stream_decoder(&self) -> Result<Box<dyn StreamDecoder>>;
}

/// A compressing context, owned by one thread.
pub trait Encoder: Send {
    /// The most bytes that a unit of `unit_len` bytes can become: the size of the `out` that [`Encoder::compress`] needs.
    fn bound(&self, unit_len: usize) -> usize;

    /// Compresses one unit into `out` and returns the length, in bytes. Units are independent of each other.
    ///
    /// # Errors
    /// `codec` where the library fails or `out` is too small.
    fn compress(&mut self, unit: &[u8], out: &mut [u8]) -> Result<usize>;

    /// Bytes of memory that this context holds, by the library's own answer or its published formula.
    fn memory_bytes(&self) -> Option<u64>;
}

/// A decompressing context, owned by one thread.
pub trait Decoder: Send {
    /// Restores one unit into `out`, which has just the unit's length, and returns the length restored.
    ///
    /// # Errors
    /// `codec` where the data is not what the encoder made.
    fn decompress(&mut self, compressed: &[u8], out: &mut [u8]) -> Result<usize>;
}

/// The encoder of one whole stream.
pub trait StreamEncoder: Send {
    /// Takes the next bytes and appends to `out` what is ready.
    ///
    /// # Errors
    /// `codec` where the library fails.
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<()>;

    /// Ends the stream and appends the rest.
    ///
    /// # Errors
    /// `codec` where the library fails.
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()>;

    /// Bytes of memory that this context holds, by the library's own answer or its published formula.
    fn memory_bytes(&self) -> Option<u64>;
}

/// The decoder of one whole stream. It never blocks: pieces may be cut anywhere.
pub trait StreamDecoder: Send {
    /// Takes the next compressed bytes and appends to `out` what can be restored from what has come so far.
    ///
    /// # Errors
    /// `codec` where the data is not what the encoder made.
    fn push(&mut self, compressed: &[u8], out: &mut Vec<u8>) -> Result<()>;

    /// Says that no more comes and appends the rest.
    ///
    /// # Errors
    /// `codec` where the stream is not at its end.
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()>;
}
