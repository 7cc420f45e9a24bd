//! Compressed data: members one after the other, what may stand between them, and what may not.
//!
//! In: a source whose first bytes are a known format's. Out: the decoded bytes of all members, streams or frames in turn; a typed
//! error where the data is cut or damaged, after every byte that could still be decoded; and a notice where bytes are left over.
//!
//! A format is one file with a [`Format`] in it, its line in [`FORMATS`], and its word in `Compression`.

mod bzip2;
mod gzip;
mod lz4;
mod pump;
mod xz;
mod zstd;

pub(super) use pump::{Decompressor, Detected, detect};

use super::Compression;

/// Every compression that is read, in the order in which they are tried.
static FORMATS: [&Format; 5] = [&gzip::FORMAT, &zstd::FORMAT, &xz::FORMAT, &bzip2::FORMAT, &lz4::FORMAT];

/// Bytes that tell any format: bzip2's are the longest.
pub(super) const MAGIC_MAX: usize = 10;

/// One compression format.
pub(super) struct Format {
    /// Its public name.
    pub(super) compression: Compression,
    /// What the format calls the parts that may follow each other.
    part: &'static str,
    /// Whether skippable frames may stand before, between and after its parts.
    skippable: bool,
    /// Whether bytes are the beginning of a part; it is shown `MAGIC_MAX` bytes, fewer only at the end of the input.
    recognise: fn(&[u8]) -> Match,
    /// A decoder for one part, which begins with the magic bytes.
    start: fn() -> Result<Box<dyn Member>, Fault>,
}

/// How some bytes compare with a magic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    Yes,
    /// They end too early to tell.
    Prefix,
    No,
}

impl Match {
    fn of(head: &[u8], magic: &[u8]) -> Match {
        if head.starts_with(magic) {
            Match::Yes
        } else if magic.starts_with(head) {
            Match::Prefix
        } else {
            Match::No
        }
    }
}

/// The decoder of one member.
trait Member: Send {
    /// Takes some of `input` and fills some of `output`; neither is empty but at the end of the input. Never called again after it
    /// has ended or failed.
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step;
}

/// What one step did.
struct Step {
    /// Bytes of the input that are used up.
    read: usize,
    /// Bytes of the output that are filled; they count even where the step failed.
    written: usize,
    state: State,
}

impl Step {
    /// From the differences of a library's own totals.
    fn of(read: u64, written: u64, state: State) -> Step {
        // Both are at most the lengths of the slices.
        Step { read: read as usize, written: written as usize, state }
    }
}

enum State {
    /// There may be more.
    More,
    /// The member is complete, its checksum right.
    End,
    Failed(Fault),
}

/// Why a member cannot be decoded.
enum Fault {
    /// The data is invalid.
    Corrupt(String),
    /// The data may be right, but asks for something that is not given: memory, a dictionary.
    Refused(String),
}

/// The format whose magic number begins `head`.
fn format_of(head: &[u8]) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| (format.recognise)(head) == Match::Yes)
}

/// The compression whose magic number begins `head`.
pub(super) fn recognise(head: &[u8]) -> Option<Compression> {
    format_of(head).map(|format| format.compression)
}

/// Whether `head`, all that there is, is the magic number of one of `formats` cut short.
fn is_cut_magic(head: &[u8], mut formats: impl Iterator<Item = &'static Format>) -> bool {
    formats.any(|format| {
        (format.recognise)(head) == Match::Prefix || (format.skippable && skippable(head) == Match::Prefix)
    })
}

/// Whether a skippable frame begins here: magic number 0x184D2A50 to 0x184D2A5F, little endian (RFC 8878 section 3.1.2; LZ4 shares it).
fn skippable(head: &[u8]) -> Match {
    match head {
        [0x50..=0x5f, rest @ ..] => Match::of(rest, &[0x2a, 0x4d, 0x18]),
        [] => Match::Prefix,
        _ => Match::No,
    }
}
