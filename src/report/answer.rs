//! The answer that a report's codec figures give: per unit the smallest, the fastest and the best-balanced candidate.
//!
//! Only like is compared with like: candidates of the same unit that saw the same bytes and made them smaller.

use super::model::{CodecFigure, Report, Unit};
use super::units;

/// Below so many input bytes headers and warm-up decide, and nothing is ranked.
pub const RANK_BYTES: u64 = 16 * 1024;

/// Speeds nearer to each other than this are a tie, per cent; more where the runs spread more.
pub const TIE_PCT: f64 = 2.0;

/// What the best balance is, for a footnote.
pub const BALANCE: &str = "twice the compress CPU time is spent only where it saves 5 % of the size";

/// The size that twice the CPU time must win, as a share of the size before.
const DOUBLING_SAVES: f64 = 0.05;

/// The candidates of one unit.
pub struct Group<'a> {
    /// Their unit.
    pub unit: Unit,
    /// All of them by size, the smallest first; those that failed or saw fewer bytes last.
    pub figures: Vec<&'a CodecFigure>,
    /// The best of them, where they can be ranked.
    pub answer: Option<Answer<'a>>,
}

/// The best of a group. Where several are equally good they are all named: a tie.
pub struct Answer<'a> {
    /// Candidates that were compared.
    pub ranked: usize,
    /// The smallest.
    pub smallest: Vec<&'a CodecFigure>,
    /// The one of the best balance; none without measured times.
    pub balance: Option<&'a CodecFigure>,
    /// The fastest to compress, of those that compress at all, the smallest of a tie first; empty without measured times.
    pub fastest: Vec<&'a CodecFigure>,
}

/// `codec:level`, or `codec` where it has no levels.
pub fn label(figure: &CodecFigure) -> String {
    match &figure.level {
        Some(level) => format!("{}:{level}", figure.codec),
        None => figure.codec.clone(),
    }
}

/// Labels of a tie: `xz:8 = xz:9`.
pub fn labels(figures: &[&CodecFigure]) -> String {
    const SHOWN: usize = 3;
    let names: Vec<_> = figures.iter().take(SHOWN).map(|figure| label(figure)).collect();
    let rest = figures.len().saturating_sub(SHOWN);
    let rest = if rest > 0 { format!(" = {rest} more") } else { String::new() };
    format!("{}{rest}", names.join(" = "))
}

/// Whole-input figures by unit: whole files first, then blocks from small to large.
pub fn groups(report: &Report) -> Vec<Group<'_>> {
    grouped(report.codecs.iter().filter(|figure| figure.table.is_none()))
}

/// Any figures by unit.
pub fn grouped<'a>(figures: impl Iterator<Item = &'a CodecFigure>) -> Vec<Group<'a>> {
    let mut units: Vec<(Unit, Vec<&CodecFigure>)> = Vec::new();
    for figure in figures {
        match units.iter_mut().find(|(unit, _)| *unit == figure.unit) {
            Some((_, figures)) => figures.push(figure),
            None => units.push((figure.unit, vec![figure])),
        }
    }
    units.sort_by_key(|(unit, _)| match unit {
        Unit::Whole => 0,
        Unit::Block(bytes) => *bytes,
    });
    units.into_iter().map(|(unit, figures)| group(unit, figures)).collect()
}

fn group(unit: Unit, mut figures: Vec<&CodecFigure>) -> Group<'_> {
    let seen = figures.iter().filter(|figure| figure.error.is_none()).map(|figure| figure.raw_bytes).max().unwrap_or(0);
    figures.sort_by_cached_key(|figure| (!whole(figure, seen), figure.error.is_some(), figure.compressed_bytes));
    let rank = seen >= RANK_BYTES && !matches!(unit, Unit::Block(bytes) if seen < bytes as u64);
    let answer = if rank { answer(figures.iter().copied().filter(|figure| whole(figure, seen))) } else { None };
    Group { unit, figures, answer }
}

/// Whether a figure is of all the bytes that the others saw.
fn whole(figure: &CodecFigure, seen: u64) -> bool {
    figure.error.is_none() && figure.raw_bytes == seen
}

impl Group<'_> {
    /// Whether a candidate stopped before the others' last byte.
    pub fn partial(&self, figure: &CodecFigure) -> bool {
        figure.error.is_none()
            && self.figures.iter().any(|other| other.error.is_none() && other.raw_bytes > figure.raw_bytes)
    }

    /// Whether a figure is the best of the group by `value`, alone or in a tie. Larger is better where `most` says so.
    /// Nothing is best where nothing is ranked, or where there is but one.
    pub fn best(
        &self,
        figure: &CodecFigure,
        most: bool,
        tie_pct: f64,
        value: impl Fn(&CodecFigure) -> Option<f64>,
    ) -> bool {
        let ranked = |figure: &CodecFigure| compresses(figure) && !self.partial(figure);
        let usable = |figure: &CodecFigure| value(figure).filter(|value| value.is_finite() && ranked(figure));
        let values: Vec<_> = self.figures.iter().filter_map(|figure| usable(figure)).collect();
        let (Some(own), true, true) = (usable(figure), self.answer.is_some(), values.len() > 1) else { return false };
        if most {
            own >= values.iter().copied().fold(f64::MIN, f64::max) * (1.0 - tie_pct / 100.0)
        } else {
            own <= values.iter().copied().fold(f64::MAX, f64::min) * (1.0 + tie_pct / 100.0)
        }
    }

    /// Whether another candidate is both smaller and faster to compress.
    pub fn beaten(&self, figure: &CodecFigure) -> bool {
        self.answer.is_some()
            && self.figures.iter().any(|other| {
                compresses(other)
                    && !self.partial(other)
                    && other.compressed_bytes < figure.compressed_bytes
                    && rate(other).zip(rate(figure)).is_some_and(|(other, own)| other > own * (1.0 + TIE_PCT / 100.0))
            })
    }
}

/// Whether it made the input smaller: `none` is nobody's fastest compressor.
fn compresses(figure: &CodecFigure) -> bool {
    figure.error.is_none() && figure.compressed_bytes > 0 && figure.compressed_bytes < figure.raw_bytes
}

fn rate(figure: &CodecFigure) -> Option<f64> {
    figure.compress.mb_per_s.filter(|rate| rate.is_finite() && *rate > 0.0)
}

fn answer<'a>(figures: impl Iterator<Item = &'a CodecFigure>) -> Option<Answer<'a>> {
    let figures: Vec<_> = figures.filter(|figure| compresses(figure)).collect();
    let least = figures.iter().map(|figure| figure.compressed_bytes).min()?;
    let smallest = figures.iter().copied().filter(|figure| figure.compressed_bytes == least).collect();
    let timed = || figures.iter().copied().filter_map(|figure| rate(figure).map(|rate| (figure, rate)));
    let top = timed().max_by(|a, b| a.1.total_cmp(&b.1));
    let fastest = top.map_or(Vec::new(), |(best, most)| {
        let margin =
            best.spread_pct.filter(|spread| spread.is_finite()).map_or(TIE_PCT, |spread| spread.clamp(TIE_PCT, 50.0));
        timed().filter(|(_, rate)| *rate >= most * (1.0 - margin / 100.0)).map(|(figure, _)| figure).collect()
    });
    let balance = timed().min_by(|a, b| cost(a.0, a.1).total_cmp(&cost(b.0, b.1))).map(|(figure, _)| figure);
    Some(Answer { ranked: figures.len(), smallest, balance, fastest })
}

/// The logarithm of size × time^k, with k such that twice the time is worth [`DOUBLING_SAVES`] of the size. It depends on the candidate
/// alone: another candidate, however extreme, does not change which of two is the better one.
fn cost(figure: &CodecFigure, rate: f64) -> f64 {
    let weight = -(1.0 - DOUBLING_SAVES).log2();
    (figure.compressed_bytes as f64).log2() - weight * rate.log2()
}

/// The answer's parts in the order of telling: what it is best at, and the candidates. One candidate that is best at several is told once.
pub fn parts<'a>(answer: &Answer<'a>) -> Vec<(String, Vec<&'a CodecFigure>)> {
    let roles = [
        ("smallest", answer.smallest.clone()),
        ("best balance", answer.balance.into_iter().collect()),
        ("fastest", answer.fastest.clone()),
    ];
    if answer.ranked == 1 {
        return vec![("only candidate".into(), answer.smallest.clone())];
    }
    let mut parts: Vec<(String, Vec<&CodecFigure>)> = Vec::new();
    for (role, figures) in roles {
        let role = if figures.len() > 1 { format!("{role} (tie)") } else { role.into() };
        match parts.iter_mut().find(|(_, known)| {
            known.len() == figures.len() && known.iter().zip(&figures).all(|(a, b)| std::ptr::eq(*a, *b))
        }) {
            Some((roles, _)) => *roles = format!("{roles}, {role}"),
            None if figures.is_empty() => {}
            None => parts.push((role, figures)),
        }
    }
    parts
}

/// The answer in sentences, one a finding, whole files or else the smallest unit first: `whole files, smallest: xz:6, 43.2 MB, ratio 4.65,
/// compress 2.1 MB/s, decompress 118 MB/s`. Empty where nothing can be ranked.
pub fn summary(report: &Report) -> Vec<String> {
    let mut sentences = Vec::new();
    for group in groups(report) {
        let Some(answer) = &group.answer else { continue };
        for (role, figures) in parts(answer) {
            let Some(figure) = figures.first() else { continue };
            let mut sentence = format!(
                "{}, {role}: {}, {}, ratio {}",
                units::unit_words(group.unit),
                labels(&figures),
                units::size(figure.compressed_bytes),
                units::ratio(figure.ratio)
            );
            for (direction, rate) in
                [("compress", rate(figure)), ("decompress", figure.decompress.and_then(|speed| speed.mb_per_s))]
            {
                if let Some(rate) = rate {
                    sentence.push_str(&format!(", {direction} {}", units::speed(rate)));
                }
            }
            sentences.push(sentence);
        }
    }
    sentences
}
