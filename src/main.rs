//! rowpress, the command: parses, calls the library, maps the outcome to an exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(outcome) => outcome.into(),
        Err(error) => cli::exit::failed(&error),
    }
}
