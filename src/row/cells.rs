//! The first rows of each table, value by value: `--cells`.

use std::collections::{BTreeMap, HashMap};

use super::decode::bytes_of;
use crate::dump::event::{Event, Insert, What};
use crate::dump::inventory::Inventory;
use crate::dump::tuples::{Literal, TupleReader};
use crate::schema::{Collation, Column, DefaultValue, Literal as Constant, TableDef, TableName};

/// A row: the hex of each column's stored bytes, `None` for NULL. A value that only a server knows is left out.
pub type Cells = BTreeMap<String, Option<String>>;

/// Collects the first rows of each table.
#[derive(Debug, Default)]
pub struct CellCollector {
    limit: usize,
    tables: HashMap<TableName, Collected>,
}

#[derive(Debug, Default)]
struct Collected {
    rows: Vec<Cells>,
    /// The value that AUTO_INCREMENT gives next.
    next_auto: u64,
}

impl CellCollector {
    /// A collector of so many rows a table.
    pub fn new(limit: usize) -> Self {
        CellCollector { limit, tables: HashMap::new() }
    }

    /// Takes an event that the inventory has taken before; `window` is what its span points into.
    pub fn apply(&mut self, event: &Event, window: &[u8], inventory: &Inventory) {
        if self.limit == 0 {
            return;
        }
        match &event.what {
            What::Reset(table, _) => {
                self.tables.remove(table);
            }
            What::DropDatabase(database) => self.tables.retain(|table, _| table.database.as_ref() != Some(database)),
            What::Rename(from, to) => {
                if let Some(collected) = self.tables.remove(from) {
                    self.tables.insert(to.clone(), collected);
                }
            }
            What::Rows(rows) => {
                let definition = inventory.table(&rows.insert.table).and_then(|entry| entry.definition.as_ref());
                let collected = self.tables.entry(rows.insert.table.clone()).or_default();
                let mut reader = TupleReader::new(rows.bytes.get(window), rows.insert.rules);
                let mut row = Vec::new();
                while collected.rows.len() < self.limit && reader.next_row(&mut row) {
                    let cells = match definition {
                        Some(definition) => defined_row(&row, &rows.insert, definition, &mut collected.next_auto),
                        None => undefined_row(&row, &rows.insert),
                    };
                    collected.rows.push(cells);
                }
            }
            _ => {}
        }
    }

    /// The rows of a table.
    pub fn take(&mut self, table: &TableName) -> Option<Vec<Cells>> {
        if self.limit == 0 { None } else { Some(self.tables.remove(table).unwrap_or_default().rows) }
    }
}

/// Without a definition, columns are those of the INSERT or numbered, and values are taken as they are.
fn undefined_row(row: &[Literal<'_>], insert: &Insert) -> Cells {
    let name = |i: usize| match &insert.columns {
        Some(columns) => columns.get(i).cloned(),
        None => None,
    };
    let cells = row.iter().enumerate();
    cells
        .filter_map(|(i, literal)| {
            let name = name(i).unwrap_or_else(|| format!("column {}", i + 1));
            Some((name, cell(*literal, insert, None)?))
        })
        .collect()
}

fn defined_row(row: &[Literal<'_>], insert: &Insert, definition: &TableDef, next_auto: &mut u64) -> Cells {
    let mut cells = Cells::new();
    for (i, column) in definition.columns.iter().enumerate() {
        let at = match &insert.columns {
            Some(columns) => columns.iter().position(|name| name.eq_ignore_ascii_case(&column.name)),
            None => Some(i),
        };
        let literal = at.and_then(|at| row.get(at)).copied().unwrap_or(Literal::Default);
        let charset = text_charset(definition, column);
        let value = if column.auto_increment { auto(literal, next_auto) } else { None };
        let value = value.map(|number| Some(to_hex(number.to_string().as_bytes())));
        let value = value.or_else(|| match literal {
            Literal::Default => default_of(column),
            other => cell(other, insert, charset),
        });
        if let Some(value) = value {
            cells.insert(column.name.clone(), value);
        }
    }
    cells
}

/// The number that AUTO_INCREMENT puts in, where it does; the counter follows explicit numbers.
fn auto(literal: Literal<'_>, next: &mut u64) -> Option<u64> {
    let explicit = match literal {
        Literal::Null | Literal::Default => 0,
        Literal::Number(text) => std::str::from_utf8(text).ok()?.parse().ok()?,
        _ => return None,
    };
    let number = if explicit == 0 { (*next).max(1) } else { explicit };
    *next = (*next).max(number.saturating_add(1));
    (explicit == 0).then_some(number)
}

/// The character set of a column of text; `None` for bytes, numbers and times.
fn text_charset(definition: &TableDef, column: &Column) -> Option<&'static str> {
    // What a definition without any character set means is the server's choice: current servers' default.
    let server = Collation::named("utf8mb4_general_ci")?;
    let charset = definition.charset_of(column, &server).charset.name;
    (charset != "binary").then_some(charset)
}

fn default_of(column: &Column) -> Option<Option<String>> {
    match &column.default {
        DefaultValue::Literal(Constant::Bytes(bytes) | Constant::String { bytes, .. }) => Some(Some(to_hex(bytes))),
        DefaultValue::Literal(Constant::Number(text)) => Some(Some(to_hex(text.as_bytes()))),
        DefaultValue::Null => Some(None),
        DefaultValue::None if column.nullable && column.generated.is_none() => Some(None),
        _ => None,
    }
}

/// The hex of a value, `Some(None)` for NULL, `None` where only a server knows it.
fn cell(literal: Literal<'_>, insert: &Insert, charset: Option<&str>) -> Option<Option<String>> {
    if literal == Literal::Null {
        return Some(None);
    }
    let mut bytes = Vec::new();
    bytes_of(literal, insert.rules, &insert.names, charset, &mut bytes).then(|| Some(to_hex(&bytes)))
}

fn to_hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02X}");
        hex
    })
}
