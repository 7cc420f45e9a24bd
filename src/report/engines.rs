//! Engine figures: one row a candidate, by stored size, and the tables that a format cannot hold.

use super::document::{Block, Cell, Column, Sheet, table_name};
use super::model::{EngineFigure, Evidence, Report, Speed};
use super::units;

/// The sheet; nothing where no engine was asked for.
pub(super) fn blocks(report: &Report) -> Vec<Block> {
    if report.engines.is_empty() {
        return Vec::new();
    }
    let mut figures: Vec<_> = report.engines.iter().collect();
    figures.sort_by_key(|figure| figure.stored_bytes);
    let mut blocks = vec![Block::Heading("Storage engines".into()), Block::Sheet(sheet(&figures))];
    let note = "Stored: what the disk gives up, everything counted. To InnoDB: plain InnoDB DYNAMIC ÷ stored. Codec ratio: raw ÷ compressed.";
    blocks.push(Block::Footnote(note.into()));
    let refused: Vec<_> = figures.iter().flat_map(|figure| refused(figure)).collect();
    if !refused.is_empty() {
        blocks.push(Block::List(refused));
    }
    blocks
}

fn sheet(figures: &[&EngineFigure]) -> Sheet {
    let (scale, name, places) = units::column(figures.iter().map(|figure| figure.stored_bytes).collect::<Vec<_>>());
    let cpu = |speed: Option<Speed>| speed.map(|speed| speed.cpu_s);
    let decimals = |pick: fn(&EngineFigure) -> Option<Speed>| {
        units::decimals(figures.iter().filter_map(|figure| cpu(pick(figure))), 2, 3)
    };
    let (cpu_in, cpu_out) = (decimals(|figure| figure.compress), decimals(|figure| figure.decompress));
    let interval = figures.iter().any(|figure| figure.interval_pct.is_some());
    let mut columns = vec![Column::name("row format").least(40), Column::number(name).over("stored").marked()];
    if interval {
        columns.push(Column::number("± %"));
    }
    columns.extend([
        Column::number("InnoDB").over("to"),
        Column::number("ratio").over("codec").drop(5),
        Column::number("CPU s").over("compress").drop(1),
        Column::number("CPU s").over("decompress").drop(2),
        Column::text("evidence").drop(4),
    ]);
    let mut sheet = Sheet::new(columns);
    let least = figures.iter().map(|figure| figure.stored_bytes).min();
    for figure in figures {
        let best = figures.len() > 1 && least == Some(figure.stored_bytes);
        let codec = (figure.compressed_bytes > 0).then(|| figure.raw_bytes as f64 / figure.compressed_bytes as f64);
        let mut cells: Vec<Cell> = vec![
            figure.name.as_str().into(),
            Cell::from(units::fixed(figure.stored_bytes as f64 / scale, places)).best(best),
        ];
        if interval {
            cells.push(units::maybe(figure.interval_pct, 1).into());
        }
        cells.extend([
            units::ratio(figure.ratio_to_innodb).into(),
            units::ratio(codec).into(),
            units::few_seconds(cpu(figure.compress), cpu_in).into(),
            units::few_seconds(cpu(figure.decompress), cpu_out).into(),
            evidence(&figure.evidence).into(),
        ]);
        sheet.push(cells);
    }
    sheet
}

fn evidence(evidence: &Evidence) -> String {
    match evidence.max_error_pct {
        Some(error) => format!("{}, ±{} %", evidence.kind, units::fixed(error, 1)),
        None => evidence.kind.clone(),
    }
}

fn refused(figure: &EngineFigure) -> Vec<String> {
    let failed = figure.tables.iter().filter_map(|table| table.error.as_ref().map(|error| (table, error)));
    failed
        .map(|(table, error)| {
            format!("{} leaves out {}: {error}", figure.name, table_name(&table.database, &table.name))
        })
        .collect()
}
