//! What can be typed.

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use super::generate::Generate;

/// What will these tables weigh, and what will they cost to write and read, in each codec? Answered from a dump, without a server.
#[derive(Debug, Parser)]
#[command(name = "rowpress", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 all went well; 1 the run failed or is incomplete; 2 the command line is wrong.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measure codecs over a dump: size, ratio, throughput, CPU time
    Analyze(Analyze),
    /// List the tables of a dump: rows, columns, bytes
    Tables(Tables),
    /// Write a saved JSON report in another format
    Report(Report),
    /// Make rows, a benchmark's or a schema's, and write them as a dump
    #[command(subcommand)]
    Generate(Generate),
    /// List every codec with its levels, every input and report format
    Formats(Formats),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page (roff) of rowpress or of a command
    Man {
        /// The command
        command: Option<String>,
    },
}

/// Options of every command.
#[derive(Debug, Args)]
pub struct Common {
    /// Say less: no progress, no warnings (the report still has them)
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more: exact bytes, every table, every warning, library versions
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// What is read.
#[derive(Debug, Args)]
pub struct Source {
    /// Dump files, plain or compressed (gzip, zstd, xz, bzip2, lz4); `-` is standard input
    #[arg(value_name = "INPUT", required_unless_present = "generate")]
    pub inputs: Vec<String>,
    /// Read generated rows, with the options of `rowpress generate` as keys: mysqlslap:rows=20000,guid-primary
    #[arg(long, value_name = "SPEC")]
    pub generate: Vec<String>,
}

/// Where the report goes, and how it looks.
#[derive(Debug, Args)]
pub struct Output {
    /// Report format: table, json, csv, markdown [default: by the ending of -o, else table]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Write the report to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// What the report shows of the dump.
#[derive(Debug, Args)]
pub struct Show {
    /// List the N largest tables, and the others in one line; JSON and CSV always have all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub top: Option<u32>,
    /// Replace the names of tables, columns, databases and files by hashes, and leave out what messages quote
    #[arg(long)]
    pub redact: bool,
}

#[derive(Debug, Args)]
pub struct Analyze {
    #[command(flatten)]
    pub source: Source,
    /// Codecs and levels: zstd:1-9,19  zlib:6  xz:6e  lz4,snappy  all [default: see --help]
    #[arg(long = "codec", value_name = "SPEC", allow_hyphen_values = true)]
    pub codecs: Vec<String>,
    /// Units: whole (one stream in the codec's file format), or blocks: 4K,16K,64K,1M [default: whole,16K]
    #[arg(long = "unit", value_name = "UNITS", value_delimiter = ',')]
    pub units: Vec<String>,
    /// Measure each table's statements as a file of its own, instead of the dump as it is
    #[arg(long)]
    pub by_table: bool,
    /// Leave out engine figures (there are none in this version)
    #[arg(long)]
    pub no_engines: bool,
    /// Leave out codec figures: read and count only
    #[arg(long, conflicts_with_all = ["codecs", "units"])]
    pub no_codecs: bool,
    /// Do not decompress and compare
    #[arg(long)]
    pub no_verify: bool,
    /// Threads that run codecs; several numbers (1,2,4) measure how it scales [default: the processors at hand]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Vec<u16>,
    /// Run N times: times are medians, and the report says how far they spread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    /// Measure nothing: say what would run, and estimate its time and memory from the first 4 MiB
    #[arg(long)]
    pub dry_run: bool,
    /// Bound of the memory for the dump's bytes; the codecs' own state comes on top
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub memory: String,
    #[command(flatten)]
    pub show: Show,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct Tables {
    #[command(flatten)]
    pub source: Source,
    /// Show the stored bytes of the first N rows of each table, in hex
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub cells: usize,
    /// Accepted for symmetry with analyze: one thread reads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub show: Show,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct Report {
    /// A report that was saved with --format json; `-` is standard input
    #[arg(value_name = "REPORT.json")]
    pub input: String,
    #[command(flatten)]
    pub show: Show,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct Formats {
    #[command(flatten)]
    pub output: Output,
}
