//! `tables` and the commands around it, and inputs too large to be kept as files.

mod common;

use std::time::Instant;

use common::{fixture, json, rowpress, run};
use serde_json::Value;

fn path(name: &str) -> String {
    fixture(name).to_string_lossy().into_owned()
}

/// The report of a dump on standard input, which must be read without an error.
#[track_caller]
fn read(dump: &[u8]) -> Value {
    let output = rowpress().args(["tables", "-", "--format", "json"]).write_stdin(dump).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a report")
}

#[test]
fn what_a_report_says() {
    let (code, report) = json(&["tables", &path("inputs/tiny.sql")]);
    assert_eq!(code, 0);
    let table = &report["tables"][0];
    assert_eq!((&table["name"], &table["rows"], &table["columns"]), (&"song".into(), &6.into(), &3.into()));
    assert_eq!(table["primary_key"], serde_json::json!(["id"]));
    assert_eq!(report["input"]["input_bytes"], 659);
    assert_eq!(report["input"]["producer"], "mysqldump 10.13");
    assert_eq!(report["input"]["statements"]["insert"], 1);
    assert_eq!(report["codecs"], serde_json::json!([]));
}

#[test]
fn standard_input_and_compressed_input() {
    for extension in ["sql", "sql.gz", "sql.zst", "sql.xz", "sql.bz2", "sql.lz4"] {
        let file = path(&format!("inputs/tiny.{extension}"));
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let report = read(&bytes);
        assert_eq!(report["tables"][0]["rows"], 6, "{extension}");
        assert_eq!(report["input"]["sources"][0]["path"], "-");
        assert_eq!(report["input"]["sources"][0]["file_bytes"], bytes.len());
        assert_eq!(report["input"]["input_bytes"], 659);
    }
}

/// Nothing is carried from one source into the next: no USE, no SET, no DELIMITER.
#[test]
fn several_inputs() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("written");
        file.to_string_lossy().into_owned()
    };
    let schema =
        write("schema.sql", "USE a;\nCREATE TABLE `t` (`id` int, `s` varchar(9));\nSET NAMES gbk;\nDELIMITER $$\n");
    let first = write("1.sql", "INSERT INTO a.t VALUES (1,'x\\'y');\nUSE a;\nINSERT INTO t VALUES (2,'z');\n");
    let second = write("2.sql", "INSERT INTO t VALUES (3,'z');\n");
    let (code, report) = json(&["tables", &schema, &first, &second]);
    assert_eq!(code, 0);
    let rows: Vec<_> =
        report["tables"].as_array().expect("a list").iter().map(|table| (&table["database"], &table["rows"])).collect();
    assert_eq!(rows, [(&Value::from("a"), &Value::from(2)), (&Value::Null, &Value::from(1))]);
}

#[test]
fn a_line_of_two_megabytes() {
    let rows: Vec<String> =
        (0..20_000).map(|row| format!("({row},'{}')", "a;(')".replace('\'', "\\'").repeat(18))).collect();
    let dump = format!(
        "CREATE TABLE t (id int, s text);\nINSERT INTO t VALUES {};\nINSERT INTO t VALUES (1,'b');\n",
        rows.join(",")
    );
    assert!(dump.len() > 2 << 20);
    assert_eq!(read(dump.as_bytes())["tables"][0]["rows"], 20_001);
}

/// One value of 20 MB: larger than any window, and than the memory that `tables` plans with.
#[test]
fn a_value_of_twenty_megabytes() {
    let dump = format!(
        "CREATE TABLE t (id int, s longtext);\nINSERT INTO t VALUES (1,'{}'),(2,'b');\n",
        "x\\'".repeat(7 << 20)
    );
    let begin = Instant::now();
    assert_eq!(read(dump.as_bytes())["tables"][0]["rows"], 2);
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

#[test]
fn four_thousand_columns() {
    let columns: Vec<String> = (0..4000).map(|column| format!("`c{column}` tinyint")).collect();
    let values: Vec<String> = (0..4000).map(|column| (column % 100).to_string()).collect();
    let dump = format!(
        "CREATE TABLE t ({});\nINSERT INTO t VALUES ({}),({});\n",
        columns.join(","),
        values.join(","),
        values.join(",")
    );
    let table = &read(dump.as_bytes())["tables"][0];
    assert_eq!((&table["rows"], &table["columns"]), (&Value::from(2), &Value::from(4000)));
    let undefined = format!("INSERT INTO t VALUES ({});\n", values.join(","));
    assert_eq!(read(undefined.as_bytes())["tables"][0]["columns"], 4000);
}

#[test]
fn deep_parentheses_and_endless_numbers() {
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    let digits = "9".repeat(100_000);
    let dump = format!(
        "CREATE TABLE t (id int, s text, c int DEFAULT ({open}1{close}));\nINSERT INTO t VALUES ({open}1{close},'a',1),({digits},'-',-{digits}.{digits}e{digits});\n\
         INSERT INTO t SET id = {open}1{close}, s = 'b';\nSET @x = {open}1{close};\nALTER TABLE t ADD CHECK ({open}1{close});\nINSERT INTO t VALUES (4,'d',1);\n"
    );
    let report = read(dump.as_bytes());
    assert_eq!(report["tables"][0]["rows"], 4);
    let cells = rowpress().args(["tables", "-", "--cells", "9", "--format", "json"]).write_stdin(dump).output();
    assert_eq!(cells.expect("it runs").status.code(), Some(0));
}

#[test]
fn the_report_by_its_ending() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = path("inputs/tiny.sql");
    for (name, begins) in [("a.json", "{"), ("a.csv", "database,"), ("a.md", "#"), ("a.txt", ""), ("a", "")] {
        let to = folder.path().join(name).to_string_lossy().into_owned();
        let (code, out, error) = run(&["tables", &input, "-o", &to]);
        assert_eq!((code, out.as_str(), error.as_str()), (0, "", ""), "{name}");
        let text = std::fs::read_to_string(&to).expect("there");
        assert!(text.starts_with(begins), "{name}: {text}");
        assert!(text.contains("song"), "{name}: {text}");
        assert!(!text.contains('\x1B'), "{name} has colours");
    }
}

#[test]
fn a_saved_report_is_written_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("saved.json").to_string_lossy().into_owned();
    let input = path("inputs/tiny.sql");
    assert_eq!(run(&["tables", &input, "-o", &saved]).0, 0);
    let text = std::fs::read_to_string(&saved).expect("there");
    let (code, again, _) = run(&["report", &saved, "--format", "json"]);
    assert_eq!(code, 0);
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(value(&text), value(&again));
    for format in ["table", "csv", "markdown"] {
        let (code, out, error) = run(&["report", &saved, "--format", format]);
        assert_eq!((code, error.as_str()), (0, ""), "{format}");
        assert!(out.contains("song"), "{format}: {out}");
    }
    let output = rowpress().args(["report", "-", "--format", "csv"]).write_stdin(text).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(run(&["report", &input]).0, 1, "a dump is no report");
}

#[test]
fn quiet_and_verbose() {
    let input = path("cases/28-tool-text-in-file.sql");
    assert!(run(&["tables", &input]).2.contains("warning[tool-text]: "));
    let (code, out, error) = run(&["tables", "-q", &input]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(!out.is_empty());
    assert_eq!(run(&["tables", "-v", &input]).0, 0);
}

#[test]
fn formats_completions_and_the_manual() {
    let (code, out, error) = run(&["formats"]);
    assert_eq!((code, error.as_str()), (0, ""));
    for name in ["zstd", "zlib", "xz", "lz4hc", "snappy", "bzip2", "quicklz", "none", "gzip"] {
        assert!(out.contains(name), "{name}: {out}");
    }
    let (code, out, _) = run(&["formats", "--format", "json"]);
    assert_eq!(code, 0);
    serde_json::from_str::<Value>(&out).expect("JSON");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, out, error) = run(&["completions", shell]);
        assert_eq!((code, error.as_str()), (0, ""), "{shell}");
        assert!(out.contains("rowpress") && out.contains("analyze"), "{shell}");
    }
    let (code, page, _) = run(&["man"]);
    assert_eq!(code, 0);
    assert!(page.contains(".TH rowpress") && page.contains("analyze"), "{page}");
    let (code, out, _) = run(&["--version"]);
    assert_eq!((code, out.as_str()), (0, concat!("rowpress ", env!("CARGO_PKG_VERSION"), "\n")));
    assert!(run(&["--help"]).1.contains("Exit codes: 0"));
}
