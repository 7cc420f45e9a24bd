//! gzip members (RFC 1952), by zlib: it reads the header and checks CRC-32 and length itself.

use flate2::{Decompress, FlushDecompress, Status};

use super::{Fault, Format, Match, Member, State, Step};
use crate::input::Compression;

pub(super) const FORMAT: Format =
    Format { compression: Compression::Gzip, part: "member", skippable: false, recognise, start };

/// RFC 1952 section 2.3.1: ID1, ID2, and CM 8 (deflate), the only method there is.
const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];

/// The largest deflate window, as gzip always has it (zlib.h, MAX_WBITS).
const WINDOW_BITS: u8 = 15;

fn recognise(head: &[u8]) -> Match {
    Match::of(head, &MAGIC)
}

fn start() -> Result<Box<dyn Member>, Fault> {
    Ok(Box::new(Gzip(Decompress::new_gzip(WINDOW_BITS))))
}

struct Gzip(Decompress);

impl Member for Gzip {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (read, written) = (self.0.total_in(), self.0.total_out());
        let state = match self.0.decompress(input, output, FlushDecompress::None) {
            Ok(Status::StreamEnd) => State::End,
            Ok(Status::Ok | Status::BufError) => State::More,
            Err(error) => State::Failed(Fault::Corrupt(String::from(error.message().unwrap_or("invalid data")))),
        };
        Step::of(self.0.total_in() - read, self.0.total_out() - written, state)
    }
}
