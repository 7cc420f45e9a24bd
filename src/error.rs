//! The library's typed error: what went wrong (one stable word), where, and what to do about it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The library's result.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong, as one stable kebab-case word: printed in brackets on standard error, and `warnings[].kind` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// The operating system refused to open, read or write.
    Io,
    /// A path that does not exist.
    NotFound,
    /// A directory where a file was expected.
    IsDirectory,
    /// A file without a byte in it.
    EmptyInput,
    /// The input ends in the middle of something: a compressed member, a string, a statement.
    Truncated,
    /// Compressed data that its own format calls invalid.
    CorruptInput,
    /// A text encoding that cannot be read.
    Encoding,
    /// The dump of another database system, or no dump at all.
    NotMysql,
    /// The input was read to its end and holds neither a table nor a row.
    NoTables,
    /// A statement that cannot be read.
    Syntax,
    /// A statement larger than the reader keeps in memory.
    TooLarge,
    /// Rows for a table that the input does not define.
    NoCreateTable,
    /// Text of a tool (a warning, a prompt) between the statements.
    ToolText,
    /// Bytes after the end of the compressed data.
    TrailingBytes,
    /// Statements of another database's dialect inside a MySQL dump.
    ForeignDialect,
    /// The input was converted from another text encoding.
    Converted,
    /// REPLACE, INSERT IGNORE or ON DUPLICATE KEY UPDATE: rows are counted as written.
    RepeatedKeys,
    /// A statement whose effect on the rows cannot be followed without a server.
    RowCountBound,
    /// A table whose rows come in several places of the dump.
    ScatteredTable,
    /// A dump whose writer ends it with a trailer that is not there.
    NoTrailer,
    /// A name (codec, unit, format, level) that does not exist.
    UnknownName,
    /// A value out of its range, or options that do not go together.
    InvalidValue,
    /// A codec refused its input or its own output.
    Codec,
    /// A unit that did not come back from its codec as it went in.
    Mismatch,
    /// The run was ended by the user.
    Interrupted,
    /// A report that cannot be read back.
    InvalidReport,
    /// A doubt about a measurement: too few bytes, a noisy clock.
    Measurement,
    /// Names or data that were left out because they were asked to be.
    Redacted,
    /// A kind that a newer version wrote into a saved report.
    #[serde(other)]
    Other,
}

impl Kind {
    /// The kind's stable word, as in JSON.
    pub fn word(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(word)) => word,
            _ => String::from("error"),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word())
    }
}

/// Where something is: each part as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The input's path, `-` for standard input.
    pub source: Option<String>,
    /// Line of the decoded text, from 1.
    pub line: Option<u64>,
    /// Byte offset in the decoded text, from 0.
    pub offset: Option<u64>,
    /// The table concerned, as `database.table` or `table`.
    pub table: Option<String>,
}

impl Position {
    /// A position that knows only its input.
    pub fn source(path: impl Into<String>) -> Self {
        Position { source: Some(path.into()), ..Position::default() }
    }

    /// A position that knows only its byte offset.
    pub fn offset(offset: u64) -> Self {
        Position { offset: Some(offset), ..Position::default() }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(source) = &self.source {
            f.write_str(if source == "-" { "standard input" } else { source })?;
            separator = ", ";
        }
        if let Some(line) = self.line {
            write!(f, "{separator}line {line}")?;
            separator = ", ";
        }
        if let Some(offset) = self.offset {
            write!(f, "{separator}byte {offset}")?;
            separator = ", ";
        }
        if let Some(table) = &self.table {
            write!(f, "{separator}table {table}")?;
        }
        Ok(())
    }
}

/// An error with its kind and position. The message says what was expected and, where there is something, what to do.
#[derive(Debug)]
pub struct Error {
    /// What went wrong, as one stable word.
    pub kind: Kind,
    /// One line for people, without the position.
    pub message: String,
    /// Where.
    pub position: Box<Position>,
    /// The underlying error, where there is one. Its text is part of `message` already.
    pub cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// An error without a position.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Error { kind, message: message.into(), position: Box::default(), cause: None }
    }

    /// The same error at a position; parts that are known already are kept.
    pub fn at(mut self, position: Position) -> Self {
        let known = *self.position;
        self.position = Box::new(Position {
            source: known.source.or(position.source),
            line: known.line.or(position.line),
            offset: known.offset.or(position.offset),
            table: known.table.or(position.table),
        });
        self
    }

    /// The same error with the error that it comes from.
    pub fn because(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self.position != Position::default() {
            write!(f, "{}: ", self.position)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as &(dyn std::error::Error + 'static))
    }
}
