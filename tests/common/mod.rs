//! What the command-line tests share: the binary, fixtures, a report read back.

use std::path::PathBuf;

use assert_cmd::Command;

/// The binary, without the surroundings of the terminal that runs the tests.
pub fn rowpress() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("rowpress"));
    command.env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
    command
}

/// A file in fixtures/.
pub fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// Runs the binary and returns its exit code, standard output and standard error.
pub fn run(args: &[&str]) -> (i32, String, String) {
    let output = rowpress().args(args).output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

/// Runs the binary with `--format json` and returns its exit code and the report.
#[allow(dead_code)]
pub fn json(args: &[&str]) -> (i32, serde_json::Value) {
    let (code, out, err) = run(&[args, &["--format", "json"]].concat());
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")))
}
