//! Several runs of one plan as one report: the median of each time, how far the runs lie apart, and proof that sizes do not differ.

use std::collections::HashMap;

use super::assemble::{LEAST_MEASURED_S, speed};
use super::clock::Spent;
use crate::dump::inventory::warning;
use crate::error::{Error, Kind, Position};
use crate::report::answer;
use crate::report::model::{CodecFigure, Report, Severity, Speed, Unit, Warning};
use crate::report::units;

/// What a figure is of.
type Key = (String, Option<String>, Unit, Option<String>);

fn key(figure: &CodecFigure) -> Key {
    (figure.codec.clone(), figure.level.clone(), figure.unit, figure.table.clone())
}

/// Puts the reports of the runs of one plan together. The first one gives what does not change from run to run; `None` without any.
pub fn merge(reports: Vec<Report>) -> Option<Report> {
    let mut rest = reports.into_iter();
    let mut merged = rest.next()?;
    let others: Vec<Report> = rest.collect();
    let mut timings: HashMap<Key, Vec<CodecFigure>> = HashMap::new();
    for other in others {
        let unequal = unequal(&merged, &other);
        merged.run.wall_s = merged.run.wall_s.max(other.run.wall_s);
        merged.run.cpu_s = merged.run.cpu_s.max(other.run.cpu_s);
        merged.run.codec_cpu_s += other.run.codec_cpu_s;
        merged.run.peak_rss_bytes = merged.run.peak_rss_bytes.max(other.run.peak_rss_bytes);
        merged.run.verified_units += other.run.verified_units;
        merged.run.complete &= other.run.complete;
        take_warnings(&mut merged, other.warnings.into_iter().chain(unequal));
        for figure in other.codecs {
            timings.entry(key(&figure)).or_default().push(figure);
        }
    }
    for figure in &mut merged.codecs {
        let again = timings.remove(&key(figure)).unwrap_or_default();
        combine(figure, &again);
    }
    Some(merged)
}

/// Adds the warnings that are not told yet.
pub fn take_warnings(report: &mut Report, warnings: impl IntoIterator<Item = Warning>) {
    for warning in warnings {
        if !report.warnings.contains(&warning) {
            report.warnings.push(warning);
        }
    }
}

/// What another run of the same plan found otherwise: nothing, unless the input changed or a codec does not do the same twice.
pub fn unequal(first: &Report, other: &Report) -> Vec<Warning> {
    let mismatch = |message: String, table: Option<String>| {
        let error = Error::new(Kind::Mismatch, message).at(Position { table, ..Position::default() });
        warning(Severity::Error, &error)
    };
    if first.input.input_bytes != other.input.input_bytes {
        let message = format!(
            "the input changed between the runs: {} bytes, then {}",
            first.input.input_bytes, other.input.input_bytes
        );
        return vec![mismatch(message, None)];
    }
    let found: HashMap<Key, &CodecFigure> = other.codecs.iter().map(|figure| (key(figure), figure)).collect();
    let mut warnings = Vec::new();
    for figure in first.codecs.iter().filter(|figure| figure.error.is_none()) {
        let Some(again) = found.get(&key(figure)).filter(|again| again.error.is_none()) else { continue };
        if !same_sizes(figure, again) {
            let message = format!(
                "{} {} made {} bytes in one run and {} in another: figures of several runs must be equal in size",
                answer::label(figure),
                units::unit(figure.unit),
                figure.compressed_bytes,
                again.compressed_bytes
            );
            warnings.push(mismatch(message, figure.table.clone()));
        }
    }
    warnings
}

fn same_sizes(one: &CodecFigure, other: &CodecFigure) -> bool {
    (one.raw_bytes, one.compressed_bytes, one.units, one.units_raw)
        == (other.raw_bytes, other.compressed_bytes, other.units, other.units_raw)
}

/// Gives a figure the median of its own times and those of the other runs.
fn combine(figure: &mut CodecFigure, others: &[CodecFigure]) {
    figure.codec_memory_bytes =
        others.iter().fold(figure.codec_memory_bytes, |most, other| most.max(other.codec_memory_bytes));
    figure.complete &= others.iter().all(|other| other.complete);
    figure.verified &= others.iter().all(|other| other.verified);
    if let Some(error) = others.iter().find_map(|other| other.error.clone()) {
        figure.error.get_or_insert(error);
    }
    if figure.error.is_none() && !others.iter().all(|other| same_sizes(figure, other)) {
        figure.error = Some(String::from("its size differs from run to run"));
    }
    if figure.error.is_some() || others.is_empty() {
        return;
    }
    let all = || std::iter::once(&*figure).chain(others);
    let compress: Vec<Speed> = all().map(|figure| figure.compress).collect();
    let decompress: Vec<Speed> = all().filter_map(|figure| figure.decompress).collect();
    let spread = [spread_pct(&compress), spread_pct(&decompress)].into_iter().flatten().reduce(f64::max);
    figure.repeats = u32::try_from(compress.len()).unwrap_or(u32::MAX);
    figure.spread_pct = spread;
    figure.compress = median_speed(figure.raw_bytes, &compress);
    figure.decompress = figure.decompress.map(|_| median_speed(figure.raw_bytes, &decompress));
}

fn median_speed(raw_bytes: u64, runs: &[Speed]) -> Speed {
    let of = |pick: fn(&Speed) -> f64| median(runs.iter().map(pick).collect());
    speed(raw_bytes, Spent { cpu_s: of(|speed| speed.cpu_s), wall_s: of(|speed| speed.wall_s) })
}

/// (Largest − smallest) ÷ median of the CPU seconds, per cent; `None` where they are too few to mean anything.
fn spread_pct(runs: &[Speed]) -> Option<f64> {
    let (least, most) = runs
        .iter()
        .fold((f64::INFINITY, 0.0f64), |(least, most), speed| (least.min(speed.cpu_s), most.max(speed.cpu_s)));
    let median = median(runs.iter().map(|speed| speed.cpu_s).collect());
    (runs.len() > 1 && median >= LEAST_MEASURED_S).then(|| 100.0 * (most - least) / median)
}

/// The middle value, or the mean of the two in the middle; 0 of none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match (values.get(middle), values.len() % 2) {
        (None, _) => 0.0,
        (Some(value), 1) => *value,
        (Some(value), _) => f64::midpoint(*value, values.get(middle - 1).copied().unwrap_or(*value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(cpu_s: &[f64]) -> Vec<Speed> {
        cpu_s.iter().map(|cpu_s| Speed { cpu_s: *cpu_s, wall_s: 2.0 * cpu_s, mb_per_s: None }).collect()
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), 0.0);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_slow_run_moves_the_spread_and_not_the_speed() {
        let runs = runs(&[1.0, 1.1, 5.0]);
        let speed = median_speed(2_200_000, &runs);
        assert_eq!((speed.cpu_s, speed.wall_s), (1.1, 2.2));
        assert!(speed.mb_per_s.is_some_and(|rate| (rate - 2.0).abs() < 1e-9));
        assert!(spread_pct(&runs).is_some_and(|spread| (spread - 400.0 / 1.1).abs() < 1e-9));
    }

    #[test]
    fn one_run_or_none_has_no_spread() {
        assert_eq!(spread_pct(&runs(&[1.0])), None);
        assert_eq!(spread_pct(&runs(&[])), None);
        assert_eq!(spread_pct(&runs(&[1e-7, 1e-6])), None);
    }
}
