//! `--set`: how the values of some columns are spread, as `TABLE.COLUMN:KEY=VALUE,KEY=VALUE`.

use globset::{GlobBuilder, GlobMatcher};

use crate::error::Result;
use crate::generate::spec::{self, invalid};

/// The keys of `--set`.
const KEYS: [&str; 6] = ["null", "zipf", "words", "distinct", "min", "max"];

/// What is asked of a column. `None` leaves the type's own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Setting {
    /// Share of NULL, 0 to 1.
    pub null: Option<f64>,
    /// The exponent of Zipf's law over the different values.
    pub zipf: Option<f64>,
    /// Fewest and most words of a text.
    pub words: Option<(u64, u64)>,
    /// Different values.
    pub distinct: Option<u64>,
    /// The least and the greatest value, as typed: what they mean is up to the column's type.
    pub min: Option<String>,
    pub max: Option<String>,
}

/// One `--set`.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    text: String,
    table: GlobMatcher,
    column: GlobMatcher,
    setting: Setting,
}

impl Rule {
    /// Reads one `--set`.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let shape = || invalid(format!("`{text}` is no setting: write TABLE.COLUMN:null=10%,zipf=1.1,words=3-12"));
        let (place, pairs) = text.split_once(':').ok_or_else(shape)?;
        let (table, column) = place.rsplit_once('.').unwrap_or(("*", place));
        if column.trim().is_empty() || pairs.trim().is_empty() {
            return Err(shape());
        }
        let mut setting = Setting::default();
        for pair in pairs.split(',') {
            let (key, value) = pair.split_once('=').ok_or_else(shape)?;
            let (key, value) = (key.trim(), value.trim());
            match key {
                "null" => setting.null = Some(share(value)?),
                "zipf" => setting.zipf = Some(exponent(value)?),
                "words" => setting.words = Some(range(value)?),
                "distinct" => setting.distinct = Some(spec::number(key, Some(value), 1, u64::MAX >> 1)?),
                "min" => setting.min = Some(value.to_string()),
                "max" => setting.max = Some(value.to_string()),
                other => return Err(spec::unknown("key of --set", other, &KEYS)),
            }
        }
        Ok(Rule { text: text.to_string(), table: glob(table.trim())?, column: glob(column.trim())?, setting })
    }

    /// Whether it is meant for a column; a table is known by its name with and without its database.
    fn fits(&self, names: &[String], column: &str) -> bool {
        names.iter().any(|name| self.table.is_match(name)) && self.column.is_match(column)
    }

    /// What was typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// A glob over names, in any case, as the servers compare names of columns.
pub(super) fn glob(text: &str) -> Result<GlobMatcher> {
    let glob = GlobBuilder::new(text).case_insensitive(true).build();
    Ok(glob
        .map_err(|error| invalid(format!("`{text}` is no pattern of names: {error}")).because(error))?
        .compile_matcher())
}

/// What all rules together ask of a column, later ones over earlier ones, and which rules they were.
pub(super) fn of_column(rules: &[Rule], names: &[String], column: &str, used: &mut [bool]) -> Setting {
    let mut found = Setting::default();
    for (rule, used) in rules.iter().zip(used) {
        if rule.fits(names, column) {
            *used = true;
            let setting = rule.setting.clone();
            found = Setting {
                null: setting.null.or(found.null),
                zipf: setting.zipf.or(found.zipf),
                words: setting.words.or(found.words),
                distinct: setting.distinct.or(found.distinct),
                min: setting.min.or(found.min),
                max: setting.max.or(found.max),
            };
        }
    }
    found
}

/// `10%` or `0.1`.
fn share(text: &str) -> Result<f64> {
    let (number, scale) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let share = number.trim().parse::<f64>().ok().map(|number| number / scale);
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| invalid(format!("null takes 0% to 100%, not `{text}`")))
}

fn exponent(text: &str) -> Result<f64> {
    let exponent = text.parse::<f64>().ok().filter(|exponent| (0.0..=10.0).contains(exponent));
    exponent.ok_or_else(|| invalid(format!("zipf takes an exponent from 0 to 10, not `{text}`")))
}

/// `3-12` or `5`.
fn range(text: &str) -> Result<(u64, u64)> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u64>().ok().filter(|words| *words <= 1_000_000);
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok((least, most)),
        _ => Err(invalid(format!("words takes a number or two as 3-12, not `{text}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Kind;

    #[test]
    fn settings_are_read() {
        let rules: Vec<Rule> = ["*:null=50%", "shop.o*.note:words=3-12,zipf=1.1", "NOTE:null=0,min=-5,distinct=9"]
            .iter()
            .map(|text| Rule::parse(text).unwrap())
            .collect();
        let names = [String::from("orders"), String::from("shop.orders")];
        let mut used = [false; 3];
        let found = of_column(&rules, &names, "note", &mut used);
        let expected = Setting {
            null: Some(0.0),
            zipf: Some(1.1),
            words: Some((3, 12)),
            distinct: Some(9),
            min: Some(String::from("-5")),
            max: None,
        };
        assert_eq!((found, used), (expected, [true; 3]));
        assert_eq!(of_column(&rules, &[String::from("x")], "y", &mut used).null, Some(0.5));
    }

    #[test]
    fn what_is_refused() {
        for (text, kind) in [
            ("note", Kind::InvalidValue),
            ("note:", Kind::InvalidValue),
            (":null=1", Kind::InvalidValue),
            ("note:null", Kind::InvalidValue),
            ("note:null=101%", Kind::InvalidValue),
            ("note:zipf=nan", Kind::InvalidValue),
            ("note:words=5-3", Kind::InvalidValue),
            ("note:distinct=0", Kind::InvalidValue),
            ("[:null=1", Kind::InvalidValue),
            ("note:nul=1", Kind::UnknownName),
        ] {
            assert_eq!(Rule::parse(text).unwrap_err().kind, kind, "{text}");
        }
    }
}
