//! Markdown: the terminal's blocks with GitHub's tables.

use std::io;

use crate::error::Result;

use super::document::{Block, Column, Row, Sheet};
use super::model::Report;
use super::{Options, View, Writer, analysis, diagnostic, inventory, output_error};

/// The Markdown writer.
pub struct Markdown;

impl Writer for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["md", "markdown"]
    }

    fn summary(&self) -> &'static str {
        "the terminal's tables as GitHub shows them"
    }

    fn write(&self, report: &Report, options: &Options, out: &mut dyn io::Write) -> Result<()> {
        let options = Options { colour: false, width: None, ..*options };
        let blocks = match options.view {
            View::Analysis => analysis::document(report, &options),
            View::Tables => inventory::document(report, &options),
        };
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 {
                out.write_all(b"\n").map_err(output_error)?;
            }
            draw(block, out).map_err(output_error)?;
        }
        Ok(())
    }
}

fn draw(block: &Block, out: &mut dyn io::Write) -> io::Result<()> {
    match block {
        Block::Title(text) => writeln!(out, "# {}", escape(text)),
        Block::Heading(text) => writeln!(out, "## {}", escape(text)),
        Block::Text(text) | Block::Footnote(text) => writeln!(out, "{}", escape(text)),
        Block::List(lines) => lines.iter().try_for_each(|line| writeln!(out, "- {}", escape(line))),
        Block::Sheet(sheet) => draw_sheet(sheet, out),
    }
}

fn draw_sheet(sheet: &Sheet, out: &mut dyn io::Write) -> io::Result<()> {
    let head = |column: &Column| {
        let over = if column.over.is_empty() { String::new() } else { format!("{} ", column.over) };
        escape(&format!("{over}{}", column.head))
    };
    line(sheet.columns.iter().map(head), out)?;
    line(sheet.columns.iter().map(|column| if column.number { "---:".into() } else { "---".into() }), out)?;
    sheet.rows.iter().try_for_each(|row| line(cells(row), out))
}

fn cells(row: &Row) -> impl Iterator<Item = String> {
    row.cells.iter().map(|cell| {
        let text = escape(&cell.text);
        match (cell.best, row.total && !text.is_empty()) {
            (true, _) => format!("**{text}**\\*"),
            (false, true) => format!("**{text}**"),
            (false, false) => text,
        }
    })
}

fn line(cells: impl Iterator<Item = String>, out: &mut dyn io::Write) -> io::Result<()> {
    for cell in cells {
        write!(out, "| {cell} ")?;
    }
    writeln!(out, "|")
}

/// Text that Markdown shows as it is. An underscore between letters needs nothing, and table names are full of them.
fn escape(text: &str) -> String {
    let text = diagnostic::clean(text);
    let mut escaped = String::with_capacity(text.len());
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let inside = |neighbour: Option<char>| neighbour.is_some_and(char::is_alphanumeric);
        let special = match character {
            '_' => !(inside(before) && inside(characters.peek().copied())),
            // A line that starts like a list or a heading is one.
            '#' | '+' | '-' | '=' => before.is_none(),
            '\\' | '|' | '*' | '`' | '<' | '>' | '[' | ']' | '&' | '~' => true,
            _ => false,
        };
        if special {
            escaped.push('\\');
        }
        escaped.push(character);
        before = Some(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn names_stay_names() {
        assert_eq!(escape("order_items|a*b`<i>\n_x"), "order_items\\|a\\*b\\`\\<i\\>\\\\n_x");
        assert_eq!(escape("* best"), "\\* best");
    }
}
