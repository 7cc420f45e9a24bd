//! What each writer writes for the sample report, and the golden file of the JSON contract.

use std::path::Path;

use super::*;

fn written(format: &str, options: &Options) -> String {
    written_of(&sample::report(), format, options)
}

fn written_of(report: &Report, format: &str, options: &Options) -> String {
    let mut out = Vec::new();
    write(report, format, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_golden_file_is_what_is_written_and_reads_back() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/report/golden.json");
    let text = written("json", &Options::default());
    // ROWPRESS_BLESS=1 rewrites the file, after a field was added.
    if std::env::var_os("ROWPRESS_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
    assert_eq!(read(text.as_bytes()).unwrap(), sample::report());
}
