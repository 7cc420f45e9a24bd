//! Numbers for people: bytes, seconds, speeds and counts as text.
//!
//! Sizes are decimal (MB = 10^6 bytes), as speeds are; unit sizes are binary and written as on the command line (`16K` = 16,384 bytes).
//! What is not a finite number is shown as [`ABSENT`].

use super::model::Unit;

/// Stands where there is no figure.
pub const ABSENT: &str = "–";

const SIZES: [(f64, &str); 6] = [(1e18, "EB"), (1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];

/// A whole number with thousands separators: `200,744,946`.
pub fn count(value: u64) -> String {
    group(&value.to_string())
}

/// Bytes with a decimal unit: `56.8 MB`, `4.21 GB`, `788 B`.
pub fn size(bytes: u64) -> String {
    let value = bytes as f64;
    match SIZES.iter().find(|(scale, _)| value >= *scale) {
        Some((scale, name)) => {
            let scaled = value / scale;
            format!("{} {name}", fixed(scaled, if scaled < 10.0 { 2 } else { 1 }))
        }
        None => format!("{bytes} B"),
    }
}

/// A number with that many decimals and thousands separators; [`ABSENT`] where it is not finite.
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return ABSENT.into();
    }
    // Seventeen digits and more are noise, and 1e300 would fill a screen.
    if value.abs() >= 1e15 {
        return format!("{value:.2e}");
    }
    let text = format!("{value:.decimals$}");
    match text.split_once('.') {
        Some((whole, fraction)) => format!("{}.{fraction}", group(whole)),
        None => group(&text),
    }
}

/// As [`fixed`], [`ABSENT`] where there is no value.
pub fn maybe(value: Option<f64>, decimals: usize) -> String {
    value.map_or(ABSENT.into(), |value| fixed(value, decimals))
}

/// A ratio; below 1 with a third digit, so that it does not look like 1.
pub fn ratio(value: Option<f64>) -> String {
    maybe(value, if value.is_some_and(|value| value < 1.0) { 3 } else { 2 })
}

/// Seconds with that many decimals; `<0.01` rather than nothing where a little is measured.
pub fn few_seconds(value: Option<f64>, decimals: usize) -> String {
    let least = 0.1f64.powi(decimals.min(9) as i32);
    match value {
        Some(value) if value > 0.0 && value < least / 2.0 => format!("<{least:.decimals$}"),
        _ => maybe(value, decimals),
    }
}

/// A speed on its own: `2.1 MB/s`, `118 MB/s`.
pub fn speed(mb_per_s: f64) -> String {
    format!("{} MB/s", fixed(mb_per_s, if mb_per_s < 10.0 { 1 } else { 0 }))
}

/// Seconds on their own: `0.52 s`, `12.3 s`, `1,830 s`.
pub fn seconds(seconds: f64) -> String {
    format!(
        "{} s",
        fixed(
            seconds,
            if seconds < 1.0 {
                2
            } else if seconds < 1000.0 {
                1
            } else {
                0
            }
        )
    )
}

/// A unit as on the command line: `whole`, `16K`, `1M`, `1000`.
pub fn unit(unit: Unit) -> String {
    match unit {
        Unit::Whole => "whole".into(),
        Unit::Block(bytes) => match binary(bytes) {
            (value, "") => value.to_string(),
            (value, prefix) => format!("{value}{}", &prefix[..1]),
        },
    }
}

/// A unit in words: `whole files`, `blocks of 16 KiB`.
pub fn unit_words(unit: Unit) -> String {
    match unit {
        Unit::Whole => "whole files".into(),
        Unit::Block(bytes) => {
            let (value, prefix) = binary(bytes);
            format!("blocks of {} {prefix}{}", count(value as u64), if prefix.is_empty() { "bytes" } else { "B" })
        }
    }
}

/// The largest binary prefix that leaves a whole number.
fn binary(bytes: usize) -> (usize, &'static str) {
    [(1 << 30, "Gi"), (1 << 20, "Mi"), (1 << 10, "Ki")]
        .into_iter()
        .find(|(scale, _)| bytes >= *scale && bytes.is_multiple_of(*scale))
        .map_or((bytes, ""), |(scale, prefix)| (bytes / scale, prefix))
}

/// The decimals that give the smallest of the values `digits` significant digits, but no more than `most`.
pub fn decimals(values: impl IntoIterator<Item = f64>, digits: i32, most: usize) -> usize {
    let smallest = values.into_iter().filter(|value| value.is_finite() && *value > 0.0).fold(f64::INFINITY, f64::min);
    if smallest == f64::INFINITY {
        return 0;
    }
    let before = smallest.log10().floor() as i32 + 1;
    usize::try_from(digits.saturating_sub(before)).unwrap_or(0).min(most)
}

/// One scale for a whole column of sizes, so that its digits line up: what to divide by, the unit's name, the decimals.
pub fn column(values: impl IntoIterator<Item = u64> + Clone) -> (f64, &'static str, usize) {
    let largest = values.clone().into_iter().max().unwrap_or(0) as f64;
    let (scale, name) = SIZES.into_iter().find(|(scale, _)| largest >= *scale).unwrap_or((1.0, "bytes"));
    let places = if scale == 1.0 { 0 } else { decimals(values.into_iter().map(|value| value as f64 / scale), 4, 3) };
    (scale, name, places)
}

fn group(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut text = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_decimal() {
        let texts: Vec<_> = [0, 788, 1_000, 56_785_691, 4_210_000_000, u64::MAX].map(size).into();
        assert_eq!(texts, ["0 B", "788 B", "1.00 kB", "56.8 MB", "4.21 GB", "18.4 EB"]);
    }

    #[test]
    fn units_are_binary_and_as_on_the_command_line() {
        let units = [Unit::Whole, Unit::Block(16_384), Unit::Block(1 << 20), Unit::Block(1_000)];
        assert_eq!(units.map(unit), ["whole", "16K", "1M", "1000"]);
        assert_eq!(
            units.map(unit_words),
            ["whole files", "blocks of 16 KiB", "blocks of 1 MiB", "blocks of 1,000 bytes"]
        );
    }

    #[test]
    fn numbers_have_separators_and_no_number_has_none() {
        assert_eq!(fixed(-1_234_567.891, 2), "-1,234,567.89");
        assert_eq!(fixed(f64::NAN, 1), ABSENT);
        assert_eq!(fixed(f64::NEG_INFINITY, 1), ABSENT);
        assert_eq!(fixed(1e300, 1), "1.00e300");
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn a_column_has_one_scale() {
        assert_eq!(column([43_180_000, 94_000_000]), (1e6, "MB", 2));
        assert_eq!(column([1_000, 5_000_000_000]), (1e9, "GB", 3));
        assert_eq!(column([12, 788]), (1.0, "bytes", 0));
        assert_eq!(column([]), (1.0, "bytes", 0));
    }
}
