//! How the whole plan scales with threads: one row a number of threads.

use super::document::{Block, Column, Sheet, counted};
use super::model::Report;
use super::units;

/// The sheet; nothing where one number of threads was run.
pub(super) fn blocks(report: &Report) -> Vec<Block> {
    if report.scaling.is_empty() {
        return Vec::new();
    }
    let mut sheet = Sheet::new(vec![
        Column::number("threads"),
        Column::number("wall s"),
        Column::number("CPU s").drop(1),
        Column::number("codec CPU s"),
        Column::number("MB/s"),
        Column::number("speedup"),
        Column::number("efficiency %"),
    ]);
    for row in &report.scaling {
        sheet.push(vec![
            units::count(row.threads as u64).into(),
            units::few_seconds(Some(row.wall_s), 2).into(),
            units::few_seconds(Some(row.cpu_s), 2).into(),
            units::few_seconds(Some(row.codec_cpu_s), 2).into(),
            units::maybe(row.mb_per_s, 1).into(),
            units::maybe(row.speedup, 2).into(),
            units::maybe(row.efficiency.map(|efficiency| 100.0 * efficiency), 0).into(),
        ]);
    }
    let first = report.scaling.first().map_or(String::new(), |row| counted(row.threads as u64, "thread", "threads"));
    let base =
        if report.scaling.iter().any(|row| row.threads == 1) { String::from("one thread") } else { first.clone() };
    let note = format!(
        "The whole plan, reading included. MB/s: raw bytes of all candidates by wall second. Speedup: against {base}; efficiency: its share \
         of the ideal. The other figures are with {first}."
    );
    vec![Block::Heading(String::from("By threads")), Block::Sheet(sheet), Block::Footnote(note)]
}
