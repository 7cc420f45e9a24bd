//! The pipeline: sources in, sums of every candidate and the inventory out.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::block::BlockCandidate;
use super::cell::Sums;
use super::plan::{CodecCandidate, Plan};
use super::schedule::{Priority, Scheduler};
use super::stream::{self, StreamCandidate};
use crate::dump::event::Event;
use crate::dump::inventory::Inventory;
use crate::dump::piece::{Piece, Pool};
use crate::dump::reader::{Consumer, End, PIECE_BYTES, Reader, SCAN_BYTES};
use crate::error::{Error, Kind, Position, Result};
use crate::input::Input;
use crate::layout::block::{Batch, BlockCutter};
use crate::report::model::{Severity, Source, Unit};
use crate::row::cells::CellCollector;

/// Pieces that the memory must have room for, so that the reader and the codecs can work at the same time.
const LEAST_PIECES: usize = 4;

/// What a run came to.
#[derive(Debug)]
pub struct Measured {
    /// The candidates in the order of the plan, with their sums.
    pub candidates: Vec<Sums>,
    /// Tables, rows and statements.
    pub inventory: Inventory,
    /// The first rows of each table, where asked for.
    pub cells: CellCollector,
    /// The sources that were opened.
    pub sources: Vec<Source>,
    /// Every source was read to its end and every candidate saw all of it.
    pub complete: bool,
}

/// Is told how a run goes on, for a progress bar.
pub trait Watch {
    /// A source begins.
    fn source(&self, input: &Input);

    /// All is read; codecs finish what is in memory.
    fn finishing(&self);
}

/// Runs a plan over sources. `cancelled` ends it early: what is done by then is returned, marked as not complete.
///
/// Errors of single sources and candidates are in the result. A source that cannot be opened is left out, and said.
///
/// # Errors
/// `io` where no threads are to be had; whatever a codec says to a level or a unit that it does not take.
pub fn run(paths: &[String], plan: &Plan, cancelled: &Arc<AtomicBool>, watch: &dyn Watch) -> Result<Measured> {
    let largest_unit: usize = units_of(plan).iter().sum();
    let pool = Pool::new(plan.in_flight_bytes.max(LEAST_PIECES * PIECE_BYTES + 2 * largest_unit));
    let mut feed = Feed::new(plan, &pool, cancelled)?;
    let mut reader = Reader::new(&pool, if plan.codecs.is_empty() { SCAN_BYTES } else { PIECE_BYTES });
    let mut sources = Vec::new();
    let mut complete = true;
    for path in paths {
        if cancelled.load(Ordering::Relaxed) {
            complete = false;
            break;
        }
        let mut input = match Input::open(path) {
            Ok(input) => input,
            Err(error) => {
                complete = false;
                feed.inventory.problem(Severity::Error, &error.at(Position::source(path)));
                continue;
            }
        };
        watch.source(&input);
        feed.inventory.source_begins(path);
        let whole = reader.read(&mut input, &mut feed) == End::Whole;
        feed.inventory.source_ends(whole);
        complete &= whole;
        for notice in input.take_notices() {
            let severity = if notice.kind == Kind::Converted { Severity::Note } else { Severity::Warning };
            let error = Error::new(notice.kind, notice.message).at(notice.position).at(Position::source(path));
            feed.inventory.problem(severity, &error);
        }
        sources.push(describe(&input));
    }
    watch.finishing();
    let (candidates, mut inventory, cells) = feed.finish();
    inventory.finish(complete);
    complete &= candidates.iter().all(|sums| !sums.cut_short && sums.error.is_none());
    Ok(Measured { candidates, inventory, cells, sources, complete })
}

fn describe(input: &Input) -> Source {
    Source {
        path: input.path().to_string(),
        compression: input.compression().word().to_string(),
        file_bytes: input.progress().load(Ordering::Relaxed),
        input_bytes: input.decoded_bytes(),
        encoding: Some(input.encoding().word().to_string()),
    }
}

/// The block sizes of a plan, each once.
fn units_of(plan: &Plan) -> Vec<usize> {
    let mut units = Vec::new();
    for candidate in &plan.codecs {
        if let Unit::Block(unit) = candidate.unit
            && !units.contains(&unit)
        {
            units.push(unit);
        }
    }
    units
}

/// Hands every piece to the inventory and to every candidate.
struct Feed {
    inventory: Inventory,
    cells: CellCollector,
    scheduler: Option<Arc<Scheduler>>,
    cancelled: Arc<AtomicBool>,
    blocks: Vec<Blocks>,
    streams: Vec<StreamCandidate>,
    /// Where each candidate of the plan is.
    order: Vec<Place>,
    /// Number of the last piece.
    seq: u64,
    batches: Vec<Batch>,
}

/// The candidates of one block size.
struct Blocks {
    cutter: BlockCutter,
    candidates: Vec<Arc<BlockCandidate>>,
}

enum Place {
    Block(usize, usize),
    Stream(usize),
}

impl Feed {
    fn new(plan: &Plan, pool: &Arc<Pool>, cancelled: &Arc<AtomicBool>) -> Result<Self> {
        let mut feed = Feed {
            inventory: Inventory::default(),
            cells: CellCollector::new(plan.cells),
            // Without candidates there is nothing for other threads to do.
            scheduler: if plan.codecs.is_empty() { None } else { Some(Scheduler::new(plan.threads)?) },
            cancelled: Arc::clone(cancelled),
            blocks: Vec::new(),
            streams: Vec::new(),
            order: Vec::new(),
            seq: 0,
            batches: Vec::new(),
        };
        for unit in units_of(plan) {
            feed.blocks.push(Blocks { cutter: BlockCutter::new(unit, pool), candidates: Vec::new() });
        }
        for candidate in &plan.codecs {
            let place = feed.place(candidate, plan.verify)?;
            feed.order.push(place);
        }
        Ok(feed)
    }

    fn place(&mut self, candidate: &CodecCandidate, verify: bool) -> Result<Place> {
        match (candidate.unit, &self.scheduler) {
            (Unit::Block(unit), _) => {
                let size = self.blocks.iter().position(|blocks| blocks.cutter.unit() == unit).unwrap_or_default();
                let candidates = &mut self.blocks[size].candidates;
                candidates.push(Arc::new(BlockCandidate::new(candidate.clone(), unit, verify)));
                Ok(Place::Block(size, candidates.len() - 1))
            }
            (Unit::Whole, Some(scheduler)) => {
                self.streams.push(StreamCandidate::new(candidate.clone(), verify, &self.cancelled, scheduler)?);
                Ok(Place::Stream(self.streams.len() - 1))
            }
            (Unit::Whole, None) => Err(Error::new(Kind::InvalidValue, "a stream without a thread")),
        }
    }

    fn submit(&mut self, size: usize) {
        let Some(scheduler) = &self.scheduler else { return };
        for batch in self.batches.drain(..) {
            let batch = Arc::new(batch);
            for candidate in &self.blocks[size].candidates {
                let cost_s = candidate.cell.cpu_s_per_byte() * batch.bytes().len() as f64;
                let (candidate, batch, cancelled) =
                    (Arc::clone(candidate), Arc::clone(&batch), Arc::clone(&self.cancelled));
                let priority = Priority { seq: batch.seq, cost_s };
                scheduler.submit(priority, move || candidate.run(&batch, &cancelled));
            }
        }
    }

    /// Waits for the codecs; returns the sums in the order of the plan.
    fn finish(mut self) -> (Vec<Sums>, Inventory, CellCollector) {
        for size in 0..self.blocks.len() {
            self.blocks[size].cutter.finish(&mut self.batches);
            self.submit(size);
        }
        for stream in &self.streams {
            stream.post(self.seq, stream::Input::End);
        }
        if let Some(scheduler) = &self.scheduler {
            scheduler.wait();
        }
        let sums = self.order.iter().map(|place| match place {
            Place::Block(size, i) => self.blocks[*size].candidates[*i].cell.take(),
            Place::Stream(i) => self.streams[*i].cell.take(),
        });
        let sums = sums.collect();
        (sums, self.inventory, self.cells)
    }
}

impl Consumer for Feed {
    fn piece(&mut self, piece: &Arc<Piece>, events: &[Event]) -> ControlFlow<()> {
        for event in events {
            self.inventory.apply(event, &piece.bytes);
            self.cells.apply(event, &piece.bytes, &self.inventory);
        }
        self.seq = piece.seq;
        if !piece.fresh.is_empty() {
            for size in 0..self.blocks.len() {
                self.blocks[size].cutter.push(piece, &mut self.batches);
                self.submit(size);
            }
            for stream in &self.streams {
                stream.post(piece.seq, stream::Input::Piece(Arc::clone(piece)));
            }
        }
        if self.cancelled.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn held(&self) -> usize {
        self.blocks.iter().map(|blocks| blocks.cutter.held()).sum()
    }
}
