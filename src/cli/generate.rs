//! `generate`: rows of a benchmark, written as a dump.

use std::fs::File;
use std::io::{self, Read, Write};

use clap::{Args, Subcommand};
use rowpress::generate::spec::Pair;
use rowpress::generate::{Dump, mysqlslap, schema, sysbench};
use rowpress::{Error, Kind, Position, Result};

use super::args::Common;
use super::exit::Outcome;
use super::output;

/// Bytes in one call of the operating system.
const COPY_BYTES: usize = 128 << 10;

#[derive(Debug, Subcommand)]
pub enum Generate {
    /// The table of mysqlslap --auto-generate-sql, byte for byte
    Mysqlslap(Mysqlslap),
    /// The tables of sysbench's OLTP tests
    Sysbench(Sysbench),
    /// Plausible rows for the tables of a schema file
    Schema(Schema),
}

#[derive(Debug, Args)]
pub struct To {
    /// Write the dump to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

#[derive(Debug, Args)]
pub struct Mysqlslap {
    /// Rows [default: 100]
    #[arg(long, value_name = "N")]
    pub rows: Option<String>,
    /// Different rows, which are repeated; `all` for no repetition [default: 10, as the tool's]
    #[arg(long, value_name = "N|all")]
    pub unique_rows: Option<String>,
    /// INT columns [default: 1]
    #[arg(long, value_name = "N")]
    pub int_cols: Option<String>,
    /// VARCHAR(128) columns [default: 1]
    #[arg(long, value_name = "N")]
    pub char_cols: Option<String>,
    /// An index on each INT column
    #[arg(long)]
    pub int_indexes: bool,
    /// An index on each VARCHAR column
    #[arg(long)]
    pub char_indexes: bool,
    /// A UUID as primary key
    #[arg(long)]
    pub guid_primary: bool,
    /// A column `id serial`
    #[arg(long)]
    pub autoincrement: bool,
    /// Unique UUID columns beside it [default: 0]
    #[arg(long, value_name = "N")]
    pub secondary_indexes: Option<String>,
    /// The engine that the table names [default: InnoDB]
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// The database that the dump names [default: mysqlslap]
    #[arg(long, value_name = "NAME")]
    pub create_schema: Option<String>,
    /// Seed of libc's random() [default: 1, which is that of every run of the tool]
    #[arg(long, value_name = "N")]
    pub seed: Option<String>,
    /// A whole command line of mysqlslap: the table that it leaves behind
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    pub as_mysqlslap: Option<String>,
    #[command(flatten)]
    pub to: To,
}

#[derive(Debug, Args)]
pub struct Sysbench {
    /// Tables [default: 1]
    #[arg(long, value_name = "N")]
    pub tables: Option<String>,
    /// Rows of each [default: 10000]
    #[arg(long, value_name = "N")]
    pub table_size: Option<String>,
    /// Distribution of column k: special, uniform, gaussian, pareto [default: special]
    #[arg(long, value_name = "TYPE")]
    pub rand_type: Option<String>,
    /// AUTO_INCREMENT on column id: on, off [default: on]
    #[arg(long, value_name = "on|off")]
    pub auto_inc: Option<String>,
    /// A plain key in place of the primary key
    #[arg(long)]
    pub secondary: bool,
    /// The key on column k: on, off [default: on]
    #[arg(long, value_name = "on|off")]
    pub create_secondary: Option<String>,
    /// The database that the dump names [default: sbtest]
    #[arg(long, value_name = "NAME")]
    pub mysql_db: Option<String>,
    /// Seed [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<String>,
    #[command(flatten)]
    pub to: To,
}

#[derive(Debug, Args)]
pub struct Schema {
    /// A file with CREATE TABLE statements, plain or compressed; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Rows of each table; fewer where a unique key has no room for them [default: 1000]
    #[arg(long, value_name = "N")]
    pub rows: Option<String>,
    /// Tables to make, by pattern; foreign keys to others are kept to [default: all]
    #[arg(long, value_name = "GLOB")]
    pub table: Vec<String>,
    /// Values of some columns: TABLE.COLUMN:null=10%,zipf=1.1,words=3-12,distinct=1000,min=1,max=9
    #[arg(long, value_name = "SETTING")]
    pub set: Vec<String>,
    /// Seed [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<String>,
    #[command(flatten)]
    pub to: To,
}

/// Writes the dump.
///
/// # Errors
/// What is wrong with the options, and where the dump cannot be written.
pub fn generate(generate: &Generate, common: &Common) -> Result<Outcome> {
    match generate {
        Generate::Mysqlslap(args) => write(mysqlslap::Options::from_pairs(&args.pairs())?.dump()?, &args.to),
        Generate::Sysbench(args) => write(sysbench::Options::from_pairs(&args.pairs())?.dump()?, &args.to),
        Generate::Schema(args) => {
            let (dump, notes) = schema::Options::from_pairs(&args.pairs())?.dump_with_notes()?;
            for note in notes.iter().filter(|_| !common.quiet) {
                output::tell(&format!("note: {}", rowpress::report::diagnostic::clean(note)));
            }
            write(dump, &args.to)
        }
    }
}

impl Mysqlslap {
    fn pairs(&self) -> Vec<Pair> {
        let values = [
            ("rows", &self.rows),
            ("unique-rows", &self.unique_rows),
            ("int-cols", &self.int_cols),
            ("char-cols", &self.char_cols),
            ("secondary-indexes", &self.secondary_indexes),
            ("engine", &self.engine),
            ("create-schema", &self.create_schema),
            ("seed", &self.seed),
            ("as-mysqlslap", &self.as_mysqlslap),
        ];
        let flags = [
            ("int-indexes", self.int_indexes),
            ("char-indexes", self.char_indexes),
            ("guid-primary", self.guid_primary),
            ("autoincrement", self.autoincrement),
        ];
        pairs(&values, &flags)
    }
}

impl Sysbench {
    fn pairs(&self) -> Vec<Pair> {
        let values = [
            ("tables", &self.tables),
            ("table-size", &self.table_size),
            ("rand-type", &self.rand_type),
            ("auto-inc", &self.auto_inc),
            ("create-secondary", &self.create_secondary),
            ("mysql-db", &self.mysql_db),
            ("seed", &self.seed),
        ];
        pairs(&values, &[("secondary", self.secondary)])
    }
}

impl Schema {
    fn pairs(&self) -> Vec<Pair> {
        let file = Some(self.file.clone());
        let mut all = pairs(&[("file", &file), ("rows", &self.rows), ("seed", &self.seed)], &[]);
        all.extend(self.table.iter().map(|glob| (String::from("table"), Some(glob.clone()))));
        all.extend(self.set.iter().map(|setting| (String::from("set"), Some(setting.clone()))));
        all
    }
}

/// The options that were typed, as a specification's keys, so that both are checked at one place.
fn pairs(values: &[(&str, &Option<String>)], flags: &[(&str, bool)]) -> Vec<Pair> {
    let values = values.iter().filter(|(_, value)| value.is_some()).map(|(key, value)| (*key, (*value).clone()));
    let flags = flags.iter().filter(|(_, on)| *on).map(|(key, _)| (*key, None));
    values.chain(flags).map(|(key, value)| (key.to_string(), value)).collect()
}

/// Copies the dump to where it was asked for, piece by piece.
fn write(mut dump: Dump, to: &To) -> Result<Outcome> {
    let path = to.output.as_deref().filter(|path| *path != "-");
    let copied = match path {
        Some(path) => File::create(path).and_then(|mut file| copy(&mut dump, &mut file)),
        None => copy(&mut dump, &mut io::stdout().lock()),
    };
    copied.map_err(|error| {
        let position = path.map(Position::source).unwrap_or_default();
        Error::new(Kind::Io, format!("cannot write the dump: {error}")).because(error).at(position)
    })?;
    Ok(Outcome::Complete)
}

fn copy(dump: &mut Dump, out: &mut dyn Write) -> io::Result<()> {
    // Standard output's own buffer cuts at lines: large pieces pass it by as wholes.
    let mut piece = vec![0; COPY_BYTES];
    loop {
        let mut filled = 0;
        while filled < piece.len() {
            match dump.read(&mut piece[filled..])? {
                0 => break,
                read => filled += read,
            }
        }
        if filled == 0 {
            return out.flush();
        }
        out.write_all(&piece[..filled])?;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::super::args::Cli;
    use super::*;

    #[test]
    fn long_options_are_the_keys() {
        let command = Cli::command();
        let generate = command.find_subcommand("generate").expect("the command is there");
        // The file is no option.
        let schema: Vec<&str> = schema::KEYS.into_iter().filter(|key| *key != "file").collect();
        for (name, keys) in
            [("mysqlslap", mysqlslap::KEYS.as_slice()), ("sysbench", sysbench::KEYS.as_slice()), ("schema", &schema)]
        {
            let command = generate.find_subcommand(name).expect("a generator has a command");
            let options: BTreeSet<&str> = command
                .get_arguments()
                .filter_map(|option| option.get_long())
                .filter(|name| *name != "output")
                .collect();
            assert_eq!(options, keys.iter().copied().collect(), "{name}");
        }
    }
}
