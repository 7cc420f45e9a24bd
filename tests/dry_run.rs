//! `analyze --dry-run` through the command line.

mod common;

use std::io::Write;
use std::time::{Duration, Instant};

use common::{fixture, json, rowpress, run};
use serde_json::Value;

fn shop() -> String {
    fixture("shop.sql.gz").to_string_lossy().into_owned()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

#[test]
fn says_what_would_run_and_what_it_takes() {
    let shop = shop();
    let (code, estimate) = json(&["analyze", &shop, "--dry-run"]);
    assert_eq!((code, estimate["schema"].as_str()), (0, Some("rowpress.estimate/1")));
    // The beginning is all of it.
    assert_eq!(
        (estimate["input_bytes"].as_u64(), estimate["input_estimated"].as_bool()),
        (Some(4_161_963), Some(false))
    );
    let (_, report) = json(&["analyze", &shop]);
    let (planned, measured) = (list(&estimate["candidates"]), list(&report["codecs"]));
    assert_eq!(planned.len(), measured.len());
    let mut sum = 0.0;
    for (planned, measured) in planned.iter().zip(&measured) {
        for key in ["codec", "level", "unit"] {
            assert_eq!(planned[key], measured[key]);
        }
        let seconds = |key: &str| planned[key].as_f64().unwrap_or(f64::NAN);
        assert!(seconds("compress_cpu_s") > 0.0 && seconds("decompress_cpu_s") > 0.0, "{planned}");
        sum += seconds("compress_cpu_s") + seconds("decompress_cpu_s");
    }
    assert!(estimate["cpu_s"].as_f64().is_some_and(|all| (all - sum).abs() < 1e-9));
    // Of the right size; timings of a busy machine allow for no more.
    let taken = report["run"]["codec_cpu_s"].as_f64().unwrap_or(0.0);
    assert!(sum > taken / 5.0 && sum < taken * 5.0, "{sum} for {taken}");
    assert!(estimate["memory_bytes"].as_u64() > estimate["in_flight_bytes"].as_u64());
}

#[test]
fn is_short_whatever_is_asked_for() {
    let began = Instant::now();
    let (code, out, _) =
        run(&["analyze", &shop(), "--dry-run", "--codec", "xz:6e,9e,zstd:19,22,bzip2:9", "--threads", "1,2"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("1 thread: ") && out.contains("2 threads: ") && out.contains("How this was estimated"),
        "{out}"
    );
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn the_size_of_a_compressed_dump_is_guessed_and_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("zaphod.sql.gz");
    let one = std::fs::read(shop()).expect("readable");
    let mut file = std::fs::File::create(&path).expect("writable");
    for _ in 0..4 {
        file.write_all(&one).expect("writable");
    }
    let path = path.to_string_lossy().into_owned();
    let args = ["analyze", &path, "--codec", "lz4", "--dry-run", "--repeat", "3"];
    let (_, estimate) = json(&args);
    assert_eq!(estimate["sources"][0]["estimated"], true);
    let guess = estimate["input_bytes"].as_f64().unwrap_or(0.0);
    assert!((guess / (4.0 * 4_161_963.0) - 1.0).abs() < 0.2, "{guess}");
    let (_, out, _) = run(&args);
    assert!(out.contains("about 1") && out.contains("the decoded size is a guess") && out.contains("3 times"), "{out}");
    assert!(!run(&[&args[..], &["--redact"]].concat()).1.contains("zaphod"));
}

#[test]
fn a_pipe_would_be_used_up() {
    let output = rowpress().args(["analyze", "-", "--dry-run"]).write_stdin("x").output().expect("the binary runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.starts_with("error[invalid-value]: standard input: a dry run reads the beginning"), "{error}");
}

#[test]
fn what_cannot_run_cannot_be_estimated() {
    let postgres = fixture("cases/47-not-a-mysql-dump-postgres.sql").to_string_lossy().into_owned();
    for (args, code) in [
        (["analyze", "--dry-run", "no-such.sql"].as_slice(), 1),
        (&["analyze", "--dry-run", &postgres], 1),
        (&["analyze", "--dry-run", &shop(), "--format", "csv"], 2),
        (&["analyze", "--dry-run", &shop(), "--codec", "zstd:99"], 2),
    ] {
        let (found, out, error) = run(args);
        assert_eq!((found, out.as_str()), (code, ""), "{args:?}");
        assert!(error.starts_with("error["), "{error}");
    }
}
