//! The reader: moves one source through a scanner, window by window.
//!
//! A window begins with what the scanner could not understand at the end of the one before, so that a tuple is always whole somewhere.
//! A tuple longer than a window makes the next window as long as itself, so that reading it costs linear time.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::event::{Event, What};
use super::piece::{Pool, Window};
use super::scanner::Scanner;
use crate::error::{Error, Kind, Position};
use crate::input::Input;
use crate::report::model::Severity;

/// Fresh bytes of a window. A multiple of the usual units, so that blocks need no copying; small enough to stay in a core's cache while
/// several candidates work on it.
pub const WINDOW_BYTES: usize = 1 << 20;

/// As [`WINDOW_BYTES`], where nothing but the scanner looks at a window: it stays in the core's own cache.
pub const SCAN_BYTES: usize = 128 << 10;

/// Room in a buffer for what is carried over from the window before.
const CARRY_ROOM: usize = 16 << 10;

/// Receives what is read.
pub trait Consumer {
    /// The window of that number and what was found in it; spans are indexes into its bytes. `Break` ends reading.
    fn window(&mut self, seq: u64, window: &Window, events: &[Event]) -> ControlFlow<()>;

    /// Bytes of the pool that the consumer holds and will not give back before the next window.
    fn held(&self) -> usize {
        0
    }
}

/// How a source ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was read to its end, with or without errors on the way.
    Whole,
    /// An error ended it before its end.
    Broken,
    /// The consumer ended it.
    Stopped,
}

/// Reads sources one after the other.
#[derive(Debug)]
pub struct Reader {
    pool: Arc<Pool>,
    window_bytes: usize,
    /// Number of the next window.
    seq: u64,
    carry: Vec<u8>,
    events: Vec<Event>,
}

impl Reader {
    /// A reader of windows with `window_bytes` fresh bytes, in buffers of `pool`.
    pub fn new(pool: &Arc<Pool>, window_bytes: usize) -> Self {
        Reader { pool: Arc::clone(pool), window_bytes, seq: 0, carry: Vec::new(), events: Vec::new() }
    }

    /// Reads one source to its end. Errors of the input and of the dump are handed on as [`What::Problem`], behind what was read.
    pub fn read(&mut self, input: &mut Input, consumer: &mut dyn Consumer) -> End {
        let mut scanner = Scanner::default();
        // Offset in the source of the next window's first byte, and the lines before it.
        let (mut base, mut lines) = (0u64, 0u64);
        self.carry.clear();
        loop {
            let carried = self.carry.len();
            let fresh = carried.next_multiple_of(self.window_bytes).max(self.window_bytes);
            let mut bytes = self.pool.take(fresh + carried.max(CARRY_ROOM), consumer.held());
            bytes[..carried].copy_from_slice(&self.carry);
            let (len, failure) = match fill(input, &mut bytes[carried..carried + fresh]) {
                (len, None) => (carried + len, None),
                (len, Some(error)) => (carried + len, Some(error)),
            };
            let last = failure.is_some() || len < carried + fresh;

            self.events.clear();
            let scanned = scanner.scan(&bytes[..len], base, last, &mut self.events);
            let mut end = if last { End::Whole } else { End::Stopped };
            let mut broken = failure;
            let done = match scanned {
                Ok(done) => done,
                Err(error) => {
                    broken = Some(error);
                    len
                }
            };
            let is_foreign = |broken: &Option<Error>| broken.as_ref().is_some_and(|error| error.kind == Kind::NotMysql);
            if last && !is_foreign(&broken) {
                // Where the input broke, that is the cause; the statement that it broke in ends all the same.
                let finished = scanner.finish(&bytes[done..len], base + done as u64, &mut self.events);
                broken = broken.or(finished.err());
            }
            let foreign = is_foreign(&broken);
            if let Some(error) = broken {
                end = End::Broken;
                let offset = error.position.offset.unwrap_or(base + len as u64);
                let error = error.at(Position::offset(offset));
                self.events.push(Event { offset, what: What::Problem(Severity::Error, error) });
            }
            name_places(&mut self.events, input.path(), base, lines, &bytes[..len]);

            self.carry.clear();
            self.carry.extend_from_slice(&bytes[done..len]);
            lines += memchr::memchr_iter(b'\n', &bytes[..done]).count() as u64;
            base += done as u64;
            // Nothing of another database's dump is measured.
            let fresh = if foreign { carried..carried } else { carried..len };
            let window = Window { bytes: Arc::new(bytes), base: base - done as u64, fresh, understood: done };
            let flow = consumer.window(self.seq, &window, &self.events);
            self.seq += 1;
            if flow.is_break() && !last {
                return End::Stopped;
            }
            if last || end == End::Broken {
                return end;
            }
        }
    }
}

/// Fills the buffer as far as the input goes; an error stands behind the bytes that came before it.
fn fill(input: &mut Input, buffer: &mut [u8]) -> (usize, Option<Error>) {
    let mut len = 0;
    while len < buffer.len() {
        match input.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(read) => len += read,
            Err(error) => return (len, Some(error)),
        }
    }
    (len, None)
}

/// Adds source and line to the problems found in a window. Lines are counted only here: problems are rare.
fn name_places(events: &mut [Event], path: &str, base: u64, lines: u64, window: &[u8]) {
    for event in events {
        if let What::Problem(_, error) = &mut event.what {
            error.position.source.get_or_insert_with(|| path.to_string());
            if let Some(offset) = error.position.offset.filter(|offset| *offset >= base) {
                let before = &window[..window.len().min((offset - base) as usize)];
                error.position.line = Some(lines + 1 + memchr::memchr_iter(b'\n', before).count() as u64);
            }
        }
    }
}
