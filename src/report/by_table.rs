//! Codec figures by table: one row a table with its best candidates, one sheet a unit.

use std::collections::HashMap;

use super::answer::{self, Group};
use super::document::{Block, Cell, Column, Sheet};
use super::model::{CodecFigure, Report};
use super::{Options, units};

/// Tables shown without `-v`: the largest.
pub(super) const TABLES: usize = 10;

/// The sheets; nothing where no figure is of one table.
pub(super) fn blocks(report: &Report, options: &Options) -> Vec<Block> {
    let mut order: Vec<&str> = Vec::new();
    let mut figures: HashMap<&str, Vec<&CodecFigure>> = HashMap::new();
    for figure in &report.codecs {
        let Some(table) = figure.table.as_deref() else { continue };
        figures.entry(table).or_insert_with(|| {
            order.push(table);
            Vec::new()
        });
        if let Some(known) = figures.get_mut(table) {
            known.push(figure);
        }
    }
    let mut sheets: Vec<(super::model::Unit, Vec<(&str, Group<'_>)>)> = Vec::new();
    for table in order {
        for group in answer::grouped(figures.remove(table).unwrap_or_default().into_iter()) {
            match sheets.iter_mut().find(|(unit, _)| *unit == group.unit) {
                Some((_, groups)) => groups.push((table, group)),
                None => sheets.push((group.unit, vec![(table, group)])),
            }
        }
    }
    let mut blocks = Vec::new();
    for (unit, mut groups) in sheets {
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(raw_bytes(group)));
        let limit = options.top.unwrap_or(if options.verbose { usize::MAX } else { TABLES });
        let shown = groups.len().min(limit);
        blocks.push(Block::Heading(format!("By table, {}", units::unit_words(unit))));
        blocks.push(Block::Sheet(sheet(groups.get(..shown).unwrap_or_default())));
        if shown < groups.len() {
            let rest = units::count((groups.len() - shown) as u64);
            blocks.push(Block::Footnote(format!("{rest} smaller tables are left out; -v shows all")));
        }
    }
    blocks
}

fn raw_bytes(group: &Group<'_>) -> u64 {
    group.figures.iter().map(|figure| figure.raw_bytes).max().unwrap_or(0)
}

fn sheet(groups: &[(&str, Group<'_>)]) -> Sheet {
    let (scale, name, places) = units::column(groups.iter().map(|(_, group)| raw_bytes(group)).collect::<Vec<_>>());
    let mut sheet = Sheet::new(vec![
        Column::name("table"),
        Column::number(name).over("input"),
        Column::name("smallest"),
        Column::number("ratio"),
        Column::name("best balance").drop(1),
        Column::number("ratio").drop(1),
        Column::name("fastest").drop(2),
        Column::number("ratio").drop(2),
    ]);
    for (table, group) in groups {
        let mut cells: Vec<Cell> = vec![(*table).into(), units::fixed(raw_bytes(group) as f64 / scale, places).into()];
        let (smallest, balance, fastest) = match &group.answer {
            Some(answer) => (answer.smallest.clone(), answer.balance.into_iter().collect(), answer.fastest.clone()),
            None => (Vec::new(), Vec::new(), Vec::new()),
        };
        for best in [smallest, balance, fastest] {
            let ratio = best.first().and_then(|figure| figure.ratio);
            let name = if best.is_empty() { units::ABSENT.into() } else { answer::labels(&best) };
            cells.push(name.into());
            cells.push(units::ratio(ratio).into());
        }
        sheet.push(cells);
    }
    sheet
}
