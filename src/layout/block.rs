//! Fixed blocks: the dump's bytes cut every so many bytes, whatever is in them.
//!
//! In: pieces of any length, in order. Out: batches of whole units; only the last unit of the input may be shorter.

use std::ops::Range;
use std::sync::Arc;

use crate::dump::piece::{Buffer, Piece, Pool};

/// Consecutive units, to be compressed one by one.
#[derive(Debug)]
pub struct Batch {
    /// Number of the piece whose memory it holds.
    pub seq: u64,
    /// Bytes of a unit.
    pub unit: usize,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    Shared(Arc<Piece>, Range<usize>),
    Own(Buffer, usize),
}

impl Batch {
    /// The units' bytes, one after the other.
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Shared(piece, range) => &piece.bytes[range.clone()],
            Bytes::Own(buffer, len) => &buffer[..*len],
        }
    }

    /// The units.
    pub fn units(&self) -> std::slice::Chunks<'_, u8> {
        self.bytes().chunks(self.unit)
    }
}

/// Cuts blocks of one size.
#[derive(Debug)]
pub struct BlockCutter {
    unit: usize,
    pool: Arc<Pool>,
    /// The unit that spans pieces: the buffer, its bytes in use, and the newest piece in it.
    gathered: Option<(Buffer, usize, u64)>,
}

impl BlockCutter {
    /// A cutter of blocks of `unit` bytes, at least 1, that gathers into buffers of `pool`.
    pub fn new(unit: usize, pool: &Arc<Pool>) -> Self {
        BlockCutter { unit: unit.max(1), pool: Arc::clone(pool), gathered: None }
    }

    /// Bytes of a unit.
    pub fn unit(&self) -> usize {
        self.unit
    }

    /// The most bytes of the pool that this cutter holds between two pieces.
    pub fn held(&self) -> usize {
        self.gathered.as_ref().map_or(0, |(buffer, ..)| buffer.len())
    }

    /// Takes the next piece. Bytes are copied only where a unit spans two pieces.
    pub fn push(&mut self, piece: &Arc<Piece>, out: &mut Vec<Batch>) {
        let mut range = piece.fresh.clone();
        if let Some((_, used, _)) = self.gathered {
            let taken = (self.unit - used).min(range.len());
            self.gather(&piece.bytes[range.start..range.start + taken], piece.seq, out);
            range.start += taken;
        }
        let whole = range.len() - range.len() % self.unit;
        if whole > 0 {
            let units = range.start..range.start + whole;
            out.push(Batch { seq: piece.seq, unit: self.unit, bytes: Bytes::Shared(Arc::clone(piece), units) });
        }
        self.gather(&piece.bytes[range.start + whole..range.end], piece.seq, out);
    }

    /// Says that no piece follows.
    pub fn finish(&mut self, out: &mut Vec<Batch>) {
        if let Some((buffer, used, seq)) = self.gathered.take() {
            out.push(Batch { seq, unit: self.unit, bytes: Bytes::Own(buffer, used) });
        }
    }

    /// Adds to the unit that spans pieces; the bytes are at most what it lacks.
    fn gather(&mut self, bytes: &[u8], seq: u64, out: &mut Vec<Batch>) {
        if bytes.is_empty() {
            return;
        }
        let (buffer, used, newest) = self.gathered.get_or_insert_with(|| (self.pool.take_now(self.unit), 0, seq));
        buffer[*used..*used + bytes.len()].copy_from_slice(bytes);
        *used += bytes.len();
        *newest = seq;
        if *used == self.unit {
            self.finish(out);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn piece(pool: &Arc<Pool>, seq: u64, carry: usize, fresh: &[u8]) -> Arc<Piece> {
        let mut bytes = pool.take_now(carry + fresh.len());
        bytes[carry..carry + fresh.len()].copy_from_slice(fresh);
        Arc::new(Piece { seq, bytes: Arc::new(bytes), fresh: carry..carry + fresh.len() })
    }

    proptest! {
        /// Whatever the pieces, the units are those of the input in one piece.
        #[test]
        fn cuts_as_if_in_one_piece(unit in 1usize..40, lens in proptest::collection::vec(0usize..100, 0..12)) {
            let pool = Pool::new(1 << 20);
            let input: Vec<u8> = (0..lens.iter().sum::<usize>()).map(|i| (i * 31 % 251) as u8).collect();
            let mut cutter = BlockCutter::new(unit, &pool);
            let mut batches = Vec::new();
            let mut at = 0;
            for (i, len) in lens.iter().enumerate() {
                cutter.push(&piece(&pool, i as u64, i % 3, &input[at..at + len]), &mut batches);
                at += len;
            }
            cutter.finish(&mut batches);
            let units: Vec<Vec<u8>> = batches.iter().flat_map(|batch| batch.units().map(<[u8]>::to_vec)).collect();
            let expected: Vec<Vec<u8>> = input.chunks(unit).map(<[u8]>::to_vec).collect();
            prop_assert_eq!(units, expected);
        }
    }

    #[test]
    fn aligned_pieces_are_not_copied() {
        let pool = Pool::new(1 << 20);
        let piece = piece(&pool, 7, 3, &[1; 64]);
        let mut batches = Vec::new();
        BlockCutter::new(16, &pool).push(&piece, &mut batches);
        assert_eq!(batches.len(), 1);
        assert_eq!(batches[0].bytes().as_ptr(), piece.fresh_bytes().as_ptr());
    }
}
