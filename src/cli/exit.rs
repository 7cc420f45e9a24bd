//! Exit codes: 0 all went well, 1 the run failed or is incomplete, 2 the command line is wrong. A reader that goes away is no failure.

use std::process::ExitCode;

use rowpress::report::diagnostic;
use rowpress::{Error, Kind};

use super::output;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All went well.
    Complete,
    /// There is a report, and something is missing from it.
    Incomplete,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Complete => ExitCode::SUCCESS,
            Outcome::Incomplete => ExitCode::from(1),
        }
    }
}

/// Prints the error that ended a command, in one line, and chooses its exit code.
pub fn failed(error: &Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    output::tell(&diagnostic::error_line(error));
    match error.kind {
        Kind::UnknownName | Kind::InvalidValue => ExitCode::from(2),
        _ => ExitCode::from(1),
    }
}

/// Whether the reader of the output went away.
fn is_broken_pipe(error: &Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe) {
            return true;
        }
        cause = error.source();
    }
    false
}
