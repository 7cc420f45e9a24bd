//! A buffered reader that can look ahead.
//!
//! In: any reader. Out: its bytes, either as a slice of a fixed buffer (for the decoders) or straight into the caller's memory (for
//! plain files), with the count of bytes read so far where another thread can see it.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, Kind, Result};

/// Bytes of compressed input that are held at a time. Large enough to make the system call's price vanish, small enough for the cache.
const BUFFER: usize = 128 * 1024;

/// A reader with a fixed buffer in front of it.
pub(super) struct Source {
    reader: Box<dyn Read + Send>,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    ended: bool,
    consumed: u64,
    length: Option<u64>,
    progress: Arc<AtomicU64>,
}

impl Source {
    /// A source of `length` bytes, where the length is known.
    pub(super) fn new(reader: Box<dyn Read + Send>, length: Option<u64>) -> Self {
        Source {
            reader,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            start: 0,
            end: 0,
            ended: false,
            consumed: 0,
            length,
            progress: Arc::default(),
        }
    }

    /// The file's length in bytes, where it is known.
    pub(super) fn length(&self) -> Option<u64> {
        self.length
    }

    /// The count of bytes read from the file, shared with whoever shows it.
    pub(super) fn progress(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.progress)
    }

    /// Offset in the file, in bytes, of the next byte to be consumed.
    pub(super) fn offset(&self) -> u64 {
        self.consumed
    }

    /// The next bytes: as many as are in the buffer, none only at the end.
    pub(super) fn fill(&mut self) -> Result<&[u8]> {
        if self.start == self.end { self.peek(1) } else { Ok(&self.buffer[self.start..self.end]) }
    }

    /// The next bytes: at least `count` of them (at most the buffer's size), fewer only before the end.
    pub(super) fn peek(&mut self, count: usize) -> Result<&[u8]> {
        let count = count.min(BUFFER);
        if self.end - self.start < count && self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        while self.end - self.start < count && !self.ended {
            let read = read_some(&mut *self.reader, &mut self.buffer[self.end..])?;
            self.account(read);
            self.end += read;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// Marks `count` of the bytes that `fill` or `peek` showed as used.
    pub(super) fn consume(&mut self, count: usize) {
        let count = count.min(self.end - self.start);
        self.start += count;
        self.consumed += count as u64;
    }

    /// Drops the next `count` bytes; the answer is how many there were.
    pub(super) fn skip(&mut self, count: u64) -> Result<u64> {
        let mut left = count;
        while left > 0 {
            let here = self.fill()?.len();
            if here == 0 {
                break;
            }
            let step = usize::try_from(left).map_or(here, |left| left.min(here));
            self.consume(step);
            left -= step as u64;
        }
        Ok(count - left)
    }

    /// Reads into `out`: first what is buffered, then directly from the reader. 0 only at the end.
    pub(super) fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let buffered = self.end - self.start;
        if buffered > 0 {
            let count = buffered.min(out.len());
            out[..count].copy_from_slice(&self.buffer[self.start..self.start + count]);
            self.consume(count);
            return Ok(count);
        }
        if self.ended || out.is_empty() {
            return Ok(0);
        }
        let read = read_some(&mut *self.reader, out)?;
        self.account(read);
        self.consumed += read as u64;
        Ok(read)
    }

    fn account(&mut self, read: usize) {
        // A terminal or a growing file may offer more after its end: an end stays an end.
        self.ended |= read == 0;
        self.progress.fetch_add(read as u64, Ordering::Relaxed);
    }
}

/// One read, repeated where a signal interrupted it.
fn read_some(reader: &mut dyn Read, out: &mut [u8]) -> Result<usize> {
    loop {
        match reader.read(out) {
            // A reader that claims more than it was given room for would put every later index out of bounds.
            Ok(read) => return Ok(read.min(out.len())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::new(Kind::Io, format!("cannot be read: {error}")).because(error)),
        }
    }
}
