//! What was read: the document of `rowpress tables`, and the inventory in short below an analysis.

use super::document::{Block, Cell, Column, Sheet, counted, table_name};
use super::model::{Report, Source, Table};
use super::{Options, analysis, by_table, totals, units};

/// Hex digits of a cell that are shown; the JSON has all.
const HEX: usize = 48;

/// The document of `rowpress tables`.
pub(super) fn document(report: &Report, options: &Options) -> Vec<Block> {
    let mut blocks = vec![Block::Title(title(report)), Block::List(origin(report, options))];
    if report.tables.is_empty() {
        blocks.push(Block::Text("No table was found.".into()));
    } else {
        let limit = options.top.unwrap_or(usize::MAX);
        blocks.push(Block::Sheet(sheet(&largest(report, limit), report, limit)));
    }
    for table in &report.tables {
        if let Some(cells) = &table.cells {
            let name = table_name(&table.database, &table.name);
            blocks.push(Block::Heading(format!("First rows of {name}, as stored")));
            blocks.push(Block::Sheet(cell_sheet(cells)));
        }
    }
    blocks.extend(analysis::diagnostics(report, options));
    blocks
}

/// `dump.sql.gz: 200.7 MB, 2 tables, 1,108,520 rows`.
pub(super) fn title(report: &Report) -> String {
    let input = match report.input.sources.as_slice() {
        [] => "no input".into(),
        [source] => path(&source.path).into(),
        [first, rest @ ..] => format!("{} and {} more", path(&first.path), units::count(rest.len() as u64)),
    };
    let rows = report.tables.iter().fold(0u64, |sum, table| sum.saturating_add(table.rows));
    format!(
        "{input}: {}, {}, {}",
        units::size(report.input.input_bytes),
        counted(report.tables.len() as u64, "table", "tables"),
        counted(rows, "row", "rows")
    )
}

fn path(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// The inventory below an analysis.
pub(super) fn short(report: &Report, options: &Options) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("Input".into()), Block::List(origin(report, options))];
    let limit = options.top.unwrap_or(if options.verbose { usize::MAX } else { by_table::TABLES });
    if !report.tables.is_empty() {
        blocks.push(Block::Sheet(sheet(&largest(report, limit), report, limit)));
    }
    if report.tables.len() > limit && options.top.is_none() {
        blocks.push(Block::Footnote(format!("The {limit} largest tables; -v shows all, --top N as many as you like")));
    }
    blocks
}

/// Where the rows come from: files, tools, statements.
fn origin(report: &Report, options: &Options) -> Vec<String> {
    let sources = &report.input.sources;
    let mut lines = Vec::new();
    let mut facts = Vec::new();
    // The only file's name is in the title already.
    if let [source] = sources.as_slice() {
        facts.extend(size(source));
    } else {
        let shown = if options.verbose { sources.len() } else { sources.len().min(by_table::TABLES) };
        lines.extend(
            sources.iter().take(shown).map(|source| format!("{}: {}", path(&source.path), size(source).join(", "))),
        );
        if shown < sources.len() {
            lines.push(format!("and {} more files; -v shows all", units::count((sources.len() - shown) as u64)));
        }
    }
    let statements = &report.input.statements;
    facts.extend([&report.input.producer, &report.input.server].into_iter().flatten().cloned());
    facts.push(counted(statements.insert, "INSERT statement", "INSERT statements"));
    lines.push(facts.join(", "));
    if !statements.skipped.is_empty() {
        let kinds: Vec<_> =
            statements.skipped.iter().map(|(kind, number)| format!("{} {kind}", units::count(*number))).collect();
        lines.push(format!("skipped statements: {}", kinds.join(", ")));
    }
    lines
}

fn size(source: &Source) -> Vec<String> {
    let mut facts = vec![format!("{} bytes", units::count(source.input_bytes))];
    if source.compression != "none" {
        facts.push(format!("{} as {}", units::size(source.file_bytes), source.compression));
    }
    if let Some(encoding) = source.encoding.as_deref().filter(|encoding| *encoding != "utf-8") {
        facts.push(format!("converted from {encoding}"));
    }
    facts
}

/// All tables in their order, or the largest ones by size where there are more than `limit`.
fn largest(report: &Report, limit: usize) -> Vec<&Table> {
    let mut tables: Vec<_> = report.tables.iter().collect();
    if tables.len() > limit {
        tables.sort_by_key(|table| std::cmp::Reverse(table.insert_bytes));
        tables.truncate(limit);
    }
    tables
}

fn sheet(tables: &[&Table], report: &Report, limit: usize) -> Sheet {
    let bytes = totals::of(&report.tables).bytes;
    let (scale, name, places) = units::column(tables.iter().map(|table| table.insert_bytes).collect::<Vec<_>>());
    let mut sheet = Sheet::new(vec![
        Column::name("table"),
        Column::number("rows"),
        Column::number("columns").drop(3),
        Column::number(name).over("INSERT"),
        Column::number("%").over("share").drop(5),
        Column::number("a row").over("bytes"),
        Column::name("primary key").drop(2),
        Column::number("indexes").drop(4),
        Column::text("engine").drop(6),
        Column::text("charset").drop(7),
    ]);
    let share = |part: u64| (bytes > 0).then(|| 100.0 * part as f64 / bytes as f64);
    let width = |bytes: u64, rows: u64| (rows > 0).then(|| bytes as f64 / rows as f64);
    for table in tables {
        let columns = match table.insert_columns {
            Some(named) if named < table.columns => format!("{named} of {}", table.columns),
            _ => units::count(table.columns as u64),
        };
        let undefined = if table.defined { "" } else { " (no CREATE TABLE)" };
        sheet.push(vec![
            format!("{}{undefined}", table_name(&table.database, &table.name)).into(),
            units::count(table.rows).into(),
            columns.into(),
            units::fixed(table.insert_bytes as f64 / scale, places).into(),
            units::maybe(share(table.insert_bytes), 1).into(),
            units::maybe(width(table.insert_bytes, table.rows), 0).into(),
            if table.primary_key.is_empty() { units::ABSENT.into() } else { table.primary_key.join(", ").into() },
            units::count(table.indexes as u64).into(),
            table.engine.as_deref().unwrap_or(units::ABSENT).into(),
            table.charset.as_deref().unwrap_or(units::ABSENT).into(),
        ]);
    }
    for line in totals::lines(report, tables, limit) {
        let mut cells: Vec<Cell> = vec![
            line.name.into(),
            units::count(line.sum.rows).into(),
            "".into(),
            units::fixed(line.sum.bytes as f64 / scale, places).into(),
            if line.share { units::maybe(share(line.sum.bytes), 1).into() } else { "".into() },
            units::maybe(width(line.sum.bytes, line.sum.rows), 0).into(),
        ];
        cells.resize_with(sheet.columns.len(), Cell::default);
        sheet.push(cells).total = line.total;
    }
    sheet
}

fn cell_sheet(rows: &[std::collections::BTreeMap<String, Option<String>>]) -> Sheet {
    let mut sheet =
        Sheet::new(vec![Column::number("row"), Column::name("column"), Column::number("bytes"), Column::text("hex")]);
    for (index, row) in rows.iter().enumerate() {
        for (column, value) in row {
            let (length, hex) = match value {
                None => (units::ABSENT.into(), "NULL".into()),
                Some(hex) if hex.len() > HEX => {
                    (units::count(hex.len() as u64 / 2), hex.chars().take(HEX).chain(['…']).collect())
                }
                Some(hex) => (units::count(hex.len() as u64 / 2), hex.clone()),
            };
            sheet.push(vec![units::count(index as u64 + 1).into(), column.as_str().into(), length.into(), hex.into()]);
        }
    }
    sheet
}
