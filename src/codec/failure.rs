//! The codecs' errors: always the codec's name, and the library's own text where it has one.

use std::fmt::Display;

use crate::error::{Error, Kind};

/// An error of the library `codec` with the library's text.
pub(super) fn failed(codec: &str, cause: impl Display) -> Error {
    Error::new(Kind::Codec, format!("{codec}: {cause}"))
}

/// Compressed data that stops before its end.
pub(super) fn ended_early(codec: &str) -> Error {
    failed(codec, "the compressed data stops before its end")
}

/// Bytes behind the end of the compressed data.
pub(super) fn trailing(codec: &str) -> Error {
    failed(codec, "there are bytes after the end of the compressed data")
}

/// Data that restores to more bytes than the unit had.
pub(super) fn too_long(codec: &str) -> Error {
    failed(codec, "the data restores to more bytes than were compressed")
}

/// An output that does not hold the compressed unit.
pub(super) fn out_too_small(codec: &str) -> Error {
    failed(codec, "the output buffer is smaller than the codec's bound")
}

/// A unit that the library cannot take in one call.
pub(super) fn unit_too_large(codec: &str, unit_len: usize) -> Error {
    failed(codec, format_args!("a unit of {unit_len} bytes is larger than the library takes in one call"))
}

/// A whole stream of a codec that has none.
pub(super) fn blocks_only(codec: &str) -> Error {
    Error::new(
        Kind::InvalidValue,
        format!("{codec} has no file format, so it cannot compress a whole stream: choose a block size for it"),
    )
}
