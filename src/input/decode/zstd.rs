//! Zstandard frames (RFC 8878), by libzstd.

use zstd_safe::zstd_sys::ZSTD_ErrorCode;
use zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer};

use super::{Fault, Format, Match, Member, State, Step};
use crate::input::Compression;

pub(super) const FORMAT: Format =
    Format { compression: Compression::Zstd, part: "frame", skippable: true, recognise, start };

/// RFC 8878 section 3.1.1, Magic_Number 0xFD2FB528, little endian.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Binary logarithm of the largest window that is decoded: what `zstd --ultra --long=31` writes (zstd.h, ZSTD_WINDOWLOG_MAX).
/// libzstd asks for a window's memory at once but touches only what the data fills.
const WINDOW_LOG_MAX: u32 = if usize::BITS == 32 { 30 } else { 31 };

/// Bytes that the first call is given: less than a frame's header, since libzstd decodes a small frame that it holds entirely in one go.
const STARTING_INPUT: usize = 5;

fn recognise(head: &[u8]) -> Match {
    Match::of(head, &MAGIC)
}

fn start() -> Result<Box<dyn Member>, Fault> {
    let mut context =
        DCtx::try_create().ok_or_else(|| Fault::Refused(String::from("there is no memory for its decoder")))?;
    context.set_parameter(DParameter::WindowLogMax(WINDOW_LOG_MAX)).map_err(fault)?;
    Ok(Box::new(Zstd { context, wanted: STARTING_INPUT }))
}

struct Zstd {
    context: DCtx<'static>,
    /// Bytes that libzstd asks for next: up to the end of a block.
    wanted: usize,
}

impl Member for Zstd {
    /// Gives libzstd one block at a time: a call that fails does not say what it had already written, so it must not
    /// hold more than the block that is damaged.
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let mut source = InBuffer::around(&input[..self.wanted.min(input.len())]);
        let mut sink = OutBuffer::around(output);
        let state = match self.context.decompress_stream(&mut sink, &mut source) {
            Ok(0) => State::End,
            Ok(wanted) => {
                self.wanted = wanted;
                State::More
            }
            Err(code) => State::Failed(fault(code)),
        };
        Step { read: source.pos(), written: sink.pos(), state }
    }
}

/// libzstd's answer in words. An error code is the negative of the enum's value (zstd_errors.h).
fn fault(code: usize) -> Fault {
    let is = |which: ZSTD_ErrorCode| code.wrapping_neg() == which as usize;
    if is(ZSTD_ErrorCode::ZSTD_error_frameParameter_windowTooLarge) {
        Fault::Refused(format!("a frame asks for a window of more than 2^{WINDOW_LOG_MAX} bytes"))
    } else if is(ZSTD_ErrorCode::ZSTD_error_memory_allocation) {
        Fault::Refused(String::from("there is no memory for its window"))
    } else if is(ZSTD_ErrorCode::ZSTD_error_dictionary_wrong) {
        Fault::Refused(String::from("it needs a dictionary: unpack it with zstd -dc -D DICTIONARY FILE and pipe it in"))
    } else {
        Fault::Corrupt(String::from(zstd_safe::get_error_name(code)))
    }
}
