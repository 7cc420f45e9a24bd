//! Versions of libraries that cannot say theirs at run time: pure Rust crates, read from the lock file of this build.
//!
//! Where another crate depends on this library, its own lock file decides and may hold another patch version.

/// This crate's lock file as it was when the crate was compiled.
const LOCK: &str = include_str!("../../Cargo.lock");

/// The version of the crate `name`, `unknown` where the lock file does not have it.
pub(super) fn version(name: &str) -> String {
    let mut lines = LOCK.lines();
    while let Some(line) = lines.next() {
        if quoted(line, "name") == Some(name) {
            return lines.next().and_then(|line| quoted(line, "version")).unwrap_or("unknown").to_owned();
        }
    }
    String::from("unknown")
}

/// The value of `key = "value"`.
fn quoted<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pure_rust_library_is_found() {
        for name in ["lz4_flex", "snap", "quicklz", "libbz2-rs-sys"] {
            assert!(version(name).starts_with(|first: char| first.is_ascii_digit()), "{name}: {}", version(name));
        }
        assert_eq!(version("no-such-crate"), "unknown");
    }
}
