//! What whole streams share: one driver for libraries that are fed step by step, one for libraries that only have a `Read` decoder, and
//! one for those that only have a `Write` encoder. None of them holds more than a piece of the stream.

use std::io::{self, Read};

use super::failure::{ended_early, failed, trailing};
use super::{StreamDecoder, StreamEncoder};
use crate::error::Result;

/// Room that a library finds behind the sink's end in each call, in bytes.
const ROOM: usize = 64 * 1024;

/// What one call into a streaming library did.
pub(super) struct Stepped {
    /// Input bytes taken.
    pub used: usize,
    /// Whether the stream is complete.
    pub ended: bool,
}

/// A library that takes some input and appends some output in each call.
pub(super) trait Step: Send {
    /// The codec's name, for errors.
    const CODEC: &'static str;

    /// Takes what it can of `input` and appends to the free capacity of `out`. `last` says that no input follows (encoders end then).
    ///
    /// # Errors
    /// `codec` where the library fails.
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, last: bool) -> Result<Stepped>;

    /// As [`StreamEncoder::memory_bytes`].
    fn memory_bytes(&self) -> Option<u64> {
        None
    }
}

/// Where a stream is. After an error a library's state is not defined, so it is not called again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Ended,
    Failed,
}

/// A whole stream over a [`Step`].
pub(super) struct Stepper<S> {
    library: S,
    state: State,
}

impl<S: Step> Stepper<S> {
    /// A stream at its start.
    pub(super) fn new(library: S) -> Self {
        Stepper { library, state: State::Open }
    }

    /// Calls the library until it has taken all input and has nothing more to give for it.
    fn run(&mut self, mut input: &[u8], out: &mut Vec<u8>, last: bool) -> Result<()> {
        if self.state == State::Failed {
            return Err(failed(S::CODEC, "the stream has failed before"));
        }
        while self.state == State::Open {
            if out.capacity() - out.len() < ROOM / 2 {
                out.reserve(ROOM);
            }
            let before = out.len();
            self.state = State::Failed;
            let Stepped { used, ended } = self.library.step(input, out, last)?;
            self.state = if ended { State::Ended } else { State::Open };
            input = &input[used..];
            let idle = used == 0 && out.len() == before;
            let done = !last && input.is_empty() && out.len() < out.capacity();
            if idle || done {
                break;
            }
        }
        if input.is_empty() { Ok(()) } else { Err(trailing(S::CODEC)) }
    }
}

impl<S: Step> StreamEncoder for Stepper<S> {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<()> {
        if input.is_empty() { Ok(()) } else { self.run(input, out, false) }
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        self.run(&[], out, true)?;
        if self.state == State::Ended { Ok(()) } else { Err(failed(S::CODEC, "the library did not end its stream")) }
    }

    fn memory_bytes(&self) -> Option<u64> {
        self.library.memory_bytes()
    }
}

impl<S: Step> StreamDecoder for Stepper<S> {
    fn push(&mut self, compressed: &[u8], out: &mut Vec<u8>) -> Result<()> {
        if compressed.is_empty() { Ok(()) } else { self.run(compressed, out, false) }
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        self.run(&[], out, true)?;
        if self.state == State::Ended { Ok(()) } else { Err(ended_early(S::CODEC)) }
    }
}

/// The bytes that a `Read` decoder may have now: those of complete parts of its framing. Behind them it sees an end.
#[derive(Default)]
pub(super) struct Parts {
    bytes: Vec<u8>,
    position: usize,
    complete: usize,
}

impl Read for Parts {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = buf.len().min(self.complete - self.position);
        buf[..count].copy_from_slice(&self.bytes[self.position..self.position + count]);
        self.position += count;
        Ok(count)
    }
}

/// A `Read` decoder over [`Parts`] with the rules of its framing. Such a decoder loses its place where a read ends inside of a part, so
/// it is given whole parts only.
pub(super) trait Framing: Send {
    /// The codec's name, for errors.
    const CODEC: &'static str;

    /// The length of the part that `pending` begins with, `None` while too few bytes are there to know. The part itself may be
    /// incomplete. The length must be bounded by the format, and is called once for each part.
    ///
    /// # Errors
    /// `codec` where the framing is not valid.
    fn part_len(&mut self, pending: &[u8]) -> Result<Option<usize>>;

    /// The decoder's source.
    fn parts(&mut self) -> &mut Parts;

    /// Appends to `out` what the decoder can restore from its source.
    fn read_to_end(&mut self, out: &mut Vec<u8>) -> io::Result<usize>;

    /// Whether the parts so far are a complete stream.
    fn ended(&self) -> bool;
}

/// A whole stream over a [`Framing`].
pub(super) struct PartDecoder<F> {
    framing: F,
    part: Option<usize>,
    state: State,
}

impl<F: Framing> PartDecoder<F> {
    /// A stream at its start.
    pub(super) fn new(framing: F) -> Self {
        PartDecoder { framing, part: None, state: State::Open }
    }

    /// Hands over every part that is complete.
    fn run(&mut self, out: &mut Vec<u8>) -> Result<()> {
        loop {
            let parts = self.framing.parts();
            let start = parts.position;
            let available = parts.bytes.len() - start;
            if self.part.is_none() {
                // The framing looks at the pending bytes while they belong to the decoder's source: borrow them for the call.
                let bytes = std::mem::take(&mut parts.bytes);
                let known = self.framing.part_len(&bytes[start..]);
                self.framing.parts().bytes = bytes;
                self.part = known?;
            }
            let Some(len) = self.part.filter(|&len| len <= available) else { break };
            self.part = None;
            self.framing.parts().complete = start + len;
            self.framing.read_to_end(out).map_err(|cause| failed(F::CODEC, cause))?;
            if self.framing.parts().position != start + len {
                return Err(failed(F::CODEC, "the decoder left a part of the stream unread"));
            }
        }
        let parts = self.framing.parts();
        parts.bytes.drain(..parts.position);
        parts.complete -= parts.position;
        parts.position = 0;
        Ok(())
    }
}

impl<F: Framing> StreamDecoder for PartDecoder<F> {
    fn push(&mut self, compressed: &[u8], out: &mut Vec<u8>) -> Result<()> {
        if self.state == State::Failed {
            return Err(failed(F::CODEC, "the stream has failed before"));
        }
        self.state = State::Failed;
        self.framing.parts().bytes.extend_from_slice(compressed);
        self.run(out)?;
        self.state = State::Open;
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        self.push(&[], out)?;
        let rest = self.framing.parts().bytes.is_empty();
        if rest && self.framing.ended() { Ok(()) } else { Err(ended_early(F::CODEC)) }
    }
}
