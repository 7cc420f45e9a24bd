//! rowpress: what will these tables weigh, and what will they cost to write and read, in each codec and storage engine's row format?
//!
//! Data flows one way: [`input`] opens and decodes bytes ([`generate`] makes them without a file), [`dump`] scans them into statements and tuples, [`schema`] reads CREATE TABLE,
//! [`row`] turns literals into stored bytes, [`layout`] cuts units, [`codec`] compresses them, [`measure`] schedules and times,
//! [`report`] writes. The command line only parses and calls this library.

pub mod codec;
pub mod dump;
pub mod error;
pub mod generate;
pub mod input;
pub mod layout;
pub mod measure;
pub mod report;
pub mod row;
pub mod schema;

pub use error::{Error, Kind, Position, Result};
