//! The plan, the pipeline, the clock.
//!
//! One pass over the input feeds every candidate. The reader is the calling thread; codec work runs on a rayon pool, by priority (`schedule`);
//! memory is bounded by the pool of buffers that the reader waits on.

pub mod assemble;
pub mod cell;
pub mod clock;
pub mod kept;
pub mod pilot;
pub mod pipeline;
pub mod plan;
pub mod repeat;
pub mod runs;

mod block;
mod lane;
mod machine;
mod schedule;
mod sip;
mod stream;
mod subject;
pub mod subjects;
