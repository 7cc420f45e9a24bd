//! Pieces of a dump in bounded memory: a pool of buffers that lends so many bytes and no more.

use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Lends buffers up to a number of bytes. Only the reader waits for it: what is lent comes back when the last task that uses it ends.
#[derive(Debug)]
pub struct Pool {
    limit: usize,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lent: usize,
    free: Vec<Vec<u8>>,
}

impl Pool {
    /// A pool that lends at most `limit` bytes, but always one buffer.
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Pool { limit, state: Mutex::default(), returned: Condvar::new() })
    }

    /// A buffer of at least `len` bytes with any content. Waits until it fits the limit, or until nothing but `own` bytes, which the
    /// caller holds itself, is lent: a row larger than the limit is let through alone.
    pub fn take(self: &Arc<Self>, len: usize, own: usize) -> Buffer {
        let mut state = self.lock();
        while state.lent > own && state.lent + len > self.limit {
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.lend(state, len)
    }

    /// As [`Pool::take`], without waiting: for buffers whose number is small and known.
    pub fn take_now(self: &Arc<Self>, len: usize) -> Buffer {
        self.lend(self.lock(), len)
    }

    fn lend(self: &Arc<Self>, mut state: MutexGuard<'_, State>, len: usize) -> Buffer {
        let fitting = state.free.iter().position(|bytes| bytes.len() >= len);
        let mut bytes = match fitting {
            Some(i) => state.free.swap_remove(i),
            None => state.free.pop().unwrap_or_default(),
        };
        state.lent += len.max(bytes.len());
        drop(state);
        if bytes.len() < len {
            bytes = vec![0; len];
        }
        Buffer { bytes, pool: Arc::clone(self) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A buffer on loan.
#[derive(Debug)]
pub struct Buffer {
    bytes: Vec<u8>,
    pool: Arc<Pool>,
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        let mut state = self.pool.lock();
        state.lent -= bytes.len();
        // What is kept for reuse counts as memory too: a buffer made for one giant row is given back to the system.
        let kept: usize = state.free.iter().map(Vec::len).sum();
        if state.lent + kept + bytes.len() <= self.pool.limit {
            state.free.push(bytes);
        }
        drop(state);
        self.pool.returned.notify_one();
    }
}

/// What the scanner looked at: the end of the window before that was not understood yet, then the fresh bytes.
#[derive(Clone, Debug)]
pub struct Window {
    /// The bytes; those behind `fresh` mean nothing.
    pub bytes: Arc<Buffer>,
    /// Offset in the source of the first byte.
    pub base: u64,
    /// The bytes that no window before this one had.
    pub fresh: Range<usize>,
    /// The end of what was understood: the next window begins here.
    pub understood: usize,
}

/// Consecutive bytes of one subject: the dump, or the statements of a table.
#[derive(Debug)]
pub struct Piece {
    /// Number of the window in the run, from 0.
    pub seq: u64,
    /// A buffer with the bytes in it.
    pub bytes: Arc<Buffer>,
    /// Where in the buffer they are.
    pub fresh: Range<usize>,
}

impl Piece {
    /// The bytes that no piece of the subject before this one had.
    pub fn fresh_bytes(&self) -> &[u8] {
        &self.bytes[self.fresh.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lends_no_more_than_its_limit_but_always_one() {
        let pool = Pool::new(100);
        let large = pool.take(1000, 0);
        assert_eq!(large.len(), 1000);
        let waiting = std::thread::spawn({
            let pool = Arc::clone(&pool);
            move || pool.take(60, 0).len()
        });
        drop(large);
        assert_eq!(waiting.join().expect("the waiting thread gets its buffer"), 60);
        assert_eq!(pool.lock().lent, 0);
    }

    #[test]
    fn what_the_caller_holds_does_not_block_it() {
        let pool = Pool::new(100);
        let own = pool.take_now(90);
        assert_eq!(pool.take(50, own.len()).len(), 50);
    }

    #[test]
    fn buffers_are_reused() {
        let pool = Pool::new(100);
        let address = pool.take(50, 0).as_ptr();
        assert_eq!(pool.take(40, 0).as_ptr(), address);
    }
}
