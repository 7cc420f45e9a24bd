//! Doubts about a report's figures, derived from the figures: what a reader must know before believing them.

use crate::error::Kind;

use super::answer::{self, RANK_BYTES};
use super::model::{CodecFigure, Report, Severity, Unit, Warning};
use super::units;

/// Wall time so many times the CPU time says that the machine was busy with something else.
const BUSY: f64 = 1.5;

/// Timings that spread more over the runs are mentioned, per cent.
const SPREAD_PCT: f64 = 10.0;

/// The doubts, the serious ones first. The writers for people show those that [`Report::warnings`] does not hold already.
pub fn doubts(report: &Report) -> Vec<Warning> {
    let mut doubts: Vec<Warning> = [
        incomplete(report),
        unverified(report),
        sampled(report),
        too_small(report),
        no_speeds(report),
        busy(report),
        oversubscribed(report),
        noisy(report),
        grown(report),
        kept_raw(report),
    ]
    .into_iter()
    .flatten()
    .collect();
    doubts.sort_by_key(|doubt| std::cmp::Reverse(doubt.severity));
    doubts
}

fn doubt(severity: Severity, message: String) -> Option<Warning> {
    Some(Warning { kind: Kind::Measurement, severity, message, source: None, line: None, offset: None, table: None })
}

/// Figures that there are: those that failed have none.
fn figures(report: &Report) -> impl Iterator<Item = &CodecFigure> {
    report.codecs.iter().filter(|figure| figure.error.is_none())
}

fn incomplete(report: &Report) -> Option<Warning> {
    // A run that was ended after others leaves whole figures of those, and its error says so.
    let ended = report.warnings.iter().any(|warning| warning.kind == Kind::Interrupted);
    let whole = !report.codecs.is_empty() && report.codecs.iter().all(|figure| figure.complete);
    if report.run.complete || ended && whole {
        return None;
    }
    doubt(Severity::Warning, "the run is incomplete: its figures are of what was read until it ended".into())
}

fn unverified(report: &Report) -> Option<Warning> {
    let all = figures(report).count();
    let unverified: Vec<_> = figures(report).filter(|figure| !figure.verified).collect();
    if unverified.is_empty() {
        return None;
    }
    let which = if unverified.len() == all { "all candidates".into() } else { some(&unverified, |_| String::new()) };
    doubt(Severity::Warning, format!("not decompressed and compared with the input: {which}"))
}

fn sampled(report: &Report) -> Option<Warning> {
    if !report.run.sampled {
        return None;
    }
    let seed = report.run.seed.map_or(String::new(), |seed| format!(" (seed {seed})"));
    doubt(Severity::Note, format!("sampled{seed}: codecs saw a part of the units, and sizes are estimates"))
}

fn too_small(report: &Report) -> Option<Warning> {
    let mut small = Vec::new();
    let mut input = 0;
    for group in answer::groups(report) {
        let Some(seen) =
            group.figures.iter().filter(|figure| figure.error.is_none()).map(|figure| figure.raw_bytes).max()
        else {
            continue;
        };
        if matches!(group.unit, Unit::Block(bytes) if seen < bytes as u64) || seen < RANK_BYTES {
            input = seen;
            small.push(units::unit_words(group.unit));
        }
    }
    if small.is_empty() {
        return None;
    }
    let input = if input < 1000 { format!("{input} bytes") } else { units::size(input) };
    doubt(Severity::Note, format!("too little input ({input}) to rank candidates: {}", small.join(", ")))
}

fn no_speeds(report: &Report) -> Option<Warning> {
    let silent = |figure: &&CodecFigure| figure.codec != "none" && figure.compress.mb_per_s.is_none();
    let figures: Vec<_> = figures(report).filter(|figure| figure.table.is_none()).filter(silent).collect();
    if figures.is_empty() {
        return None;
    }
    doubt(Severity::Note, format!("too few bytes to measure a speed: {}", some(&figures, |_| String::new())))
}

fn busy(report: &Report) -> Option<Warning> {
    let (mut cpu, mut wall) = (0.0, 0.0);
    for figure in figures(report) {
        for speed in [Some(figure.compress), figure.decompress].into_iter().flatten() {
            cpu += speed.cpu_s;
            wall += speed.wall_s;
        }
    }
    // A twentieth of a second is within what the scheduler does to anybody.
    if cpu > 0.0 && wall > BUSY * cpu && wall - cpu > 0.05 {
        let times = units::fixed(wall / cpu, 1);
        return doubt(
            Severity::Note,
            format!("the machine was busy: codecs took {times} times their CPU time; speeds are by CPU time and stand"),
        );
    }
    None
}

fn oversubscribed(report: &Report) -> Option<Warning> {
    let asked = report.scaling.iter().map(|row| row.threads).chain([report.machine.threads]).max()?;
    if report.codecs.is_empty() || asked <= report.machine.cores {
        return None;
    }
    let cores = report.machine.cores;
    doubt(
        Severity::Note,
        format!(
            "{asked} threads share {cores} processor{}: wall times say nothing of a larger machine; CPU times stand",
            if cores == 1 { "" } else { "s" }
        ),
    )
}

fn noisy(report: &Report) -> Option<Warning> {
    let spread = |figure: &CodecFigure| figure.spread_pct.filter(|spread| spread.is_finite());
    let noisy: Vec<_> =
        figures(report).filter(|figure| spread(figure).is_some_and(|spread| spread > SPREAD_PCT)).collect();
    if noisy.is_empty() {
        return None;
    }
    let text = some(&noisy, |figure| format!(" {} %", units::maybe(spread(figure), 0)));
    doubt(Severity::Note, format!("timings differ from run to run: {text}"))
}

fn grown(report: &Report) -> Option<Warning> {
    let grown: Vec<_> =
        figures(report).filter(|figure| figure.codec != "none" && figure.compressed_bytes > figure.raw_bytes).collect();
    if grown.is_empty() {
        return None;
    }
    let text = some(&grown, |figure| format!(" (ratio {})", units::maybe(figure.ratio, 3)));
    doubt(Severity::Note, format!("larger than the input: {text}"))
}

fn kept_raw(report: &Report) -> Option<Warning> {
    let raw: Vec<_> = figures(report)
        .filter(|figure| figure.codec != "none" && figure.units_raw > 0 && figure.unit != Unit::Whole)
        .collect();
    if raw.is_empty() {
        return None;
    }
    let text = some(&raw, |figure| format!(" {} of {}", units::count(figure.units_raw), units::count(figure.units)));
    doubt(Severity::Note, format!("units that did not get smaller: {text}"))
}

/// The first few candidates by name, each with a detail.
fn some(figures: &[&CodecFigure], detail: impl Fn(&CodecFigure) -> String) -> String {
    const SHOWN: usize = 3;
    let name = |figure: &&CodecFigure| {
        let table = figure.table.as_ref().map_or(String::new(), |table| format!(" {table}"));
        format!("{} {}{table}{}", answer::label(figure), units::unit(figure.unit), detail(figure))
    };
    let mut text: Vec<_> = figures.iter().take(SHOWN).map(name).collect();
    if figures.len() > SHOWN {
        text.push(format!("and {} more", figures.len() - SHOWN));
    }
    text.join(", ")
}
