//! A candidate over the whole input as one stream: a lane that compresses and, behind it, a lane that decompresses. Bytes are compared
//! by a rolling hash of both ends, so that neither end waits for the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use xxhash_rust::xxh3::Xxh3;

use super::cell::{Cell, guarded};
use super::clock;
use super::lane::{Handler, Lane};
use super::plan::CodecCandidate;
use super::schedule::Scheduler;
use crate::codec::{StreamDecoder, StreamEncoder};
use crate::dump::piece::Piece;
use crate::error::{Error, Kind, Result};

/// Bytes of a piece, for the guess at what the next one costs.
const PIECE_BYTES: f64 = (1 << 20) as f64;

/// What the compressing lane is told.
pub enum Input {
    /// The next bytes.
    Piece(Arc<Piece>),
    /// No more bytes.
    End,
}

/// A candidate over the whole input.
pub struct StreamCandidate {
    lane: Arc<Lane<Compressor>>,
    /// The candidate's sums.
    pub cell: Arc<Cell>,
}

impl StreamCandidate {
    /// A candidate with its lanes on `scheduler`.
    pub fn new(
        candidate: CodecCandidate,
        verify: bool,
        cancelled: &Arc<AtomicBool>,
        scheduler: &Arc<Scheduler>,
    ) -> Result<Self> {
        let codec = candidate.codec.codec;
        let cell = Arc::new(Cell::default());
        let behind = if verify {
            let handler = Decompressor {
                decoder: codec.stream_decoder()?,
                cell: Arc::clone(&cell),
                restored: Vec::new(),
                seen: Digest::default(),
            };
            Some(Lane::new(handler, scheduler))
        } else {
            None
        };
        let handler = Compressor {
            encoder: codec.stream_encoder(candidate.codec.level)?,
            behind,
            cell: Arc::clone(&cell),
            cancelled: Arc::clone(cancelled),
            compressed: Vec::new(),
            seen: Digest::default(),
        };
        Ok(StreamCandidate { lane: Lane::new(handler, scheduler), cell })
    }

    /// Hands on what was read.
    pub fn post(&self, seq: u64, input: Input) {
        self.lane.post(seq, input);
    }
}

/// Length and hash of the bytes at one end of a stream.
#[derive(Clone, Default)]
struct Digest {
    bytes: u64,
    hash: Xxh3,
}

impl Digest {
    fn update(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.hash.update(bytes);
    }

    fn value(&self) -> (u64, u128) {
        (self.bytes, self.hash.digest128())
    }
}

struct Compressor {
    encoder: Box<dyn StreamEncoder>,
    behind: Option<Arc<Lane<Decompressor>>>,
    cell: Arc<Cell>,
    cancelled: Arc<AtomicBool>,
    compressed: Vec<u8>,
    seen: Digest,
}

impl Handler for Compressor {
    type Message = Input;

    fn handle(&mut self, seq: u64, message: Input) {
        if self.cell.failed() {
            return;
        }
        let result = match message {
            Input::Piece(piece) if self.cancelled.load(Ordering::Relaxed) => {
                self.cell.add(|sums| sums.cut_short |= !piece.fresh.is_empty());
                Ok(())
            }
            Input::Piece(piece) => self.compress(seq, &piece),
            Input::End => self.finish(seq),
        };
        if let Err(error) = result {
            self.cell.fail(error);
        }
    }

    fn cost_s(&self) -> f64 {
        self.cell.cpu_s_per_byte() * PIECE_BYTES
    }
}

impl Compressor {
    fn compress(&mut self, seq: u64, piece: &Arc<Piece>) -> Result<()> {
        let raw = piece.fresh_bytes();
        let (result, spent) = clock::time(|| guarded(|| self.encoder.push(raw, &mut self.compressed)));
        result?;
        let memory_bytes = self.encoder.memory_bytes();
        self.cell.add(|sums| {
            sums.raw_bytes += raw.len() as u64;
            sums.compressed_bytes += self.compressed.len() as u64;
            sums.compress += spent;
            sums.memory_bytes = sums.memory_bytes.max(memory_bytes);
        });
        if self.behind.is_some() {
            self.seen.update(raw);
        }
        self.hand_on(seq, Some(piece));
        Ok(())
    }

    fn finish(&mut self, seq: u64) -> Result<()> {
        let (result, spent) = clock::time(|| guarded(|| self.encoder.finish(&mut self.compressed)));
        result?;
        self.cell.add(|sums| {
            sums.units = 1;
            sums.compressed_bytes += self.compressed.len() as u64;
            sums.compress += spent;
            sums.units_raw = u64::from(sums.compressed_bytes >= sums.raw_bytes);
        });
        self.hand_on(seq, None);
        if let Some(behind) = &self.behind {
            behind.post(seq, Compressed::End(self.seen.value()));
        }
        Ok(())
    }

    /// Gives what was compressed to the lane behind; it holds the memory of the piece that it was made of.
    fn hand_on(&mut self, seq: u64, piece: Option<&Arc<Piece>>) {
        match &self.behind {
            Some(behind) if !self.compressed.is_empty() => {
                let bytes = self.compressed.as_slice().into();
                behind.post(seq, Compressed::Bytes(bytes, piece.cloned()));
            }
            _ => {}
        }
        self.compressed.clear();
    }
}

enum Compressed {
    Bytes(Box<[u8]>, Option<Arc<Piece>>),
    End((u64, u128)),
}

struct Decompressor {
    decoder: Box<dyn StreamDecoder>,
    cell: Arc<Cell>,
    restored: Vec<u8>,
    seen: Digest,
}

impl Handler for Decompressor {
    type Message = Compressed;

    fn handle(&mut self, _seq: u64, message: Compressed) {
        // A run that was ended still checks what was compressed by then: it is little, and restoring is fast.
        if self.cell.failed() {
            return;
        }
        let result = match message {
            Compressed::Bytes(bytes, piece) => {
                let result = self.restore(|decoder, out| decoder.push(&bytes, out));
                drop(piece);
                result
            }
            Compressed::End(expected) => {
                self.restore(|decoder, out| decoder.finish(out)).and_then(|()| self.compare(expected))
            }
        };
        if let Err(error) = result {
            self.cell.fail(error);
        }
    }

    fn cost_s(&self) -> f64 {
        0.0
    }
}

impl Decompressor {
    fn restore(&mut self, work: impl FnOnce(&mut dyn StreamDecoder, &mut Vec<u8>) -> Result<()>) -> Result<()> {
        let (result, spent) = clock::time(|| guarded(|| work(self.decoder.as_mut(), &mut self.restored)));
        result?;
        self.seen.update(&self.restored);
        self.restored.clear();
        self.cell.add(|sums| sums.decompress += spent);
        Ok(())
    }

    fn compare(&self, expected: (u64, u128)) -> Result<()> {
        if self.seen.value() != expected {
            return Err(Error::new(Kind::Mismatch, "the stream did not come back from the codec as it went in"));
        }
        self.cell.add(|sums| sums.verified_units = 1);
        Ok(())
    }
}
