//! `--codec` arguments: `zstd:1-9,19` becomes candidates.
//!
//! An argument is a list of parts with commas between them. A part is a name (`lz4`), a name with a level or a range (`zlib:6`,
//! `zstd:1-9`), or a level or a range alone, which belongs to the name before it in the same argument (`zlib:1,6`). A name without a
//! level means the codec's default level, and `all` means every codec at its default.
//!
//! A range is written `1-9` or `1..9`, with negative ends `-7..-1` or `-7--1`, and for xz `0e-9e`. Both ends belong to it and must be
//! levels; between them what is no level is left out (zstd's 0, quicklz's 2). It may be written downwards: candidates come in the
//! order written. Repeats keep their first place.

use std::fmt;

use super::{Codec, Level, level, registry};
use crate::error::{Error, Kind, Result};

/// A codec at a level: one thing to be judged.
#[derive(Clone)]
pub struct Candidate {
    /// The codec.
    pub codec: &'static dyn Codec,
    /// Its level, `None` only where it has none.
    pub level: Option<Level>,
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.codec.name() == other.codec.name() && self.level == other.level
    }
}

impl Eq for Candidate {}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "{}:{level}", self.codec.name()),
            None => f.write_str(self.codec.name()),
        }
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The candidates of `--codec` arguments, in the order written.
///
/// # Errors
/// `unknown-name` for a codec that does not exist; `invalid-value` for a level that it does not have and for what is not in the syntax.
pub fn parse(specs: &[String]) -> Result<Vec<Candidate>> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for spec in specs {
        parse_one(spec, &mut |candidate| {
            if !candidates.contains(&candidate) {
                candidates.push(candidate);
            }
        })?;
    }
    Ok(candidates)
}

/// The candidates of one argument.
fn parse_one(spec: &str, take: &mut dyn FnMut(Candidate)) -> Result<()> {
    let mut current: Option<&'static dyn Codec> = None;
    for part in spec.split(',').map(str::trim) {
        if part.is_empty() {
            return Err(invalid(format!("`{spec}` has an empty part: write for example zstd:1,3 or lz4,snappy")));
        }
        if part == "all" {
            for &codec in registry::all() {
                take(Candidate { codec, level: codec.default_level() });
            }
            current = None;
        } else if let Some((name, levels)) = part.split_once(':') {
            let codec = registry::find(name)?;
            for level in parse_levels(codec, levels)? {
                take(Candidate { codec, level: Some(level) });
            }
            current = Some(codec);
        } else if part.trim_start_matches('-').starts_with(|first: char| first.is_ascii_digit()) {
            let Some(codec) = current else {
                return Err(invalid(format!(
                    "`{part}` in `{spec}` is a level without a codec: write for example zstd:{part}"
                )));
            };
            for level in parse_levels(codec, part)? {
                take(Candidate { codec, level: Some(level) });
            }
        } else {
            let codec = registry::find(part)?;
            take(Candidate { codec, level: codec.default_level() });
            current = Some(codec);
        }
    }
    Ok(())
}

fn invalid(message: String) -> Error {
    Error::new(Kind::InvalidValue, message)
}

/// The levels of `6`, `1-9`, `-7..-1`.
fn parse_levels(codec: &dyn Codec, text: &str) -> Result<Vec<Level>> {
    let checked = |text: &str| -> Result<Level> {
        let level: Level =
            text.parse().map_err(|error: Error| invalid(format!("{}: {}", codec.name(), error.message)))?;
        level::resolve(codec, Some(level))?;
        Ok(level)
    };
    let Some((first, last)) = ends(text) else { return Ok(vec![checked(text)?]) };
    let (first, last) = (checked(first)?, checked(last)?);
    if first.extreme != last.extreme {
        return Err(invalid(format!("{}: the range `{text}` mixes plain and extreme levels", codec.name())));
    }
    let (low, high) = (first.min(last), first.max(last));
    let mut levels: Vec<Level> = codec
        .levels()
        .into_iter()
        .filter(|level| level.extreme == first.extreme && (low..=high).contains(level))
        .collect();
    levels.sort_unstable();
    if last < first {
        levels.reverse();
    }
    Ok(levels)
}

/// The two ends of a range, `None` for a single level.
fn ends(text: &str) -> Option<(&str, &str)> {
    if let Some(ends) = text.split_once("..") {
        return Some(ends);
    }
    // A dash that does not begin the text is the range's: the sign of its second end can only follow it.
    let dash = text.char_indices().skip(1).find(|&(_, letter)| letter == '-')?.0;
    Some((&text[..dash], &text[dash + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(specs: &[&str]) -> Result<String> {
        let specs: Vec<String> = specs.iter().map(|&spec| spec.to_owned()).collect();
        Ok(parse(&specs)?.iter().map(Candidate::to_string).collect::<Vec<_>>().join(" "))
    }

    fn refused(spec: &str) -> Error {
        parsed(&[spec]).unwrap_err()
    }

    #[test]
    fn the_documented_forms() {
        for (spec, expected) in [
            ("zstd:1-4,19", "zstd:1 zstd:2 zstd:3 zstd:4 zstd:19"),
            ("zstd:-3..-1", "zstd:-3 zstd:-2 zstd:-1"),
            ("zstd:-3--1", "zstd:-3 zstd:-2 zstd:-1"),
            ("zstd:-2..2", "zstd:-2 zstd:-1 zstd:1 zstd:2"),
            ("zstd:-2-2", "zstd:-2 zstd:-1 zstd:1 zstd:2"),
            ("zstd:3-1", "zstd:3 zstd:2 zstd:1"),
            ("zstd:1,-7", "zstd:1 zstd:-7"),
            ("xz:6e", "xz:6e"),
            ("xz:5-6,8e..9e", "xz:5 xz:6 xz:8e xz:9e"),
            ("zlib:6", "zlib:6"),
            ("gzip,lzma", "zlib:6 xz:6"),
            ("lz4,snappy", "lz4 snappy"),
            ("zlib:1,6,zstd:3", "zlib:1 zlib:6 zstd:3"),
            ("zstd,1, 3 ,3,zst", "zstd:3 zstd:1"),
            ("quicklz:1-3", "quicklz:1 quicklz:3"),
            ("all", "zstd:3 zlib:6 xz:6 lz4 lz4hc:9 snappy bzip2:9 quicklz:1 none"),
        ] {
            assert_eq!(parsed(&[spec]).unwrap(), expected, "{spec}");
        }
        assert_eq!(parsed(&["zlib", "zstd:3", "all"]).unwrap().split(' ').count(), 9);
        assert_eq!(parsed(&[]).unwrap(), "");
    }

    #[test]
    fn what_is_not_in_the_syntax() {
        for spec in [
            "",
            ",",
            "zstd,",
            ",zstd",
            "zstd:",
            "zstd:,1",
            "3",
            "1-9",
            "-1",
            "all,3",
            "zstd:x",
            "zstd:1-",
            "zstd:-",
            "zstd:--1",
            "zstd:1-2-3",
            "zstd:1..2..3",
            "zstd:..",
            "zstd:1:2",
            "zstd:+1",
            "zstd:1e",
            "xz:1-6e",
            "zlib:6e",
            "zstd:1..99999999999",
            "zstd:1é",
            "zstd:é-1",
        ] {
            assert_eq!(refused(spec).kind, Kind::InvalidValue, "{spec}");
        }
        for spec in ["zsdt", "zstd 3", "All", "zstd:3,brotli", "é", "-zstd", "all:3"] {
            assert_eq!(refused(spec).kind, Kind::UnknownName, "{spec}");
        }
    }

    #[test]
    fn a_wrong_level_gets_the_right_ones() {
        assert_eq!(refused("zlib:10").message, "zlib has levels 1 to 9, and 10 is not one of them");
        assert!(refused("zlib:0-3").message.contains("its default is 6"));
        assert!(refused("zstd:23").message.starts_with("zstd has levels -7 to -1 and 1 to 22"));
        assert!(refused("zstd:0").message.contains("its default is 3"));
        assert!(refused("xz:10").message.starts_with("xz has levels 0 to 9 and 0e to 9e"));
        assert!(refused("quicklz:2").message.starts_with("quicklz has levels 1 and 3"));
        assert!(refused("lz4:1").message.starts_with("lz4 has no levels"));
        assert!(refused("lz4,1").message.starts_with("lz4 has no levels"));
    }
}
