//! Rows without a server: the tables of `mysqlslap` and `sysbench`, as a dump of them would hold them, and plausible ones for any schema.
//!
//! In: a generator's name and options, typed as `mysqlslap:rows=20000,int-cols=20,guid-primary`. Out: a reader of the dump's text, made
//! statement by statement as it is read, so that neither a file nor a server is needed and memory does not grow with the rows. The same
//! options give the same bytes, always: nothing is taken from the clock or the machine.

pub mod dump;
pub mod glibc;
pub mod mysqlslap;
pub mod schema;
pub mod spec;
pub mod sysbench;

mod decimal;
mod mix;
mod text;
mod uuid;
mod xoroshiro;

use std::io::Read;

use crate::error::Result;

pub use dump::{Dump, Rows, Table};

/// The generators' names.
pub const GENERATORS: [&str; 3] = ["mysqlslap", "sysbench", "schema"];

/// The dump that a specification such as `sysbench:tables=2,table-size=100000` describes.
///
/// # Errors
/// `unknown-name` for a generator or a key that does not exist, `invalid-value` for a value out of its range or keys that exclude each other.
pub fn source(spec: &str) -> Result<Box<dyn Read + Send>> {
    let spec = spec::Spec::parse(spec)?;
    match spec.generator {
        spec::Generator::Mysqlslap => Ok(Box::new(mysqlslap::Options::from_pairs(&spec.pairs)?.dump()?)),
        spec::Generator::Sysbench => Ok(Box::new(sysbench::Options::from_pairs(&spec.pairs)?.dump()?)),
        spec::Generator::Schema => Ok(Box::new(schema::Options::from_pairs(&spec.pairs)?.dump()?)),
    }
}

/// What messages and reports call the dump of a specification: the specification, without blanks around it.
pub fn display_name(spec: &str) -> String {
    spec.trim().to_string()
}
