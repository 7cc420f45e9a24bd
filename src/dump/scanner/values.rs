//! The values of an INSERT: as many tuples as possible at once, what is unusual one by one, and what stands behind them.

use std::sync::Arc;

use super::{Behind, Scanner, State, Step, Window};
use crate::dump::collect::{self, Context, Skipped, Stop, is_dash_comment, is_go, is_word};
use crate::dump::event::{Event, RowBytes, Rows, What};
use crate::dump::fast::count_tuples;
use crate::error::{Error, Kind, Position};
use crate::report::model::Severity;
use crate::schema::strings::StringRules;

impl Scanner {
    /// The tuples of an INSERT: as many as possible at once, what is unusual one by one.
    pub(super) fn values(&mut self, window: Window<'_>, from: usize, events: &mut Vec<Event>) -> Step {
        let mut found = Found::default();
        let step = self.tuples(window, from, &mut found);
        if let (Some(current), true) = (&self.current, found.count > 0) {
            let bytes = RowBytes::Window(found.start..found.end);
            let rows = Rows { insert: Arc::clone(&current.insert), bytes, count: found.count };
            events.push(Event { offset: window.offset(found.start), what: What::Rows(rows) });
        }
        if let Some(at) = found.unexpected {
            let message = "a row or the end of the statement should be here; the rest of the statement was skipped";
            let table = self.current.as_ref().map(|current| current.insert.table.to_string());
            let error = Error::new(Kind::Syntax, message).at(Position { table, ..Position::default() });
            self.problem(Severity::Error, error, window.offset(at), events);
        }
        if self.state == State::Between {
            // The step stands behind the delimiter.
            if let Step::Go(end) = step {
                self.end_insert(window.offset(end), false, events);
            }
        }
        step
    }

    fn tuples(&mut self, window: Window<'_>, mut at: usize, found: &mut Found) -> Step {
        let Some(current) = &mut self.current else {
            self.state = State::Between;
            return Step::Go(at);
        };
        let rules = current.insert.rules;
        let bytes = window.bytes;
        loop {
            if rules.multibyte.is_none() {
                let run = count_tuples(&bytes[at..], current.quote, rules.escapes(current.quote));
                if run.tuples > 0 {
                    found.add(at, at + run.end, run.tuples, bytes);
                    at += run.end;
                    current.behind = Behind::Nothing;
                }
            }
            let separators = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count();
            current.behind = current.behind.and(&bytes[at..at + separators]);
            at += separators;
            let rest = &bytes[at..];
            let Some(&byte) = rest.first() else { return Step::More(at) };
            if byte == b'(' {
                let (len, quote) = match tuple_end(rest, &rules) {
                    Tuple::Whole { len, quote } => (len, quote),
                    Tuple::Open => return Step::More(at),
                    Tuple::Broken(delimiter) => {
                        found.unexpected = Some(at);
                        self.state = State::Between;
                        return Step::Go(at + delimiter + 1);
                    }
                };
                current.quote = quote.unwrap_or(current.quote);
                found.add(at, at + len, 1, bytes);
                at += len;
                current.behind = Behind::Nothing;
                continue;
            }
            if rest.starts_with(&self.delimiter.0) {
                self.state = State::Between;
                return Step::Go(at + self.delimiter.0.len());
            }
            if byte == b';' || is_go(rest) {
                self.state = State::Between;
                return Step::Go(at + if byte == b';' { 1 } else { 2 });
            }
            if rest.len() < self.delimiter.0.len().max(16) && !window.last {
                // A comment's start, a word or a delimiter may be cut here.
                return Step::More(at);
            }
            if rest.starts_with(b"--") || byte == b'#' {
                match memchr::memchr(b'\n', rest) {
                    Some(end) => at += end,
                    None if window.last => return Step::More(bytes.len()),
                    None => return Step::More(at),
                }
            } else if rest.starts_with(b"/*") {
                let comment = collect::version_comment(rest);
                match comment.filter(|comment| self.flavor.runs(comment.mariadb_only, comment.version)) {
                    Some(comment) => {
                        self.open_comments += 1;
                        at += comment.len;
                    }
                    None => {
                        self.state = State::SkipBlock(comment.map_or(Skipped::Plain, |_| Skipped::Version));
                        return Step::Go(at + 2);
                    }
                }
            } else if rest.starts_with(b"*/") && self.open_comments > 0 {
                self.open_comments -= 1;
                at += 2;
            } else if rest.len() >= 3
                && rest[..3].eq_ignore_ascii_case(b"ROW")
                && rest.get(3).is_some_and(|&b| !is_word(b))
            {
                at += 3;
            } else {
                let word = &rest[..rest.iter().take_while(|&&byte| is_word(byte)).count()];
                let is = |other: &str| word.eq_ignore_ascii_case(other.as_bytes());
                found.unexpected = (!(is("ON") || is("AS") || is("RETURNING"))).then_some(at);
                self.state = State::Tail;
                self.collector.restart_to_skip(self.open_comments);
                return Step::Go(at);
            }
        }
    }

    pub(super) fn tail(&mut self, window: Window<'_>, at: usize, events: &mut Vec<Event>) -> Step {
        let context = Context {
            rules: self.session.rules(),
            flavor: self.flavor,
            delimiter: &self.delimiter.0,
            last: window.last,
        };
        let (end, stop) = self.collector.collect(window.bytes, at, context);
        if stop != Stop::Delimiter {
            return Step::More(end);
        }
        self.end_insert(window.offset(end), says_on_duplicate(&self.collector.text), events);
        self.state = State::Between;
        Step::Go(end)
    }
}

/// Tuples found in one window.
#[derive(Default)]
struct Found {
    start: usize,
    end: usize,
    count: u64,
    /// Where neither a whole row nor an end of the statement stands.
    unexpected: Option<usize>,
}

impl Found {
    fn add(&mut self, from: usize, end: usize, count: u64, bytes: &[u8]) {
        if self.count == 0 {
            // The run begins between tuples: at its first parenthesis.
            self.start = from + memchr::memchr(b'(', &bytes[from..end]).unwrap_or(0);
        }
        self.end = end;
        self.count += count;
    }
}

/// What a tuple came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tuple {
    /// It is whole.
    Whole {
        /// Bytes up to its closing parenthesis.
        len: usize,
        /// The last kind of quote in it.
        quote: Option<u8>,
    },
    /// It does not end in the window.
    Open,
    /// A semicolon ends the statement within it.
    Broken(usize),
}

/// Reads the tuple that `bytes` begin with.
pub(crate) fn tuple_end(bytes: &[u8], rules: &StringRules) -> Tuple {
    let (mut at, mut depth, mut quote) = (0, 0u32, None);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Tuple::Whole { len: at + 1, quote },
            b')' => depth -= 1,
            b';' => return Tuple::Broken(at),
            b'\'' | b'"' => quote = Some(byte),
            _ => {}
        }
        match behind(bytes, at, rules) {
            Some(next) => at = next,
            None => return Tuple::Open,
        }
    }
    Tuple::Open
}

/// The index behind the string, comment or sign at `at`; `None` where its end is not in `bytes`.
fn behind(bytes: &[u8], at: usize, rules: &StringRules) -> Option<usize> {
    let rest = &bytes[at..];
    Some(match bytes[at] {
        quote @ (b'\'' | b'"' | b'`') => rules.string_end(bytes, at + 1, quote)?,
        b'#' => at + memchr::memchr(b'\n', rest)?,
        b'-' if is_dash_comment(rest) => at + memchr::memchr(b'\n', rest)?,
        // The content of a version comment is read as SQL; its end is no sign of its own in a tuple.
        b'/' if rest.starts_with(b"/*") => match collect::version_comment(rest) {
            Some(comment) => at + comment.len,
            None => at + 4 + memchr::memmem::find(&rest[2..], b"*/")?,
        },
        _ => at + 1,
    })
}

impl Behind {
    /// As more separators are read.
    fn and(self, separators: &[u8]) -> Self {
        if separators.contains(&b',') {
            Behind::Comma
        } else if self == Behind::Nothing && separators.contains(&b'\n') {
            Behind::Line
        } else {
            self
        }
    }
}

/// Whether the words behind an INSERT's values are `ON DUPLICATE KEY UPDATE`, with or without a name for the new row before them.
pub(super) fn says_on_duplicate(tail: &[u8]) -> bool {
    let mut words = tail.split(|&byte| !is_word(byte)).filter(|word| !word.is_empty());
    words.any(|word| word.eq_ignore_ascii_case(b"DUPLICATE"))
}
