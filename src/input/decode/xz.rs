//! .xz streams, by liblzma: it checks headers, block checks and the index itself.

use xz2::stream::{Action, Error, Status, Stream};

use super::{Fault, Format, Match, Member, State, Step};
use crate::input::Compression;

pub(super) const FORMAT: Format =
    Format { compression: Compression::Xz, part: "stream", skippable: false, recognise, start };

/// xz-file-format.txt section 2.1.1.1, header magic bytes.
const MAGIC: [u8; 6] = [0xfd, b'7', b'z', b'X', b'Z', 0x00];

/// Bytes of memory that a stream may ask for. `xz -9` needs 65 MiB; its largest dictionary, 1.5 GiB, is just not allowed.
const MEMORY: u64 = 3 << 29;

fn recognise(head: &[u8]) -> Match {
    Match::of(head, &MAGIC)
}

fn start() -> Result<Box<dyn Member>, Fault> {
    match Stream::new_stream_decoder(MEMORY, 0) {
        Ok(stream) => Ok(Box::new(Xz(stream))),
        Err(error) => Err(Fault::Refused(format!("liblzma does not start: {error}"))),
    }
}

struct Xz(Stream);

impl Member for Xz {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (read, written) = (self.0.total_in(), self.0.total_out());
        let state = match self.0.process(input, output, Action::Run) {
            Ok(Status::StreamEnd) => State::End,
            Ok(_) => State::More,
            Err(Error::MemLimit) => State::Failed(Fault::Refused(String::from(
                "its dictionary needs more than 1.5 GiB of memory: unpack it with xz -dc FILE and pipe it in",
            ))),
            Err(Error::Mem) => State::Failed(Fault::Refused(String::from("there is no memory for its dictionary"))),
            Err(Error::Options) => {
                State::Failed(Fault::Corrupt(String::from("a filter or option that liblzma does not know")))
            }
            Err(_) => State::Failed(Fault::Corrupt(String::from("invalid data or checksum"))),
        };
        Step::of(self.0.total_in() - read, self.0.total_out() - written, state)
    }
}
