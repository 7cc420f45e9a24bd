//! The command line: what was typed becomes a plan, the library runs it, the report goes where it was asked for.

pub mod args;
pub mod exit;

mod analyze;
mod formats;
mod output;
mod progress;
mod units;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use exit::Outcome;

/// Runs the command that was typed.
///
/// # Errors
/// What ended the command before it had a report.
pub fn run() -> rowpress::Result<Outcome> {
    let cli = Cli::parse();
    match &cli.command {
        Command::Analyze(args) => analyze::analyze(args, &cli.common),
        Command::Tables(args) => analyze::tables(args, &cli.common),
        Command::Report(args) => analyze::report(args, &cli.common),
        Command::Formats(args) => formats::formats(args, &cli.common),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "rowpress", &mut script);
            output::to_stdout(&script)
        }
        Command::Man => {
            let mut page = Vec::new();
            formats::man(Cli::command(), &mut page)?;
            output::to_stdout(&page)
        }
    }
}
