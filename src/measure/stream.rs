//! A candidate over one stream of bytes, the dump or a table's statements: a lane that compresses and, behind it, a lane that decompresses. Bytes are compared
//! by a rolling hash of both ends, so that neither end waits for the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use xxhash_rust::xxh3::Xxh3;

use super::cell::{Cell, guarded};
use super::clock;
use super::lane::{Handler, Lane};
use super::plan::CodecCandidate;
use super::schedule::Scheduler;
use crate::codec::{Codec, StreamDecoder, StreamEncoder};
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

/// One stream of a candidate. Its contexts are made when its first bytes come to be compressed, so that streams that wait cost nothing.
pub struct Stream {
    lane: Arc<Lane<Compressor>>,
}

impl Stream {
    /// A stream with its lanes on `scheduler`, which adds to the sums of `cell`.
    pub fn new(
        candidate: CodecCandidate,
        verify: bool,
        cell: Arc<Cell>,
        cancelled: &Arc<AtomicBool>,
        scheduler: &Arc<Scheduler>,
    ) -> Self {
        let behind = verify.then(|| {
            let cell = Arc::clone(&cell);
            let codec = candidate.codec.codec;
            Lane::new(
                Decompressor { codec, decoder: None, cell, restored: Vec::new(), seen: Digest::default() },
                scheduler,
            )
        });
        let handler = Compressor {
            candidate,
            encoder: None,
            behind,
            cell,
            cancelled: Arc::clone(cancelled),
            compressed: Vec::new(),
            compressed_bytes: 0,
            seen: Digest::default(),
        };
        Stream { lane: Lane::new(handler, scheduler) }
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
    fn update(&mut self, bytes: &[u8], hashed: bool) {
        self.bytes += bytes.len() as u64;
        if hashed {
            self.hash.update(bytes);
        }
    }

    fn value(&self) -> (u64, u128) {
        (self.bytes, self.hash.digest128())
    }
}

struct Compressor {
    candidate: CodecCandidate,
    encoder: Option<Box<dyn StreamEncoder>>,
    behind: Option<Arc<Lane<Decompressor>>>,
    cell: Arc<Cell>,
    cancelled: Arc<AtomicBool>,
    compressed: Vec<u8>,
    compressed_bytes: u64,
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
        self.run(|encoder, out| encoder.push(raw, out))?;
        self.cell.add(|sums| sums.raw_bytes += raw.len() as u64);
        self.seen.update(raw, self.behind.is_some());
        self.hand_on(seq, Some(piece));
        Ok(())
    }

    fn finish(&mut self, seq: u64) -> Result<()> {
        self.run(|encoder, out| encoder.finish(out))?;
        let larger = self.compressed_bytes >= self.seen.bytes;
        self.cell.add(|sums| {
            sums.units += 1;
            sums.units_raw += u64::from(larger);
        });
        self.hand_on(seq, None);
        if let Some(behind) = &self.behind {
            behind.post(seq, Compressed::End(self.seen.value()));
        }
        // The context's memory is needed by those that wait.
        self.encoder = None;
        Ok(())
    }

    /// Runs the encoder under the clock; what it gives is in `compressed`.
    fn run(&mut self, work: impl FnOnce(&mut dyn StreamEncoder, &mut Vec<u8>) -> Result<()>) -> Result<()> {
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            None => self.encoder.insert(self.candidate.codec.codec.stream_encoder(self.candidate.codec.level)?),
        };
        let (result, spent) = clock::time(|| guarded(|| work(encoder.as_mut(), &mut self.compressed)));
        result?;
        let memory_bytes = encoder.memory_bytes();
        let given = self.compressed.len() as u64;
        self.compressed_bytes += given;
        self.cell.add(|sums| {
            sums.compressed_bytes += given;
            sums.compress += spent;
            sums.memory_bytes = sums.memory_bytes.max(memory_bytes);
        });
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
    codec: &'static dyn Codec,
    decoder: Option<Box<dyn StreamDecoder>>,
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

    /// Before others of its age: it ends what they only begin.
    fn cost_s(&self) -> f64 {
        f64::INFINITY
    }
}

impl Decompressor {
    fn restore(&mut self, work: impl FnOnce(&mut dyn StreamDecoder, &mut Vec<u8>) -> Result<()>) -> Result<()> {
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            None => self.decoder.insert(self.codec.stream_decoder()?),
        };
        let (result, spent) = clock::time(|| guarded(|| work(decoder.as_mut(), &mut self.restored)));
        result?;
        self.seen.update(&self.restored, true);
        self.restored.clear();
        self.cell.add(|sums| sums.decompress += spent);
        Ok(())
    }

    fn compare(&self, expected: (u64, u128)) -> Result<()> {
        if self.seen.value() != expected {
            return Err(Error::new(Kind::Mismatch, "the stream did not come back from the codec as it went in"));
        }
        self.cell.add(|sums| sums.verified_units += 1);
        Ok(())
    }
}
