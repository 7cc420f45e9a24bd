//! A candidate over blocks: each batch is a task of its own, with whichever context is free, and adds to the sums of its subject.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::cell::{Cell, guarded};
use super::clock;
use super::plan::CodecCandidate;
use crate::codec::{Decoder, Encoder};
use crate::error::{Error, Kind, Result};
use crate::layout::block::Batch;

/// A candidate over blocks.
pub struct BlockCandidate {
    candidate: CodecCandidate,
    unit: usize,
    verify: bool,
    idle: Mutex<Vec<Contexts>>,
}

/// What a thread needs to work for a candidate, kept from batch to batch.
struct Contexts {
    encoder: Box<dyn Encoder>,
    decoder: Option<Box<dyn Decoder>>,
}

/// A thread's buffers, shared by all candidates.
#[derive(Default)]
struct Scratch {
    compressed: Vec<u8>,
    lengths: Vec<usize>,
    restored: Vec<u8>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl BlockCandidate {
    /// A candidate over units of `unit` bytes.
    pub fn new(candidate: CodecCandidate, unit: usize, verify: bool) -> Self {
        BlockCandidate { candidate, unit, verify, idle: Mutex::default() }
    }

    /// Compresses a batch, restores it and compares. What goes wrong fails the candidate for the subject of `cell`; a run that was ended
    /// leaves the batch out.
    pub fn run(&self, batch: &Batch, cell: &Cell, cancelled: &AtomicBool) {
        if cancelled.load(Ordering::Relaxed) {
            cell.add(|sums| sums.cut_short = true);
        } else if !cell.failed()
            && let Err(error) = guarded(|| SCRATCH.with_borrow_mut(|scratch| self.measure(batch, scratch, cell)))
        {
            cell.fail(error);
        }
    }

    fn measure(&self, batch: &Batch, scratch: &mut Scratch, cell: &Cell) -> Result<()> {
        let mut contexts = self.contexts()?;
        let raw = batch.bytes();
        let bound = contexts.encoder.bound(self.unit);
        grow(&mut scratch.compressed, bound.saturating_mul(raw.len().div_ceil(self.unit)));
        scratch.lengths.clear();

        let (compressed, compress) = clock::time(|| -> Result<usize> {
            let mut end = 0;
            for unit in batch.units() {
                let len = contexts.encoder.compress(unit, &mut scratch.compressed[end..])?;
                scratch.lengths.push(len);
                end += len;
            }
            Ok(end)
        });
        let compressed = compressed?;

        let mut decompress = clock::Spent::default();
        if let Some(decoder) = &mut contexts.decoder {
            grow(&mut scratch.restored, raw.len());
            let restored = &mut scratch.restored[..raw.len()];
            let (result, spent) = clock::time(|| -> Result<()> {
                let mut from = 0;
                for (unit, len) in restored.chunks_mut(self.unit).zip(&scratch.lengths) {
                    let wanted = unit.len();
                    if decoder.decompress(&scratch.compressed[from..from + len], unit)? != wanted {
                        return Err(mismatch());
                    }
                    from += len;
                }
                Ok(())
            });
            result?;
            if *restored != *raw {
                return Err(mismatch());
            }
            decompress = spent;
        }

        let units = scratch.lengths.len() as u64;
        let units_raw = batch.units().zip(&scratch.lengths).filter(|(unit, len)| **len >= unit.len()).count() as u64;
        let memory_bytes = contexts.encoder.memory_bytes();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(contexts);
        cell.add(|sums| {
            sums.units += units;
            sums.raw_bytes += raw.len() as u64;
            sums.compressed_bytes += compressed as u64;
            sums.units_raw += units_raw;
            sums.compress += compress;
            sums.decompress += decompress;
            sums.memory_bytes = sums.memory_bytes.max(memory_bytes);
            sums.verified_units += if self.verify { units } else { 0 };
        });
        Ok(())
    }

    fn contexts(&self) -> Result<Contexts> {
        if let Some(contexts) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(contexts);
        }
        let codec = self.candidate.codec.codec;
        Ok(Contexts {
            encoder: codec.encoder(self.candidate.codec.level, self.unit)?,
            decoder: if self.verify { Some(codec.decoder(self.unit)?) } else { None },
        })
    }
}

fn grow(buffer: &mut Vec<u8>, len: usize) {
    if buffer.len() < len {
        buffer.resize(len, 0);
    }
}

fn mismatch() -> Error {
    Error::new(Kind::Mismatch, "a unit did not come back from the codec as it went in")
}
