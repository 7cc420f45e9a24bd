//! What is to be measured: candidates and limits, validated.

use crate::codec::spec;
use crate::error::{Error, Kind, Result};
use crate::report::model::Unit;

/// The units of a run that names none: the dump as an archive file, and blocks of a database page (InnoDB's default page size).
pub const DEFAULT_UNITS: [Unit; 2] = [Unit::Whole, Unit::Block(16 << 10)];

/// The codecs of a run that names none, over the whole dump: what an archive is written with, from the fastest to the smallest. xz's
/// default level would take as long as all the others together, so its level 1 stands for what LZMA gives.
const DEFAULT_WHOLE: &str = "lz4,zlib:6,zstd:1,3,9,bzip2:9,xz:1";

/// The codecs of a run that names none, over blocks: those that storage engines offer for their pages.
const DEFAULT_BLOCK: &str = "lz4,snappy,zlib:1,6,zstd:1,3,9";

/// The most bytes of the dump that are held at a time, however much memory is allowed: enough for every thread to find work while the
/// slowest codec is behind.
const MOST_IN_FLIGHT: u64 = 48 << 20;

/// The bytes of the dump that may be held at a time within so much memory.
pub fn in_flight_bytes(memory_bytes: u64) -> usize {
    (memory_bytes / 2).min(MOST_IN_FLIGHT) as usize
}

/// One codec at one level over one kind of unit.
#[derive(Clone)]
pub struct CodecCandidate {
    /// The codec and its level.
    pub codec: spec::Candidate,
    /// What is compressed in one call.
    pub unit: Unit,
}

/// A run.
#[derive(Clone)]
pub struct Plan {
    /// Codec candidates, in the order asked for.
    pub codecs: Vec<CodecCandidate>,
    /// Threads that run codecs.
    pub threads: usize,
    /// Bytes of the input, and of what is derived from it, that may be held at a time.
    pub in_flight_bytes: usize,
    /// Whether units are decompressed and compared.
    pub verify: bool,
    /// Generated inputs, read after the others: specifications as [`crate::generate::source`] takes them.
    pub generated: Vec<String>,
    /// Whether each table's statements are measured apart, instead of the dump as it is.
    pub by_table: bool,
    /// Rows a table whose cells are reported.
    pub cells: usize,
}

/// What is measured where no codec is named, over these units ([`DEFAULT_UNITS`] where none is named either).
///
/// # Errors
/// None, as long as the lists name codecs that exist.
pub fn default_over(units: &[Unit]) -> Result<Vec<CodecCandidate>> {
    let mut candidates = Vec::new();
    for unit in units {
        let list = if *unit == Unit::Whole { DEFAULT_WHOLE } else { DEFAULT_BLOCK };
        let codecs = spec::parse(&[list.to_string()])?;
        candidates.extend(codecs.into_iter().map(|codec| CodecCandidate { codec, unit: *unit }));
    }
    Ok(candidates)
}

/// The default plan in words, for help and the manual.
pub fn default_in_words() -> String {
    format!(
        "Without --codec and --unit the question is how to keep this dump, and how its bytes do in the pieces that a storage engine \
         compresses: the whole dump as a file with {DEFAULT_WHOLE}, and blocks of 16 KiB, InnoDB's page, with {DEFAULT_BLOCK}. They go \
         from the fastest to the smallest that ends within a minute for 200 MB on two processors; --codec xz:6,zstd:19 asks for more."
    )
}

/// Every codec over every unit. A codec without a file format is left out of whole streams.
///
/// # Errors
/// `invalid-value` where a codec is left with no unit.
pub fn cross(codecs: &[spec::Candidate], units: &[Unit]) -> Result<Vec<CodecCandidate>> {
    for codec in codecs {
        if units.iter().all(|unit| *unit == Unit::Whole) && codec.codec.file_format().is_none() {
            let message = format!("{} has no file format: it is offered in blocks, as --unit 16K", codec.codec.name());
            return Err(Error::new(Kind::InvalidValue, message));
        }
    }
    let takes = |codec: &spec::Candidate, unit: Unit| unit != Unit::Whole || codec.codec.file_format().is_some();
    let all =
        units.iter().flat_map(|unit| codecs.iter().map(|codec| CodecCandidate { codec: codec.clone(), unit: *unit }));
    Ok(all.filter(|candidate| takes(&candidate.codec, candidate.unit)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(candidates: &[CodecCandidate]) -> Vec<String> {
        candidates.iter().map(|candidate| format!("{} {:?}", candidate.codec, candidate.unit)).collect()
    }

    #[test]
    fn the_default_plan_exists() {
        let plan = written(&default_over(&DEFAULT_UNITS).expect("codecs that exist"));
        assert!(
            plan.contains(&String::from("zlib:6 Whole")) && plan.contains(&String::from("zlib:6 Block(16384)")),
            "{plan:?}"
        );
    }

    #[test]
    fn codecs_without_a_file_format_are_for_blocks() {
        let quicklz = spec::parse(&[String::from("quicklz,lz4")]).expect("codecs that exist");
        let both = cross(&quicklz, &DEFAULT_UNITS).expect("a unit for each");
        assert_eq!(both.len(), 3);
        assert!(cross(&quicklz, &[Unit::Whole]).is_err());
    }
}
