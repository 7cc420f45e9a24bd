//! UTF-16 to UTF-8, in pieces.
//!
//! In: UTF-16 bytes without their byte order mark. Out: UTF-8. What is no character (half a surrogate pair, an odd last byte) becomes
//! U+FFFD and is counted: one damaged comment must not cost the whole dump.

use encoding_rs::{Decoder, DecoderResult, UTF_16BE, UTF_16LE};

use super::Encoding;
use crate::error::Result;

/// Bytes of UTF-16 that are converted at a time.
const PIECE: usize = 64 * 1024;

/// U+FFFD REPLACEMENT CHARACTER in UTF-8.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// A converter from one of the two UTF-16 byte orders.
pub(super) struct Converter {
    decoder: Decoder,
    input: Box<[u8]>,
    taken: usize,
    filled: usize,
    ended: bool,
    finished: bool,
    output: Box<[u8]>,
    /// Bytes of `output` that are text, and how many of them the caller has got.
    ready: usize,
    shown: usize,
    /// Bytes of UTF-8 made so far.
    made: u64,
    replaced: u64,
    first_replaced: Option<u64>,
}

impl Converter {
    /// A converter, where `encoding` is one of UTF-16.
    pub(super) fn new(encoding: Encoding) -> Option<Self> {
        let encoding = match encoding {
            Encoding::Utf8 => return None,
            Encoding::Utf16Le => UTF_16LE,
            Encoding::Utf16Be => UTF_16BE,
        };
        Some(Converter {
            decoder: encoding.new_decoder_without_bom_handling(),
            input: vec![0; PIECE].into_boxed_slice(),
            taken: 0,
            filled: 0,
            ended: false,
            finished: false,
            // One unit of UTF-16 becomes at most three bytes; room for one more character keeps every call moving.
            output: vec![0; PIECE / 2 * 3 + 4 + REPLACEMENT.len()].into_boxed_slice(),
            ready: 0,
            shown: 0,
            made: 0,
            replaced: 0,
            first_replaced: None,
        })
    }

    /// Units that were replaced, and the offset of the first in the UTF-8 text.
    pub(super) fn replaced(&self) -> (u64, Option<u64>) {
        (self.replaced, self.first_replaced)
    }

    /// Some converted bytes, 0 only at the end; `fetch` gives the UTF-16, 0 only at its end.
    pub(super) fn read(&mut self, out: &mut [u8], mut fetch: impl FnMut(&mut [u8]) -> Result<usize>) -> Result<usize> {
        while self.shown == self.ready {
            if self.finished || out.is_empty() {
                return Ok(0);
            }
            if self.taken == self.filled && !self.ended {
                self.taken = 0;
                self.filled = 0;
                self.filled = fetch(&mut self.input)?;
                self.ended = self.filled == 0;
            }
            self.convert();
        }
        let count = (self.ready - self.shown).min(out.len());
        out[..count].copy_from_slice(&self.output[self.shown..self.shown + count]);
        self.shown += count;
        Ok(count)
    }

    /// Converts what is in `input` into an empty `output`.
    fn convert(&mut self) {
        let room = self.output.len() - REPLACEMENT.len();
        let input = &self.input[self.taken..self.filled];
        let (result, read, written) =
            self.decoder.decode_to_utf8_without_replacement(input, &mut self.output[..room], self.ended);
        self.taken += read;
        self.shown = 0;
        self.ready = written;
        match result {
            DecoderResult::InputEmpty => self.finished = self.ended,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                self.first_replaced.get_or_insert(self.made + written as u64);
                self.replaced += 1;
                self.output[written..written + REPLACEMENT.len()].copy_from_slice(REPLACEMENT);
                self.ready += REPLACEMENT.len();
            }
        }
        self.made += self.ready as u64;
    }
}
