//! What is known of one candidate: plain sums, so that the order in which units finish does not matter.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::clock::Spent;
use crate::error::{Error, Kind, Result};

/// Sums over the units of one candidate.
#[derive(Debug, Default)]
pub struct Sums {
    /// Units compressed.
    pub units: u64,
    /// Bytes handed to the codec.
    pub raw_bytes: u64,
    /// Bytes that it made of them.
    pub compressed_bytes: u64,
    /// Units that did not get smaller.
    pub units_raw: u64,
    /// Time in the compressor.
    pub compress: Spent,
    /// Time in the decompressor.
    pub decompress: Spent,
    /// Bytes of memory of one compressing context: the largest seen.
    pub memory_bytes: Option<u64>,
    /// Units that came back from the decompressor as they went in.
    pub verified_units: u64,
    /// What stopped it, where something did.
    pub error: Option<Error>,
    /// Input was left out, because the run was ended.
    pub cut_short: bool,
}

impl Sums {
    /// Adds what is known over another subject.
    pub fn add(&mut self, other: &Sums) {
        self.units += other.units;
        self.raw_bytes += other.raw_bytes;
        self.compressed_bytes += other.compressed_bytes;
        self.units_raw += other.units_raw;
        self.compress += other.compress;
        self.decompress += other.decompress;
        self.memory_bytes = self.memory_bytes.max(other.memory_bytes);
        self.verified_units += other.verified_units;
        self.cut_short |= other.cut_short;
        if let (None, Some(error)) = (&self.error, &other.error) {
            self.error = Some(Error::new(error.kind, error.message.clone()));
        }
    }
}

/// The sums of one candidate, shared by the threads that work for it.
#[derive(Debug, Default)]
pub struct Cell(Mutex<Sums>);

impl Cell {
    /// Changes the sums.
    pub fn add(&self, change: impl FnOnce(&mut Sums)) {
        change(&mut self.lock());
    }

    /// Notes what went wrong; the first error stands.
    pub fn fail(&self, error: Error) {
        let mut sums = self.lock();
        if sums.error.is_none() {
            sums.error = Some(error);
        }
    }

    /// Whether something went wrong.
    pub fn failed(&self) -> bool {
        self.lock().error.is_some()
    }

    /// CPU seconds a byte so far, both directions; 0 while nothing is known.
    pub fn cpu_s_per_byte(&self) -> f64 {
        let sums = self.lock();
        (sums.compress.cpu_s + sums.decompress.cpu_s) / (sums.raw_bytes.max(1) as f64)
    }

    /// Takes the sums out.
    pub fn take(&self) -> Sums {
        std::mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Sums> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls a codec. A library that panics fails its own candidate and nothing else.
///
/// # Errors
/// The codec's own, and `codec` for a panic.
pub fn guarded<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(call))
        .unwrap_or_else(|_| Err(Error::new(Kind::Codec, "the codec's library panicked")))
}
