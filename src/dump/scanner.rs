//! The scanner: bytes in, events out.
//!
//! It knows no file and keeps no input. Each call gets a window that begins where the last call stopped; what it cannot understand yet
//! it leaves, and the caller brings it again with more behind it. Strings, names and comments decide where a statement ends, never
//! lines or bare semicolons.

use std::sync::Arc;

use super::collect::{self, Collector, Context, Skipped, Stop, is_dash_comment, is_go, is_word};
use super::event::{Event, Insert, RowBytes, Rows, What};
use super::fast::count_tuples;
use super::flavor::{Flavor, HeaderLine, header_line};
use super::foreign;
use super::session::Session;
use super::statement::{self, Statement};
use crate::error::{Error, Kind, Position, Result};
use crate::report::model::Severity;
use crate::schema::strings::StringRules;

/// Bytes of a comment or of a tool's line that are looked at.
const LINE_HEAD: usize = 512;

/// A head of an INSERT that is remembered may have so many bytes.
const REMEMBERED_HEAD: usize = 4096;

/// First words of statements; anything else at the start of a statement is a tool's line.
const FIRST_WORDS: [&str; 58] = [
    "ALTER",
    "ANALYZE",
    "BEGIN",
    "BINLOG",
    "CACHE",
    "CALL",
    "CHANGE",
    "CHECK",
    "CHECKSUM",
    "COMMIT",
    "CREATE",
    "DEALLOCATE",
    "DELETE",
    "DESC",
    "DESCRIBE",
    "DO",
    "DROP",
    "END",
    "EXECUTE",
    "EXPLAIN",
    "FLUSH",
    "GRANT",
    "HANDLER",
    "HELP",
    "IF",
    "IMPORT",
    "INSERT",
    "INSTALL",
    "KILL",
    "LOAD",
    "LOCK",
    "OPTIMIZE",
    "PREPARE",
    "PURGE",
    "RELEASE",
    "RENAME",
    "REPAIR",
    "REPLACE",
    "RESET",
    "REVOKE",
    "ROLLBACK",
    "SAVEPOINT",
    "SELECT",
    "SET",
    "SHOW",
    "SHUTDOWN",
    "SIGNAL",
    "START",
    "STOP",
    "TABLE",
    "TRUNCATE",
    "UNINSTALL",
    "UNLOCK",
    "UPDATE",
    "USE",
    "VALUES",
    "WITH",
    "XA",
];

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
                self.end_insert(end, says_on_duplicate(&self.collector.text), events);
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

    /// Between statements: white space, comments, commands of the client, lines of tools, then the first word of a statement.
    fn between(&mut self, window: Window<'_>, at: usize, events: &mut Vec<Event>) -> Result<Step> {
        let blanks = window.bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let at = at + blanks;
        let rest = &window.bytes[at..];
        if rest.is_empty() {
            return Ok(Step::More(at));
        }
        if window.offset(at) == 0 && rest.starts_with(b"\xEF\xBB\xBF") {
            return Ok(Step::Go(at + 3));
        }
        let repeats = |head: &&Head| {
            rest.starts_with(&head.bytes) && rest.get(head.bytes.len()).is_some_and(|&byte| !is_word(byte))
        };
        if let Some(head) = self.remembered.as_ref().filter(repeats) {
            let (len, insert) = (head.bytes.len(), Arc::clone(&head.insert));
            self.statement_at = window.offset(at);
            self.begin_insert(insert, events);
            return Ok(Step::Go(at + len));
        }
        if rest.len() < LINE_HEAD && !window.last && memchr::memchr(b'\n', rest).is_none() {
            // A word, a comment's start or a line's head may be cut here.
            return Ok(Step::More(at));
        }
        if rest.starts_with(b"--") || rest.starts_with(b"#") {
            self.comment_line(rest, window.offset(at), events)?;
            self.state = State::SkipLine;
            return Ok(Step::Go(at));
        }
        if rest.starts_with(b"/*") {
            if let Some(database) = foreign::by_statement(rest).filter(|_| !self.is_mysql && rest.starts_with(b"/***"))
            {
                return Err(not_mysql(database, window.offset(at)));
            }
            return Ok(Step::Go(self.comment_start(rest, at)));
        }
        if rest.starts_with(b"*/") {
            self.open_comments = self.open_comments.saturating_sub(1);
            return Ok(Step::Go(at + 2));
        }
        if rest.starts_with(&self.delimiter.0) {
            self.open_comments = 0;
            return Ok(Step::Go(at + self.delimiter.0.len()));
        }
        if rest[0] == b';' || is_go(rest) {
            self.open_comments = 0;
            return Ok(Step::Go(at + if rest[0] == b';' { 1 } else { 2 }));
        }
        if window.last && is_cut_word(rest) {
            return Ok(Step::More(at));
        }
        let word = &rest[..rest.iter().take(LINE_HEAD).take_while(|&&byte| is_word(byte)).count()];
        if word.eq_ignore_ascii_case(b"DELIMITER") {
            return Ok(self.delimiter_command(window, at, word.len()));
        }
        if word.eq_ignore_ascii_case(b"USE") {
            return self.use_command(window, at, events);
        }
        if rest[0] == b'(' || is_first_word(word) && rest.get(word.len()) != Some(&b':') {
            self.statement_at = window.offset(at);
            self.collector.restart(self.open_comments);
            self.state = State::Statement;
            return Ok(Step::Go(at));
        }
        self.tool_line(rest, window.offset(at), events)?;
        self.state = State::SkipLine;
        Ok(Step::Go(at))
    }

    fn comment_line(&mut self, rest: &[u8], offset: u64, events: &mut Vec<Event>) -> Result<()> {
        let head = &rest[..rest.len().min(LINE_HEAD)];
        let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let text = line.strip_prefix(b"--").or(line.strip_prefix(b"#")).unwrap_or(line);
        if !self.is_mysql
            && let Some(database) = foreign::by_comment(text)
        {
            return Err(not_mysql(database, offset));
        }
        let what = match header_line(text) {
            Some(HeaderLine::Producer(tool)) => What::Producer(tool),
            Some(HeaderLine::Server(version)) => match Flavor::of_server(&version) {
                Some(flavor) => {
                    self.flavor = flavor;
                    What::Server(flavor.to_string())
                }
                None => What::Server(version),
            },
            Some(HeaderLine::Trailer) => What::Trailer,
            None => return Ok(()),
        };
        events.push(Event { offset, what });
        Ok(())
    }

    /// Opens a version comment that counts, or begins to skip a comment.
    fn comment_start(&mut self, rest: &[u8], at: usize) -> usize {
        match collect::version_comment(rest) {
            Some(comment) if self.flavor.runs(comment.mariadb_only, comment.version) => {
                self.open_comments += 1;
                at + comment.len
            }
            comment => {
                self.state = State::SkipBlock(comment.map_or(Skipped::Plain, |_| Skipped::Version));
                at + 2
            }
        }
    }

    fn skip_block(&mut self, window: Window<'_>, mut at: usize, mut skipped: Skipped) -> Step {
        match skipped.end(window.bytes, &mut at, window.last) {
            Some(end) => {
                self.state = if self.current.is_some() { State::Values } else { State::Between };
                Step::Go(end)
            }
            None => {
                self.state = State::SkipBlock(skipped);
                Step::More(at)
            }
        }
    }

    fn delimiter_command(&mut self, window: Window<'_>, at: usize, word: usize) -> Step {
        let Some((line, end)) = window.line(at) else { return Step::More(at) };
        let delimiter = line[word..].trim_ascii().split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        let quoted = delimiter.first().filter(|quote| matches!(quote, b'\'' | b'"' | b'`')).map(|&quote| {
            let inside = &delimiter[1..];
            inside.strip_suffix(&[quote]).unwrap_or(inside)
        });
        let delimiter = quoted.unwrap_or(delimiter);
        if !delimiter.is_empty() {
            self.delimiter = Delimiter(delimiter.to_vec());
            self.remembered = None;
        }
        Step::Go(end)
    }

    /// USE is a command of the client too: it ends at its delimiter or at the end of the line.
    fn use_command(&mut self, window: Window<'_>, at: usize, events: &mut Vec<Event>) -> Result<Step> {
        let Some((line, end)) = window.line(at) else { return Ok(Step::More(at)) };
        if let Some(database) = foreign::by_statement(line).filter(|_| !self.is_mysql) {
            return Err(not_mysql(database, window.offset(at)));
        }
        let (name, len) = statement::use_name(line, &self.delimiter.0);
        if end == at + line.len() && len == line.len() && !line.ends_with(&self.delimiter.0) {
            // The source ends here, perhaps within the name.
            return Ok(Step::More(at));
        }
        let offset = window.offset(at);
        events.push(Event { offset, what: What::Statement(String::from("use")) });
        self.session.database = Some(name);
        self.remembered = None;
        // Behind the delimiter another statement may begin on the same line.
        Ok(Step::Go(if len < line.len() { at + len } else { end }))
    }

    fn tool_line(&mut self, rest: &[u8], offset: u64, events: &mut Vec<Event>) -> Result<()> {
        let head = &rest[..rest.len().min(LINE_HEAD)];
        let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if let Some(database) = foreign::by_statement(line) {
            return self.foreign(database, offset, events);
        }
        let shown = String::from_utf8_lossy(line.trim_ascii());
        let shown: String = shown.chars().take(80).collect();
        let message = format!("a line that is no SQL was skipped: {shown}");
        self.problem(Severity::Warning, Error::new(Kind::ToolText, message), offset, events);
        Ok(())
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

    /// The tuples of an INSERT: as many as possible at once, what is unusual one by one.
    fn values(&mut self, window: Window<'_>, from: usize, events: &mut Vec<Event>) -> Step {
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

    fn tail(&mut self, window: Window<'_>, at: usize, events: &mut Vec<Event>) -> Step {
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
pub(super) enum Tuple {
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
pub(super) fn tuple_end(bytes: &[u8], rules: &StringRules) -> Tuple {
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
fn says_on_duplicate(tail: &[u8]) -> bool {
    let mut words = tail.split(|&byte| !is_word(byte)).filter(|word| !word.is_empty());
    words.any(|word| word.eq_ignore_ascii_case(b"DUPLICATE"))
}

/// Whether the end of a source is the beginning of a statement's first word, of a comment or of a command.
fn is_cut_word(rest: &[u8]) -> bool {
    let begins = |word: &&str| rest.len() <= word.len() && rest.eq_ignore_ascii_case(&word.as_bytes()[..rest.len()]);
    matches!(rest, b"/" | b"-") || FIRST_WORDS.iter().chain(&["USE", "DELIMITER"]).any(begins)
}

fn is_first_word(word: &[u8]) -> bool {
    FIRST_WORDS.iter().any(|first| word.eq_ignore_ascii_case(first.as_bytes()))
}

fn not_mysql(database: &str, offset: u64) -> Error {
    let message = format!("this is a dump of {database}; rowpress reads dumps of MySQL and MariaDB");
    Error::new(Kind::NotMysql, message).at(Position::offset(offset))
}
