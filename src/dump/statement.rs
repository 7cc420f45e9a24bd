//! Whole statements: what one does to tables, rows and the session.

use std::sync::Arc;

use super::collect::is_word;
use super::event::{Insert, RepeatedKeys, Reset, RowBytes, Rows, What};
use super::foreign;
use super::session::Session;
use crate::error::{Error, Kind, Position};
use crate::report::model::Severity;
use crate::schema::{self, AlterTable, Alteration, Context, CreateBody, Lexer, TableName, Token};

/// What a statement comes to.
#[derive(Debug, Default)]
pub struct Statement {
    /// Its kind, snake case: `create_table`, `set`, `lock_tables`.
    pub kind: String,
    /// What it does, in order.
    pub effects: Vec<What>,
    /// What is to be told.
    pub problems: Vec<(Severity, Error)>,
    /// The other database whose dialect it is.
    pub foreign: Option<&'static str>,
}

/// Reads a statement's text. `cut` says that it was too long to be kept whole; `bytes` is its length in the dump.
pub fn read(text: &[u8], cut: bool, bytes: u64, session: &mut Session) -> Statement {
    let names = Arc::clone(session.names());
    let context = Context { names: &names, ..session.context() };
    let tokens: Vec<Token<'_>> = Lexer::new(text, &context).take(24).collect();
    let mut statement = Statement { kind: kind(&tokens), foreign: foreign::by_statement(text), ..Statement::default() };
    if statement.foreign.is_some() {
        return statement;
    }
    if cut && matches!(statement.kind.as_str(), "create_table" | "alter_table" | "insert") {
        let error =
            Error::new(Kind::TooLarge, format!("a {} of {bytes} bytes is too large to be read", statement.kind));
        statement.problems.push((Severity::Error, error));
        return statement;
    }
    let mut reader = Reader { tokens: &tokens, at: 0, context: &context, session };
    match statement.kind.as_str() {
        "set" => {
            let mut changed = Vec::new();
            session.set(text, &mut changed);
            statement.effects.extend(changed.into_iter().map(What::Setting));
        }
        "insert" => insert(text, bytes, session, &mut statement),
        "create_table" => create_table(text, &context, session, &mut statement),
        "alter_table" | "create_index" => alter_table(text, &context, session, &mut statement),
        "drop_index" => {
            reader.skip_to(&["INDEX"]);
            reader.skip_if(&["IF", "EXISTS"]);
            let key = reader.name();
            reader.skip_if(&["ON"]);
            if let (Some(key), Some(name)) = (key, reader.table()) {
                let alterations = vec![Alteration::DropKey(key)];
                statement.effects.push(What::AlterTable(Box::new(AlterTable { name, if_exists: false, alterations })));
            }
        }
        "create_view" => {
            reader.skip_to(&["VIEW"]);
            reader.skip_if(&["IF", "NOT", "EXISTS"]);
            statement.effects.extend(reader.table().map(What::View));
        }
        "drop_table" => {
            let tokens: Vec<Token<'_>> = Lexer::new(text, &context).collect();
            let mut reader = Reader { tokens: &tokens, at: 0, context: &context, session };
            reader.skip_to(&["TABLE", "TABLES"]);
            reader.skip_if(&["IF", "EXISTS"]);
            while let Some(table) = reader.table() {
                statement.effects.push(What::Reset(table, Reset::Drop));
                if !reader.punct(b',') {
                    break;
                }
            }
        }
        "truncate" => {
            reader.at = 1;
            reader.skip_if(&["TABLE"]);
            statement.effects.extend(reader.table().map(|table| What::Reset(table, Reset::Empty)));
        }
        "delete" => delete(&mut reader, &mut statement),
        "drop_database" => {
            reader.at = 2;
            reader.skip_if(&["IF", "EXISTS"]);
            statement.effects.extend(reader.name().map(What::DropDatabase));
        }
        "rename_table" => {
            let tokens: Vec<Token<'_>> = Lexer::new(text, &context).collect();
            let mut reader = Reader { tokens: &tokens, at: 2, context: &context, session };
            reader.skip_if(&["IF", "EXISTS"]);
            while let Some(from) = reader.table() {
                reader.skip_if(&["TO"]);
                let Some(to) = reader.table() else { break };
                statement.effects.push(What::Rename(from, to));
                if !reader.punct(b',') {
                    break;
                }
            }
        }
        "update" => {
            reader.at = 1;
            reader.skip_if(&["LOW_PRIORITY", "IGNORE"]);
            let table = reader.table();
            statement.effects.push(What::Unfollowed("UPDATE", table));
        }
        "load_data" => {
            reader.skip_to(&["TABLE"]);
            let table = reader.table();
            statement.effects.push(What::Unfollowed("LOAD DATA", table));
        }
        _ => {}
    }
    statement
}

/// The table that a statement cut short speaks of, where its head says so.
pub fn table_of(text: &[u8], session: &Session) -> Option<TableName> {
    let context = session.context();
    let tokens: Vec<Token<'_>> = Lexer::new(text, &context).take(24).collect();
    let mut reader = Reader { tokens: &tokens, at: 0, context: &context, session };
    match kind(&tokens).as_str() {
        "insert" => reader.insert_table().map(|(table, _)| table),
        "create_table" | "alter_table" | "drop_table" => {
            reader.skip_to(&["TABLE"]);
            reader.skip_if(&["IF", "NOT", "EXISTS"]);
            reader.table()
        }
        _ => None,
    }
}

/// Whether a source may end behind this statement without its delimiter, as in the client: one that neither defines nor fills a table,
/// or that is whole to see.
pub fn may_lack_delimiter(text: &[u8], session: &Session) -> bool {
    let word = text.trim_ascii_start();
    let len = word.iter().take_while(|&&byte| is_word(byte)).count();
    let is = |kind: &str| word[..len].eq_ignore_ascii_case(kind.as_bytes());
    !["INSERT", "REPLACE", "CREATE", "ALTER"].iter().any(|kind| is(kind))
        || is("CREATE")
            && text.trim_ascii_end().contains(&b')')
            && schema::parse_create_table(text, &session.context()).is_ok()
}

/// The database of a USE command and the length of the command with its delimiter, within its line.
pub fn use_name(line: &[u8], delimiter: &[u8]) -> (String, usize) {
    let blank = |from: usize| from + line[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = blank(3.min(line.len()));
    let (name, mut end) = match line.get(start) {
        Some(&quote @ (b'`' | b'"')) => match memchr::memchr(quote, &line[start + 1..]) {
            Some(len) => (&line[start + 1..start + 1 + len], start + len + 2),
            None => (&line[start + 1..], line.len()),
        },
        _ => {
            let stop = memchr::memmem::find(&line[start..], delimiter).map_or(line.len(), |len| start + len);
            (line[start..stop].trim_ascii(), stop)
        }
    };
    end = blank(end);
    if line[end..].starts_with(delimiter) {
        end += delimiter.len();
    }
    (String::from_utf8_lossy(name).into_owned(), end)
}

/// The head of an INSERT or REPLACE up to its VALUES.
pub fn insert_head(text: &[u8], session: &Session) -> Option<Insert> {
    let context = session.context();
    let tokens: Vec<Token<'_>> = Lexer::new(text, &context).collect();
    let mut reader = Reader { tokens: &tokens, at: 0, context: &context, session };
    let (table, repeated_keys) = reader.insert_table()?;
    if reader.skip_if(&["PARTITION"]) {
        reader.list();
    }
    let columns = reader.list();
    Some(Insert { table, columns, repeated_keys, rules: session.rules(), names: Arc::clone(session.names()) })
}

/// INSERT … SET, and INSERT … SELECT.
fn insert(text: &[u8], bytes: u64, session: &Session, statement: &mut Statement) {
    let context = session.context();
    let tokens: Vec<Token<'_>> = Lexer::new(text, &context).collect();
    let mut reader = Reader { tokens: &tokens, at: 0, context: &context, session };
    let Some((table, repeated_keys)) = reader.insert_table() else {
        statement
            .problems
            .push((Severity::Error, Error::new(Kind::Syntax, "an INSERT whose table cannot be read was skipped")));
        return;
    };
    if reader.skip_if(&["PARTITION"]) {
        reader.list();
    }
    if !reader.skip_if(&["SET"]) {
        statement.effects.push(What::Unfollowed("INSERT ... SELECT", Some(table)));
        return;
    }
    let (columns, tuple, on_duplicate) = reader.assignments(text);
    let (rules, names) = (session.rules(), Arc::clone(session.names()));
    let insert = Arc::new(Insert { table, columns: Some(columns), repeated_keys, rules, names });
    statement.effects.extend([
        What::InsertBegin(Arc::clone(&insert)),
        What::Rows(Rows { insert: Arc::clone(&insert), bytes: RowBytes::Own(tuple.into()), count: 1 }),
        What::InsertEnd { insert, bytes, on_duplicate },
    ]);
}

fn create_table(text: &[u8], context: &Context<'_>, session: &Session, statement: &mut Statement) {
    match schema::parse_create_table(text, context) {
        Ok(mut created) => {
            qualify(&mut created.name, session);
            if let CreateBody::Like(like) = &mut created.body {
                qualify(like, session);
            }
            statement.effects.push(What::CreateTable(Box::new(created)));
        }
        Err(error) => statement.problems.push((Severity::Error, unreadable(error, text, session))),
    }
}

fn alter_table(text: &[u8], context: &Context<'_>, session: &Session, statement: &mut Statement) {
    let parsed = match statement.kind.as_str() {
        "alter_table" => schema::parse_alter_table(text, context),
        _ => schema::parse_create_index(text, context),
    };
    match parsed {
        Ok(mut altered) => {
            qualify(&mut altered.name, session);
            statement.effects.push(What::AlterTable(Box::new(altered)));
        }
        Err(error) => statement.problems.push((Severity::Warning, unreadable(error, text, session))),
    }
}

/// A parser's error, with the table; its offset is the statement's own and means nothing outside.
fn unreadable(mut error: Error, text: &[u8], session: &Session) -> Error {
    error.position.offset = None;
    let table = table_of(text, session).map(|table| table.to_string());
    error.at(Position { table, ..Position::default() })
}

fn delete(reader: &mut Reader<'_>, statement: &mut Statement) {
    reader.at = 1;
    while ["LOW_PRIORITY", "QUICK", "IGNORE"].iter().any(|word| reader.skip_if(&[word])) {}
    let plain = reader.skip_if(&["FROM"]);
    let table = reader.table();
    match table {
        Some(table) if plain && reader.peek().is_none() => statement.effects.push(What::Reset(table, Reset::Empty)),
        other => statement.effects.push(What::Unfollowed("DELETE ... WHERE", other)),
    }
}

fn qualify(name: &mut TableName, session: &Session) {
    if name.database.is_none() {
        name.database.clone_from(&session.database);
    }
}

/// The statement's kind by its first words.
fn kind(tokens: &[Token<'_>]) -> String {
    let word = |i: usize, wanted: &str| tokens.get(i).is_some_and(|token| token.is_word(wanted.as_bytes()));
    let find = |kinds: &[&str]| {
        tokens.iter().skip(1).find_map(|token| {
            kinds.iter().find(|kind| token.is_word(kind.as_bytes())).map(|kind| kind.to_ascii_lowercase())
        })
    };
    const OBJECTS: [&str; 18] = [
        "TABLE",
        "VIEW",
        "INDEX",
        "TRIGGER",
        "PROCEDURE",
        "FUNCTION",
        "EVENT",
        "DATABASE",
        "SCHEMA",
        "USER",
        "ROLE",
        "SEQUENCE",
        "SERVER",
        "TABLESPACE",
        "PACKAGE",
        "TABLES",
        "INSTANCE",
        "LOGFILE",
    ];
    let Some(first) = tokens.first() else { return String::from("empty") };
    let first = String::from_utf8_lossy(first.text).to_ascii_lowercase();
    match first.as_str() {
        "insert" | "replace" => String::from("insert"),
        "create" | "drop" | "alter" => match find(&OBJECTS) {
            Some(object) if object == "schema" => format!("{first}_database"),
            Some(object) if object == "tables" => format!("{first}_table"),
            Some(object) => format!("{first}_{object}"),
            None => first,
        },
        "lock" | "unlock" if word(1, "TABLES") || word(1, "TABLE") => format!("{first}_tables"),
        "rename" if word(1, "TABLE") || word(1, "TABLES") => String::from("rename_table"),
        "load" if word(1, "DATA") || word(1, "XML") => String::from("load_data"),
        "start" => String::from("start_transaction"),
        "truncate" | "delete" | "update" | "set" | "use" => first,
        word if word.bytes().all(is_word) => first,
        _ => String::from("other"),
    }
}

/// Reads the head of a statement token by token.
struct Reader<'r> {
    tokens: &'r [Token<'r>],
    at: usize,
    context: &'r Context<'r>,
    session: &'r Session,
}

impl<'r> Reader<'r> {
    fn peek(&self) -> Option<&'r Token<'r>> {
        self.tokens.get(self.at)
    }

    /// Goes behind the first of these words.
    fn skip_to(&mut self, words: &[&str]) {
        let found =
            self.tokens[self.at..].iter().position(|token| words.iter().any(|word| token.is_word(word.as_bytes())));
        self.at = found.map_or(self.tokens.len(), |i| self.at + i + 1);
    }

    /// Goes behind each of these words that stands here, in their order; true where the first did.
    fn skip_if(&mut self, words: &[&str]) -> bool {
        let mut first = false;
        for (i, word) in words.iter().enumerate() {
            if self.peek().is_some_and(|token| token.is_word(word.as_bytes())) {
                first |= i == 0;
                self.at += 1;
            }
        }
        first
    }

    fn punct(&mut self, byte: u8) -> bool {
        let here = self.peek().is_some_and(|token| token.is_punct(byte));
        self.at += usize::from(here);
        here
    }

    fn name(&mut self) -> Option<String> {
        let name = self.context.name(self.peek()?)?;
        self.at += 1;
        Some(name)
    }

    /// A table's name; USE is applied.
    fn table(&mut self) -> Option<TableName> {
        let first = self.name()?;
        let mut table = if self.punct(b'.') {
            TableName { database: Some(first), name: self.name()? }
        } else {
            TableName { database: None, name: first }
        };
        qualify(&mut table, self.session);
        Some(table)
    }

    /// The table of an INSERT or REPLACE.
    fn insert_table(&mut self) -> Option<(TableName, RepeatedKeys)> {
        let mut repeated = if self.skip_if(&["REPLACE"]) { RepeatedKeys::Replace } else { RepeatedKeys::Refuse };
        self.skip_if(&["INSERT"]);
        loop {
            if self.skip_if(&["IGNORE"]) {
                repeated = RepeatedKeys::Ignore;
            } else if !["LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY"].iter().any(|word| self.skip_if(&[word])) {
                break;
            }
        }
        self.skip_if(&["INTO"]);
        Some((self.table()?, repeated))
    }

    /// A list of names in parentheses, where one stands here.
    fn list(&mut self) -> Option<Vec<String>> {
        if !self.punct(b'(') {
            return None;
        }
        let mut names = Vec::new();
        while let Some(token) = self.peek() {
            self.at += 1;
            if token.is_punct(b')') {
                break;
            }
            // `t`.`c` names the column c.
            if token.is_punct(b'.') {
                names.pop();
            } else {
                names.extend(self.context.name(token));
            }
        }
        Some(names)
    }

    /// The assignments of INSERT … SET as columns and a tuple, and whether ON DUPLICATE KEY UPDATE follows.
    fn assignments(&mut self, text: &[u8]) -> (Vec<String>, Vec<u8>, bool) {
        let (mut columns, mut tuple) = (Vec::new(), vec![b'(']);
        while let Some(mut column) = self.name() {
            while self.punct(b'.') {
                column = self.name().unwrap_or_default();
            }
            if !(self.punct(b'=') || self.punct(b':') && self.punct(b'=')) {
                break;
            }
            let (from, mut depth) = (self.at, 0i32);
            while let Some(token) = self.peek() {
                depth += i32::from(token.is_punct(b'(')) - i32::from(token.is_punct(b')'));
                if depth == 0 && (token.is_punct(b',') || token.is_word(b"ON")) || depth < 0 {
                    break;
                }
                self.at += 1;
            }
            if let [first, .., last] | [first @ last] = &self.tokens[from..self.at] {
                if !columns.is_empty() {
                    tuple.push(b',');
                }
                tuple.extend_from_slice(&text[first.start..last.end()]);
                columns.push(column);
            }
            if !self.punct(b',') {
                break;
            }
        }
        tuple.push(b')');
        (columns, tuple, self.peek().is_some_and(|token| token.is_word(b"ON")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(text: &str) -> (String, String) {
        let statement = read(text.as_bytes(), false, text.len() as u64, &mut Session::default());
        (statement.kind, format!("{:?}", statement.effects))
    }

    #[test]
    fn kinds() {
        for (text, expected) in [
            ("LOCK TABLES `t` WRITE", "lock_tables"),
            ("CREATE DEFINER=`a`@`b` TRIGGER x AFTER INSERT ON t", "create_trigger"),
            ("CREATE ALGORITHM=UNDEFINED VIEW `v` AS SELECT 1", "create_view"),
            ("DROP TABLE IF EXISTS `t`", "drop_table"),
            ("CREATE SCHEMA s", "create_database"),
            ("COMMIT", "commit"),
            ("(SELECT 1)", "other"),
        ] {
            assert_eq!(effects(text).0, expected, "{text}");
        }
    }

    #[test]
    fn resets() {
        let table = |name: &str| TableName { database: None, name: name.to_string() };
        for (text, expected) in [
            ("DELETE FROM `t`", vec![(table("t"), Reset::Empty)]),
            ("TRUNCATE TABLE t", vec![(table("t"), Reset::Empty)]),
            ("DROP TABLE IF EXISTS a, `b`", vec![(table("a"), Reset::Drop), (table("b"), Reset::Drop)]),
            ("DELETE FROM t WHERE a = 1", vec![]),
        ] {
            let statement = read(text.as_bytes(), false, 0, &mut Session::default());
            let found: Vec<_> = statement
                .effects
                .into_iter()
                .filter_map(|what| if let What::Reset(table, reset) = what { Some((table, reset)) } else { None })
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn heads_of_inserts() {
        let head =
            |text: &str| insert_head(text.as_bytes(), &Session::default()).map(|i| (i.table.to_string(), i.columns));
        assert_eq!(
            head("INSERT INTO `a`.`b` (`x`, y) VALUES"),
            Some((String::from("a.b"), Some(vec!["x".into(), "y".into()])))
        );
        assert_eq!(head("REPLACE t () VALUES"), Some((String::from("t"), Some(vec![]))));
        assert_eq!(head("INSERT DELAYED IGNORE INTO t PARTITION (p0, p1) VALUES"), Some((String::from("t"), None)));
    }

    #[test]
    fn set_form_becomes_a_tuple() {
        let (_, text) = effects("INSERT INTO t SET `id`=6, s = CONCAT('a', 'b') ON DUPLICATE KEY UPDATE s=1");
        assert!(text.contains("\"id\", \"s\""), "{text}");
        assert!(text.contains("on_duplicate: true"), "{text}");
    }

    #[test]
    fn use_commands() {
        assert_eq!(use_name(b"USE `a;b`; SELECT", b";"), (String::from("a;b"), 10));
        assert_eq!(use_name(b"use alpha", b";"), (String::from("alpha"), 9));
        assert_eq!(use_name(b"USE alpha ;", b";"), (String::from("alpha"), 11));
    }
}
