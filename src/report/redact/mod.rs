//! A report without names: of tables, columns, databases, indexes and files only hashes stay, cells go, and messages quote nothing.
//!
//! Everything is done to the model, so that no writer can forget it. The same name has the same hash in every report.

mod command;
pub mod hash;
mod text;

use std::collections::{BTreeMap, HashMap};

use super::document::table_name;
use super::estimate::Estimate;
use super::model::{Report, Severity, Warning};
use super::notes;
use crate::error::{Error, Kind};
use crate::schema::charset;
use hash::{What, hash};
use text::Names;

/// Storage engines that a definition may name without saying anything.
const ENGINES: [&str; 19] = [
    "innodb",
    "myisam",
    "aria",
    "memory",
    "heap",
    "csv",
    "archive",
    "blackhole",
    "merge",
    "mrg_myisam",
    "federated",
    "tokudb",
    "rocksdb",
    "ndb",
    "ndbcluster",
    "spider",
    "connect",
    "columnstore",
    "xengine",
];

/// Words of the headers that name tools and servers.
const TOOLS: [&str; 20] = [
    "mysqldump",
    "mariadb-dump",
    "mydumper",
    "phpmyadmin",
    "adminer",
    "heidisql",
    "navicat",
    "mysql",
    "mariadb",
    "percona",
    "shell",
    "server",
    "pump",
    "sql",
    "dump",
    "created",
    "by",
    "version",
    "premium",
    "community",
];

/// Replaces every name in a report.
pub fn redact(report: &mut Report) {
    let doubts = notes::doubts(report);
    let tables = Tables::of(report);
    let names = names(report, &tables);

    report.rowpress.command = command::command(&report.rowpress.command);
    for source in &mut report.input.sources {
        source.path = hash::path(&source.path);
    }
    for text in [&mut report.input.producer, &mut report.input.server].into_iter().flatten() {
        *text = tool(text);
    }
    let mut cells = false;
    for table in &mut report.tables {
        cells |= table.cells.take().is_some();
        name_table(&mut table.database, &mut table.name);
        for column in &mut table.primary_key {
            *column = hash(What::Column, column);
        }
        let unknown = |engine: &&mut String| !ENGINES.contains(&engine.to_ascii_lowercase().as_str());
        if let Some(engine) = table.engine.as_mut().filter(unknown) {
            *engine = hash(What::Other, engine);
        }
        if let Some(charset) = table.charset.as_mut().filter(|charset| charset::find(charset).is_none()) {
            *charset = hash(What::Other, charset);
        }
    }
    for figure in &mut report.codecs {
        figure.table = figure.table.as_deref().map(|table| tables.find(table));
        figure.error = figure.error.as_deref().map(|error| names.text(error));
    }
    for table in report.engines.iter_mut().flat_map(|figure| &mut figure.tables) {
        name_table(&mut table.database, &mut table.name);
        for index in table.indexes.iter_mut().filter(|index| index.name != "PRIMARY") {
            index.name = hash(What::Index, &index.name);
        }
        for text in table.notes.iter_mut().chain(&mut table.error) {
            *text = names.text(text);
        }
    }
    if let Some(recommendation) = &mut report.recommendation {
        strings(recommendation, &names);
    }
    redact_warnings(report, &doubts, &tables, &names);
    note(report, "names of tables, columns, databases, indexes and files are hashes (--redact)");
    if cells {
        note(report, "cells are left out: they are data (--redact)");
    }
}

/// Replaces every name in an estimate.
pub fn estimate(estimate: &mut Estimate) {
    estimate.rowpress.command = command::command(&estimate.rowpress.command);
    for source in &mut estimate.sources {
        source.path = hash::path(&source.path);
    }
}

/// An error that ends a run, without names.
pub fn error(mut error: Error) -> Error {
    let mut names = Names::default();
    if let Some(source) = &error.position.source {
        names.add(source, hash::path(source));
    }
    names.finish();
    error.message = names.message(error.kind, &error.message);
    error.position.source = error.position.source.as_deref().map(hash::path);
    error.position.table = error.position.table.as_deref().map(|table| Tables::default().find(table));
    error
}

fn redact_warnings(report: &mut Report, doubts: &[Warning], tables: &Tables, names: &Names) {
    // Doubts are derived from the figures: they are derived again from those without names.
    let safe_doubts = notes::doubts(report);
    for warning in &mut report.warnings {
        let derived = doubts.iter().zip(&safe_doubts).find(|(doubt, _)| *doubt == warning);
        warning.message = match derived {
            Some((_, safe)) => safe.message.clone(),
            None => names.message(warning.kind, &warning.message),
        };
        warning.source = warning.source.as_deref().map(hash::path);
        warning.table = warning.table.as_deref().map(|table| tables.find(table));
    }
}

fn note(report: &mut Report, message: &str) {
    let note = Warning {
        kind: Kind::Redacted,
        severity: Severity::Note,
        message: message.to_string(),
        source: None,
        line: None,
        offset: None,
        table: None,
    };
    if !report.warnings.contains(&note) {
        report.warnings.push(note);
    }
}

fn name_table(database: &mut Option<String>, name: &mut String) {
    *database = database.as_deref().map(|database| hash(What::Database, database));
    *name = hash(What::Table, name);
}

/// Tables by their names as `database.name`: where the dot stands, the name alone does not tell.
#[derive(Default)]
struct Tables(HashMap<String, String>);

impl Tables {
    fn of(report: &Report) -> Self {
        let listed = report.tables.iter().map(|table| (&table.database, &table.name));
        let engines = report.engines.iter().flat_map(|figure| &figure.tables);
        let all = listed.chain(engines.map(|table| (&table.database, &table.name)));
        Tables(all.map(|(database, name)| (table_name(database, name), stand_in(database.as_deref(), name))).collect())
    }

    fn find(&self, table: &str) -> String {
        if let Some(known) = self.0.get(table) {
            return known.clone();
        }
        match table.split_once('.') {
            Some((database, name)) => stand_in(Some(database), name),
            None => stand_in(None, table),
        }
    }
}

fn stand_in(database: Option<&str>, name: &str) -> String {
    table_name(&database.map(|database| hash(What::Database, database)), &hash(What::Table, name))
}

/// Every name that the report knows.
fn names(report: &Report, tables: &Tables) -> Names {
    let mut names = Names::default();
    for (name, stand_in) in &tables.0 {
        names.add(name, stand_in.clone());
    }
    let engines = report.engines.iter().flat_map(|figure| &figure.tables);
    let mut in_database = |database: &Option<String>, name: &str| {
        names.add(name, hash(What::Table, name));
        if let Some(database) = database {
            names.add(database, hash(What::Database, database));
        }
    };
    for table in &report.tables {
        in_database(&table.database, &table.name);
    }
    for table in engines.clone() {
        in_database(&table.database, &table.name);
    }
    for table in &report.tables {
        let cells = table.cells.iter().flatten().flat_map(BTreeMap::keys);
        for column in table.primary_key.iter().chain(cells) {
            names.add(column, hash(What::Column, column));
        }
    }
    for index in engines.flat_map(|table| &table.indexes).filter(|index| index.name != "PRIMARY") {
        names.add(&index.name, hash(What::Index, &index.name));
    }
    let of_warnings = report.warnings.iter().filter_map(|warning| warning.source.as_ref());
    for path in report.input.sources.iter().map(|source| &source.path).chain(of_warnings).filter(|path| *path != "-") {
        names.add(path, hash::path(path));
    }
    for table in report.warnings.iter().filter_map(|warning| warning.table.as_deref()) {
        names.add(table, tables.find(table));
    }
    names.finish();
    names
}

/// A tool's or server's name and version. A build may carry anything behind its number.
fn tool(text: &str) -> String {
    let word = |word: &str| {
        let number: String = word.chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
        if TOOLS.contains(&word.to_ascii_lowercase().as_str()) {
            Some(word.to_string())
        } else if number.is_empty() {
            None
        } else if word.contains("MariaDB") {
            Some(format!("{number}-MariaDB"))
        } else {
            Some(number)
        }
    };
    text.split_whitespace().filter_map(word).collect::<Vec<_>>().join(" ")
}

fn strings(value: &mut serde_json::Value, names: &Names) {
    match value {
        serde_json::Value::String(text) => *text = names.text(text),
        serde_json::Value::Array(values) => values.iter_mut().for_each(|value| strings(value, names)),
        serde_json::Value::Object(fields) => {
            // Its keys are ours.
            fields.values_mut().for_each(|value| strings(value, names));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, View, sample, writers};
    use super::*;

    #[test]
    fn no_writer_tells_a_name_of_the_sample() {
        let mut report = sample::report();
        report.codecs[0].table = Some(String::from("shop.orders"));
        report.codecs[0].spread_pct = Some(90.0);
        let doubts = notes::doubts(&report);
        report.warnings.extend(doubts);
        report.recommendation = Some(serde_json::json!({ "why": ["use zstd for shop.order_items"] }));
        redact(&mut report);
        for writer in writers() {
            for view in [View::Analysis, View::Tables] {
                let mut out = Vec::new();
                let options = Options { view, verbose: true, ..Options::default() };
                writer.write(&report, &options, &mut out).expect("memory has room");
                let text = String::from_utf8(out).expect("UTF-8");
                for name in ["orders", "order_items", "order_id", "shop", "dump.sql"] {
                    assert!(!text.contains(name), "{}: {name} in {text}", writer.name());
                }
            }
        }
        let once = report.clone();
        redact(&mut report);
        assert_eq!(report, once, "a second time changes nothing");
    }

    #[test]
    fn a_build_keeps_its_version_only() {
        assert_eq!(tool("10.3.22-MariaDB-1:10.3.22+acme~bionic-log"), "10.3.22-MariaDB");
        assert_eq!(tool("8.0.36-acme7"), "8.0.36");
        assert_eq!(tool("phpMyAdmin SQL Dump acme"), "phpMyAdmin SQL Dump");
    }
}
