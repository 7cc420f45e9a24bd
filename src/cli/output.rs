//! Where a report goes: standard output, or a file that is there whole or not at all.

use std::io::{self, IsTerminal, Write};

use rowpress::report::model::Report;
use rowpress::report::{self, Options, View};
use rowpress::{Error, Kind, Position, Result};

use super::args::{Common, Output, Show};
use super::exit::Outcome;

/// The report format that was asked for, checked before anything is measured.
///
/// # Errors
/// `unknown-name` for a format that does not exist; `io` where the file to be written can never be.
pub fn format(output: &Output) -> Result<&'static dyn report::Writer> {
    if let Some(path) = output.output.as_deref() {
        check_place(path).map_err(|error| output_error(error, Some(path)))?;
    }
    match (&output.format, &output.output) {
        (Some(name), _) => report::find(name),
        (None, Some(path)) => Ok(report::by_extension(path).unwrap_or(report::writers()[0])),
        (None, None) => Ok(report::writers()[0]),
    }
}

/// Refuses to write over what is read.
///
/// # Errors
/// `invalid-value` where the output is one of the inputs, by whatever name.
pub fn spare(output: &Output, inputs: &[String]) -> Result<()> {
    let Some(path) = output.output.as_deref() else { return Ok(()) };
    let Ok(target) = std::fs::canonicalize(path) else { return Ok(()) };
    let is_file = std::fs::metadata(&target).is_ok_and(|metadata| metadata.is_file());
    if is_file && inputs.iter().any(|input| std::fs::canonicalize(input).is_ok_and(|input| input == target)) {
        let message = "is read as input: choose another name for the output";
        return Err(Error::new(Kind::InvalidValue, message).at(Position::source(path)));
    }
    Ok(())
}

/// One line on standard error. Where that cannot be written there is nobody to tell.
pub fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Whether the report goes to a terminal in a format for people.
pub fn shows_on_terminal(output: &Output) -> bool {
    let for_people = matches!(output.format.as_deref(), None | Some("table" | "markdown"));
    matches!(output.output.as_deref(), None | Some("-")) && for_people && io::stdout().is_terminal()
}

/// Writes a report where it was asked for.
///
/// # Errors
/// `io` where the output cannot be written.
pub fn write(report: &Report, view: View, output: &Output, show: &Show, common: &Common) -> Result<()> {
    let writer = format(output)?;
    let top = show.top.map(|top| usize::try_from(top).unwrap_or(usize::MAX));
    deliver(output, common, |options, out| writer.write(report, &Options { view, top, ..*options }, out))
}

/// Whether there can be a file of this name: nobody wants to wait for figures that then cannot be written.
fn check_place(path: &str) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    match std::path::Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::metadata(folder).map(|_| ()),
        None => Ok(()),
    }
}

/// Lets `write` write to standard output or to the file that was asked for.
///
/// # Errors
/// `io` where the output cannot be written.
pub fn deliver(
    output: &Output,
    common: &Common,
    write: impl FnOnce(&Options, &mut dyn Write) -> Result<()>,
) -> Result<()> {
    match output.output.as_deref() {
        None | Some("-") => {
            let stdout = io::stdout();
            let terminal = stdout.is_terminal();
            let options = Options {
                view: View::Analysis,
                verbose: common.verbose,
                colour: terminal && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never,
                top: None,
                width: terminal.then(terminal_width).flatten(),
            };
            let mut out = io::BufWriter::new(stdout.lock());
            write(&options, &mut out)?;
            out.flush().map_err(|error| output_error(error, None))
        }
        Some(path) => {
            let options = Options { verbose: common.verbose, ..Options::default() };
            let mut bytes = Vec::new();
            write(&options, &mut bytes)?;
            write_file(path, &bytes).map_err(|error| output_error(error, Some(path)))
        }
    }
}

/// Bytes to standard output.
///
/// # Errors
/// `io` where it cannot be written.
pub fn to_stdout(bytes: &[u8]) -> Result<Outcome> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| output_error(error, None))?;
    Ok(Outcome::Complete)
}

/// Writes beside the file and renames, so that an old report is not lost to a full disk. What is no plain file (a device, a pipe) is
/// written as it is.
fn write_file(path: &str, bytes: &[u8]) -> io::Result<()> {
    let special = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    if special {
        return std::fs::write(path, bytes);
    }
    let beside = format!("{path}.part");
    let written = std::fs::File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| std::fs::rename(&beside, path)).inspect_err(|_| {
        // The report's error is what matters.
        let _ = std::fs::remove_file(&beside);
    })
}

fn output_error(error: io::Error, path: Option<&str>) -> Error {
    let message = format!("cannot write the report: {error}");
    let position = path.map(Position::source).unwrap_or_default();
    Error::new(Kind::Io, message).because(error).at(position)
}

fn terminal_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    (size.ws_col > 0).then_some(usize::from(size.ws_col))
}
