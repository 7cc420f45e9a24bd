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
    /// Every compression that is read.
    pub const ALL: [Compression; 6] = [
        Compression::None,
        Compression::Gzip,
        Compression::Zstd,
        Compression::Xz,
        Compression::Bzip2,
        Compression::Lz4,
    ];

    /// The usual extensions of its files, without the dot; they are not looked at.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Compression::None => &["sql"],
            Compression::Gzip => &["gz"],
            Compression::Zstd => &["zst"],
            Compression::Xz => &["xz"],
            Compression::Bzip2 => &["bz2"],
            Compression::Lz4 => &["lz4"],
        }
    }

    /// One line for `rowpress formats`.
    pub fn summary(self) -> &'static str {
        match self {
            Compression::None => "plain text: UTF-8 or any superset of ASCII as it is, UTF-16 converted",
            Compression::Gzip => "RFC 1952, several members, zero padding",
            Compression::Zstd => "RFC 8878, several frames, skippable frames",
            Compression::Xz => ".xz, several streams, stream padding",
            Compression::Bzip2 => "several streams",
            Compression::Lz4 => "LZ4 frames, several, skippable frames",
        }
    }

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
