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
    use super::super::tests::written;
    use super::*;

    #[test]
    fn names_stay_names() {
        assert_eq!(escape("order_items|a*b`<i>\n_x"), "order_items\\|a\\*b\\`\\<i\\>\\\\n_x");
        assert_eq!(escape("* best"), "\\* best");
    }

    #[test]
    fn the_sample() {
        insta::assert_snapshot!(written("markdown", &Options::default()), @r###"
# dump.sql.gz: 200.7 MB, 2 tables, 2,217,040 rows

| whole files | codec | size | ratio | compress | decompress |
| --- | --- | ---: | ---: | ---: | ---: |
| smallest | xz:6 | 43.2 MB | 4.65 | 2.1 MB/s | 115 MB/s |
| best balance | zstd:3 | 52.1 MB | 3.85 | 229 MB/s | 642 MB/s |
| fastest | lz4:1 | 81.4 MB | 2.47 | 535 MB/s | 1,606 MB/s |

## Whole files

| codec | file | size MB | ratio | % of input | compress MB/s | compress CPU s | decompress MB/s | decompress CPU s | memory |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| xz:6 | xz | **43.18**\* | 4.65 | 21.5 | 2.1 | 95.12 | 115 | 1.75 | 98.0 MB |
| zstd:19 | zst | 44.51 | 4.51 | 22.2 | 3.9 | 51.50 | 535 | 0.38 | 87.6 MB |
| zstd:3 | zst | 52.10 | 3.85 | 26.0 | 229.4 | 0.88 | 642 | 0.31 | 1.31 MB |
| zlib:6 | gzip | 56.79 | 3.54 | 28.3 | 73.0 | 2.75 | 402 | 0.50 | 268.0 kB |
| zlib:9 | gzip | 56.79 | 3.54 | 28.3 | 30.9 | 6.50 | 402 | 0.50 | 268.0 kB |
| lz4:1 | lz4 | 81.40 | 2.47 | 40.6 | **535.3**\* | 0.38 | **1,606**\* | 0.12 | **16.4 kB**\* |
| none | none | 200.74 | 1.00 | 100.0 | 3,211.9 | 0.06 | 3,212 | 0.06 | – |

## Blocks of 16 KiB (12,253 units)

smallest, best balance zstd:3 (ratio 3.45) · fastest lz4:1 (ratio 2.38)

| codec | size MB | ratio | % of input | compress MB/s | compress CPU s | decompress MB/s | decompress CPU s | memory | not smaller |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| zstd:3 | **58.20**\* | 3.45 | 29.0 | 178 | 1.12 | 535 | 0.38 | 1.31 MB | 0 |
| zlib:6 | 60.10 | 3.34 | 29.9 | 70 | 2.88 | 357 | 0.56 | 268.0 kB | 0 |
| lz4:1 | 84.40 | 2.38 | 42.0 | **494**\* | 0.41 | **1,606**\* | 0.12 | **16.4 kB**\* | 12 |

## Blocks of 64 KiB (3,064 units)

smallest, best balance zstd:3 (ratio 3.65) · fastest lz4:1 (ratio 2.43)

| codec | size MB | ratio | % of input | compress MB/s | compress CPU s | decompress MB/s | decompress CPU s | memory |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| zstd:3 | **55.00**\* | 3.65 | 27.4 | 201 | 1.00 | 584 | 0.34 | 1.31 MB |
| zlib:6 | 57.30 | 3.50 | 28.5 | 71 | 2.81 | 378 | 0.53 | 268.0 kB |
| lz4:1 | 82.60 | 2.43 | 41.1 | **514**\* | 0.39 | **1,606**\* | 0.12 | **16.4 kB**\* |

\* Best of its column; several are a tie (speeds: within 2 %). Best balance: twice the compress CPU time is spent only where it saves 5 % of the size. MB = 10^6 bytes; MB/s = input bytes by CPU second of one thread.

## Storage engines

| row format | stored MB | to InnoDB | codec ratio | compress CPU s | decompress CPU s | evidence |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
| innodb-compressed:kbs=8 | 88.08 | 1.75 | 2.39 | 4.5 | 4.5 | measured, ±0.0 % |

Stored: what the disk gives up, everything counted. To InnoDB: plain InnoDB DYNAMIC ÷ stored. Codec ratio: raw ÷ compressed.

- innodb-compressed:kbs=8 leaves out shop.order_items: a foreign key, which this format does not have

## Input

- 200,744,946 bytes, 56.8 MB as gzip, converted from utf-16le, mysqldump 10.13, MySQL 8.0.36, 198 INSERT statements
- skipped statements: 2 lock_tables, 12 set

| table | rows | columns | INSERT MB | share % | bytes a row | primary key | indexes | engine | charset |
| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | --- | --- |
| shop.orders | 554,260 | 11 | 120.40 | 60.0 | 217 | id | 2 | InnoDB | utf8mb4 |
| shop.order_items | 1,662,780 | 5 of 6 | 80.34 | 40.0 | 48 | order_id, line | 1 | InnoDB | – |
| **total** | **2,217,040** |  | **200.74** |  | **91** |  |  |  |  |

## 1 error, 1 warning, 2 notes

- error\[truncated\]: dump.sql.gz, line 1200, byte 190000000, table shop.orders: the input ends inside a statement; the rows before it are counted
- warning\[tool-text\]: dump.sql.gz, line 1, byte 0: a tool's warning before the first statement was skipped
- note\[converted\]: dump.sql.gz: converted from UTF-16 (little-endian)
- note\[measurement\]: units that did not get smaller: lz4:1 16K 12 of 12,253

## Run

verified 45,958 units, 2 threads, 92.2 s wall, 175.5 s CPU (174.2 s in codecs), peak memory 212.5 MB
"###);
        insta::assert_snapshot!(written("markdown", &Options { view: View::Tables, ..Options::default() }), @r###"
# dump.sql.gz: 200.7 MB, 2 tables, 2,217,040 rows

- 200,744,946 bytes, 56.8 MB as gzip, converted from utf-16le, mysqldump 10.13, MySQL 8.0.36, 198 INSERT statements
- skipped statements: 2 lock_tables, 12 set

| table | rows | columns | INSERT MB | share % | bytes a row | primary key | indexes | engine | charset |
| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | --- | --- |
| shop.orders | 554,260 | 11 | 120.40 | 60.0 | 217 | id | 2 | InnoDB | utf8mb4 |
| shop.order_items | 1,662,780 | 5 of 6 | 80.34 | 40.0 | 48 | order_id, line | 1 | InnoDB | – |
| **total** | **2,217,040** |  | **200.74** |  | **91** |  |  |  |  |

## First rows of shop.orders, as stored

| row | column | bytes | hex |
| ---: | --- | ---: | --- |
| 1 | id | 4 | 80000001 |
| 1 | note | – | NULL |

## 1 error, 1 warning, 2 notes

- error\[truncated\]: dump.sql.gz, line 1200, byte 190000000, table shop.orders: the input ends inside a statement; the rows before it are counted
- warning\[tool-text\]: dump.sql.gz, line 1, byte 0: a tool's warning before the first statement was skipped
- note\[converted\]: dump.sql.gz: converted from UTF-16 (little-endian)
- note\[measurement\]: units that did not get smaller: lz4:1 16K 12 of 12,253
"###);
    }
}
