//! bzip2 streams.

use bzip2::{Decompress, Status};

use super::{Fault, Format, Match, Member, State, Step};
use crate::input::Compression;

pub(super) const FORMAT: Format =
    Format { compression: Compression::Bzip2, part: "stream", skippable: false, recognise, start };

/// bzip2's decompress.c: "BZh", the block size as a digit, then the mark of a block (the digits of pi) or of the end (of its root).
const MAGIC: &[u8; 3] = b"BZh";
const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

/// The three letters alone could begin a text, so the mark behind them must be there too.
fn recognise(head: &[u8]) -> Match {
    let (letters, rest) = head.split_at(head.len().min(MAGIC.len()));
    match (Match::of(letters, MAGIC), rest) {
        (Match::Yes, []) => Match::Prefix,
        (Match::Yes, [b'1'..=b'9', mark @ ..]) => match (Match::of(mark, &BLOCK), Match::of(mark, &END)) {
            _ if mark.is_empty() => Match::Prefix,
            (Match::No, other) => other,
            (block, _) => block,
        },
        (Match::Yes, _) => Match::No,
        (other, _) => other,
    }
}

fn start() -> Result<Box<dyn Member>, Fault> {
    Ok(Box::new(Bzip2(Decompress::new(false))))
}

struct Bzip2(Decompress);

impl Member for Bzip2 {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (read, written) = (self.0.total_in(), self.0.total_out());
        let state = match self.0.decompress(input, output) {
            Ok(Status::StreamEnd) => State::End,
            Ok(Status::MemNeeded) => State::Failed(Fault::Refused(String::from("there is no memory for its blocks"))),
            Ok(_) => State::More,
            Err(_) => State::Failed(Fault::Corrupt(String::from("invalid data or checksum"))),
        };
        Step::of(self.0.total_in() - read, self.0.total_out() - written, state)
    }
}
