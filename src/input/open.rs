//! One open source: from a path, standard input or a reader to text.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::decode::{Decompressor, Detected, detect};
use super::encoding::Converter;
use super::source::Source;
use super::{Compression, Encoding, Notice, sniff};
use crate::error::{Error, Kind, Position, Result};

/// One open source, read once from its beginning to its end.
///
/// ```no_run
/// let mut input = rowpress::input::Input::open("dump.sql.gz")?;
/// let mut buffer = vec![0; 1 << 20];
/// loop {
///     let read = input.read(&mut buffer)?;
///     if read == 0 {
///         break;
///     }
///     // buffer[..read] is text
/// }
/// for notice in input.take_notices() {
///     eprintln!("{}: {}: {}", notice.kind, notice.position, notice.message);
/// }
/// # Ok::<(), rowpress::Error>(())
/// ```
pub struct Input {
    path: String,
    file_len: Option<u64>,
    progress: Arc<AtomicU64>,
    compression: Compression,
    encoding: Encoding,
    stage: Stage,
    /// The bytes that were looked at, and how many of them have been passed on.
    head: Vec<u8>,
    head_taken: usize,
    converter: Option<Converter>,
    delivered: u64,
    notices: Vec<Notice>,
    /// What ends the reading after the bytes that are delivered already.
    pending: Option<Error>,
    /// What has ended the reading.
    failed: Option<(Kind, String, Position)>,
    ended: bool,
}

/// The bytes before text conversion.
enum Stage {
    Plain(Source),
    Compressed(Box<Decompressor>),
}

impl Stage {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        match self {
            Stage::Plain(source) => source.read(out),
            Stage::Compressed(decompressor) => decompressor.read(out),
        }
    }

    fn compression(&self) -> Compression {
        match self {
            Stage::Plain(_) => Compression::None,
            Stage::Compressed(decompressor) => decompressor.compression(),
        }
    }
}

impl Input {
    /// Opens the file at `path`, or standard input for `-`, and looks at its first bytes.
    ///
    /// Errors: `NotFound`, `IsDirectory`, `Io`, `EmptyInput`, `NotMysql` for what is recognised as something else, `Encoding` for
    /// a text encoding that is not read, and `Truncated` or `CorruptInput` where not one byte can be decoded.
    pub fn open(path: &str) -> Result<Self> {
        if path == "-" {
            return Self::stdin();
        }
        match File::open(path) {
            Ok(file) => Self::from_file(path, file),
            Err(error) => Err(Error::new(
                if error.kind() == io::ErrorKind::NotFound { Kind::NotFound } else { Kind::Io },
                match error.kind() {
                    io::ErrorKind::NotFound => String::from("there is no such file"),
                    _ => format!("cannot be opened: {error}"),
                },
            )
            .because(error)
            .at(Position::source(path))),
        }
    }

    /// Reads from any reader. `name` stands for it in messages, `-` for standard input; `length` is its length in bytes if known.
    ///
    /// Errors: as `open`, without those of the file system.
    pub fn from_reader(name: &str, length: Option<u64>, reader: impl Read + Send + 'static) -> Result<Self> {
        Self::from_source(name, Source::new(Box::new(reader), length)).map_err(|error| error.at(Position::source(name)))
    }

    #[cfg(unix)]
    fn stdin() -> Result<Self> {
        use std::os::fd::AsFd;
        // As a file of its own: no second buffer in between, and a redirected file's length is known.
        match io::stdin().as_fd().try_clone_to_owned() {
            Ok(descriptor) => Self::from_file("-", File::from(descriptor)),
            Err(error) => {
                Err(Error::new(Kind::Io, format!("cannot be read: {error}")).because(error).at(Position::source("-")))
            }
        }
    }

    #[cfg(not(unix))]
    fn stdin() -> Result<Self> {
        Self::from_reader("-", None, io::stdin())
    }

    fn from_file(path: &str, file: File) -> Result<Self> {
        let metadata = file.metadata().ok();
        if metadata.as_ref().is_some_and(|metadata| metadata.is_dir()) {
            let message = "is a directory; rowpress reads dump files, folders are not read yet";
            return Err(Error::new(Kind::IsDirectory, message).at(Position::source(path)));
        }
        // Files that the system makes up as they are read say 0 and mean unknown.
        let length =
            metadata.filter(|metadata| metadata.is_file()).map(|metadata| metadata.len()).filter(|&length| length > 0);
        Self::from_reader(path, length, file)
    }

    fn from_source(path: &str, source: Source) -> Result<Self> {
        let (file_len, progress) = (source.length(), source.progress());
        let mut stage = match detect(source)? {
            Detected::Plain(source) => Stage::Plain(source),
            Detected::Compressed(decompressor) => Stage::Compressed(decompressor),
        };
        // Before anything is read: later members may have another format.
        let compression = stage.compression();
        let (head, pending) = read_head(&mut stage);
        if head.is_empty() {
            return Err(pending.unwrap_or_else(|| {
                Error::new(
                    Kind::EmptyInput,
                    match compression {
                        Compression::None => String::from("is empty"),
                        compression => format!("is empty: the {compression} data holds no bytes"),
                    },
                )
            }));
        }
        let found = sniff::judge(&head)?;
        let mut input = Input {
            path: String::from(path),
            file_len,
            progress,
            compression,
            encoding: found.encoding,
            stage,
            head,
            head_taken: found.mark,
            converter: Converter::new(found.encoding),
            delivered: 0,
            notices: Vec::new(),
            pending,
            failed: None,
            ended: false,
        };
        if found.encoding != Encoding::Utf8 {
            let how = if found.mark > 0 { "by its byte order mark" } else { "by its zero bytes" };
            let word = found.encoding.word().to_uppercase();
            input.notice(Kind::Converted, format!("converted from {word} ({how}) to UTF-8"), 0);
        }
        Ok(input)
    }

    /// Fills as much of `buf` as there is text for; 0 only at the end, or for an empty `buf`.
    ///
    /// Errors: `Io`, `Truncated` or `CorruptInput` (`Codec` where the data asks for too much memory or a dictionary), with the offset in the
    /// text and only after all bytes before it have been delivered. Every later call gives the same error.
    pub fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        if let Some((kind, message, position)) = &self.failed {
            return Err(Error::new(*kind, message.clone()).at(position.clone()));
        }
        let mut filled = 0;
        while filled < buf.len() && !self.ended {
            match self.read_some(&mut buf[filled..]) {
                Ok(0) => self.end(),
                Ok(read) => {
                    filled += read;
                    self.delivered += read as u64;
                }
                Err(error) if filled > 0 => {
                    // Given on the next call; nothing can be read in between.
                    self.pending = Some(error);
                    break;
                }
                Err(error) => {
                    self.end();
                    let position = Position { offset: Some(self.delivered), ..Position::source(&*self.path) };
                    let error = error.at(position.clone());
                    self.failed = Some((error.kind, error.message.clone(), position));
                    return Err(error);
                }
            }
        }
        Ok(filled)
    }

    /// Some text, converted where it must be.
    fn read_some(&mut self, out: &mut [u8]) -> Result<usize> {
        let Input { stage, head, head_taken, pending, converter, .. } = self;
        let mut raw = |out: &mut [u8]| {
            if *head_taken < head.len() {
                let count = (head.len() - *head_taken).min(out.len());
                out[..count].copy_from_slice(&head[*head_taken..*head_taken + count]);
                *head_taken += count;
                return Ok(count);
            }
            match pending.take() {
                Some(error) => Err(error),
                None => stage.read(out),
            }
        };
        match converter {
            None => raw(out),
            Some(converter) => converter.read(out, raw),
        }
    }

    /// What can be said only at the end.
    fn end(&mut self) {
        self.ended = true;
        if let Some((count, Some(first))) = self.converter.as_ref().map(Converter::replaced) {
            let word = self.encoding.word().to_uppercase();
            let message = match count {
                1 => format!("1 unit of {word} is no character and was replaced by U+FFFD"),
                _ => format!("{count} units of {word} are no characters and were replaced by U+FFFD"),
            };
            self.notice(Kind::Encoding, message, first);
        }
    }

    fn notice(&mut self, kind: Kind, message: String, offset: u64) {
        let position = Position { offset: Some(offset), ..Position::source(&*self.path) };
        self.notices.push(Notice { kind, message, position });
    }

    /// The path as it was given, `-` for standard input.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The compression that was found; the first one, where parts of several formats follow each other.
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// The text encoding that was found.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Length of the file in bytes (compressed, where it is), where it is a regular file.
    pub fn file_len(&self) -> Option<u64> {
        self.file_len
    }

    /// Bytes of the file read so far (compressed, where it is); another thread may look at it.
    pub fn progress(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.progress)
    }

    /// Bytes of text delivered so far.
    pub fn decoded_bytes(&self) -> u64 {
        self.delivered
    }

    /// What was odd so far; each notice is handed out once. Some are known only at the end.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        let mut notices = std::mem::take(&mut self.notices);
        if let Stage::Compressed(decompressor) = &mut self.stage {
            for mut notice in decompressor.take_notices() {
                notice.position.source = Some(self.path.clone());
                notices.push(notice);
            }
        }
        notices
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input")
            .field("path", &self.path)
            .field("compression", &self.compression)
            .field("encoding", &self.encoding)
            .field("delivered", &self.delivered)
            .finish_non_exhaustive()
    }
}

/// The first bytes after decompression, and what went wrong behind them.
fn read_head(stage: &mut Stage) -> (Vec<u8>, Option<Error>) {
    let mut head = vec![0; sniff::HEAD];
    let mut filled = 0;
    let mut failure = None;
    while filled < head.len() {
        match stage.read(&mut head[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    head.truncate(filled);
    (head, failure)
}
