//! What is to be measured: candidates and limits, validated.

use crate::codec::spec;
use crate::report::model::Unit;

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
    /// Rows a table whose cells are reported.
    pub cells: usize,
}
