//! Bytes of the sources, decompressed and converted, with progress.
//!
//! In: a path, standard input or any reader. Out: the dump's text, in pieces as large as the caller's buffer, with the compression
//! and text encoding that were found, what was odd about the data ([`Notice`]), and how far the file has been read.
//!
//! Everything is recognised by content, never by name: `sniff` judges the first bytes, `decode` undoes the compression and
//! `encoding` turns UTF-16 into UTF-8. A plain file goes from `read(2)` straight into the caller's buffer.

mod decode;
mod encoding;
mod open;
mod sniff;
mod source;

use std::fmt;

use crate::error::{Kind, Position};

pub use open::Input;

/// The compression that a source was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// None: the bytes are taken as they are.
    None,
    /// gzip, RFC 1952; also what pigz and bgzip write.
    Gzip,
    /// Zstandard frames, RFC 8878.
    Zstd,
    /// The .xz format.
    Xz,
    /// bzip2; also what pbzip2 writes.
    Bzip2,
    /// The LZ4 frame format.
    Lz4,
}

impl Compression {
    /// The format's stable lower-case word: `none`, `gzip`, `zstd`, `xz`, `bzip2`, `lz4`.
    pub fn word(self) -> &'static str {
        match self {
            Compression::None => "none",
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Xz => "xz",
            Compression::Bzip2 => "bzip2",
            Compression::Lz4 => "lz4",
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The text encoding that a source was found in, after decompression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, or any other superset of ASCII: the bytes are taken as they are, a byte order mark included.
    Utf8,
    /// UTF-16 little endian, delivered as UTF-8 without a byte order mark.
    Utf16Le,
    /// UTF-16 big endian, delivered as UTF-8 without a byte order mark.
    Utf16Be,
}

impl Encoding {
    /// The encoding's stable word: `utf-8`, `utf-16le`, `utf-16be`.
    pub fn word(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Something odd about a source that does not end the reading.
///
/// [`Kind::Converted`] is a note: nothing is lost. [`Kind::TrailingBytes`] and [`Kind::Encoding`] are warnings: bytes were left out
/// or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it is, as one stable word.
    pub kind: Kind,
    /// One line for people, without the position.
    pub message: String,
    /// The source, and the byte offset in the delivered text.
    pub position: Position,
}
