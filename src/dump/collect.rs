//! One statement's text, cleaned: comments become a blank, version comments that count are opened, up to the delimiter.
//!
//! In: a window of bytes and a place in it, again and again until the statement ends. Out: how far it came, and why it stopped. The
//! text is kept up to a limit; what is over it is passed over, so that no statement has to fit into memory.

use super::flavor::Flavor;
use super::routine::RoutineBody;
use crate::schema::strings::StringRules;

/// Bytes of a statement's text that are kept: far over any table definition, far under what a dump may hold.
pub const TEXT_LIMIT: usize = 16 << 20;

/// Bytes kept of statements of which only the head matters.
pub const HEAD_LIMIT: usize = 64 << 10;

/// Bytes kept of what follows the values of an INSERT: `AS new (a, b) ON DUPLICATE KEY UPDATE`.
const TAIL_LIMIT: usize = 4 << 10;

/// Bytes that have to be in the window for a comment's start to be read: `/*M!999999`.
const LOOKAHEAD: usize = 10;

/// Why collecting stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The window is used up as far as it can be understood.
    More,
    /// Behind the delimiter.
    Delimiter,
    /// Behind the VALUES of an INSERT or REPLACE.
    Values,
}

/// What surrounds a statement.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// How strings are written.
    pub rules: StringRules,
    /// Which version comments are SQL.
    pub flavor: Flavor,
    /// What ends a statement.
    pub delimiter: &'a [u8],
    /// Whether the window is the last of its source.
    pub last: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Code,
    Quote(u8),
    Line,
    Block(Skipped),
}

/// A comment that is passed over: where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skipped {
    /// At the first `*/`.
    Plain,
    /// A version comment that does not count: comments may stand in it, one level deep.
    Version,
    /// A comment in a version comment that does not count.
    Inner,
}

impl Skipped {
    /// Reads on from `at`: the index behind the comment, or `None` where its end is not in the window; `at` is then where to go on.
    pub fn end(&mut self, window: &[u8], at: &mut usize, last: bool) -> Option<usize> {
        loop {
            let rest = window.get(*at..)?;
            let close = memchr::memmem::find(rest, b"*/");
            let inner = match (*self, close) {
                (Skipped::Version, Some(close)) => memchr::memmem::find(&rest[..close + 1], b"/*"),
                (Skipped::Version, None) => memchr::memmem::find(rest, b"/*"),
                _ => None,
            };
            match (inner, close) {
                (Some(inner), _) => {
                    *at += inner + 2;
                    *self = Skipped::Inner;
                }
                (None, Some(close)) if *self == Skipped::Inner => {
                    *at += close + 2;
                    *self = Skipped::Version;
                }
                (None, Some(close)) => return Some(*at + close + 2),
                (None, None) => {
                    // The last byte may be the first half of a sign.
                    *at = if last { window.len() } else { window.len().saturating_sub(1).max(*at) };
                    return None;
                }
            }
        }
    }
}

/// Which words matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The first word is not known yet.
    Unknown,
    Insert {
        /// The word before can be followed by the table's name.
        name_follows: bool,
    },
    Create,
    Routine(RoutineBody),
    Other,
}

/// Collects one statement.
#[derive(Debug)]
pub struct Collector {
    /// The text so far.
    pub text: Vec<u8>,
    /// Whether text was passed over.
    pub overflow: bool,
    /// Version comments that are open.
    pub open_comments: u32,
    inside: Inside,
    kind: Kind,
    depth: u32,
    limit: usize,
}

impl Default for Collector {
    fn default() -> Self {
        Collector {
            text: Vec::new(),
            overflow: false,
            open_comments: 0,
            inside: Inside::Code,
            kind: Kind::Unknown,
            depth: 0,
            limit: HEAD_LIMIT,
        }
    }
}

impl Collector {
    /// Makes ready for the next statement, inside so many open version comments.
    pub fn restart(&mut self, open_comments: u32) {
        let text = std::mem::take(&mut self.text);
        *self = Collector { text, open_comments, ..Collector::default() };
        self.text.clear();
    }

    /// As [`Collector::restart`], for the rest of a statement whose values were read.
    pub fn restart_to_skip(&mut self, open_comments: u32) {
        self.restart(open_comments);
        self.kind = Kind::Other;
        self.limit = TAIL_LIMIT;
    }

    /// Whether the statement is an INSERT or REPLACE whose values have not come yet.
    pub fn is_insert(&self) -> bool {
        matches!(self.kind, Kind::Insert { .. })
    }

    /// Whether the source may end here without having cut anything: not in a string, a comment or a parenthesis.
    pub fn at_rest(&self) -> bool {
        matches!(self.inside, Inside::Code | Inside::Line) && self.depth == 0 && self.open_comments == 0
    }

    /// What the collector is inside of, in words.
    pub fn inside(&self) -> &'static str {
        match self.inside {
            Inside::Quote(b'`') => "inside a quoted name",
            Inside::Quote(_) => "inside a string",
            Inside::Block(_) => "inside a comment",
            Inside::Code | Inside::Line => "in the middle of a statement",
        }
    }

    /// Reads on from `at`; returns where it stopped.
    pub fn collect(&mut self, window: &[u8], mut at: usize, context: Context<'_>) -> (usize, Stop) {
        loop {
            let next = match self.inside {
                Inside::Quote(quote) => self.quoted(window, at, quote, context),
                Inside::Line => self.line_comment(window, at),
                Inside::Block(mut skipped) => match skipped.end(window, &mut at, context.last) {
                    Some(end) => {
                        self.inside = Inside::Code;
                        Some(end)
                    }
                    None => {
                        self.inside = Inside::Block(skipped);
                        return (at, Stop::More);
                    }
                },
                Inside::Code => match self.code(window, at, context) {
                    Ok(next) => next,
                    Err((end, stop)) => return (end, stop),
                },
            };
            match next {
                Some(next) => at = next,
                // A line's comment is used up as far as it is there.
                None if self.inside == Inside::Line => return (window.len(), Stop::More),
                None => return (at, Stop::More),
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = self.limit.saturating_sub(self.text.len());
        if bytes.len() > room {
            self.overflow = true;
        }
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Reads to the end of the string; a string that does not end in the window is taken in parts that leave an escape or a character
    /// whole.
    fn quoted(&mut self, window: &[u8], at: usize, quote: u8, context: Context<'_>) -> Option<usize> {
        if at >= window.len() {
            return None;
        }
        if let Some(end) = context.rules.string_end(window, at, quote)
            && (end < window.len() || context.last)
        {
            self.keep(&window[at..end]);
            self.inside = Inside::Code;
            return Some(end);
        }
        // The string goes on behind the window, or its last byte may be half of a doubled quote.
        let safe = context.rules.safe_prefix(&window[at..], quote);
        if safe == 0 {
            return None;
        }
        self.keep(&window[at..at + safe]);
        Some(at + safe)
    }

    fn line_comment(&mut self, window: &[u8], at: usize) -> Option<usize> {
        let newline = memchr::memchr(b'\n', window.get(at..)?)?;
        self.inside = Inside::Code;
        Some(at + newline)
    }

    /// Reads one piece of code: a word, a sign, the start of something.
    fn code(&mut self, window: &[u8], at: usize, context: Context<'_>) -> Result<Option<usize>, (usize, Stop)> {
        let rest = &window[at..];
        let Some(&byte) = rest.first() else { return Ok(None) };
        if rest.starts_with(context.delimiter) {
            if !self.delimiter_is_inside(context.delimiter) {
                return Err((at + context.delimiter.len(), Stop::Delimiter));
            }
        } else if !context.last && rest.len() < context.delimiter.len() && context.delimiter.starts_with(rest) {
            return Ok(None);
        } else if byte == b';' && !matches!(self.kind, Kind::Routine(_)) {
            // The client sends both statements at once; to the server a semicolon ends one all the same.
            return Err((at + 1, Stop::Delimiter));
        }
        let short = rest.len() < LOOKAHEAD && !context.last;
        match byte {
            b'\'' | b'"' | b'`' => {
                self.keep(&[byte]);
                self.word_ended();
                self.inside = Inside::Quote(byte);
                Ok(Some(at + 1))
            }
            b'#' => {
                self.inside = Inside::Line;
                Ok(Some(at + 1))
            }
            b'-' | b'/' | b'*' | b'\\' if short => Ok(None),
            b'\\' if is_go(rest) => Err((at + 2, Stop::Delimiter)),
            b'-' if is_dash_comment(rest) => {
                self.inside = Inside::Line;
                Ok(Some(at + 2))
            }
            b'/' if rest.starts_with(b"/*") => {
                self.keep(b" ");
                match version_comment(rest) {
                    Some(comment) if context.flavor.runs(comment.mariadb_only, comment.version) => {
                        self.open_comments += 1;
                        Ok(Some(at + comment.len))
                    }
                    comment => {
                        self.inside = Inside::Block(comment.map_or(Skipped::Plain, |_| Skipped::Version));
                        Ok(Some(at + 2))
                    }
                }
            }
            b'*' if self.open_comments > 0 && rest.starts_with(b"*/") => {
                self.open_comments -= 1;
                self.keep(b" ");
                Ok(Some(at + 2))
            }
            _ if is_word(byte) => {
                let len = rest.iter().position(|&b| !is_word(b)).unwrap_or(rest.len());
                if len == rest.len() && !context.last && len < HEAD_LIMIT {
                    return Ok(None);
                }
                // `END$$`: the delimiter counts wherever it stands.
                let reach = &rest[..rest.len().min(len + context.delimiter.len())];
                let delimiter = memchr::memmem::find(reach, context.delimiter).filter(|&found| found > 0);
                let len = delimiter.map_or(len, |found| len.min(found));
                let word = &rest[..len];
                // `db.values` and `@end` are names.
                let qualified = matches!(self.text.last(), Some(b'.' | b'@'));
                self.keep(word);
                if !qualified && self.word(word) {
                    return Err((at + len, Stop::Values));
                }
                Ok(Some(at + len))
            }
            _ => {
                match byte {
                    b'(' => self.depth += 1,
                    b')' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                if !byte.is_ascii_whitespace() {
                    self.word_ended();
                }
                self.keep(&[byte]);
                Ok(Some(at + 1))
            }
        }
    }

    /// A routine's body has delimiters of its own where the dump does not change the delimiter for it.
    fn delimiter_is_inside(&mut self, delimiter: &[u8]) -> bool {
        match &mut self.kind {
            Kind::Routine(body) if delimiter == b";" => body.delimiter() || self.open_comments > 0,
            _ => false,
        }
    }

    /// A name or sign stands where a word may stand.
    fn word_ended(&mut self) {
        if let Kind::Insert { name_follows } = &mut self.kind {
            *name_follows = false;
        }
    }

    /// Takes note of a word; true where the values of an INSERT begin.
    fn word(&mut self, word: &[u8]) -> bool {
        let is = |other: &str| word.eq_ignore_ascii_case(other.as_bytes());
        match &mut self.kind {
            Kind::Unknown => {
                self.kind = if is("INSERT") || is("REPLACE") {
                    self.limit = TEXT_LIMIT;
                    Kind::Insert { name_follows: true }
                } else if is("CREATE") {
                    self.limit = TEXT_LIMIT;
                    Kind::Create
                } else if is("ALTER") {
                    self.limit = TEXT_LIMIT;
                    Kind::Other
                } else {
                    Kind::Other
                };
            }
            Kind::Create => {
                if ["PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE"].iter().any(|kind| is(kind)) {
                    self.limit = HEAD_LIMIT;
                    self.kind = Kind::Routine(RoutineBody::default());
                } else if ["TABLE", "VIEW", "INDEX", "DATABASE", "SCHEMA", "USER", "ROLE", "SEQUENCE", "SERVER"]
                    .iter()
                    .any(|kind| is(kind))
                {
                    self.kind = Kind::Other;
                }
            }
            Kind::Routine(body) => body.word(word),
            Kind::Insert { name_follows } => {
                let modifier =
                    ["LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE", "INTO"].iter().any(|kind| is(kind));
                let name = std::mem::replace(name_follows, modifier) && !modifier;
                if self.depth == 0 && !name {
                    if is("VALUES") || is("VALUE") {
                        return true;
                    }
                    if is("SELECT") || is("WITH") || is("SET") {
                        self.kind = Kind::Other;
                    }
                }
            }
            Kind::Other => {}
        }
        false
    }
}

/// Bytes of words: letters, digits, `_`, `$` and everything that is not ASCII.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Inside a statement two dashes begin a comment where white space, a control character or the end follows.
pub fn is_dash_comment(rest: &[u8]) -> bool {
    rest.starts_with(b"--") && rest.get(2).is_none_or(|&byte| byte <= b' ')
}

/// `\g` and `\G`: a delimiter, whatever the delimiter is.
pub fn is_go(rest: &[u8]) -> bool {
    matches!(rest, [b'\\', b'g' | b'G', ..])
}

/// The start of a version comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersionComment {
    /// The form `/*M!`.
    pub mariadb_only: bool,
    /// Its number of five or six digits, where it has one.
    pub version: Option<u32>,
    /// Bytes up to its content.
    pub len: usize,
}

/// Reads the start of a version comment.
pub fn version_comment(rest: &[u8]) -> Option<VersionComment> {
    let (mariadb_only, head) = if rest.starts_with(b"/*!") {
        (false, 3)
    } else if rest.starts_with(b"/*M!") {
        (true, 4)
    } else {
        return None;
    };
    let digits = rest[head..].iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
    if digits < 5 {
        return Some(VersionComment { mariadb_only, version: None, len: head });
    }
    let version = rest[head..head + digits].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    Some(VersionComment { mariadb_only, version: Some(version), len: head + digits })
}
