//! A report as blocks of text and sheets of figures, before anybody draws them. The terminal and Markdown draw the same blocks.
//!
//! Text in here may hold anything that a dump holds; whoever draws it makes it harmless ([`super::diagnostic::clean`]).

/// One block of a document.
pub(super) enum Block {
    /// The document's title.
    Title(String),
    /// The title of a part.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Lines that belong together.
    List(Vec<String>),
    /// Figures.
    Sheet(Sheet),
    /// Small print about the sheet above.
    Footnote(String),
}

/// A table of figures.
#[derive(Default)]
pub(super) struct Sheet {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each as long as `columns`.
    pub rows: Vec<Row>,
}

/// A column: how it is headed and what happens where it does not fit.
#[derive(Default)]
pub(super) struct Column {
    /// What a group of columns has in common (`compress`), or empty.
    pub over: &'static str,
    /// Its own head.
    pub head: String,
    /// Whether it holds numbers, which line up on the right.
    pub number: bool,
    /// Whether its best cells are marked.
    pub marked: bool,
    /// Its text may be cut to this many terminal columns; `None` never.
    pub least: Option<u16>,
    /// Left out of a narrow terminal: the largest first, 0 never.
    pub drop: u8,
}

/// A row.
#[derive(Default)]
pub(super) struct Row {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Whether it matters less than the others.
    pub dim: bool,
    /// Whether it is the sum of the rows above.
    pub total: bool,
}

/// A cell.
#[derive(Default)]
pub(super) struct Cell {
    /// Its text.
    pub text: String,
    /// Whether it is the best of its column.
    pub best: bool,
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell { text: text.into(), best: false }
    }
}

impl Cell {
    /// The same cell, marked or not.
    pub fn best(mut self, best: bool) -> Self {
        self.best = best;
        self
    }
}

impl Column {
    /// A column of text.
    pub fn text(head: impl Into<String>) -> Self {
        Column { head: head.into(), ..Column::default() }
    }

    /// A column of names that may be cut, but not so that nobody knows them again.
    pub fn name(head: impl Into<String>) -> Self {
        Column { head: head.into(), least: Some(16), ..Column::default() }
    }

    /// The same column, to be cut no shorter than this.
    pub fn least(mut self, least: u16) -> Self {
        self.least = Some(least);
        self
    }

    /// A column of numbers.
    pub fn number(head: impl Into<String>) -> Self {
        Column { head: head.into(), number: true, ..Column::default() }
    }

    /// The same column with the best marked.
    pub fn marked(mut self) -> Self {
        self.marked = true;
        self
    }

    /// The same column as one of a group.
    pub fn over(mut self, over: &'static str) -> Self {
        self.over = over;
        self
    }

    /// The same column, left out of a narrow terminal.
    pub fn drop(mut self, drop: u8) -> Self {
        self.drop = drop;
        self
    }
}

impl Sheet {
    /// An empty sheet.
    pub fn new(columns: Vec<Column>) -> Self {
        Sheet { columns, rows: Vec::new() }
    }

    /// Adds a row of cells.
    pub fn push(&mut self, cells: Vec<Cell>) -> &mut Row {
        self.rows.push(Row { cells, ..Row::default() });
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }
}

/// `database.name`, or the name alone.
pub(super) fn table_name(database: &Option<String>, name: &str) -> String {
    match database {
        Some(database) => format!("{database}.{name}"),
        None => name.into(),
    }
}

/// `1 table`, `2 tables`.
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", super::units::count(count), if count == 1 { one } else { many })
}
