//! The scanner: bytes in, events out.
//!
//! It knows no file and keeps no input. Each call gets a window that begins where the last call stopped; what it cannot understand yet
//! it leaves, and the caller brings it again with more behind it. Strings, names and comments decide where a statement ends, never
//! lines or bare semicolons.

mod between;
mod values;

use std::sync::Arc;

use super::collect::{Collector, Context, Skipped, Stop};
use super::event::{Event, Insert, What};
use super::flavor::Flavor;
use super::session::Session;
use super::statement::{self, Statement};
use crate::error::{Error, Kind, Position, Result};
use crate::report::model::Severity;

#[cfg(test)]
pub(super) use values::{Tuple, tuple_end};

/// A head of an INSERT that is remembered may have so many bytes.
const REMEMBERED_HEAD: usize = 4096;

/// Reads one source.
#[derive(Debug, Default)]
pub struct Scanner {
    state: State,
    session: Session,
    flavor: Flavor,
    delimiter: Delimiter,
    collector: Collector,
    /// Version comments that are open between statements.
    open_comments: u32,
    /// Offset in the source of the statement's first byte.
    statement_at: u64,
    /// The INSERT that is being read.
    current: Option<Current>,
    remembered: Option<Head>,
    /// Whether a statement of MySQL's was seen.
    is_mysql: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    /// In a comment or a tool's line that does not matter, up to the end of the line.
    SkipLine,
    SkipBlock(Skipped),
    Statement,
    Values,
    /// Behind the values, up to the delimiter.
    Tail,
}

#[derive(Debug)]
struct Delimiter(Vec<u8>);

impl Default for Delimiter {
    fn default() -> Self {
        Delimiter(vec![b';'])
    }
}

#[derive(Debug)]
struct Current {
    insert: Arc<Insert>,
    /// The quote that its strings had last.
    quote: u8,
    /// What stands behind the last row.
    behind: Behind,
}

/// What stands behind the last row of an INSERT, as far as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    /// A comma, or there is no row yet: a row has to follow.
    Comma,
    /// Nothing.
    Nothing,
    /// The end of a line.
    Line,
}

/// The head of the last INSERT, byte for byte: most dumps repeat it.
#[derive(Debug)]
struct Head {
    bytes: Vec<u8>,
    insert: Arc<Insert>,
}

/// A window of the source.
#[derive(Clone, Copy)]
struct Window<'a> {
    bytes: &'a [u8],
    /// Offset of its first byte in the source.
    base: u64,
    /// Nothing follows.
    last: bool,
}

impl Window<'_> {
    fn offset(&self, at: usize) -> u64 {
        self.base + at as u64
    }

    /// The line from `at`, without its end, and the index behind its end; `None` where its end is not in the window.
    fn line(&self, at: usize) -> Option<(&[u8], usize)> {
        let rest = &self.bytes[at..];
        match memchr::memchr(b'\n', rest) {
            Some(end) => Some((&rest[..end], at + end + 1)),
            None if self.last => Some((rest, self.bytes.len())),
            None => None,
        }
    }
}

/// What a step came to.
enum Step {
    /// Go on at this index.
    Go(usize),
    /// More bytes are needed from this index on.
    More(usize),
}

impl Scanner {
    /// The session's settings so far.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The server that the dump is read as.
    pub fn flavor(&self) -> Flavor {
        self.flavor
    }

    /// Reads a window whose first byte is the source's byte `base`; `last` says that nothing follows. Returns how many bytes are done
    /// with: the next window has to begin there. What was found is appended to `events`.
    ///
    /// # Errors
    /// `not-mysql` where the source is another database's dump; nothing can be read on then.
    pub fn scan(&mut self, bytes: &[u8], base: u64, last: bool, events: &mut Vec<Event>) -> Result<usize> {
        let window = Window { bytes, base, last };
        let mut at = 0;
        loop {
            let step = match self.state {
                State::Between => self.between(window, at, events)?,
                State::SkipLine => match window.line(at) {
                    Some((_, end)) => {
                        self.state = State::Between;
                        Step::Go(end)
                    }
                    None => Step::More(bytes.len()),
                },
                State::SkipBlock(skipped) => self.skip_block(window, at, skipped),
                State::Statement => self.statement(window, at, events)?,
                State::Values => self.values(window, at, events),
                State::Tail => self.tail(window, at, events),
            };
            match step {
                Step::Go(next) => at = next,
                Step::More(from) => return Ok(from),
            }
        }
    }

    /// Says that the source ends, after a window that was marked as the last; `rest` is what that call left of it.
    pub fn finish(&mut self, rest: &[u8], offset: u64, events: &mut Vec<Event>) -> Result<()> {
        let end = offset + rest.len() as u64;
        match self.state {
            State::Between if self.open_comments > 0 => Err(self.truncated(end, "inside a version comment")),
            State::Between if !rest.is_empty() => Err(self.truncated(end, "in the middle of a word")),
            State::Between | State::SkipLine => Ok(()),
            State::SkipBlock(_) => {
                let error = self.truncated(end, "inside a comment");
                self.end_insert(end, false, events);
                Err(error)
            }
            State::Values => {
                let behind = self.current.as_ref().map(|current| current.behind);
                if rest.is_empty() && behind == Some(Behind::Line) && self.open_comments == 0 {
                    // As in the client, the last statement may lack its delimiter.
                    self.end_insert(end, false, events);
                    return Ok(());
                }
                let place = if rest.is_empty() {
                    "where the next row or the end of the statement should be"
                } else {
                    "inside a row"
                };
                let error = self.truncated(end, place);
                self.end_insert(end, false, events);
                Err(error)
            }
            State::Tail => {
                let error = self.truncated(end, "before the end of the statement");
                self.end_insert(end, values::says_on_duplicate(&self.collector.text), events);
                Err(error)
            }
            State::Statement => {
                self.collector.text.extend_from_slice(rest);
                // The last statement may lack its delimiter, as in the client; what cannot be whole is cut.
                let text = &self.collector.text;
                let whole = self.collector.at_rest()
                    && text.ends_with(b"\n")
                    && statement::may_lack_delimiter(text, &self.session);
                if !whole {
                    return Err(self.truncated(end, self.collector.inside()));
                }
                self.end_statement(end, events)
            }
        }
    }

    fn truncated(&self, end: u64, place: &str) -> Error {
        let table = match (&self.current, self.state) {
            (Some(current), _) => Some(current.insert.table.to_string()),
            (None, State::Between | State::SkipBlock(_)) => None,
            _ => statement::table_of(&self.collector.text, &self.session).map(|table| table.to_string()),
        };
        let message = format!("the dump ends {place}; what was read before is reported");
        let position = Position { offset: Some(end), table, ..Position::default() };
        Error::new(Kind::Truncated, message).at(position)
    }

    fn foreign(&mut self, database: &str, offset: u64, events: &mut Vec<Event>) -> Result<()> {
        if !self.is_mysql {
            return Err(not_mysql(database, offset));
        }
        let message = format!("a statement of {database}'s dialect was skipped");
        self.problem(Severity::Warning, Error::new(Kind::ForeignDialect, message), offset, events);
        Ok(())
    }

    fn problem(&self, severity: Severity, error: Error, offset: u64, events: &mut Vec<Event>) {
        events.push(Event { offset, what: What::Problem(severity, error.at(Position::offset(offset))) });
    }

    fn statement(&mut self, window: Window<'_>, at: usize, events: &mut Vec<Event>) -> Result<Step> {
        let context = Context {
            rules: self.session.rules(),
            flavor: self.flavor,
            delimiter: &self.delimiter.0,
            last: window.last,
        };
        let (end, stop) = self.collector.collect(window.bytes, at, context);
        match stop {
            Stop::More => {
                // The head of an INSERT is read in one window, so that a statement's bytes are all where its rows are.
                if self.collector.is_insert() && self.statement_at >= window.base && !window.last {
                    self.state = State::Between;
                    return Ok(Step::More((self.statement_at - window.base) as usize));
                }
                return Ok(Step::More(end));
            }
            Stop::Delimiter => {
                self.end_statement(window.offset(end), events)?;
                self.state = State::Between;
                self.open_comments = 0;
            }
            Stop::Values => {
                self.open_comments = self.collector.open_comments;
                match statement::insert_head(&self.collector.text, &self.session) {
                    Some(insert) => {
                        let insert = Arc::new(insert);
                        self.remember(window, end, &insert);
                        self.begin_insert(insert, events);
                    }
                    None => {
                        let error = Error::new(Kind::Syntax, "an INSERT whose table cannot be read was skipped");
                        self.problem(Severity::Error, error, self.statement_at, events);
                        self.collector.restart_to_skip(self.open_comments);
                    }
                }
            }
        }
        Ok(Step::Go(end))
    }

    /// Keeps the head of an INSERT that lies in the window from its first byte on, outside version comments.
    fn remember(&mut self, window: Window<'_>, end: usize, insert: &Arc<Insert>) {
        self.remembered = None;
        if self.open_comments == 0 && self.statement_at >= window.base {
            let start = (self.statement_at - window.base) as usize;
            let bytes = &window.bytes[start..end];
            if bytes.len() <= REMEMBERED_HEAD {
                self.remembered = Some(Head { bytes: bytes.to_vec(), insert: Arc::clone(insert) });
            }
        }
    }

    fn begin_insert(&mut self, insert: Arc<Insert>, events: &mut Vec<Event>) {
        self.is_mysql = true;
        let quote = self.current.as_ref().map_or(b'\'', |current| current.quote);
        events.push(Event { offset: self.statement_at, what: What::InsertBegin(Arc::clone(&insert)) });
        self.current = Some(Current { insert, quote, behind: Behind::Comma });
        self.state = State::Values;
    }

    fn end_insert(&mut self, end: u64, on_duplicate: bool, events: &mut Vec<Event>) {
        if let Some(current) = self.current.take() {
            let bytes = end - self.statement_at;
            let what = What::InsertEnd { insert: current.insert, bytes, on_duplicate };
            events.push(Event { offset: end, what });
        }
        self.open_comments = 0;
    }

    /// Reads a statement that was collected whole.
    fn end_statement(&mut self, end: u64, events: &mut Vec<Event>) -> Result<()> {
        self.remembered = None;
        let text = std::mem::take(&mut self.collector.text);
        let offset = self.statement_at;
        let read = (!text.trim_ascii().is_empty())
            .then(|| statement::read(&text, self.collector.overflow, end - self.statement_at, &mut self.session));
        self.collector.text = text;
        let Some(Statement { kind, effects, problems, foreign }) = read else { return Ok(()) };
        if let Some(database) = foreign {
            self.foreign(database, offset, events)?;
        }
        self.is_mysql |= matches!(kind.as_str(), "create_table" | "insert");
        for (severity, error) in problems {
            self.problem(severity, error, offset, events);
        }
        // Rows say themselves that there was a statement.
        let told = effects.iter().any(|what| matches!(what, What::InsertEnd { .. }));
        events.extend(effects.into_iter().map(|what| Event { offset, what }));
        if !told {
            events.push(Event { offset, what: What::Statement(kind) });
        }
        Ok(())
    }
}

fn not_mysql(database: &str, offset: u64) -> Error {
    let message = format!("this is a dump of {database}; rowpress reads dumps of MySQL and MariaDB");
    Error::new(Kind::NotMysql, message).at(Position::offset(offset))
}
