//! What goes wrong, through the command line: one clear line on standard error, an exit code, and a report of what was read before.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{fixture, json, rowpress, run};
use serde_json::Value;

fn path(name: &str) -> String {
    fixture(name).to_string_lossy().into_owned()
}

/// Runs with text on standard input; returns the exit code, the report and standard error.
fn piped(args: &[&str], input: &[u8]) -> (i32, Value, String) {
    let output = rowpress().args(args).args(["-", "--format", "json"]).write_stdin(input).output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|problem| panic!("{problem}: {error}"));
    (output.status.code().expect("no signal"), report, error)
}

/// Checks that there is one line, `error[kind]: ...`, that says all of this.
#[track_caller]
fn one_line(error: &str, kind: &str, says: &[&str]) {
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.starts_with(&format!("error[{kind}]: ")), "{error}");
    for part in says {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

#[test]
fn inputs_that_cannot_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.sql");
    std::fs::write(&empty, "").expect("written");
    let (empty, folder) = (empty.to_string_lossy().into_owned(), folder.path().to_string_lossy().into_owned());
    let missing = format!("{folder}/missing.sql");
    for command in ["tables", "analyze"] {
        for (input, kind) in [(&missing, "not-found"), (&folder, "is-directory"), (&empty, "empty-input")] {
            let (code, out, error) = run(&[command, input]);
            assert_eq!((code, out.as_str()), (1, ""), "{command} {input}");
            one_line(&error, kind, &[input]);
            let (code, report) = json(&[command, input]);
            assert_eq!(code, 1);
            assert_eq!(report["run"]["complete"], false, "{command} {input}");
            assert_eq!(report["warnings"][0]["kind"], kind);
            assert_eq!(report["warnings"][0]["source"], input.as_str());
        }
    }
}

#[test]
fn one_missing_input_does_not_lose_the_others() {
    let (code, report) = json(&["tables", "/nowhere/a.sql", &path("inputs/tiny.sql"), "/nowhere/b.sql"]);
    assert_eq!(code, 1);
    assert_eq!(report["tables"][0]["rows"], 6);
    assert_eq!(report["run"]["complete"], false);
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(2));
}

#[test]
fn damaged_compression() {
    for extension in ["gz", "zst", "xz", "bz2", "lz4"] {
        for (name, kind) in [("cut", "truncated"), ("corrupt", "corrupt-input")] {
            let input = path(&format!("inputs/{name}.sql.{extension}"));
            let (code, _, error) = run(&["tables", &input]);
            assert_eq!(code, 1, "{input}");
            let first = error.lines().next().unwrap_or_default();
            one_line(first, kind, &[&input, "bytes were decoded"]);
            let (code, report) = json(&["analyze", "--codec", "zstd:1", &input]);
            assert_eq!((code, &report["run"]["complete"]), (1, &Value::from(false)), "{input}");
        }
    }
}

/// A statement that breaks in the middle of compressed data is counted with the rows that it has, as in a plain file.
#[test]
fn cut_in_a_gzip_member() {
    let zip = |text: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
        encoder.write_all(text).expect("memory takes it");
        encoder.finish().expect("memory takes it")
    };
    let rows: Vec<String> = (0..2000).map(|row| format!("({row},'text of row {row}')")).collect();
    let text = format!("INSERT INTO `t` VALUES {};\n", rows.join(","));
    let mut bytes = zip(b"CREATE TABLE `t` (`id` int, `s` varchar(40));\n");
    let second = zip(text.as_bytes());
    bytes.extend_from_slice(&second[..second.len() / 2]);
    let (code, report, error) = piped(&["tables"], &bytes);
    assert_eq!(code, 1);
    one_line(&error, "truncated", &["standard input, line 2, byte "]);
    let table = &report["tables"][0];
    let read = table["rows"].as_u64().expect("rows");
    assert!((500..1500).contains(&read), "{read} rows");
    assert!(table["insert_bytes"].as_u64() > Some(read * 15), "{table}");
    assert_eq!(table["insert_statements"], 1);
}

#[test]
fn cut_dumps() {
    let create = "CREATE TABLE `t` (`id` int, `s` varchar(9));\n";
    for (rest, rows, table, says) in [
        ("INSERT INTO `t` VALUES (1,'a'),(2,'b", 1, "t", "inside a row"),
        ("INSERT INTO `t` VALUES (1,'a'),(2,'b\\", 1, "t", "inside a row"),
        ("INSERT INTO `t` VALUES (1,'a'),(2,'b'", 1, "t", "inside a row"),
        ("INSERT INTO `t` VALUES (1,'a'),(2,'b')", 2, "t", "the end of the statement"),
        ("INSERT INTO `t` VALUES (1,'a'),", 1, "t", "the next row"),
        ("INSERT INTO `t` VALUES\n(1,'a'),\n", 1, "t", "the next row"),
        ("INSERT INTO `t` VALUES", 0, "t", "the next row"),
        ("INSERT INTO `t` VALUES ", 0, "t", "the next row"),
        ("INSERT INTO `t` (`id`, `s", 0, "t", "inside a quoted name"),
        ("INSERT INTO `t` ", 0, "t", "in the middle of a statement"),
        ("INSERT INTO `t` VALUES (1,'a') /* c", 1, "t", "inside a comment"),
        ("INSERT INTO `t` VALUES (1,'a') ON DUPLICATE KEY UPDATE s = 'x", 1, "t", "before the end of the statement"),
        ("INSERT INTO `t` SET `id` = 1", 0, "t", "in the middle of a statement"),
        ("INSERT INTO `t` VALUES (1,'a');\nCREATE TABLE `u` (\n  `id` int,\n", 1, "u", "in the middle of a statement"),
        ("INSERT INTO `t` VALUES (1,'a');\nCREATE TABLE `u` (`id` int DEFAULT '", 1, "u", "inside a string"),
        ("INSERT INTO `t` VALUES (1,'a');\n/* c", 1, "", "inside a comment"),
        ("INSERT INTO `t` VALUES (1,'a');\n/*!40101 ", 1, "", "inside a version comment"),
        ("INSERT INTO `t` VALUES (1,'a');\nINS", 1, "", "in the middle of a word"),
        ("INSERT INTO `t` VALUES (1,'a');\nUSE al", 1, "", "in the middle of"),
        ("INSERT INTO `t` VALUES (1,'a');\nUNLOCK TAB", 1, "", "in the middle of a statement"),
    ] {
        let dump = format!("{create}{rest}");
        let (code, report, error) = piped(&["tables"], dump.as_bytes());
        assert_eq!(code, 1, "{rest}");
        let (line, end) = (dump.lines().count() + usize::from(dump.ends_with('\n')), dump.len());
        let place = format!("standard input, line {line}, byte {end}");
        let place = if table.is_empty() { format!("{place}:") } else { format!("{place}, table {table}:") };
        one_line(&error, "truncated", &[&place, says]);
        assert_eq!(report["tables"][0]["rows"], rows, "{rest}");
        assert_eq!(report["run"]["complete"], false, "{rest}");
        assert_eq!(report["warnings"][0]["offset"], end, "{rest}");
    }
}

/// Damage within the dump: said with its place, and the statements behind it are read.
#[test]
fn damage_in_the_middle() {
    let dump = "CREATE TABLE `t` (`id` int);\nINSERT INTO `t` VALUES (1),(2) oops (3);\nINSERT INTO `t` VALUES (4);\n";
    let (code, report, error) = piped(&["tables"], dump.as_bytes());
    assert_eq!(code, 1);
    one_line(&error, "syntax", &["standard input, line 2, byte 60, table t"]);
    assert_eq!(report["tables"][0]["rows"], 3);

    // A dump that was cut, and another behind it: the client ends the statement at its next semicolon.
    let dump = "CREATE TABLE `t` (`id` int);\nINSERT INTO `t` VALUES (1),(2\nINSERT INTO `t` VALUES (3);\nINSERT INTO `t` VALUES (4);\n";
    let (code, report, error) = piped(&["tables"], dump.as_bytes());
    assert_eq!(code, 1);
    one_line(&error, "syntax", &["standard input, line 2, byte 56, table t"]);
    assert_eq!(report["tables"][0]["rows"], 2);
    assert_eq!(report["input"]["statements"]["insert"], 2);

    let dump = "CREATE TABLE `t` (`id` int NOT);\nCREATE TABLE `u` (`id` int);\nINSERT INTO `u` VALUES (4);\n";
    let (_, report, _) = piped(&["tables"], dump.as_bytes());
    assert_eq!(
        report["tables"].as_array().and_then(|tables| tables.last()).map(|table| &table["rows"]),
        Some(&1.into())
    );
}

#[test]
fn many_lines_of_a_tool_are_told_in_few() {
    let noise = "mysqldump: something is odd\n".repeat(5000);
    let dump = format!("CREATE TABLE `t` (`id` int);\n{noise}INSERT INTO `t` VALUES (4);\n");
    let (code, report, error) = piped(&["tables"], dump.as_bytes());
    assert_eq!((code, &report["tables"][0]["rows"]), (0, &Value::from(1)));
    assert!(error.lines().count() < 30, "{error}");
    let told = report["warnings"].as_array().expect("a list").last().expect("not empty")["message"].to_string();
    assert!(told.contains("4980 more"), "{told}");
}

#[test]
fn wrong_command_lines() {
    let input = path("inputs/tiny.sql");
    for (args, kind, says) in [
        (["--codec", "zstd:99"], "invalid-value", "1 to 22"),
        (["--codec", "lz4:5"], "invalid-value", "lz4"),
        (["--codec", "zlb"], "unknown-name", "did you mean zlib?"),
        (["--codec", "brotli"], "unknown-name", "codecs: zstd, zlib"),
        (["--unit", "16X"], "invalid-value", "`whole` or block sizes"),
        (["--unit", "0"], "invalid-value", "1 byte to 1 GiB"),
        (["--format", "jsn"], "unknown-name", "did you mean `json`?"),
        (["--memory", "lots"], "invalid-value", "16K, 1M"),
    ] {
        let (code, out, error) = run(&["analyze", &input, args[0], args[1]]);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        one_line(&error, kind, &[says]);
    }
    for args in [
        &["analyze"][..],
        &["analyze", "--threads", "0", &input],
        &["analyze", "--no-codecs", "--codec", "zstd", &input],
        &["tables", "--cells", "many", &input],
        &["tables", "-q", "-v", &input],
        &["frobnicate"],
        &[],
    ] {
        let (code, out, error) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(!error.is_empty());
    }
}

#[test]
fn outputs_that_cannot_be_written() {
    let input = path("inputs/tiny.sql");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_string_lossy().into_owned();
    for (to, says) in [("/dev/full", "No space left"), ("/nowhere/report.json", "No such file"), (&folder, "directory")]
    {
        for command in ["tables", "formats"] {
            let args: &[&str] = if command == "tables" { &[command, &input, "-o", to] } else { &[command, "-o", to] };
            let (code, out, error) = run(args);
            assert_eq!((code, out.as_str()), (1, ""), "{args:?}");
            one_line(&error, "io", &[to, says]);
        }
    }
    for args in [&["tables", &input][..], &["analyze", "--codec", "lz4", &input], &["formats"], &["man"]] {
        let full = std::fs::File::create("/dev/full").expect("it opens");
        let output = Command::new(assert_cmd::cargo::cargo_bin!("rowpress")).args(args).stdout(full).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        one_line(&String::from_utf8_lossy(&output.stderr), "io", &["No space left"]);
    }
}

/// A report that cannot be written leaves the old one as it was, and nothing beside it.
#[test]
fn an_old_report_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().join("report.json");
    std::fs::write(&to, "old").expect("written");
    let (code, ..) = run(&["tables", "/nowhere.sql", "-o", &to.to_string_lossy(), "--format", "no"]);
    assert_eq!(code, 2);
    assert_eq!(std::fs::read_to_string(&to).expect("there"), "old");
    assert_eq!(std::fs::read_dir(folder.path()).expect("there").count(), 1);
}

/// `rowpress ... | head -1`: quiet, and no failure.
#[test]
fn a_reader_that_goes_away() {
    let many: String = (0..40_000).map(|table| format!("CREATE TABLE `t{table}` (`id` int);\n")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("many.sql");
    std::fs::write(&input, many).expect("written");
    let input = input.to_string_lossy();
    for format in ["json", "csv", "markdown", "table"] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rowpress"))
            .args(["tables", "-v", "--format", format, &input])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut line = String::new();
        BufReader::with_capacity(16, child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        assert!(!line.is_empty());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{format}");
    }
}

/// Ctrl-C: the report of what was read, marked as incomplete.
#[test]
fn interrupted() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rowpress"))
        .args(["analyze", "-", "--codec", "zstd:3,xz:1", "--unit", "whole,16K", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(b"CREATE TABLE `t` (`id` int, `s` varchar(90));\n");
        for row in 0u64.. {
            let line = format!("INSERT INTO `t` VALUES ({row},'{:x}');\n", row.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            if stdin.write_all(line.as_bytes()).is_err() {
                return;
            }
        }
    });
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    assert!(killed.success());
    let mut out = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut out).expect("UTF-8");
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{error}");
    let report: Value = serde_json::from_str(&out).expect("a report");
    assert_eq!(report["run"]["complete"], false);
    let kinds: Vec<_> = report["warnings"].as_array().expect("a list").iter().map(|warning| &warning["kind"]).collect();
    assert!(kinds.contains(&&Value::from("interrupted")), "{kinds:?}");
    assert!(error.contains("[interrupted]: "), "{error}");
    assert!(report["tables"][0]["rows"].as_u64() > Some(100), "{}", report["tables"]);
    assert!(report["codecs"].as_array().map(Vec::len) == Some(4));
}

/// A report never takes the place of the dump that it is about, and one of nothing does not replace an older one.
#[test]
fn what_is_there_stays_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dump = folder.path().join("a.sql");
    std::fs::copy(fixture("inputs/tiny.sql"), &dump).expect("copied");
    let dump = dump.to_string_lossy();
    let before = std::fs::read(&*dump).expect("readable");
    let (code, _, error) = run(&["analyze", &dump, "--codec", "lz4", "-o", &dump]);
    assert_eq!(code, 2, "{error}");
    one_line(&error, "invalid-value", &[&dump, "input"]);
    assert_eq!(std::fs::read(&*dump).expect("readable"), before);

    let report = folder.path().join("r.json");
    std::fs::write(&report, "older").expect("written");
    let (code, _, error) = run(&["analyze", "/nowhere/a.sql", "-o", &report.to_string_lossy()]);
    assert_eq!(code, 1, "{error}");
    assert_eq!(std::fs::read_to_string(&report).expect("readable"), "older");
}
