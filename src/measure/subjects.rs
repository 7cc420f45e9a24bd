//! All that is measured in one pass: the dump as it is, or each table of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::cell::Sums;
use super::plan::Plan;
use super::subject::{Candidates, Subject};
use crate::dump::event::Event;
use crate::dump::piece::{Piece, Pool, Window};
use crate::error::Result;
use crate::layout::by_table::Splitter;
use crate::schema::TableName;

/// Tables whose streams are open at a time: codecs keep megabytes for each. A dump has its tables one after the other; two are open
/// where one ends, and the others serve dumps that come back to a table.
const OPEN_TABLES: usize = 4;

/// The sums of one subject.
#[derive(Debug)]
pub struct SubjectSums {
    /// The table; `None` for the dump as it is.
    pub table: Option<TableName>,
    /// Places of the dump where the table's rows are.
    pub places: u64,
    /// Members that each stream has.
    pub members: u64,
    /// The candidates in the order of the plan.
    pub sums: Vec<Sums>,
}

/// What is measured.
pub struct Subjects {
    candidates: Candidates,
    kind: Kind,
}

enum Kind {
    Dump(Box<Subject>),
    Tables(Box<Tables>),
}

struct Tables {
    splitter: Splitter,
    /// By the splitter's index.
    subjects: Vec<Subject>,
    /// Tables whose streams are open, the one that was used last at the end.
    open: VecDeque<usize>,
    pieces: Vec<(usize, Arc<Piece>)>,
}

impl Subjects {
    /// What a plan measures.
    ///
    /// # Errors
    /// `io` where no threads are to be had; whatever a codec says to a level that it does not take.
    pub fn new(plan: &Plan, pool: &Arc<Pool>, cancelled: &Arc<AtomicBool>) -> Result<Self> {
        let candidates = Candidates::new(plan, pool, cancelled)?;
        let kind = if plan.by_table {
            let splitter = Splitter::new(pool);
            Kind::Tables(Box::new(Tables { splitter, subjects: Vec::new(), open: VecDeque::new(), pieces: Vec::new() }))
        } else {
            Kind::Dump(Box::new(Subject::new(&candidates)))
        };
        Ok(Subjects { candidates, kind })
    }

    /// Takes the next window.
    pub fn push(&mut self, seq: u64, window: &Window, events: &[Event]) {
        match &mut self.kind {
            Kind::Dump(_) if window.fresh.is_empty() => {}
            Kind::Dump(subject) => {
                let piece = Piece { seq, bytes: Arc::clone(&window.bytes), fresh: window.fresh.clone() };
                subject.push(&Arc::new(piece), &self.candidates);
            }
            Kind::Tables(tables) => tables.push(seq, window, events, &self.candidates),
        }
    }

    /// Says that a source ends.
    pub fn source_ends(&mut self) {
        if let Kind::Tables(tables) = &mut self.kind {
            tables.splitter.source_ends();
        }
    }

    /// Bytes of the pool that are held until more bytes come.
    pub fn held(&self) -> usize {
        match &self.kind {
            Kind::Dump(subject) => subject.held(),
            Kind::Tables(tables) => tables.subjects.iter().map(Subject::held).sum(),
        }
    }

    /// Says that no window follows, waits for the codecs, and returns what was measured.
    pub fn finish(self, seq: u64) -> Vec<SubjectSums> {
        let Subjects { candidates, kind } = self;
        match kind {
            Kind::Dump(mut subject) => {
                subject.finish(seq, &candidates);
                candidates.wait();
                vec![SubjectSums { table: None, places: 1, members: subject.members, sums: subject.take() }]
            }
            Kind::Tables(mut tables) => {
                for subject in &mut tables.subjects {
                    subject.finish(seq, &candidates);
                }
                candidates.wait();
                let measured = tables.splitter.parts().iter().zip(&tables.subjects);
                let sums = measured.map(|(part, subject)| SubjectSums {
                    table: Some(part.table.clone()),
                    places: part.places,
                    members: subject.members,
                    sums: subject.take(),
                });
                sums.collect()
            }
        }
    }
}

impl Tables {
    fn push(&mut self, seq: u64, window: &Window, events: &[Event], candidates: &Candidates) {
        let mut pieces = std::mem::take(&mut self.pieces);
        self.splitter.push(seq, window, events, &mut pieces);
        self.subjects.resize_with(self.splitter.parts().len(), || Subject::new(candidates));
        for (table, piece) in pieces.drain(..) {
            self.use_streams(table, seq);
            self.subjects[table].push(&piece, candidates);
        }
        self.pieces = pieces;
    }

    /// Makes room for the streams of a table: those of the table that was used longest ago end.
    fn use_streams(&mut self, table: usize, seq: u64) {
        self.open.retain(|open| *open != table);
        self.open.push_back(table);
        if self.open.len() > OPEN_TABLES
            && let Some(oldest) = self.open.pop_front()
        {
            self.subjects[oldest].end_streams(seq);
        }
    }
}
