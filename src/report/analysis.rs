//! The document of `rowpress analyze`: the answer, the figures, the inventory in short, the doubts, how it was measured.

use super::answer::{self, Group};
use super::document::{Block, Cell, Column, Sheet, counted};
use super::model::{CodecFigure, Report, Severity, Speed, Unit, Warning};
use super::{Options, by_table, diagnostic, engines, inventory, notes, scaling, units};

/// Warnings shown without `-v`.
const WARNINGS: usize = 10;

/// The whole document.
pub(super) fn document(report: &Report, options: &Options) -> Vec<Block> {
    let mut blocks = vec![Block::Title(inventory::title(report))];
    let groups = answer::groups(report);
    let told = groups.iter().position(|group| group.answer.is_some());
    if let Some(answer) = told.and_then(|index| groups.get(index)) {
        blocks.push(Block::Sheet(answer_sheet(answer)));
    }
    for (index, group) in groups.iter().enumerate() {
        blocks.push(Block::Heading(heading(group, report.run.by_table)));
        if let (Some(answer), true) = (&group.answer, told != Some(index)) {
            blocks.push(Block::Text(answer_line(answer)));
        }
        blocks.push(Block::Sheet(figure_sheet(group, options)));
        let failed = failures(group);
        if !failed.is_empty() {
            blocks.push(Block::List(failed));
        }
    }
    if let Some(legend) = legend(&groups, options) {
        blocks.push(Block::Footnote(legend));
    }
    blocks.extend(scaling::blocks(report));
    blocks.extend(by_table::blocks(report, options));
    blocks.extend(engines::blocks(report));
    if groups.is_empty() && report.codecs.is_empty() && report.engines.is_empty() {
        blocks.push(Block::Text("No candidate was measured.".into()));
    }
    blocks.extend(inventory::short(report, options));
    blocks.extend(diagnostics(report, options));
    blocks.extend(footer(report, options));
    blocks
}

/// The best candidates with the figures that one chooses by.
fn answer_sheet(group: &Group<'_>) -> Sheet {
    let mut sheet = Sheet::new(vec![
        Column::text(units::unit_words(group.unit)),
        Column::name("codec"),
        Column::number("size"),
        Column::number("ratio"),
        Column::number("compress"),
        Column::number("decompress"),
    ]);
    for (role, figures) in group.answer.iter().flat_map(answer::parts) {
        let Some(figure) = figures.first() else { continue };
        sheet.push(vec![
            role.into(),
            answer::labels(&figures).into(),
            units::size(figure.compressed_bytes).into(),
            units::ratio(figure.ratio).into(),
            rate(Some(figure.compress)).map_or(units::ABSENT.into(), units::speed).into(),
            rate(figure.decompress).map_or(units::ABSENT.into(), units::speed).into(),
        ]);
    }
    sheet
}

fn answer_line(answer: &answer::Answer<'_>) -> String {
    let part = |(role, figures): (String, Vec<&CodecFigure>)| {
        let ratio = figures.first().map_or(String::new(), |figure| format!(" (ratio {})", units::ratio(figure.ratio)));
        format!("{role} {}{ratio}", answer::labels(&figures))
    };
    answer::parts(answer).into_iter().map(part).collect::<Vec<_>>().join(" · ")
}

fn heading(group: &Group<'_>, by_table: bool) -> String {
    let words = units::unit_words(group.unit);
    let mut heading: String = words.chars().take(1).flat_map(char::to_uppercase).chain(words.chars().skip(1)).collect();
    if let (Unit::Block(_), Some(figure)) = (group.unit, group.figures.first()) {
        heading.push_str(&format!(" ({})", counted(figure.units, "unit", "units")));
    }
    if by_table {
        heading.push_str(", each table apart: the sums");
    }
    heading
}

fn rate(speed: Option<Speed>) -> Option<f64> {
    speed.and_then(|speed| speed.mb_per_s)
}

/// One row a candidate, by size.
fn figure_sheet(group: &Group<'_>, options: &Options) -> Sheet {
    let fine = || group.figures.iter().copied().filter(|figure| figure.error.is_none());
    let (scale, scale_name, places) = units::column(fine().map(|figure| figure.compressed_bytes).collect::<Vec<_>>());
    let places_of =
        |pick: &dyn Fn(&CodecFigure) -> Option<f64>, most| units::decimals(fine().filter_map(pick), 2, most);
    let compress_cpu = |figure: &CodecFigure| Some(figure.compress.cpu_s);
    let decompress_cpu = |figure: &CodecFigure| figure.decompress.map(|speed| speed.cpu_s);
    let (cpu_in, cpu_out) = (places_of(&compress_cpu, 2), places_of(&decompress_cpu, 2));
    let rate_in = places_of(&|figure| rate(Some(figure.compress)), 1);
    let rate_out = places_of(&|figure| rate(figure.decompress), 1);

    let whole = group.unit == Unit::Whole;
    let kept = fine().any(|figure| figure.units_raw > 0) && !whole;
    let interval = fine().any(|figure| figure.interval_pct.is_some());
    let spread = options.verbose || fine().any(|figure| figure.repeats > 1 || figure.spread_pct.is_some());
    let mut columns = vec![Column::name("codec")];
    let add = |columns: &mut Vec<Column>, wanted: bool, column: Column| {
        if wanted {
            columns.push(column);
        }
    };
    add(&mut columns, whole, Column::text("file").drop(2));
    columns.push(Column::number(scale_name).over("size").marked());
    add(&mut columns, interval, Column::number("± %"));
    add(&mut columns, options.verbose, Column::number("bytes").drop(7));
    columns.push(Column::number("ratio"));
    columns.push(Column::number("input").over("% of").drop(6));
    columns.push(Column::number("MB/s").over("compress").marked());
    columns.push(Column::number("CPU s").over("compress").drop(3));
    columns.push(Column::number("MB/s").over("decompress").marked());
    columns.push(Column::number("CPU s").over("decompress").drop(4));
    columns.push(Column::number("memory").marked().drop(1));
    add(&mut columns, kept, Column::number("smaller").over("not").drop(5));
    add(&mut columns, spread, Column::number("%").over("spread"));

    let mut sheet = Sheet::new(columns);
    for figure in &group.figures {
        let partial = if group.partial(figure) { " †" } else { "" };
        let mut cells: Vec<Cell> = vec![format!("{}{partial}", answer::label(figure)).into()];
        if whole {
            cells.push(figure.file_format.as_deref().unwrap_or("").into());
        }
        if figure.error.is_some() {
            cells.push("failed".into());
            cells.resize_with(sheet.columns.len(), Cell::default);
            sheet.push(cells).dim = true;
            continue;
        }
        let size = |figure: &CodecFigure| Some(figure.compressed_bytes as f64);
        cells.push(
            Cell::from(units::fixed(figure.compressed_bytes as f64 / scale, places))
                .best(group.best(figure, false, 0.0, size)),
        );
        if interval {
            cells.push(units::maybe(figure.interval_pct, 1).into());
        }
        if options.verbose {
            cells.push(units::count(figure.compressed_bytes).into());
        }
        cells.push(units::ratio(figure.ratio).into());
        let share = (figure.raw_bytes > 0).then(|| 100.0 * figure.compressed_bytes as f64 / figure.raw_bytes as f64);
        cells.push(units::maybe(share, 1).into());
        let tie = answer::TIE_PCT;
        cells.push(Cell::from(units::maybe(rate(Some(figure.compress)), rate_in)).best(group.best(
            figure,
            true,
            tie,
            |figure| rate(Some(figure.compress)),
        )));
        cells.push(units::few_seconds(Some(figure.compress.cpu_s), cpu_in).into());
        cells.push(Cell::from(units::maybe(rate(figure.decompress), rate_out)).best(group.best(
            figure,
            true,
            tie,
            |figure| rate(figure.decompress),
        )));
        cells.push(units::few_seconds(decompress_cpu(figure), cpu_out).into());
        let memory = |figure: &CodecFigure| figure.codec_memory_bytes.map(|bytes| bytes as f64);
        cells.push(
            Cell::from(figure.codec_memory_bytes.map_or(units::ABSENT.into(), units::size))
                .best(group.best(figure, false, 0.0, memory)),
        );
        if kept {
            cells.push(units::count(figure.units_raw).into());
        }
        if spread {
            cells.push(units::maybe(figure.spread_pct, 1).into());
        }
        sheet.push(cells).dim = group.beaten(figure);
    }
    sheet
}

fn failures(group: &Group<'_>) -> Vec<String> {
    let failed = group.figures.iter().filter_map(|figure| figure.error.as_ref().map(|error| (figure, error)));
    failed.map(|(figure, error)| format!("{} failed: {error}", answer::label(figure))).collect()
}

/// What the marks mean: only those that there are.
fn legend(groups: &[Group<'_>], options: &Options) -> Option<String> {
    let figures = || groups.iter().flat_map(|group| group.figures.iter().map(move |figure| (group, *figure)));
    figures().next()?;
    let mut parts = Vec::new();
    let answered = groups.iter().filter_map(|group| group.answer.as_ref());
    if groups.iter().any(|group| group.answer.is_some() && group.figures.len() > 1) {
        parts.push(format!("* Best of its column; several are a tie (speeds: within {} %)", answer::TIE_PCT));
    }
    if answered.filter_map(|answer| answer.balance).next().is_some() {
        parts.push(format!("Best balance: {}", answer::BALANCE));
    }
    let repeats = figures().map(|(_, figure)| figure.repeats).max().unwrap_or(1);
    if repeats > 1 {
        parts.push(format!("Times are medians of {repeats} runs; spread: (slowest − fastest) ÷ median CPU time"));
    }
    if figures().any(|(group, figure)| group.partial(figure)) {
        parts.push("† Saw only a part of the input, not ranked".into());
    }
    if options.colour && figures().any(|(group, figure)| group.beaten(figure)) {
        parts.push("Grey: another is both smaller and faster to compress".into());
    }
    parts.push("MB = 10^6 bytes; MB/s = input bytes by CPU second of one thread".into());
    Some(format!("{}.", parts.join(". ")))
}

/// The report's warnings and the doubts, the serious ones first.
pub(super) fn diagnostics(report: &Report, options: &Options) -> Vec<Block> {
    let mut all: Vec<Warning> = report.warnings.clone();
    for doubt in notes::doubts(report) {
        if !all.iter().any(|known| known.kind == doubt.kind && known.message == doubt.message) {
            all.push(doubt);
        }
    }
    if all.is_empty() {
        return Vec::new();
    }
    all.sort_by_key(|warning| std::cmp::Reverse(warning.severity));
    let shown = if options.verbose { all.len() } else { all.len().min(WARNINGS) };
    let mut lines: Vec<_> = all.iter().take(shown).map(diagnostic::diagnostic_line).collect();
    if shown < all.len() {
        lines.push(format!("and {} more; -v shows all", units::count((all.len() - shown) as u64)));
    }
    let number = |severity| all.iter().filter(|warning| warning.severity == severity).count() as u64;
    let counts = [
        (number(Severity::Error), "error", "errors"),
        (number(Severity::Warning), "warning", "warnings"),
        (number(Severity::Note), "note", "notes"),
    ];
    let counts =
        counts.into_iter().filter(|(count, _, _)| *count > 0).map(|(count, one, many)| counted(count, one, many));
    vec![Block::Heading(counts.collect::<Vec<_>>().join(", ")), Block::List(lines)]
}

/// How it was measured.
fn footer(report: &Report, options: &Options) -> Vec<Block> {
    let run = &report.run;
    let mut parts = Vec::new();
    if report.codecs.iter().any(|figure| figure.verified) {
        parts.push(format!("verified {}", counted(run.verified_units, "unit", "units")));
    }
    parts.push(counted(report.machine.threads as u64, "thread", "threads"));
    parts.push(format!("{} wall", units::seconds(run.wall_s)));
    parts.push(format!("{} CPU ({} in codecs)", units::seconds(run.cpu_s), units::seconds(run.codec_cpu_s)));
    if let Some(bytes) = run.peak_rss_bytes {
        parts.push(format!("peak memory {}", units::size(bytes)));
    }
    let mut blocks = vec![Block::Heading("Run".into()), Block::Text(parts.join(", "))];
    if options.verbose {
        let libraries: Vec<_> = report.libraries.iter().map(|(name, version)| format!("{name} {version}")).collect();
        let machine = &report.machine;
        blocks.push(Block::List(vec![
            format!("rowpress {}, started {}", report.rowpress.version, run.started),
            format!("command: rowpress {}", report.rowpress.command.join(" ")),
            format!(
                "machine: {}, {}, {}",
                machine.cpu,
                counted(machine.cores as u64, "processor", "processors"),
                machine.os
            ),
            format!("libraries: {}", libraries.join(", ")),
        ]));
    }
    blocks
}
