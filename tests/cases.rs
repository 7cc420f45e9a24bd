//! Every small awkward dump of fixtures/cases and fixtures/reader, with the right answer beside it, through the command line.

mod common;

use std::collections::BTreeSet;

use common::{fixture, json};
use serde_json::Value;

#[test]
fn every_case_reads_as_its_server_did() {
    walk("cases", 21);
}

#[test]
fn awkward_dumps_read_as_their_server_did() {
    walk("reader", 50);
}

/// Reads every case of a folder, which has at least so many.
fn walk(folder: &str, least: usize) {
    let mut expectations: Vec<_> = std::fs::read_dir(fixture(folder))
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.to_string_lossy().ends_with(".expect.json"))
        .collect();
    expectations.sort();
    assert!(expectations.len() >= least, "cases are missing: {}", expectations.len());
    let mut failures = Vec::new();
    for expectation in expectations {
        let base = expectation.to_string_lossy().replace(".expect.json", "");
        let input = ["sql", "sql.gz", "sql.zst"]
            .iter()
            .map(|extension| format!("{base}.{extension}"))
            .find(|path| std::path::Path::new(path).exists())
            .unwrap_or_else(|| panic!("{base} has no input"));
        let expected: Value =
            serde_json::from_slice(&std::fs::read(&expectation).expect("readable")).expect("an expectation is JSON");
        let (code, report) = json(&["tables", &input, "--cells", "20"]);
        let case = base.rsplit('/').next().unwrap_or(&base).to_string();
        check(&case, &expected, code, &report, &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(case: &str, expected: &Value, code: i32, report: &Value, failures: &mut Vec<String>) {
    let mut fail = |what: String| failures.push(format!("{case}: {what}"));
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();

    let name =
        |table: &Value| (table["database"].as_str().map(str::to_string), table["name"].as_str().map(str::to_string));
    let found: BTreeSet<_> = list(&report["tables"]).iter().map(name).collect();
    let wanted: BTreeSet<_> = list(&expected["tables"]).iter().map(name).collect();
    if found != wanted {
        fail(format!("tables {found:?}, not {wanted:?}"));
    }
    for table in list(&expected["tables"]) {
        let Some(read) = list(&report["tables"]).into_iter().find(|read| name(read) == name(&table)) else { continue };
        for key in ["rows", "columns", "insert_columns", "primary_key"] {
            if !table[key].is_null() && table[key] != read[key] {
                fail(format!("{} has {key} {}, not {}", table["name"], read[key], table[key]));
            }
        }
        for cell in list(&table["cells"]) {
            let hex = |text: String| text.bytes().map(|byte| format!("{byte:02X}")).collect::<String>();
            let id = Value::from(hex(cell["id"].to_string()));
            let column = cell["column"].as_str().unwrap_or_default();
            let row = list(&read["cells"]).into_iter().find(|row| row["id"] == id || row["k"] == id);
            match row {
                None => fail(format!("no row {}", cell["id"])),
                Some(row) if row.get(column) != Some(&cell["hex"]) => {
                    fail(format!("row {} has {column} {:?}, not {}", cell["id"], row.get(column), cell["hex"]));
                }
                Some(_) => {}
            }
        }
    }

    let kinds = |severity: &str| -> BTreeSet<String> {
        let warnings = list(&report["warnings"]);
        let of_severity = warnings.iter().filter(|warning| warning["severity"] == severity);
        of_severity.filter_map(|warning| warning["kind"].as_str().map(str::to_string)).collect()
    };
    let errors: BTreeSet<String> = expected["error"].as_str().map(str::to_string).into_iter().collect();
    if kinds("error") != errors {
        fail(format!("errors {:?}, not {errors:?}", kinds("error")));
    }
    if code != i32::from(!errors.is_empty()) {
        fail(format!("exit code {code}"));
    }
    let told = |key: &str| -> BTreeSet<String> {
        list(&expected[key]).iter().filter_map(|kind| kind.as_str().map(str::to_string)).collect()
    };
    if kinds("warning") != told("warnings") {
        fail(format!("warnings {:?}, not {:?}", kinds("warning"), told("warnings")));
    }
    if expected["notes"].is_array() && kinds("note") != told("notes") {
        fail(format!("notes {:?}, not {:?}", kinds("note"), told("notes")));
    }
}
