//! Levels: how they are written, and which of them a codec has.

use std::fmt;
use std::str::FromStr;

use super::Codec;
use crate::error::{Error, Kind, Result};

/// A codec's effort setting as written: a number, and for xz the `e` (extreme) behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level {
    /// The number.
    pub value: i32,
    /// xz's extreme variant, `6e`.
    pub extreme: bool,
}

impl Level {
    /// The plain level of a number.
    pub const fn new(value: i32) -> Self {
        Level { value, extreme: false }
    }

    /// xz's extreme variant of a number.
    pub const fn extreme(value: i32) -> Self {
        Level { value, extreme: true }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.value, if self.extreme { "e" } else { "" })
    }
}

impl FromStr for Level {
    type Err = Error;

    /// Reads `6`, `-3` or `6e`.
    ///
    /// # Errors
    /// `invalid-value` for anything else.
    fn from_str(text: &str) -> Result<Self> {
        let digits = text.strip_suffix('e').unwrap_or(text);
        // `i32` would also take a plus sign, which no codec's tool does.
        let written = digits.strip_prefix('-').unwrap_or(digits);
        let value = if written.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
        match value {
            Some(value) => Ok(Level { value, extreme: digits.len() != text.len() }),
            None => Err(Error::new(Kind::InvalidValue, format!("`{text}` is not a level: write a number like 6"))),
        }
    }
}

/// The level that a codec shall work at: the given one where the codec has it, its default for `None`.
///
/// # Errors
/// `invalid-value` with the levels that there are.
pub(super) fn resolve(codec: &dyn Codec, level: Option<Level>) -> Result<Option<Level>> {
    let Some(level) = level else { return Ok(codec.default_level()) };
    if codec.levels().contains(&level) {
        return Ok(Some(level));
    }
    let mut message = format!("{} has levels {}, and {level} is not one of them", codec.name(), level_runs(codec));
    match codec.default_level() {
        None => message = format!("{} has no levels: write {} alone", codec.name(), codec.name()),
        Some(default) if level == Level::new(0) => message.push_str(&format!("; its default is {default}")),
        Some(_) => {}
    }
    Err(Error::new(Kind::InvalidValue, message))
}

/// As [`resolve`], the number alone, for codecs that have levels.
pub(super) fn resolve_value(codec: &dyn Codec, level: Option<Level>) -> Result<i32> {
    Ok(resolve(codec, level)?.map_or(0, |level| level.value))
}

/// A codec's levels as runs: `1 to 9`, `0 to 9 and 0e to 9e`; empty where it has none.
pub fn level_runs(codec: &dyn Codec) -> String {
    let mut runs: Vec<(Level, Level)> = Vec::new();
    for level in codec.levels() {
        match runs.last_mut() {
            Some((_, last)) if last.extreme == level.extreme && last.value + 1 == level.value => *last = level,
            _ => runs.push((level, level)),
        }
    }
    let runs: Vec<String> = runs
        .into_iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first} to {last}") })
        .collect();
    runs.join(" and ")
}

/// The plain levels of a range of numbers, both ends among them.
pub(super) fn plain(range: std::ops::RangeInclusive<i32>) -> Vec<Level> {
    range.map(Level::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written() {
        for text in ["0", "6", "-7", "22", "6e", "0e"] {
            assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
        }
        for text in ["", "e", "-", "-e", "+1", "1.5", "6ee", "99999999999", "--1", "x"] {
            assert_eq!(text.parse::<Level>().unwrap_err().kind, Kind::InvalidValue, "{text}");
        }
    }
}
