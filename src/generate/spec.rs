//! Specifications of generators: `NAME:KEY=VALUE,FLAG,...`. The keys are the long options of `rowpress generate NAME`.
//!
//! A value with commas is put in double quotes or in parentheses: `set=(a.b:null=10%,words=3-12)`. The value of `as-mysqlslap` goes on
//! to the end.

use crate::error::{Error, Kind, Result};

/// Which generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// The rows of mysqlslap.
    Mysqlslap,
    /// The rows of sysbench's OLTP tables.
    Sysbench,
    /// Rows for a schema file.
    Schema,
}

/// A key and its value; a flag alone has none.
pub type Pair = (String, Option<String>);

/// A specification, cut but not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The generator.
    pub generator: Generator,
    /// Keys and values in the order written.
    pub pairs: Vec<Pair>,
}

impl Spec {
    /// Cuts a specification.
    ///
    /// # Errors
    /// `unknown-name` for a generator that does not exist, `invalid-value` for an empty part or a quote that is not closed.
    pub fn parse(spec: &str) -> Result<Self> {
        let spec = spec.trim();
        let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
        let generator = match name {
            "mysqlslap" => Generator::Mysqlslap,
            "sysbench" => Generator::Sysbench,
            "schema" => Generator::Schema,
            _ => return Err(unknown("generator", name, &super::GENERATORS)),
        };
        Ok(Spec { generator, pairs: parts(rest)?.into_iter().map(pair).collect() })
    }
}

fn pair(part: &str) -> Pair {
    match part.split_once('=') {
        Some((key, value)) => (key.trim().to_string(), Some(unwrapped(value.trim()).to_string())),
        None => (unwrapped(part.trim()).to_string(), None),
    }
}

/// A value without the quotes or parentheses around it.
fn unwrapped(value: &str) -> &str {
    let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    quoted.or_else(|| value.strip_prefix('(').and_then(|value| value.strip_suffix(')'))).unwrap_or(value)
}

/// The parts between commas that are in neither quotes nor parentheses.
fn parts(text: &str) -> Result<Vec<&str>> {
    let mut found = Vec::new();
    if text.is_empty() {
        return Ok(found);
    }
    let (mut start, mut depth, mut quoted) = (0, 0u32, false);
    for (at, letter) in text.char_indices() {
        if at == start && text[at..].starts_with("as-mysqlslap=") {
            found.push(&text[at..]);
            return Ok(found);
        }
        match letter {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            ',' if !quoted && depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if quoted || depth > 0 {
        return Err(invalid(format!("`{text}` has a quote or a parenthesis that is not closed")));
    }
    found.push(&text[start..]);
    match found.iter().find(|part| part.trim().is_empty()) {
        Some(_) => Err(invalid(format!("`{text}` has nothing between two commas: write KEY=VALUE,FLAG,..."))),
        None => Ok(found),
    }
}

pub(super) fn invalid(message: impl Into<String>) -> Error {
    Error::new(Kind::InvalidValue, message)
}

/// The error for a name that is none of `known`, with the nearest of them.
pub(super) fn unknown(what: &str, name: &str, known: &[&str]) -> Error {
    // Below this Jaro-Winkler similarity (0 to 1) a hint is a guess; as for codecs' names.
    const SIMILAR: f64 = 0.75;
    let near = known
        .iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    let hint = near.map(|(_, known)| format!(", did you mean {known}?")).unwrap_or_default();
    Error::new(Kind::UnknownName, format!("unknown {what} `{name}`{hint} ({what}s: {})", known.join(", ")))
}

/// The whole number of a key, from `least` to `most`.
pub(super) fn number(key: &str, value: Option<&str>, least: u64, most: u64) -> Result<u64> {
    let wrong = |found: &str| invalid(format!("{key} takes a whole number from {least} to {most}, not `{found}`"));
    let text = value.ok_or_else(|| invalid(format!("{key} takes a whole number: write {key}={least}")))?;
    let number: u64 = text.parse().map_err(|_| wrong(text))?;
    if (least..=most).contains(&number) { Ok(number) } else { Err(wrong(text)) }
}

/// Whether a flag is on: the flag alone, or with a word for yes or no.
pub(super) fn flag(key: &str, value: Option<&str>) -> Result<bool> {
    match value.map(str::to_ascii_lowercase).as_deref() {
        None | Some("on" | "true" | "yes" | "1") => Ok(true),
        Some("off" | "false" | "no" | "0") => Ok(false),
        Some(other) => Err(invalid(format!("{key} takes on or off, not `{other}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(spec: &str) -> Vec<Pair> {
        Spec::parse(spec).unwrap().pairs
    }

    #[test]
    fn parts_are_cut() {
        let some = |text: &str| Some(String::from(text));
        assert_eq!(pairs("mysqlslap"), []);
        assert_eq!(pairs(" mysqlslap:"), []);
        assert_eq!(
            pairs("mysqlslap:rows=5, guid-primary ,engine=\"a,b\""),
            [
                (String::from("rows"), some("5")),
                (String::from("guid-primary"), None),
                (String::from("engine"), some("a,b"))
            ]
        );
        assert_eq!(
            pairs("sysbench:set=(a.b:null=1,words=(2)),seed=1"),
            [(String::from("set"), some("a.b:null=1,words=(2)")), (String::from("seed"), some("1"))]
        );
        assert_eq!(
            pairs("mysqlslap:as-mysqlslap=mysqlslap -a -x 2, -y 3"),
            [(String::from("as-mysqlslap"), some("mysqlslap -a -x 2, -y 3"))]
        );
    }

    #[test]
    fn what_cannot_be_cut() {
        for (spec, kind) in [
            ("", Kind::UnknownName),
            ("mysqlslop:rows=1", Kind::UnknownName),
            ("mysqlslap:,", Kind::InvalidValue),
            ("mysqlslap:rows=1,,seed=2", Kind::InvalidValue),
            ("mysqlslap:rows=\"1", Kind::InvalidValue),
            ("mysqlslap:rows=(1", Kind::InvalidValue),
        ] {
            assert_eq!(Spec::parse(spec).unwrap_err().kind, kind, "{spec}");
        }
        assert!(Spec::parse("mysqlslop").unwrap_err().message.contains("did you mean mysqlslap?"));
    }

    #[test]
    fn values() {
        assert_eq!(number("rows", Some("5"), 0, 5).unwrap(), 5);
        for wrong in [None, Some("6"), Some("-1"), Some(""), Some("1e3")] {
            assert_eq!(number("rows", wrong, 0, 5).unwrap_err().kind, Kind::InvalidValue);
        }
        assert!(flag("x", None).unwrap() && !flag("x", Some("OFF")).unwrap());
        assert_eq!(flag("x", Some("maybe")).unwrap_err().kind, Kind::InvalidValue);
    }
}
