//! `formats` and `man`.

use rowpress::codec::{level_runs, registry};
use rowpress::input::Compression;
use rowpress::report::diagnostic;
use rowpress::report::formats::{self, CodecEntry, FormatEntry, Formats};
use rowpress::{Error, Kind, Result};

use super::args::{self, Common};
use super::exit::Outcome;
use super::output;

/// Lists what there is.
///
/// # Errors
/// Where it cannot be written.
pub fn formats(args: &args::Formats, common: &Common) -> Result<Outcome> {
    let codecs = registry::all().iter().map(|codec| {
        let library = codec.library();
        let whole = codec.file_format().map(|_| String::from("whole"));
        CodecEntry {
            name: codec.name().to_string(),
            aliases: codec.aliases().iter().map(ToString::to_string).collect(),
            levels: level_runs(*codec),
            default_level: codec.default_level().map(|level| level.to_string()),
            units: whole.into_iter().chain([String::from("block")]).collect(),
            file_format: codec.file_format().map(str::to_string),
            library: library.name.to_string(),
            version: library.version,
            summary: codec.summary().to_string(),
        }
    });
    let inputs = Compression::ALL.iter().map(|compression| FormatEntry {
        name: compression.word().to_string(),
        extensions: compression.extensions().iter().map(ToString::to_string).collect(),
        summary: compression.summary().to_string(),
    });
    let list = Formats::new(codecs.collect(), inputs.collect());
    let format = args.output.format.as_deref().unwrap_or("table");
    output::deliver(&args.output, common, |options, out| formats::write(&list, format, options, out))?;
    Ok(Outcome::Complete)
}

/// The manual page of the whole, or of a command.
///
/// # Errors
/// `unknown-name` for a command that does not exist.
pub fn man(mut command: clap::Command, name: Option<&str>, page: &mut Vec<u8>) -> Result<()> {
    command.build();
    let command = match name {
        None => command,
        Some(name) => {
            let unknown = || Error::new(Kind::UnknownName, format!("no command `{}`", diagnostic::clean(name)));
            let found = command.find_subcommand(name).cloned().ok_or_else(unknown)?;
            found.name(format!("rowpress-{name}")).display_name(format!("rowpress-{name}"))
        }
    };
    let page_error = |error: std::io::Error| Error::new(Kind::Io, format!("no manual page: {error}")).because(error);
    clap_mangen::Man::new(command).render(page).map_err(page_error)
}
