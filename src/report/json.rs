//! JSON, the contract: the model as it is, and back.

use std::io;

use serde::Deserialize;

use crate::error::{Error, Kind, Position, Result};

use super::model::{Report, SCHEMA};
use super::{Options, Writer, output_error};

/// The JSON writer.
pub struct Json;

impl Writer for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn summary(&self) -> &'static str {
        "everything, exact; `compare`, `recommend` and `report` read it back"
    }

    fn write(&self, report: &Report, _options: &Options, out: &mut dyn io::Write) -> Result<()> {
        value(report, out)
    }
}

/// Writes any value as indented JSON with a final newline.
pub(super) fn value(value: &impl serde::Serialize, out: &mut dyn io::Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(|error| output_error(error.into()))?;
    out.write_all(b"\n").map_err(output_error)
}

/// Only the schema, to say what is wrong before fields are missed.
#[derive(Deserialize)]
struct Probe {
    schema: Option<serde_json::Value>,
}

/// Reads a report back. Fields that this version does not know are ignored.
///
/// # Errors
/// `io` where `reader` fails; `invalid-report` where the text is no JSON, no report, or one of another major version.
pub fn read(mut reader: impl io::Read) -> Result<Report> {
    let mut text = Vec::new();
    reader
        .read_to_end(&mut text)
        .map_err(|error| Error::new(Kind::Io, format!("cannot read the report: {error}")).because(error))?;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    if text.trim_ascii().is_empty() {
        return Err(invalid("the file is empty; expected a report as `--format json` writes it".into()));
    }
    if !text.trim_ascii_start().starts_with(b"{") {
        return Err(invalid("it is no JSON object; expected a report as `--format json` writes it".into()));
    }
    let probe: Probe = serde_json::from_slice(text).map_err(|error| located("no report", error))?;
    match probe.schema {
        Some(serde_json::Value::String(schema)) if known(&schema) => {}
        Some(serde_json::Value::String(schema)) => {
            return Err(invalid(format!(
                "its schema is `{}`; this version reads `{SCHEMA}`, use the rowpress that wrote it",
                super::diagnostic::clean(&schema)
            )));
        }
        Some(_) => return Err(invalid(format!("its `schema` is no string; expected `{SCHEMA}`"))),
        None => return Err(invalid(format!("it has no `schema`; expected `{SCHEMA}`, as `--format json` writes it"))),
    }
    serde_json::from_slice(text).map_err(|error| located("a damaged report", error))
}

/// `rowpress.report/1`, and `rowpress.report/1.4` should it ever come: within a major version fields are only added.
fn known(schema: &str) -> bool {
    schema.strip_prefix(SCHEMA).is_some_and(|minor| minor.is_empty() || minor.starts_with('.'))
}

fn invalid(message: String) -> Error {
    Error::new(Kind::InvalidReport, message)
}

/// Says where: the line as the error's position, the column in the message.
fn located(what: &str, error: serde_json::Error) -> Error {
    let what = if error.is_syntax() || error.is_eof() { "no JSON" } else { what };
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    let message = format!("{what}: {} (column {})", super::diagnostic::clean(text), error.column());
    let line = error.line() as u64;
    invalid(message).at(Position { line: (line > 0).then_some(line), ..Position::default() }).because(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(text: &str) -> String {
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidReport);
        error.to_string()
    }

    #[test]
    fn what_is_wrong_is_said() {
        insta::assert_snapshot!(failure(" \n"), @"the file is empty; expected a report as `--format json` writes it");
        insta::assert_snapshot!(failure("-- MySQL dump 10.13"), @"it is no JSON object; expected a report as `--format json` writes it");
        insta::assert_snapshot!(failure("{\"schema\": \"rowpress.report/1\",\n"), @"line 2: no JSON: EOF while parsing a value (column 0)");
        insta::assert_snapshot!(failure("[]"), @"it is no JSON object; expected a report as `--format json` writes it");
        insta::assert_snapshot!(failure("{}"), @"it has no `schema`; expected `rowpress.report/1`, as `--format json` writes it");
        insta::assert_snapshot!(failure("{\"schema\": 1}"), @"its `schema` is no string; expected `rowpress.report/1`");
        insta::assert_snapshot!(failure("{\"schema\": \"rowpress.report/2\"}"), @"its schema is `rowpress.report/2`; this version reads `rowpress.report/1`, use the rowpress that wrote it");
        insta::assert_snapshot!(failure("{\"schema\": \"rowpress.report/10\"}"), @"its schema is `rowpress.report/10`; this version reads `rowpress.report/1`, use the rowpress that wrote it");
        insta::assert_snapshot!(failure("{\"schema\": \"rowpress.report/1\"}"), @"line 1: a damaged report: missing field `rowpress` (column 31)");
        let damaged = serde_json::to_string_pretty(&super::super::sample::report()).unwrap();
        insta::assert_snapshot!(failure(&damaged.replace("\"wall_s\": 92.25", "\"wall_s\": \"long\"")), @r#"line 26: a damaged report: invalid type: string "long", expected f64 (column 20)"#);
    }

    #[test]
    fn newer_fields_and_minor_versions_are_read() {
        let report = super::super::sample::report();
        let mut json = serde_json::to_value(&report).unwrap();
        json["schema"] = "rowpress.report/1.1".into();
        json["invented"] = serde_json::json!({ "later": [1, 2] });
        json["codecs"][0]["invented"] = 7.into();
        let back = read(json.to_string().as_bytes()).unwrap();
        assert_eq!(back.codecs, report.codecs);
    }
}
