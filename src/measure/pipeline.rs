//! The pipeline: sources in, sums of every candidate and the inventory out.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::plan::Plan;
use super::subjects::{SubjectSums, Subjects};
use crate::dump::event::Event;
use crate::dump::inventory::Inventory;
use crate::dump::piece::{Pool, Window};
use crate::dump::reader::{Consumer, End, Reader, SCAN_BYTES, WINDOW_BYTES};
use crate::error::{Error, Kind, Position, Result};
use crate::generate;
use crate::input::Input;
use crate::report::model::{Severity, Source, Unit};
use crate::row::cells::CellCollector;

/// Windows that the memory must have room for, so that the reader and the codecs can work at the same time.
pub(super) const LEAST_WINDOWS: usize = 4;

/// What a run came to.
#[derive(Debug)]
pub struct Measured {
    /// What was measured: the dump alone, or every table.
    pub subjects: Vec<SubjectSums>,
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
    run_from(paths, &|path| Input::open(path), plan, cancelled, watch)
}

/// As [`run`], with sources that `open` gives: a run that comes again cannot read a pipe twice.
///
/// # Errors
/// As [`run`].
pub fn run_from(
    paths: &[String],
    open: &dyn Fn(&str) -> Result<Input>,
    plan: &Plan,
    cancelled: &Arc<AtomicBool>,
    watch: &dyn Watch,
) -> Result<Measured> {
    let largest_unit: usize = units_of(plan).iter().sum();
    let pool = Pool::new(plan.in_flight_bytes.max(LEAST_WINDOWS * WINDOW_BYTES + 2 * largest_unit));
    let mut feed = Feed::new(plan, &pool, cancelled)?;
    let mut reader = Reader::new(&pool, if plan.codecs.is_empty() { SCAN_BYTES } else { WINDOW_BYTES });
    let mut sources = Vec::new();
    let mut complete = true;
    let given = paths.iter().map(|path| (path.as_str(), open));
    let generated = plan.generated.iter().map(|spec| (spec.as_str(), &generated as &dyn Fn(&str) -> Result<Input>));
    for (path, open) in given.chain(generated) {
        if cancelled.load(Ordering::Relaxed) {
            complete = false;
            break;
        }
        let mut input = match open(path) {
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
        feed.source_ends(whole);
        complete &= whole;
        for notice in input.take_notices() {
            let severity = if notice.kind == Kind::Converted { Severity::Note } else { Severity::Warning };
            let error = Error::new(notice.kind, notice.message).at(notice.position).at(Position::source(path));
            feed.inventory.problem(severity, &error);
        }
        sources.push(describe(&input));
    }
    watch.finishing();
    let Feed { mut inventory, cells, subjects, seq, .. } = feed;
    let subjects = subjects.map(|subjects| subjects.finish(seq)).unwrap_or_default();
    tell_places(&subjects, &mut inventory);
    inventory.finish(complete);
    complete &= subjects.iter().flat_map(|subject| &subject.sums).all(|sums| !sums.cut_short && sums.error.is_none());
    Ok(Measured { subjects, inventory, cells, sources, complete })
}

/// A generated dump, named by its specification.
fn generated(spec: &str) -> Result<Input> {
    Input::from_reader(&generate::display_name(spec), None, generate::source(spec)?)
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

/// Says of which tables the rows come in several places.
fn tell_places(subjects: &[SubjectSums], inventory: &mut Inventory) {
    for subject in subjects {
        let Some(table) = subject.table.as_ref().filter(|_| subject.places > 1) else { continue };
        let members = match subject.members {
            0 | 1 => String::new(),
            several => format!(" of {several} members"),
        };
        let message =
            format!("its rows come in {} places of the dump; they are measured as one stream{members}", subject.places);
        let position = Position { table: Some(table.to_string()), ..Position::default() };
        inventory.problem(Severity::Note, &Error::new(Kind::ScatteredTable, message).at(position));
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

/// Hands every window to the inventory, and its bytes to the subjects.
struct Feed {
    inventory: Inventory,
    cells: CellCollector,
    subjects: Option<Subjects>,
    cancelled: Arc<AtomicBool>,
    /// Number of the last window.
    seq: u64,
}

impl Feed {
    fn new(plan: &Plan, pool: &Arc<Pool>, cancelled: &Arc<AtomicBool>) -> Result<Self> {
        Ok(Feed {
            inventory: Inventory::default(),
            cells: CellCollector::new(plan.cells),
            // Without candidates there is nothing for other threads to do.
            subjects: if plan.codecs.is_empty() { None } else { Some(Subjects::new(plan, pool, cancelled)?) },
            cancelled: Arc::clone(cancelled),
            seq: 0,
        })
    }

    fn source_ends(&mut self, whole: bool) {
        self.inventory.source_ends(whole);
        if let Some(subjects) = &mut self.subjects {
            subjects.source_ends();
        }
    }
}

impl Consumer for Feed {
    fn window(&mut self, seq: u64, window: &Window, events: &[Event]) -> ControlFlow<()> {
        for event in events {
            self.inventory.apply(event, &window.bytes);
            self.cells.apply(event, &window.bytes, &self.inventory);
        }
        self.seq = seq;
        if let Some(subjects) = &mut self.subjects {
            subjects.push(seq, window, events);
        }
        if self.cancelled.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn held(&self) -> usize {
        self.subjects.as_ref().map_or(0, Subjects::held)
    }
}
