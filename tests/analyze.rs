//! `analyze`: figures that agree with each other and with the input.

mod common;

use std::collections::BTreeSet;

use common::{fixture, json, rowpress, run};
use serde_json::Value;

/// A dump of some 200 kB, a little more than twelve blocks of 16 KiB.
fn dump() -> String {
    let rows = |from: u32| -> String {
        let rows: Vec<String> = (from..from + 500)
            .map(|row| format!("({row},'row {row} of many','{:x}')", row.wrapping_mul(2_654_435_761)))
            .collect();
        format!("INSERT INTO `t` VALUES {};\n", rows.join(","))
    };
    let inserts: String = (0..10).map(|part| rows(part * 500)).collect();
    format!("CREATE TABLE `t` (`id` int, `s` varchar(40), `x` char(8));\n{inserts}")
}

/// The dump in a file, and the folder that it lives in.
fn file() -> (tempfile::TempDir, String, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dump.sql");
    let dump = dump();
    std::fs::write(&path, &dump).expect("written");
    let path = path.to_string_lossy().into_owned();
    (folder, path, dump.len() as u64)
}

fn figures(report: &Value) -> &Vec<Value> {
    report["codecs"].as_array().expect("a list")
}

fn names(report: &Value) -> BTreeSet<(String, String, String)> {
    let text = |value: &Value| value.to_string().trim_matches('"').to_string();
    figures(report)
        .iter()
        .map(|figure| (text(&figure["codec"]), text(&figure["level"]), text(&figure["unit"])))
        .collect()
}

/// Every figure of a whole, verified run over so many bytes.
#[track_caller]
fn consistent(report: &Value, bytes: u64, verified: bool) {
    assert_eq!(report["run"]["complete"], true);
    assert_eq!(report["input"]["input_bytes"], bytes);
    let mut units = 0;
    for figure in figures(report) {
        assert_eq!(figure["raw_bytes"], bytes, "{figure}");
        let compressed = figure["compressed_bytes"].as_u64().expect("a number");
        let ratio = figure["ratio"].as_f64().expect("a number");
        assert!((ratio - bytes as f64 / compressed as f64).abs() < 1e-9, "{figure}");
        if figure["codec"] == "none" {
            assert_eq!(compressed, bytes, "{figure}");
        }
        let expected = figure["unit"].as_u64().map_or(1, |unit| bytes.div_ceil(unit));
        assert_eq!(figure["units"], expected, "{figure}");
        units += expected;
    }
    assert_eq!(report["run"]["verified_units"], if verified { units } else { 0 });
}

#[test]
fn the_default_plan() {
    let (_folder, input, bytes) = file();
    let (code, report) = json(&["analyze", &input]);
    assert_eq!(code, 0);
    consistent(&report, bytes, true);
    assert_eq!(report["tables"][0]["rows"], 5000);
    let codecs: BTreeSet<_> = names(&report).into_iter().map(|(codec, ..)| codec).collect();
    assert!(codecs.len() >= 6, "{codecs:?}");
    let units: BTreeSet<_> = names(&report).into_iter().map(|(.., unit)| unit).collect();
    assert_eq!(units, ["16384", "whole"].map(String::from).into());
}

#[test]
fn chosen_codecs_and_units() {
    let (_folder, input, bytes) = file();
    let (code, report) = json(&[
        "analyze",
        &input,
        "--codec",
        "zstd:1-3,zlib:6,none",
        "--codec",
        "lz4",
        "--unit",
        "whole,4K",
        "--unit",
        "1M,4096",
    ]);
    assert_eq!(code, 0);
    consistent(&report, bytes, true);
    let found = names(&report);
    for (codec, level) in
        [("zstd", "1"), ("zstd", "2"), ("zstd", "3"), ("zlib", "6"), ("none", "null"), ("lz4", "null")]
    {
        for unit in ["4096", "1048576"] {
            let wanted = (codec.to_string(), level.to_string(), unit.to_string());
            assert!(found.contains(&wanted), "{wanted:?} is not in {found:?}");
        }
    }
    assert_eq!(found.len(), figures(&report).len(), "a candidate is there twice");
}

#[test]
fn without_checking() {
    let (_folder, input, bytes) = file();
    let (code, report) = json(&["analyze", &input, "--codec", "zstd:1", "--no-verify"]);
    assert_eq!(code, 0);
    consistent(&report, bytes, false);
}

/// Sizes depend on nothing but the input.
#[test]
fn threads_and_memory_change_no_size() {
    let (_folder, input, bytes) = file();
    let sizes = |args: &[&str]| -> Vec<(String, String, String, u64)> {
        let plan = ["analyze", &input, "--codec", "zstd:1,snappy,xz:1", "--unit", "whole,1K,64K"];
        let (code, report) = json(&[&plan, args].concat());
        assert_eq!(code, 0);
        consistent(&report, bytes, true);
        let text = |value: &Value| value.to_string();
        let size = |figure: &Value| figure["compressed_bytes"].as_u64().expect("a number");
        figures(&report)
            .iter()
            .map(|figure| (text(&figure["codec"]), text(&figure["level"]), text(&figure["unit"]), size(figure)))
            .collect()
    };
    let one = sizes(&["--threads", "1"]);
    assert_eq!(one, sizes(&["--threads", "4"]));
    assert_eq!(one, sizes(&["--memory", "1"]));
}

#[test]
fn several_inputs_and_standard_input() {
    let (_folder, input, bytes) = file();
    let (code, report) = json(&["analyze", &input, &input, "--codec", "lz4,zstd:1"]);
    assert_eq!(code, 0);
    // The second time the table is defined again: its rows count once, its bytes twice.
    assert_eq!(report["tables"][0]["rows"], 5000);
    consistent(&report, 2 * bytes, true);
    assert_eq!(report["input"]["sources"].as_array().map(Vec::len), Some(2));

    let output = rowpress().args(["analyze", "-", "--codec", "lz4", "--format", "json"]).write_stdin(dump()).output();
    let report: Value = serde_json::from_slice(&output.expect("it runs").stdout).expect("a report");
    consistent(&report, bytes, true);
}

#[test]
fn compressed_input_is_measured_as_its_text() {
    for extension in ["sql", "sql.gz", "sql.zst", "sql.xz", "sql.bz2", "sql.lz4"] {
        let input = fixture(&format!("inputs/tiny.{extension}"));
        if input.exists() {
            let (code, report) = json(&["analyze", &input.to_string_lossy(), "--codec", "zstd:1", "--unit", "100"]);
            assert_eq!(code, 0, "{extension}");
            consistent(&report, 659, true);
        }
    }
}

/// Nothing of another database's dump is measured, and there is no figure that looks as if.
#[test]
fn another_database() {
    let input = fixture("cases/47-not-a-mysql-dump-postgres.sql");
    let (code, report) = json(&["analyze", &input.to_string_lossy(), "--codec", "lz4"]);
    assert_eq!(code, 1);
    assert!(figures(&report).iter().all(|figure| figure["raw_bytes"] == 0), "{}", report["codecs"]);
    assert_eq!(report["warnings"][0]["kind"], "not-mysql");
}

#[test]
fn counting_only() {
    let (_folder, input, _) = file();
    let (code, report) = json(&["analyze", &input, "--no-codecs", "--no-engines"]);
    assert_eq!(code, 0);
    assert!(figures(&report).is_empty());
    assert_eq!(report["tables"][0]["rows"], 5000);
}

#[test]
fn the_report_in_every_format() {
    let (folder, input, _) = file();
    let saved = folder.path().join("saved.json").to_string_lossy().into_owned();
    let (code, out, error) = run(&["analyze", &input, "--codec", "zstd:1,lz4", "-o", &saved]);
    assert_eq!((code, out.as_str(), error.as_str()), (0, "", ""));
    for format in ["table", "csv", "markdown"] {
        let (code, out, error) = run(&["report", &saved, "--format", format]);
        assert_eq!((code, error.as_str()), (0, ""), "{format}");
        assert!(out.contains("zstd") && out.contains("lz4"), "{format}: {out}");
    }
    let (_, csv, _) = run(&["report", &saved, "--format", "csv"]);
    let columns: BTreeSet<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns.len(), 1, "{csv}");
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let again = run(&["report", &saved, "--format", "json"]).1;
    assert_eq!(value(&std::fs::read_to_string(&saved).expect("there")), value(&again));
}
