//! The inventory: which tables the dump leaves behind, how many rows each has, what was skipped and what was odd.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::event::{Event, Insert, RepeatedKeys, Reset, Rows, What};
use super::tuples::TupleReader;
use crate::error::{Error, Kind, Position};
use crate::report::model::{Severity, Statements, Warning};
use crate::schema::{AlterTable, Alteration, CreateBody, CreateTable, TableDef, TableName};

/// Warnings of one kind that are kept; the rest are counted.
const KEPT_WARNINGS: u64 = 20;

/// A table and its rows.
#[derive(Debug, Default)]
pub struct TableEntry {
    /// Its definition, where the dump has one.
    pub definition: Option<TableDef>,
    /// Rows that it holds at the end of the dump, as written.
    pub rows: u64,
    /// Bytes of its INSERT and REPLACE statements.
    pub insert_bytes: u64,
    /// INSERT and REPLACE statements.
    pub insert_statements: u64,
    /// The fewest columns that an INSERT names, where one names any.
    pub insert_columns: Option<usize>,
    /// Values of its first row, where it has no definition.
    row_values: usize,
    /// Rows of REPLACE, INSERT IGNORE and ON DUPLICATE KEY UPDATE.
    repeated: u64,
    /// Rows of the statement that is being read.
    open_rows: u64,
}

impl TableEntry {
    /// Columns of the definition, else of the first row.
    pub fn columns(&self) -> usize {
        match &self.definition {
            Some(definition) => definition.columns.len(),
            None => self.insert_columns.unwrap_or(self.row_values),
        }
    }
}

/// What a dump holds.
#[derive(Debug, Default)]
pub struct Inventory {
    /// Tables in the order of their first appearance, with holes where one was dropped.
    tables: Vec<Option<(TableName, TableEntry)>>,
    index: HashMap<TableName, usize>,
    /// Statements by kind.
    pub statements: Statements,
    /// The tool that wrote the dump.
    pub producer: Option<String>,
    /// The server that was dumped.
    pub server: Option<String>,
    /// What was odd, in order.
    pub warnings: Vec<Warning>,
    told: HashMap<Kind, u64>,
    unfollowed: BTreeSet<(&'static str, Option<TableName>)>,
    trailer: Trailer,
    source: Option<String>,
}

/// What is known of the line that ends a dump, for the source being read.
#[derive(Debug, Default, PartialEq, Eq)]
enum Trailer {
    #[default]
    NotExpected,
    Expected,
    Seen,
}

impl Inventory {
    /// The tables, in the order of their first appearance.
    pub fn tables(&self) -> impl Iterator<Item = (&TableName, &TableEntry)> {
        self.tables.iter().flatten().map(|(name, entry)| (name, entry))
    }

    /// A table by its name.
    pub fn table(&self, name: &TableName) -> Option<&TableEntry> {
        self.tables[*self.index.get(name)?].as_ref().map(|(_, entry)| entry)
    }

    /// Says that the events of another source follow.
    pub fn source_begins(&mut self, path: &str) {
        self.source = Some(path.to_string());
    }

    /// Takes an event; `window` is what its spans point into.
    pub fn apply(&mut self, event: &Event, window: &[u8]) {
        match &event.what {
            What::Producer(tool) => {
                if tool.starts_with("mysqldump") || tool.starts_with("mariadb-dump") {
                    self.trailer = Trailer::Expected;
                }
                self.producer.get_or_insert_with(|| tool.clone());
            }
            What::Server(server) => {
                self.server.get_or_insert_with(|| server.clone());
            }
            What::Trailer => self.trailer = Trailer::Seen,
            What::Setting(_) => {}
            What::CreateTable(created) => self.create(created, event.offset),
            What::AlterTable(altered) => self.alter(altered),
            What::Reset(name, Reset::Drop) => self.remove(name),
            What::Reset(name, Reset::Empty) => {
                if let Some(entry) = self.find(name) {
                    *entry = TableEntry { definition: entry.definition.take(), ..TableEntry::default() };
                }
            }
            What::DropDatabase(database) => {
                let in_it = |name: &TableName| name.database.as_ref() == Some(database);
                let gone: Vec<_> = self.tables().map(|(name, _)| name).filter(|name| in_it(name)).cloned().collect();
                gone.iter().for_each(|name| self.remove(name));
            }
            What::Rename(from, to) => self.rename(from, to),
            What::View(name) => self.remove(name),
            What::InsertBegin(insert) => self.insert_begins(insert),
            What::Rows(rows) => self.rows(rows, window),
            What::InsertEnd { insert, bytes, on_duplicate } => self.insert_ends(insert, *bytes, *on_duplicate),
            What::Unfollowed(statement, table) => self.unfollowed(statement, table.as_ref(), event.offset),
            What::Statement(kind) if kind == "create_table" => self.statements.create_table += 1,
            What::Statement(kind) => *self.statements.skipped.entry(kind.clone()).or_default() += 1,
            What::Problem(severity, error) => self.note(*severity, error),
        }
    }

    /// Tells something that did not come from the scanner.
    pub fn problem(&mut self, severity: Severity, error: &Error) {
        self.note(severity, error);
    }

    /// Says that nothing follows; `whole` says that every source was read to its end.
    pub fn finish(&mut self, whole: bool) {
        let mut last = Vec::new();
        for (name, entry) in self.tables() {
            let position = Position { table: Some(name.to_string()), ..Position::default() };
            if entry.definition.is_none() && entry.rows > 0 {
                let message = "its rows come without a CREATE TABLE: columns are counted, types are not known; give the schema file too";
                last.push((Severity::Warning, Error::new(Kind::NoCreateTable, message).at(position.clone())));
            }
            if entry.repeated > 0 {
                let message = format!(
                    "{} rows come with REPLACE, IGNORE or ON DUPLICATE KEY UPDATE: they are counted as written, repeated keys included",
                    entry.repeated
                );
                last.push((Severity::Note, Error::new(Kind::RepeatedKeys, message).at(position)));
            }
        }
        let failed = self.warnings.iter().any(|warning| warning.severity == Severity::Error);
        if whole && !failed && self.tables().next().is_none() {
            let message = "no CREATE TABLE and no INSERT were found: this is not a dump of tables, or it is empty";
            last.push((Severity::Error, Error::new(Kind::NoTables, message)));
        }
        for (severity, error) in last {
            self.note(severity, &error);
        }
        let counts: BTreeMap<Kind, u64> = self.told.iter().map(|(kind, count)| (*kind, *count)).collect();
        for (kind, count) in counts.into_iter().filter(|(_, count)| *count > KEPT_WARNINGS) {
            let message = format!("{} more of this kind are not listed", count - KEPT_WARNINGS);
            self.warnings.push(warning(Severity::Note, &Error::new(kind, message)));
        }
    }

    /// Says that a source ends; `whole` says that it was read to its end.
    pub fn source_ends(&mut self, whole: bool) {
        if std::mem::take(&mut self.trailer) == Trailer::Expected && whole {
            let message = "the line \"Dump completed\" is missing: the dump may have been cut between two statements";
            let error = Error::new(Kind::NoTrailer, message);
            let position = Position { source: self.source.clone(), ..Position::default() };
            self.note(Severity::Note, &error.at(position));
        }
    }

    fn note(&mut self, severity: Severity, error: &Error) {
        let told = self.told.entry(error.kind).or_default();
        *told += 1;
        if *told <= KEPT_WARNINGS || severity == Severity::Error && *told <= 10 * KEPT_WARNINGS {
            self.warnings.push(warning(severity, error));
        }
    }

    fn find(&mut self, name: &TableName) -> Option<&mut TableEntry> {
        self.tables[*self.index.get(name)?].as_mut().map(|(_, entry)| entry)
    }

    fn entry(&mut self, name: &TableName) -> Option<&mut TableEntry> {
        if !self.index.contains_key(name) {
            self.index.insert(name.clone(), self.tables.len());
            self.tables.push(Some((name.clone(), TableEntry::default())));
        }
        self.find(name)
    }

    fn remove(&mut self, name: &TableName) {
        if let Some(at) = self.index.remove(name) {
            self.tables[at] = None;
        }
    }

    fn rename(&mut self, from: &TableName, to: &TableName) {
        if let Some(at) = self.index.remove(from) {
            self.remove(to);
            if let Some((name, _)) = &mut self.tables[at] {
                *name = to.clone();
            }
            self.index.insert(to.clone(), at);
        }
    }

    fn create(&mut self, created: &CreateTable, offset: u64) {
        // A table that only rows were seen of has no definition yet.
        let defined = self.table(&created.name).is_some_and(|entry| entry.definition.is_some());
        if defined && created.if_not_exists {
            return;
        }
        let definition = match &created.body {
            CreateBody::Definition(definition) => Some((**definition).clone()),
            CreateBody::Like(like) => self.table(like).and_then(|entry| entry.definition.clone()),
        };
        if created.as_select {
            self.unfollowed("CREATE TABLE ... SELECT", Some(&created.name), offset);
        }
        if let Some(entry) = self.entry(&created.name) {
            if defined {
                // Defined twice: the dump was written twice, and the second time counts.
                *entry = TableEntry::default();
            }
            // Rows that came before their definition are its rows: a schema may follow its data.
            entry.definition = definition;
        }
    }

    fn alter(&mut self, altered: &AlterTable) {
        let mut name = altered.name.clone();
        for alteration in &altered.alterations {
            if let Alteration::Rename(to) = alteration {
                let to = to.clone().or_in(name.database.as_deref());
                self.rename(&name, &to);
                name = to;
            } else if let Some(definition) = self.find(&name).and_then(|entry| entry.definition.as_mut())
                && let Err(error) = definition.apply(alteration)
            {
                let position = Position { table: Some(name.to_string()), ..Position::default() };
                let message = format!("an ALTER TABLE was not followed: {}", error.message);
                self.note(Severity::Warning, &Error::new(Kind::Syntax, message).at(position));
            }
        }
    }

    fn insert_begins(&mut self, insert: &Insert) {
        if let Some(entry) = self.entry(&insert.table)
            && let Some(columns) = &insert.columns
        {
            entry.insert_columns = Some(entry.insert_columns.map_or(columns.len(), |fewest| fewest.min(columns.len())));
        }
    }

    fn rows(&mut self, rows: &Rows, window: &[u8]) {
        let Some(entry) = self.find(&rows.insert.table) else { return };
        entry.rows += rows.count;
        entry.open_rows += rows.count;
        if entry.definition.is_none() && entry.row_values == 0 {
            let mut row = Vec::new();
            TupleReader::new(rows.bytes.get(window), rows.insert.rules).next_row(&mut row);
            entry.row_values = row.len();
        }
    }

    fn insert_ends(&mut self, insert: &Insert, bytes: u64, on_duplicate: bool) {
        self.statements.insert += 1;
        if let Some(entry) = self.find(&insert.table) {
            entry.insert_bytes += bytes;
            entry.insert_statements += 1;
            let rows = std::mem::take(&mut entry.open_rows);
            if on_duplicate || insert.repeated_keys != RepeatedKeys::Refuse {
                entry.repeated += rows;
            }
        }
    }

    /// Says once a statement and table that rows changed in a way that was not followed.
    fn unfollowed(&mut self, statement: &'static str, table: Option<&TableName>, offset: u64) {
        if !self.unfollowed.insert((statement, table.cloned())) {
            return;
        }
        let effect = match statement {
            "UPDATE" => "rows are counted and measured as they were inserted",
            "DELETE ... WHERE" => "the row count is an upper bound",
            _ => "the row count is a lower bound",
        };
        let message = format!("{statement} cannot be followed without a server: {effect}");
        let position = Position {
            source: self.source.clone(),
            offset: Some(offset).filter(|offset| *offset > 0),
            table: table.map(ToString::to_string),
            line: None,
        };
        self.note(Severity::Warning, &Error::new(Kind::RowCountBound, message).at(position));
    }
}

/// An error as the report lists it.
pub fn warning(severity: Severity, error: &Error) -> Warning {
    Warning {
        kind: error.kind,
        severity,
        message: error.message.clone(),
        source: error.position.source.clone(),
        line: error.position.line,
        offset: error.position.offset,
        table: error.position.table.clone(),
    }
}
