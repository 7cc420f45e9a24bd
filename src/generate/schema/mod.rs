//! Plausible rows for any schema: every CREATE TABLE of a file gets rows that its server takes without an error or a warning.
//!
//! Values keep to their column's type, character set, NOT NULL, unique and foreign keys, to JSON where a CHECK asks for it, and to simple
//! comparisons in CHECKs and partitions. Where a unique key has fewer values than rows are wanted, the table gets fewer rows.

mod build;
mod bytes;
mod keys;
mod maker;
mod model;
mod moment;
mod number;
mod read;
mod settings;
mod words;

use std::sync::Arc;

use globset::GlobMatcher;

use super::dump::{Dump, Rows, Table};
use super::spec::{self, Pair, invalid};
use crate::error::Result;
use crate::schema::DefaultValue;
use model::Model;
use settings::Rule;

/// The keys of a specification: the long options of `rowpress generate schema`, and the file.
pub const KEYS: [&str; 5] = ["file", "rows", "table", "set", "seed"];

/// Rows for a schema.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file with CREATE TABLE statements.
    pub file: String,
    /// Rows of each table.
    pub rows: u64,
    /// Seed of all values.
    pub seed: u64,
    tables: Vec<(String, GlobMatcher)>,
    rules: Vec<Rule>,
}

impl Options {
    /// 1,000 rows for each table of a file.
    pub fn new(file: impl Into<String>) -> Self {
        Options { file: file.into(), rows: 1000, seed: 1, tables: Vec::new(), rules: Vec::new() }
    }

    /// Reads the keys of a specification; the first one without a value is the file.
    ///
    /// # Errors
    /// `unknown-name` for another key, `invalid-value` for a value that cannot be understood.
    pub fn from_pairs(pairs: &[Pair]) -> Result<Self> {
        let mut options = Options::new("");
        for (key, value) in pairs {
            let value = value.as_deref();
            let text = || value.ok_or_else(|| invalid(format!("{key} takes a value")));
            match (key.as_str(), value) {
                ("file", Some(file)) => options.file = file.to_string(),
                ("rows", _) => options.rows = spec::number(key, value, 0, u64::MAX >> 1)?,
                ("seed", _) => options.seed = spec::number(key, value, 0, u64::MAX)?,
                ("table", _) => options.tables.push((text()?.to_string(), settings::glob(text()?)?)),
                ("set", _) => options.rules.push(Rule::parse(text()?)?),
                (file, None) if options.file.is_empty() => options.file = file.to_string(),
                (other, _) => return Err(spec::unknown("key", other, &KEYS)),
            }
        }
        if options.file.is_empty() {
            return Err(invalid("schema takes a file with CREATE TABLE statements: write schema:FILE.sql,rows=1000"));
        }
        Ok(options)
    }

    /// The dump, and what was asked for and could not be had: tables with fewer rows.
    ///
    /// # Errors
    /// What is wrong with the file; `invalid-value` for patterns that fit nothing and values that a column cannot have.
    pub fn dump_with_notes(&self) -> Result<(Dump, Vec<String>)> {
        let schema = read::read(&self.file)?;
        let mut used = vec![false; self.rules.len()];
        let model = Arc::new(Model::new(&schema, self.rows, self.seed, &self.rules, &mut used)?);
        if let Some(unused) = used.iter().position(|used| !used) {
            return Err(invalid(format!("`{}` fits no column of {}", self.rules[unused].text(), self.file)));
        }
        let mut tables = Vec::new();
        let mut notes = Vec::new();
        let mut fitted = vec![false; self.tables.len()];
        for (place, found) in schema.tables.into_iter().enumerate() {
            let full = found.name.to_string();
            let mut chosen = self.tables.is_empty();
            for ((_, glob), fitted) in self.tables.iter().zip(&mut fitted) {
                if glob.is_match(&found.name.name) || glob.is_match(&full) {
                    (chosen, *fitted) = (true, true);
                }
            }
            if !chosen {
                continue;
            }
            let made = &model.tables[place];
            if made.rows < self.rows {
                notes.push(format!("table {full} gets {} rows: its keys have no room for more", made.rows));
            }
            tables.push((place, found));
        }
        if let Some(unfitted) = fitted.iter().position(|fitted| !fitted) {
            return Err(invalid(format!("no table of {} fits `{}`", self.file, self.tables[unfitted].0)));
        }
        for (at, (_, found)) in tables.iter().enumerate() {
            if let Some((_, same)) = tables[..at].iter().find(|(_, other)| other.name.name == found.name.name) {
                return Err(invalid(format!(
                    "{} and {} have the same name: choose one with --table DATABASE.TABLE",
                    same.name, found.name
                )));
            }
        }
        let database = tables.iter().find_map(|(_, found)| found.name.database.clone()).unwrap_or_default();
        let tables = tables.into_iter().map(move |(place, found)| {
            let made = &model.tables[place];
            let columns =
                if made.named { made.fields.iter().map(|field| field.name.clone()).collect() } else { Vec::new() };
            let rows = SchemaRows { model: Arc::clone(&model), table: place, row: 0 };
            // A server refuses to look at a sequence while another table alone is locked.
            let lock = !found.definition.columns.iter().any(
                |column| matches!(&column.default, DefaultValue::Expression(text) if text.to_ascii_lowercase().contains("nextval")),
            );
            Table { name: found.name.name, create: found.statements, columns, lock, rows: Box::new(rows) }
        });
        Ok((Dump::new(database, tables), notes))
    }

    /// The dump.
    ///
    /// # Errors
    /// As [`Options::dump_with_notes`].
    pub fn dump(&self) -> Result<Dump> {
        Ok(self.dump_with_notes()?.0)
    }
}

struct SchemaRows {
    model: Arc<Model>,
    table: usize,
    row: u64,
}

impl Rows for SchemaRows {
    fn next_row(&mut self, out: &mut Vec<u8>) -> bool {
        let table = &self.model.tables[self.table];
        if self.row == table.rows {
            return false;
        }
        out.push(b'(');
        for field in 0..table.fields.len() {
            if field > 0 {
                out.push(b',');
            }
            self.model.push(self.table, field, self.row, out);
        }
        out.push(b')');
        self.row += 1;
        true
    }
}
