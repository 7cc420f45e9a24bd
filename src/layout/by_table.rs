//! Each table's statements as a stream of bytes of its own, as tools that write a file a table do.
//!
//! In: windows of the dump with their events. Out: for each window and table one piece with the bytes of its INSERT and REPLACE
//! statements, delimiters included; what stands between statements belongs to no table.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::dump::event::{Event, What};
use crate::dump::piece::{Piece, Pool, Window};
use crate::schema::TableName;

/// A table that was met.
#[derive(Debug)]
pub struct Part {
    /// Its name.
    pub table: TableName,
    /// Places of the dump where its rows are, with those of another table between them.
    pub places: u64,
}

/// Splits a dump by table.
#[derive(Debug)]
pub struct Splitter {
    pool: Arc<Pool>,
    parts: Vec<Part>,
    index: HashMap<TableName, usize>,
    /// The statement that is being read: its table, and the offset in the source of its first byte.
    open: Option<(usize, u64)>,
    last: Option<usize>,
    /// Ranges of the window, by table.
    ranges: Vec<(usize, Range<usize>)>,
}

impl Splitter {
    /// A splitter that gathers into buffers of `pool`.
    pub fn new(pool: &Arc<Pool>) -> Self {
        Splitter {
            pool: Arc::clone(pool),
            parts: Vec::new(),
            index: HashMap::new(),
            open: None,
            last: None,
            ranges: Vec::new(),
        }
    }

    /// The tables met so far; pieces name them by their index.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Takes a window; appends the pieces of the tables in it, in the order of the dump.
    pub fn push(&mut self, seq: u64, window: &Window, events: &[Event], out: &mut Vec<(usize, Arc<Piece>)>) {
        self.ranges.clear();
        for event in events {
            match &event.what {
                What::InsertBegin(insert) => self.open = Some((self.part(&insert.table), event.offset)),
                What::InsertEnd { bytes, .. } => {
                    if let Some((part, start)) = self.open.take() {
                        self.add(part, start, start + bytes, window);
                    }
                }
                _ => {}
            }
        }
        if let Some((part, start)) = self.open {
            self.add(part, start, window.base + window.understood as u64, window);
        }
        self.gather(seq, window, out);
    }

    /// Says that the source ends: offsets begin anew.
    pub fn source_ends(&mut self) {
        self.open = None;
    }

    fn part(&mut self, table: &TableName) -> usize {
        let part = match self.index.get(table) {
            Some(part) => *part,
            None => {
                self.parts.push(Part { table: table.clone(), places: 0 });
                self.index.insert(table.clone(), self.parts.len() - 1);
                self.parts.len() - 1
            }
        };
        if self.last != Some(part) {
            self.last = Some(part);
            self.parts[part].places += 1;
        }
        part
    }

    /// Takes the bytes from `start` to `end` of the source that are in the window.
    fn add(&mut self, part: usize, start: u64, end: u64, window: &Window) {
        let index = |offset: u64| offset.saturating_sub(window.base) as usize;
        let range = index(start)..index(end).min(window.fresh.end);
        if range.start < range.end {
            self.ranges.push((part, range));
        }
    }

    /// One piece a table: where it lies in one place it is not copied.
    fn gather(&mut self, seq: u64, window: &Window, out: &mut Vec<(usize, Arc<Piece>)>) {
        // The sort is stable: a table's ranges stay in the order of the dump.
        self.ranges.sort_by_key(|(part, _)| *part);
        for ranges in self.ranges.chunk_by(|a, b| a.0 == b.0) {
            let part = ranges[0].0;
            let piece = match ranges {
                [(_, only)] => Piece { seq, bytes: Arc::clone(&window.bytes), fresh: only.clone() },
                several => {
                    let len = several.iter().map(|(_, range)| range.len()).sum();
                    let mut bytes = self.pool.take_now(len);
                    let mut end = 0;
                    for (_, range) in several {
                        bytes[end..end + range.len()].copy_from_slice(&window.bytes[range.clone()]);
                        end += range.len();
                    }
                    Piece { seq, bytes: Arc::new(bytes), fresh: 0..len }
                }
            };
            out.push((part, Arc::new(piece)));
        }
    }
}
