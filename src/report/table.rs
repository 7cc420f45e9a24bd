//! The terminal: blocks drawn with spaces and one line below each head, as wide as the terminal and no wider where that can be.
//!
//! Numbers are never cut or wrapped. Where a sheet is too wide, names are cut first, then whole columns left out, and the report says which.

use std::io;

use comfy_table::{
    Attribute, Cell as Drawn, CellAlignment, Color, ColumnConstraint, ContentArrangement, LineStyle, Row as DrawnRow,
    Table as Grid, TableStyle, Width,
};

use crate::error::Result;

use super::document::{Block, Column, Row, Sheet};
use super::model::Report;
use super::{Options, View, Writer, analysis, diagnostic, inventory, output_error};

/// No cell is longer, characters: a name of a megabyte helps nobody.
const CELL: usize = 400;

/// A line below the head, and nothing else.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─'));

/// The terminal's writer.
pub struct Table;

impl Writer for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn summary(&self) -> &'static str {
        "for reading in the terminal; the default"
    }

    fn write(&self, report: &Report, options: &Options, out: &mut dyn io::Write) -> Result<()> {
        let blocks = match options.view {
            View::Analysis => analysis::document(report, options),
            View::Tables => inventory::document(report, options),
        };
        draw(&blocks, options, out).map_err(output_error)
    }
}

/// Draws blocks, with an empty line before each part.
pub(super) fn draw(blocks: &[Block], options: &Options, out: &mut dyn io::Write) -> io::Result<()> {
    let mut before: Option<&Block> = None;
    let mut left_out: Vec<String> = Vec::new();
    for block in blocks {
        let joined = match before {
            None | Some(Block::Heading(_)) => true,
            Some(Block::Sheet(_)) => matches!(block, Block::Footnote(_) | Block::List(_)),
            Some(_) => false,
        };
        if !joined {
            writeln!(out)?;
        }
        match block {
            Block::Title(text) | Block::Heading(text) => {
                paint(&wrap(&diagnostic::clean(text), options.width, 0), "1", options, out)?;
            }
            Block::Text(text) => paint(&wrap(&diagnostic::clean(text), options.width, 0), "", options, out)?,
            Block::Footnote(text) => paint(&wrap(&diagnostic::clean(text), options.width, 0), "2", options, out)?,
            Block::List(lines) => {
                for line in lines {
                    paint(&wrap(&diagnostic::clean(line), options.width, 2), "", options, out)?;
                }
            }
            Block::Sheet(sheet) => {
                for column in draw_sheet(sheet, options, out)? {
                    if !left_out.contains(&column) {
                        left_out.push(column);
                    }
                }
            }
        }
        before = Some(block);
    }
    if !left_out.is_empty() {
        let text = format!("Left out at this width: {}.", left_out.join(", "));
        writeln!(out)?;
        paint(&wrap(&text, options.width, 0), "2", options, out)?;
    }
    Ok(())
}

/// Lines in one of the terminal's styles, given by its number.
fn paint(lines: &[String], style: &str, options: &Options, out: &mut dyn io::Write) -> io::Result<()> {
    for line in lines {
        if options.colour && !style.is_empty() {
            writeln!(out, "\x1b[{style}m{line}\x1b[0m")?;
        } else {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Breaks text between words; what follows is indented. A word longer than a line stays whole, so that paths can be copied.
fn wrap(text: &str, width: Option<usize>, indent: usize) -> Vec<String> {
    let Some(width) = width else { return vec![text.into()] };
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().map(|character| if character < '\u{1100}' { 1 } else { 2 }).sum::<usize>();
        if used > 0 && used + 1 + length > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            used = indent;
        } else if used > 0 || !lines.is_empty() {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    lines.push(line);
    lines
}

/// Draws a sheet and returns the columns left out.
fn draw_sheet(sheet: &Sheet, options: &Options, out: &mut dyn io::Write) -> io::Result<Vec<String>> {
    let mut grid = grid(sheet, options);
    let (widths, left_out) = fit(&mut grid, sheet, options.width);
    let groups = groups(sheet, &widths);
    if !groups.is_empty() {
        paint(&[groups], "2", options, out)?;
    }
    for line in grid.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(left_out)
}

/// The line above the heads: each group's name in the middle of its columns, or at the right of its only one. A width is a column's
/// content and the gap behind it; none where the column is left out.
fn groups(sheet: &Sheet, widths: &[Option<(usize, usize)>]) -> String {
    let mut line = String::new();
    let mut used = 0;
    let mut start = 0;
    let mut shown =
        sheet.columns.iter().zip(widths).filter_map(|(column, width)| width.map(|width| (column, width))).peekable();
    while let Some((column, (content, mut gap))) = shown.next() {
        let mut end = start + content;
        let mut several = false;
        while let Some((_, (content, next))) =
            shown.next_if(|(next, _)| !column.over.is_empty() && next.over == column.over)
        {
            end += gap + content;
            gap = next;
            several = true;
        }
        // The mark's place is no part of what the eye lines up.
        let right = end - usize::from(column.marked && !several);
        let length = column.over.chars().count();
        let middle = if several { (start + right).saturating_sub(length) / 2 } else { right.saturating_sub(length) };
        if length > 0 {
            let at = middle.max(if used > 0 { used + 1 } else { 0 });
            line.push_str(&" ".repeat(at - used));
            line.push_str(column.over);
            used = at + length;
        }
        start = end + gap;
    }
    line
}

fn grid(sheet: &Sheet, options: &Options) -> Grid {
    let mut grid = Grid::new();
    grid.load_style(STYLE).set_content_arrangement(ContentArrangement::Disabled).force_no_tty();
    if options.colour {
        grid.enforce_styling().style_text_only();
    }
    let heads = sheet.columns.iter().map(|column| {
        // The only column of a group is as wide as the group's name.
        let alone = sheet.columns.iter().filter(|other| other.over == column.over).count() == 1;
        let width = if alone { column.over.chars().count() } else { 0 };
        Drawn::new(format!("{:>width$}{}", column.head, slot(column, false))).add_attribute(Attribute::Dim)
    });
    grid.set_header(heads.collect::<Vec<_>>());
    for row in &sheet.rows {
        let mut drawn = DrawnRow::new();
        drawn.max_height(1);
        for (column, cell) in sheet.columns.iter().zip(&row.cells) {
            let text: String = diagnostic::clean(&cell.text).chars().take(CELL).collect();
            drawn.add_cell(styled(Drawn::new(format!("{text}{}", slot(column, cell.best))), row, cell.best));
        }
        grid.add_row(drawn);
    }
    let last = sheet.columns.len().saturating_sub(1);
    for (index, column) in sheet.columns.iter().enumerate() {
        let Some(drawn) = grid.column_mut(index) else { continue };
        // A marked column has its gap's first half in the cells, for the mark.
        let gap = if index == last {
            0
        } else if column.marked {
            1
        } else {
            2
        };
        drawn.set_padding((0, gap));
        drawn.set_cell_alignment(if column.number { CellAlignment::Right } else { CellAlignment::Left });
    }
    grid
}

/// The place of the mark behind a number, so that digits line up with and without it.
fn slot(column: &Column, best: bool) -> &'static str {
    match (column.marked, best) {
        (true, true) => "*",
        (true, false) => " ",
        (false, _) => "",
    }
}

fn styled(cell: Drawn, row: &Row, best: bool) -> Drawn {
    if best {
        cell.fg(Color::Green).add_attribute(Attribute::Bold)
    } else if row.total {
        cell.add_attribute(Attribute::Bold)
    } else if row.dim {
        cell.add_attribute(Attribute::Dim)
    } else {
        cell
    }
}

/// Content and gap of each column, none where it is left out, and the names of those left out.
type Fitted = (Vec<Option<(usize, usize)>>, Vec<String>);

/// Cuts names and leaves out columns until the grid fits.
fn fit(grid: &mut Grid, sheet: &Sheet, width: Option<usize>) -> Fitted {
    let width = width.unwrap_or(usize::MAX);
    let mut contents = grid.column_max_content_widths();
    let mut shown: Vec<bool> = vec![true; contents.len()];
    let total = |grid: &Grid, contents: &[u16], shown: &[bool]| -> usize {
        let padded = |(index, content): (usize, &u16)| {
            usize::from(*content) + grid.column(index).map_or(0, |column| usize::from(column.padding_width()))
        };
        contents.iter().enumerate().filter(|(index, _)| shown.get(*index) == Some(&true)).map(padded).sum()
    };
    loop {
        let excess = total(grid, &contents, &shown).saturating_sub(width);
        if excess == 0 {
            break;
        }
        let spare = |index: &usize| {
            let least = sheet.columns.get(*index).and_then(|column| column.least)?;
            let content =
                contents.get(*index).filter(|content| **content > least && shown.get(*index) == Some(&true))?;
            Some(content - least)
        };
        let widest = (0..contents.len()).filter(|index| spare(index).is_some()).max_by_key(spare);
        if let Some(content) = widest.and_then(|index| contents.get_mut(index)) {
            *content -= 1;
            continue;
        }
        let droppable = |index: &usize| shown.get(*index) == Some(&true);
        let drop = |index: &usize| sheet.columns.get(*index).map_or(0, |column| column.drop);
        let Some(first) = (0..shown.len()).filter(droppable).max_by_key(drop).filter(|index| drop(index) > 0) else {
            break;
        };
        let level = drop(&first);
        for (index, shown) in shown.iter_mut().enumerate() {
            *shown &= drop(&index) != level;
        }
    }
    // Room that a dropped column leaves goes back to the names.
    let room = width.saturating_sub(total(grid, &contents, &shown));
    give_back(grid, sheet, &mut contents, &shown, room);
    let mut left_out = Vec::new();
    let mut widths = Vec::new();
    for (index, column) in sheet.columns.iter().enumerate() {
        let (Some(drawn), Some(content)) = (grid.column_mut(index), contents.get(index)) else { continue };
        if shown.get(index) == Some(&false) {
            drawn.set_constraint(ColumnConstraint::Hidden);
            left_out.push(format!("{} {}", column.over, column.head).trim().into());
            widths.push(None);
            continue;
        }
        if column.least.is_some() {
            drawn.set_constraint(ColumnConstraint::Absolute(Width::Fixed(*content + drawn.padding_width())));
        }
        widths.push(Some((usize::from(*content), usize::from(drawn.padding_width()))));
    }
    (widths, left_out)
}

fn give_back(grid: &Grid, sheet: &Sheet, contents: &mut [u16], shown: &[bool], mut room: usize) {
    let full = grid.column_max_content_widths();
    for (index, column) in sheet.columns.iter().enumerate() {
        let (Some(content), Some(full)) = (contents.get_mut(index), full.get(index)) else { continue };
        if column.least.is_some() && shown.get(index) == Some(&true) {
            let grow = usize::from(full.saturating_sub(*content)).min(room);
            *content += u16::try_from(grow).unwrap_or(0);
            room -= grow;
        }
    }
}
