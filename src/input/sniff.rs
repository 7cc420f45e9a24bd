//! What the first bytes of a text say: its encoding, or that it is no text that can be read.
//!
//! In: the first bytes of the decoded input. Out: an encoding with the length of its byte order mark, or an error that names what the
//! bytes are and the command that makes a dump of them.

use super::{Encoding, decode};
use crate::error::{Error, Kind, Result};

/// Bytes that are looked at: enough for tar's mark at 257, and for a count of NULs that a stray one cannot sway.
pub(super) const HEAD: usize = 4096;

/// Where POSIX tar has its magic (ustar header, field `magic`).
const TAR_MAGIC_AT: usize = 257;

/// Share of all bytes, in percent, that must be NUL before a text without a byte order mark is taken for UTF-16. Plain ASCII
/// in UTF-16 has 50, binary data between the quotes of a dump has NULs at even and odd places alike.
const NUL_PERCENT: usize = 40;

/// Share of all bytes, in percent, that may be NUL in the other places: characters such as U+4E00 have their zero byte there.
const STRAY_PERCENT: usize = 2;

/// An encoding, and how it was told.
pub(super) struct Found {
    pub(super) encoding: Encoding,
    /// Bytes of the byte order mark that are dropped.
    pub(super) mark: usize,
}

/// What is no dump, by its first bytes: name, magic, and what to do.
static REFUSED: [(&str, &[u8], &str); 19] = [
    ("a PostgreSQL custom-format dump (pg_dump -Fc)", b"PGDMP", "rowpress reads MySQL and MariaDB dumps"),
    ("a SQLite database file", b"SQLite format 3\0", "rowpress reads MySQL and MariaDB dumps"),
    ("a MySQL binary log", b"\xfebin", "rowpress reads dumps: see mysqldump"),
    ("an XtraBackup stream, a physical backup", b"XBSTCK01", "rowpress reads dumps: see mysqldump"),
    ("a zip archive", b"PK\x03\x04", "pipe its dump in: unzip -p FILE | rowpress analyze -"),
    ("an empty zip archive", b"PK\x05\x06", "there is nothing to read in it"),
    ("a 7z archive", b"7z\xbc\xaf\x27\x1c", "pipe its dump in: 7z x -so FILE | rowpress analyze -"),
    ("a rar archive", b"Rar!\x1a\x07", "pipe its dump in: unrar p -inul FILE | rowpress analyze -"),
    ("a compress (.Z) file", b"\x1f\x9d", "pipe it in: gzip -dc FILE | rowpress analyze -"),
    ("an lzip file", b"LZIP\x01", "pipe it in: lzip -dc FILE | rowpress analyze -"),
    ("an lzop file", b"\x89LZO\0\r\n\x1a\n", "pipe it in: lzop -dc FILE | rowpress analyze -"),
    ("an .lzma file", b"\x5d\0\0", "pipe it in: xz --format=lzma -dc FILE | rowpress analyze -"),
    ("a qpress archive", b"qpress10", "pipe it in: qpress -do FILE | rowpress analyze -"),
    ("a framed snappy file", b"\xff\x06\0\0sNaPpY", "pipe it in: snzip -dc FILE | rowpress analyze -"),
    ("a file of lz4's legacy format", b"\x02\x21\x4c\x18", "pipe it in: lz4 -dc FILE | rowpress analyze -"),
    ("a file encrypted by openssl", b"Salted__", "decrypt it first"),
    ("a file encrypted by age", b"age-encryption.org/v1", "decrypt it first"),
    ("a PGP message", b"-----BEGIN PGP MESSAGE-----", "decrypt it first: gpg -d FILE | rowpress analyze -"),
    ("a PDF document", b"%PDF-", "rowpress reads MySQL and MariaDB dumps"),
];

/// Judges the first bytes of the decoded input, at most `HEAD` of them.
pub(super) fn judge(head: &[u8]) -> Result<Found> {
    refuse(head)?;
    let found = |encoding, mark| Ok(Found { encoding, mark });
    match head {
        // UTF-32's little-endian mark begins with UTF-16's: a UTF-16 text does not begin with U+0000.
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Err(utf32()),
        [0xff, 0xfe, ..] => found(Encoding::Utf16Le, 2),
        [0xfe, 0xff, ..] => found(Encoding::Utf16Be, 2),
        _ => match nul_pattern(head) {
            Pattern::None => found(Encoding::Utf8, 0),
            Pattern::Odd => found(Encoding::Utf16Le, 0),
            Pattern::Even => found(Encoding::Utf16Be, 0),
            Pattern::Three => Err(utf32()),
        },
    }
}

fn refuse(head: &[u8]) -> Result<()> {
    if let Some((what, _, advice)) = REFUSED.iter().find(|(_, magic, _)| head.starts_with(magic)) {
        return Err(Error::new(Kind::NotMysql, format!("this is {what}: {advice}")));
    }
    // The name before the mark is padded with NULs, so that no text with this word in this place is taken for an archive.
    let (name, rest) = head.split_at(head.len().min(TAR_MAGIC_AT));
    if rest.starts_with(b"ustar") && name.contains(&0) {
        return Err(Error::new(
            Kind::NotMysql,
            "this is a tar archive: unpack it (tar -xf FILE), or pipe a dump out of it: tar -xOf FILE NAME | rowpress analyze -",
        ));
    }
    if let Some(compression) = decode::recognise(head) {
        return Err(Error::new(
            Kind::NotMysql,
            format!("the data is compressed twice, as {compression} inside: undo the outer compression first"),
        ));
    }
    Ok(())
}

fn utf32() -> Error {
    Error::new(
        Kind::Encoding,
        "the text is in UTF-32, which is not read: convert it with iconv -f UTF-32 -t UTF-8 FILE",
    )
}

/// Where the NULs of a text are.
enum Pattern {
    None,
    Odd,
    Even,
    Three,
}

fn nul_pattern(head: &[u8]) -> Pattern {
    let mut at = [0usize; 4];
    for (index, _) in head.iter().enumerate().filter(|&(_, &byte)| byte == 0) {
        at[index % 4] += 1;
    }
    let quarter = head.len() / 4;
    let (even, odd) = (at[0] + at[2], at[1] + at[3]);
    let many = |count: usize| count * 100 >= head.len() * NUL_PERCENT;
    let few = |count: usize| count * 100 <= head.len() * STRAY_PERCENT;
    if quarter == 0 {
        return Pattern::None;
    }
    // ASCII in UTF-32: three of four bytes are NUL, the fourth never.
    let three =
        |other: usize| at[other] == 0 && at.iter().enumerate().all(|(index, &n)| index == other || n >= quarter);
    if three(0) || three(3) {
        Pattern::Three
    } else if few(even) && many(odd) {
        Pattern::Odd
    } else if few(odd) && many(even) {
        Pattern::Even
    } else {
        Pattern::None
    }
}
