//! Runs that are repeated, and runs with several numbers of threads, through the command line.

mod common;

use std::io::Write;

use common::{fixture, json, rowpress, run};
use serde_json::Value;

const PLAN: [&str; 4] = ["--codec", "zstd:1,zlib:6", "--unit", "whole,16K"];

fn analyze(input: &str, more: &[&str]) -> (i32, Value) {
    json(&[&["analyze", input], PLAN.as_slice(), more].concat())
}

fn shop() -> String {
    fixture("shop.sql.gz").to_string_lossy().into_owned()
}

fn figures(report: &Value) -> Vec<Value> {
    report["codecs"].as_array().cloned().unwrap_or_default()
}

/// Exit code, report and standard error of a run over bytes in a pipe.
fn piped(bytes: &[u8], args: &[&str]) -> (i32, Vec<u8>, String) {
    let output = rowpress().args(args).write_stdin(bytes).output().expect("the binary runs");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    (output.status.code().expect("no signal"), output.stdout, error)
}

#[test]
fn times_are_medians_and_sizes_stay() {
    let (code, once) = analyze(&shop(), &[]);
    let (again, thrice) = analyze(&shop(), &["--repeat", "3"]);
    assert_eq!((code, again), (0, 0));
    assert_eq!(figures(&once).len(), 4);
    for (one, three) in figures(&once).iter().zip(figures(&thrice)) {
        for key in ["codec", "level", "unit", "units", "raw_bytes", "compressed_bytes", "verified"] {
            assert_eq!(one[key], three[key], "{key}");
        }
        assert_eq!((one["repeats"].as_u64(), three["repeats"].as_u64()), (Some(1), Some(3)));
        assert!(one["spread_pct"].is_null() && three["spread_pct"].is_number(), "{three}");
        assert!(three["compress"]["mb_per_s"].as_f64().is_some_and(|rate| rate > 0.0));
    }
    assert!(thrice["scaling"].is_null(), "one number of threads is no scaling");
}

#[test]
fn people_see_the_spread_only_where_there_is_one() {
    let args = |more: &[&str]| [&["analyze", &shop()], PLAN.as_slice(), more].concat().join("\u{1f}");
    for (format, more) in [("table", ""), ("markdown", "\u{1f}--format\u{1f}markdown")] {
        let of = |repeat: &str| {
            let line = format!("{}{more}", args(&["--repeat", repeat]));
            run(&line.split('\u{1f}').collect::<Vec<_>>()).1
        };
        assert!(of("2").contains("medians of 2 runs") && of("2").contains("spread"), "{format}");
        assert!(!of("1").contains("spread"), "{format}");
    }
}

#[test]
fn a_pipe_is_kept_for_the_runs_after_the_first() {
    let bytes = std::fs::read(shop()).expect("readable");
    let args = [&["analyze", "-"], PLAN.as_slice(), &["--repeat", "2", "--format", "json"]].concat();
    let (code, out, error) = piped(&bytes, &args);
    let report: Value = serde_json::from_slice(&out).unwrap_or_else(|problem| panic!("{problem}: {error}"));
    assert_eq!(code, 0, "{error}");
    let (_, file) = analyze(&shop(), &[]);
    for (piped, read) in figures(&report).iter().zip(figures(&file)) {
        assert_eq!(piped["compressed_bytes"], read["compressed_bytes"]);
        assert_eq!(piped["repeats"], 2);
    }
    assert_eq!(report["input"]["sources"][0]["compression"], "gzip");
    assert_eq!(report["input"]["sources"][0]["file_bytes"], bytes.len());
}

#[test]
fn a_pipe_that_does_not_fit_is_refused_with_the_reason() {
    let bytes = std::fs::read(shop()).expect("readable");
    let (code, out, error) = piped(&bytes, &["analyze", "-", "--repeat", "2", "--memory", "1M"]);
    assert_eq!((code, out.len()), (2, 0));
    assert!(error.starts_with("error[invalid-value]: standard input: more than 524.3 kB"), "{error}");
    // Once, it streams.
    let args = [&["analyze", "-", "--memory", "1M"], PLAN.as_slice()].concat();
    assert_eq!(piped(&bytes, &args).0, 0);
}

#[test]
fn an_input_that_changes_between_runs_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.sql");
    std::fs::write(&path, "CREATE TABLE t (a int);\nINSERT INTO t VALUES (1);\n").expect("writable");
    let name = path.to_string_lossy().into_owned();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let (code, report) = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let mut file = std::fs::OpenOptions::new().append(true).open(&path).expect("it is there");
                file.write_all(b"INSERT INTO t VALUES (2);\n").expect("writable");
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        });
        let result = json(&["analyze", &name, "--codec", "zstd:1", "--repeat", "20"]);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        result
    });
    assert_eq!(code, 1);
    let mismatch = report["warnings"].as_array().is_some_and(|all| all.iter().any(|one| one["kind"] == "mismatch"));
    assert!(mismatch, "{}", report["warnings"]);
    assert!(figures(&report).iter().all(|figure| figure["error"].is_string()));
}

#[test]
fn threads_are_compared() {
    let (code, report) = analyze(&shop(), &["--threads", "2,1,2", "--repeat", "2"]);
    assert_eq!(code, 0);
    let rows = report["scaling"].as_array().cloned().unwrap_or_default();
    let threads: Vec<_> = rows.iter().filter_map(|row| row["threads"].as_u64()).collect();
    assert_eq!(threads, [2, 1]);
    assert_eq!(report["machine"]["threads"], 2);
    // One thread is the base wherever it stands.
    assert_eq!((rows[1]["speedup"].as_f64(), rows[1]["efficiency"].as_f64()), (Some(1.0), Some(1.0)));
    let (speedup, efficiency) = (rows[0]["speedup"].as_f64(), rows[0]["efficiency"].as_f64());
    assert_eq!(speedup.map(|speedup| speedup / 2.0), efficiency);
    assert!(figures(&report).iter().all(|figure| figure["repeats"] == 2));
}

#[test]
fn threads_in_the_other_formats() {
    let shop = shop();
    let args = [&["analyze", shop.as_str()], PLAN.as_slice(), &["--threads", "1,2"]].concat();
    let (_, table, _) = run(&args);
    assert!(table.contains("By threads") && table.contains("efficiency"), "{table}");
    let (_, csv, _) = run(&[args.as_slice(), &["--format", "csv"]].concat());
    let mut lines = csv.lines();
    assert!(
        lines
            .next()
            .is_some_and(|head| head.ends_with(",error,threads,wall_s,cpu_s,codec_cpu_s,mb_per_s,speedup,efficiency"))
    );
    assert_eq!(lines.filter(|line| line.starts_with("threads,")).count(), 2);
}

#[test]
fn numbers_that_make_no_sense_are_usage_errors() {
    for args in [["--threads", "0"], ["--threads", "1,0"], ["--repeat", "0"], ["--threads", "x"]] {
        assert_eq!(run(&["analyze", &shop(), args[0], args[1]]).0, 2, "{args:?}");
    }
}

#[test]
fn more_threads_than_processors_get_a_note() {
    let (code, report) = analyze(&shop(), &["--threads", "1000"]);
    assert_eq!(code, 0);
    let told = |one: &Value| one["message"].as_str().is_some_and(|text| text.starts_with("1000 threads share"));
    assert!(report["warnings"].as_array().is_some_and(|all| all.iter().any(told)), "{}", report["warnings"]);
}
