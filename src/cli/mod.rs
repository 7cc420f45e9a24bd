//! The command line: what was typed becomes a plan, the library runs it, the report goes where it was asked for.

pub mod args;
pub mod exit;

mod analyze;
mod formats;
mod generate;
mod output;
mod progress;
mod units;

use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command, Show};
use exit::Outcome;
use rowpress::measure::plan;
use rowpress::report::redact;

/// Runs the command that was typed.
///
/// # Errors
/// What ended the command before it had a report.
pub fn run() -> rowpress::Result<Outcome> {
    let cli = Cli::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit());
    match &cli.command {
        Command::Analyze(args) => safe(analyze::analyze(args, &cli.common), &args.show),
        Command::Tables(args) => safe(analyze::tables(args, &cli.common), &args.show),
        Command::Report(args) => safe(analyze::report(args, &cli.common), &args.show),
        Command::Generate(args) => generate::generate(args, &cli.common),
        Command::Formats(args) => formats::formats(args, &cli.common),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command(), "rowpress", &mut script);
            output::to_stdout(&script)
        }
        Command::Man { command: name } => {
            let mut page = Vec::new();
            formats::man(command(), name.as_deref(), &mut page)?;
            output::to_stdout(&page)
        }
    }
}

/// The error that ended a command, without names where that was asked for.
fn safe(result: rowpress::Result<Outcome>, show: &Show) -> rowpress::Result<Outcome> {
    result.map_err(|error| if show.redact { redact::error(error) } else { error })
}

/// The command line with the texts that come from the library.
fn command() -> clap::Command {
    Cli::command().mut_subcommand("analyze", |analyze| {
        analyze.after_long_help(format!("Default plan:\n  {}", plan::default_in_words()))
    })
}
