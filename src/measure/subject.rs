//! A subject: one run of bytes that every candidate is measured over, the whole dump or the statements of one table.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::block::BlockCandidate;
use super::cell::{Cell, Sums};
use super::plan::{CodecCandidate, Plan};
use super::schedule::{Priority, Scheduler};
use super::stream::{Input, Stream};
use crate::dump::piece::{Piece, Pool};
use crate::error::Result;
use crate::layout::block::{Batch, BlockCutter};
use crate::report::model::Unit;

/// The candidates of a plan, shared by all subjects.
pub struct Candidates {
    verify: bool,
    all: Vec<Candidate>,
    cancelled: Arc<AtomicBool>,
    scheduler: Arc<Scheduler>,
    pool: Arc<Pool>,
}

enum Candidate {
    Block(usize, Arc<BlockCandidate>),
    Stream(CodecCandidate),
}

impl Candidates {
    /// The candidates of a plan.
    ///
    /// # Errors
    /// `io` where no threads are to be had; whatever a codec says to a level that it does not take.
    pub fn new(plan: &Plan, pool: &Arc<Pool>, cancelled: &Arc<AtomicBool>) -> Result<Self> {
        let mut all = Vec::new();
        for candidate in &plan.codecs {
            all.push(match candidate.unit {
                Unit::Block(unit) => {
                    Candidate::Block(unit, Arc::new(BlockCandidate::new(candidate.clone(), unit, plan.verify)))
                }
                Unit::Whole => {
                    // What it refuses is said before anything is read.
                    candidate.codec.codec.stream_encoder(candidate.codec.level)?;
                    Candidate::Stream(candidate.clone())
                }
            });
        }
        Ok(Candidates {
            verify: plan.verify,
            all,
            cancelled: Arc::clone(cancelled),
            scheduler: Scheduler::new(plan.threads)?,
            pool: Arc::clone(pool),
        })
    }

    /// Whether any is over streams.
    pub fn have_streams(&self) -> bool {
        self.all.iter().any(|candidate| matches!(candidate, Candidate::Stream(_)))
    }

    /// Waits until everything handed in is measured.
    pub fn wait(&self) {
        self.scheduler.wait();
    }
}

/// One run of bytes and what is known of each candidate over it.
pub struct Subject {
    /// One a candidate, in the order of the plan.
    cells: Vec<Arc<Cell>>,
    cutters: Vec<BlockCutter>,
    /// The streams that are open, one a candidate over the whole.
    streams: Vec<Stream>,
    /// Streams opened a candidate: more than one where the subject came back after its streams were ended.
    pub members: u64,
    batches: Vec<Batch>,
}

impl Subject {
    /// A subject without any bytes yet.
    pub fn new(candidates: &Candidates) -> Self {
        let mut cutters: Vec<BlockCutter> = Vec::new();
        for candidate in &candidates.all {
            if let Candidate::Block(unit, _) = candidate
                && cutters.iter().all(|cutter| cutter.unit() != *unit)
            {
                cutters.push(BlockCutter::new(*unit, &candidates.pool));
            }
        }
        Subject {
            cells: candidates.all.iter().map(|_| Arc::default()).collect(),
            cutters,
            streams: Vec::new(),
            members: 0,
            batches: Vec::new(),
        }
    }

    /// Hands the next bytes to every candidate.
    pub fn push(&mut self, piece: &Arc<Piece>, candidates: &Candidates) {
        for cutter in &mut self.cutters {
            cutter.push(piece, &mut self.batches);
        }
        self.submit_batches(candidates);
        if self.streams.is_empty() && candidates.have_streams() {
            self.open_streams(candidates);
        }
        for stream in &self.streams {
            stream.post(piece.seq, Input::Piece(Arc::clone(piece)));
        }
    }

    /// Ends the open streams; bytes that come after all begin a new member of each.
    pub fn end_streams(&mut self, seq: u64) {
        for stream in self.streams.drain(..) {
            stream.post(seq, Input::End);
        }
    }

    /// Says that no bytes follow.
    pub fn finish(&mut self, seq: u64, candidates: &Candidates) {
        for cutter in &mut self.cutters {
            cutter.finish(&mut self.batches);
        }
        self.submit_batches(candidates);
        self.end_streams(seq);
    }

    /// Bytes of the pool that are held until more bytes come.
    pub fn held(&self) -> usize {
        self.cutters.iter().map(BlockCutter::held).sum()
    }

    /// The sums in the order of the plan.
    pub fn take(&self) -> Vec<Sums> {
        self.cells.iter().map(|cell| cell.take()).collect()
    }

    fn open_streams(&mut self, candidates: &Candidates) {
        self.members += 1;
        for (candidate, cell) in candidates.all.iter().zip(&self.cells) {
            if let Candidate::Stream(candidate) = candidate {
                let Candidates { verify, cancelled, scheduler, .. } = candidates;
                self.streams.push(Stream::new(candidate.clone(), *verify, Arc::clone(cell), cancelled, scheduler));
            }
        }
    }

    fn submit_batches(&mut self, candidates: &Candidates) {
        for batch in self.batches.drain(..) {
            let batch = Arc::new(batch);
            for (candidate, cell) in candidates.all.iter().zip(&self.cells) {
                let Candidate::Block(unit, candidate) = candidate else { continue };
                if *unit != batch.unit {
                    continue;
                }
                let cost_s = cell.cpu_s_per_byte() * batch.bytes().len() as f64;
                let priority = Priority { seq: batch.seq, cost_s };
                let (candidate, batch, cell) = (Arc::clone(candidate), Arc::clone(&batch), Arc::clone(cell));
                let cancelled = Arc::clone(&candidates.cancelled);
                candidates.scheduler.submit(priority, move || candidate.run(&batch, &cell, &cancelled));
            }
        }
    }
}
