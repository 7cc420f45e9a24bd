//! The lines below a list of tables: the tables that are not listed, each database where there are several, and all.

use std::cmp::Reverse;

use super::document::counted;
use super::model::{Report, Table};

/// Sums over tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// Tables.
    pub tables: u64,
    /// Rows.
    pub rows: u64,
    /// Bytes of INSERT statements.
    pub bytes: u64,
}

impl Sum {
    fn add(&mut self, table: &Table) {
        self.tables += 1;
        self.rows = self.rows.saturating_add(table.rows);
        self.bytes = self.bytes.saturating_add(table.insert_bytes);
    }
}

/// A line of sums.
pub(super) struct Line {
    /// What it is of.
    pub name: String,
    /// The sums.
    pub sum: Sum,
    /// Whether its share of the whole is of interest.
    pub share: bool,
    /// Whether it is drawn as a total.
    pub total: bool,
}

/// The sums of some tables.
pub(super) fn of<'a>(tables: impl IntoIterator<Item = &'a Table>) -> Sum {
    let mut sum = Sum::default();
    tables.into_iter().for_each(|table| sum.add(table));
    sum
}

/// The lines below `listed`, the largest tables; of the databases, too, at most `limit` are listed.
pub(super) fn lines(report: &Report, listed: &[&Table], limit: usize) -> Vec<Line> {
    let all = of(&report.tables);
    let rest = all.minus(of(listed.iter().copied()));
    let mut lines = Vec::new();
    if rest.tables > 0 {
        lines.push(Line { name: other(rest.tables, "table", "tables"), sum: rest, share: true, total: false });
    }
    lines.extend(databases(report, limit));
    if all.tables > 1 {
        lines.push(Line { name: String::from("total"), sum: all, share: false, total: true });
    }
    lines
}

/// One line a database, the largest first; none where there is only one, or only one table in each.
fn databases(report: &Report, limit: usize) -> Vec<Line> {
    let mut sums: Vec<(&Option<String>, Sum)> = Vec::new();
    let mut index = std::collections::HashMap::new();
    for table in &report.tables {
        let at = *index.entry(&table.database).or_insert_with(|| {
            sums.push((&table.database, Sum::default()));
            sums.len() - 1
        });
        if let Some((_, sum)) = sums.get_mut(at) {
            sum.add(table);
        }
    }
    if sums.len() < 2 || sums.len() == report.tables.len() {
        return Vec::new();
    }
    sums.sort_by_key(|(_, sum)| Reverse(sum.bytes));
    let rest = sums.split_off(sums.len().min(limit));
    let line = |name: String, sum| Line { name, sum, share: true, total: true };
    let mut lines: Vec<Line> = sums
        .into_iter()
        .map(|(database, sum)| {
            let tables = counted(sum.tables, "table", "tables");
            let name = database.as_ref().map_or("no database", String::as_str);
            line(format!("{name} ({tables})"), sum)
        })
        .collect();
    if !rest.is_empty() {
        let (mut sum, number) = (Sum::default(), rest.len() as u64);
        for (_, part) in rest {
            sum.tables += part.tables;
            sum.rows = sum.rows.saturating_add(part.rows);
            sum.bytes = sum.bytes.saturating_add(part.bytes);
        }
        lines.push(line(other(number, "database", "databases"), sum));
    }
    lines
}

impl Sum {
    fn minus(self, part: Sum) -> Sum {
        Sum {
            tables: self.tables.saturating_sub(part.tables),
            rows: self.rows.saturating_sub(part.rows),
            bytes: self.bytes.saturating_sub(part.bytes),
        }
    }
}

fn other(number: u64, one: &str, many: &str) -> String {
    format!("other ({})", counted(number, one, many))
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn told(report: &Report, limit: usize) -> Vec<(String, u64)> {
        let mut listed: Vec<_> = report.tables.iter().collect();
        listed.sort_by_key(|table| Reverse(table.insert_bytes));
        listed.truncate(limit);
        lines(report, &listed, limit).into_iter().map(|line| (line.name, line.sum.bytes)).collect()
    }

    #[test]
    fn the_rest_and_the_databases_add_up() {
        let mut report = sample::report();
        let table = report.tables[0].clone();
        report.tables.clear();
        for (database, bytes) in [(Some("a"), 10), (Some("b"), 200), (None, 3), (Some("a"), 40)] {
            let database = database.map(String::from);
            report.tables.push(Table { database, insert_bytes: bytes, ..table.clone() });
        }
        let line = |name: &str, bytes| (name.to_string(), bytes);
        assert_eq!(
            told(&report, 2),
            [
                line("other (2 tables)", 13),
                line("b (1 table)", 200),
                line("a (2 tables)", 50),
                line("other (1 database)", 3),
                line("total", 253)
            ]
        );
        assert_eq!(told(&report, 9).last(), Some(&line("total", 253)));
        report.tables.truncate(2);
        assert_eq!(told(&report, 9), [line("total", 210)], "one table in each database is a total of itself");
        report.tables.truncate(1);
        assert!(told(&report, 9).is_empty());
    }
}
