//! The report: one model, many writers.
//!
//! In comes a [`model::Report`], out goes text. A writer is one file and one line in [`writers`]; the terminal's and Markdown's tables
//! come from the same blocks (`document.rs`) and differ only in how they draw it.

mod analysis;
pub mod answer;
mod by_table;
mod csv;
pub mod diagnostic;
mod document;
mod engines;
pub mod estimate;
pub mod formats;
mod inventory;
pub mod json;
mod markdown;
pub mod model;
pub mod notes;
pub mod redact;
mod scaling;
mod table;
mod totals;
pub mod units;

#[cfg(test)]
mod doubtful;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

use std::io;

use crate::error::{Error, Kind, Result};

pub use answer::summary;
pub use diagnostic::diagnostic_line;
pub use json::read;
use model::Report;
pub use redact::redact;

/// What of a report is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Figures first, then the inventory in short: `rowpress analyze`.
    #[default]
    Analysis,
    /// The inventory only: `rowpress tables`.
    Tables,
}

/// How a report is shown. JSON heeds none of it; CSV heeds the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What is shown.
    pub view: View,
    /// Whether exact bytes, every table, every warning and all versions are shown.
    pub verbose: bool,
    /// So many tables are listed, the largest, and the others in one line; `None` lists as many as the view does.
    pub top: Option<usize>,
    /// Whether the terminal shows colours. The best figures carry a `*` either way.
    pub colour: bool,
    /// The terminal's width in columns; `None` where lines may have any length.
    pub width: Option<usize>,
}

/// One way to write a report.
pub trait Writer: Sync {
    /// Its name, for `--format`.
    fn name(&self) -> &'static str;

    /// Extensions of the files that it writes, without the dot, the usual one first.
    fn extensions(&self) -> &'static [&'static str];

    /// One line for `rowpress formats`.
    fn summary(&self) -> &'static str;

    /// Writes the report.
    ///
    /// # Errors
    /// `io` where `out` fails; the [`io::Error`] is the error's cause.
    fn write(&self, report: &Report, options: &Options, out: &mut dyn io::Write) -> Result<()>;
}

/// Every writer, the default first.
pub fn writers() -> &'static [&'static dyn Writer] {
    &[&table::Table, &json::Json, &csv::Csv, &markdown::Markdown]
}

/// The writer of a name.
///
/// # Errors
/// `unknown-name` with the nearest name and the list of all.
pub fn find(name: &str) -> Result<&'static dyn Writer> {
    if let Some(writer) = writers().iter().find(|writer| writer.name() == name) {
        return Ok(*writer);
    }
    let wanted = name.to_lowercase();
    let near = |writer: &&&dyn Writer| {
        let extensions = writer.extensions().iter().copied();
        extensions.chain([writer.name()]).map(|known| strsim::jaro_winkler(&wanted, known)).fold(0.0, f64::max)
    };
    let nearest = writers().iter().max_by(|a, b| near(a).total_cmp(&near(b))).filter(|writer| near(writer) > 0.7);
    let hint = nearest.map_or(String::new(), |writer| format!(" (did you mean `{}`?)", writer.name()));
    let all: Vec<_> = writers().iter().map(|writer| writer.name()).collect();
    let name = diagnostic::clean(name);
    Err(Error::new(Kind::UnknownName, format!("no report format `{name}`{hint}; there are {}", all.join(", "))))
}

/// The writer whose files end as `path` does (`-o report.json`).
pub fn by_extension(path: &str) -> Option<&'static dyn Writer> {
    let (_, extension) = path.rsplit_once('.')?;
    let extension = extension.to_lowercase();
    writers().iter().find(|writer| writer.extensions().contains(&extension.as_str())).copied()
}

/// Writes a report in the format of that name.
///
/// # Errors
/// `unknown-name` where there is no such format; `io` where `out` fails.
pub fn write(report: &Report, format: &str, options: &Options, out: &mut dyn io::Write) -> Result<()> {
    find(format)?.write(report, options, out)
}

/// An error of the output, with the [`io::Error`] as its cause so that a broken pipe can be told from a full disk.
fn output_error(error: io::Error) -> Error {
    Error::new(Kind::Io, format!("cannot write the report: {error}")).because(error)
}
