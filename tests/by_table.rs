//! Each table's statements as a stream of its own: `--by-table`.

mod common;

use std::io::Write;

use common::{fixture, json, run};
use serde_json::Value;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn bytes(value: &Value) -> u64 {
    value.as_u64().expect("bytes are a number")
}

/// The figures' raw bytes are the INSERT bytes, of each table and of all; every stream comes back as it was.
fn check(input: &str) -> Value {
    let (_, report) = json(&[
        "analyze",
        input,
        "--by-table",
        "--unit",
        "whole,1000,64K",
        "--codec",
        "zstd:1,zlib:1,lz4,snappy,xz:0",
        "-q",
    ]);
    let tables = list(&report["tables"]);
    let all: u64 = tables.iter().map(|table| bytes(&table["insert_bytes"])).sum();
    for figure in list(&report["codecs"]) {
        let expected = match figure["table"].as_str() {
            None => all,
            Some(name) => {
                let full = |table: &&Value| match table["database"].as_str() {
                    Some(database) => format!("{database}.{}", table["name"].as_str().unwrap_or_default()) == name,
                    None => table["name"] == name,
                };
                bytes(&tables.iter().find(full).expect("a figure's table is listed")["insert_bytes"])
            }
        };
        assert_eq!(bytes(&figure["raw_bytes"]), expected, "{input}: {figure}");
        assert!(figure["verified"] == true || expected == 0, "{input}: {figure}");
    }
    report
}

#[test]
fn raw_bytes_are_the_insert_bytes() {
    let cases = std::fs::read_dir(fixture("cases")).expect("the folder is there");
    let mut checked = 0;
    for path in cases.map(|entry| entry.expect("readable").path()) {
        let input = path.to_string_lossy();
        if !input.ends_with(".json") && !input.ends_with(".gitattributes") {
            check(&input);
            checked += 1;
        }
    }
    assert!(checked >= 21, "{checked}");
    check(&fixture("shop.sql.gz").to_string_lossy());
}

#[test]
fn a_scattered_table_is_one_stream_and_said() {
    let mut file = tempfile::NamedTempFile::with_suffix(".sql").expect("a temporary file");
    for table in 0..8 {
        writeln!(file, "CREATE TABLE t{table} (a int, b varchar(200));").expect("written");
    }
    // More tables in turn than streams are kept open, so that streams end and begin again.
    for round in 0..2000 {
        let text = "text that compresses well ".repeat(round % 7);
        writeln!(file, "INSERT INTO t{} VALUES ({round},'{text}'),({round},'');", round % 8).expect("written");
    }
    let report = check(&file.path().to_string_lossy());
    let told = list(&report["warnings"]).iter().filter(|warning| warning["kind"] == "scattered-table").count();
    assert_eq!(told, 8);
    let gzip = |table: &str| {
        list(&report["codecs"])
            .iter()
            .find(|figure| figure["codec"] == "zlib" && figure["unit"] == "whole" && figure["table"] == table)
    };
    assert!(gzip("t3").is_some(), "{report}");
}

#[test]
fn many_small_tables_stay_within_the_memory() {
    let mut file = tempfile::NamedTempFile::with_suffix(".sql").expect("a temporary file");
    for table in 0..60 {
        writeln!(file, "CREATE TABLE t{table} (a int);\nINSERT INTO t{table} VALUES (1),(2);").expect("written");
    }
    let input = file.path().to_string_lossy();
    let (code, report) = json(&["analyze", &input, "--by-table", "--unit", "whole", "--codec", "xz:6,lz4", "-q"]);
    assert_eq!(code, 0);
    assert_eq!(list(&report["codecs"]).len(), 2 * 61);
    // 60 contexts of xz:6 would be 5.6 GB.
    assert!(bytes(&report["run"]["peak_rss_bytes"]) < 1 << 30, "{}", report["run"]);
}

#[test]
fn the_terminal_says_that_figures_are_sums() {
    let (code, out, _) =
        run(&["analyze", &fixture("shop.sql.gz").to_string_lossy(), "--by-table", "--codec", "zstd:1", "-q"]);
    assert_eq!(code, 0);
    assert!(out.contains("each table apart") && out.contains("By table"), "{out}");
}
