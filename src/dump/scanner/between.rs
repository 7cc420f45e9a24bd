//! Between statements: white space, comments, commands of the client, lines of tools, then the first word of a statement.

use std::sync::Arc;

use super::{Delimiter, Head, Scanner, State, Step, Window, not_mysql};
use crate::dump::collect::{self, Skipped, is_go, is_word};
use crate::dump::event::{Event, What};
use crate::dump::flavor::{Flavor, HeaderLine, header_line};
use crate::dump::{foreign, statement};
use crate::error::{Error, Kind, Result};
use crate::report::model::Severity;

/// Bytes of a comment or of a tool's line that are looked at.
const LINE_HEAD: usize = 512;

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

impl Scanner {
    /// Between statements: white space, comments, commands of the client, lines of tools, then the first word of a statement.
    pub(super) fn between(&mut self, window: Window<'_>, at: usize, events: &mut Vec<Event>) -> Result<Step> {
        // Editors of old end a text with 0x1A, and some tools fill a file up with NULs.
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1A);
        let blanks = window.bytes[at..].iter().take_while(|byte| is_blank(byte)).count();
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

    pub(super) fn skip_block(&mut self, window: Window<'_>, mut at: usize, mut skipped: Skipped) -> Step {
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
}

/// Whether the end of a source is the beginning of a statement's first word, of a comment or of a command.
fn is_cut_word(rest: &[u8]) -> bool {
    let begins = |word: &&str| rest.len() <= word.len() && rest.eq_ignore_ascii_case(&word.as_bytes()[..rest.len()]);
    matches!(rest, b"/" | b"-") || FIRST_WORDS.iter().chain(&["USE", "DELIMITER"]).any(begins)
}

fn is_first_word(word: &[u8]) -> bool {
    FIRST_WORDS.iter().any(|first| word.eq_ignore_ascii_case(first.as_bytes()))
}
