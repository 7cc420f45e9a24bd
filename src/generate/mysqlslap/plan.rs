//! Which statements of mysqlslap put rows into its table, and in which order.
//!
//! Source: MariaDB/server 10.11, client/mysqlslap.c: `get_options` builds the statements, `create_schema` loads, `concurrency_loop` and
//! `run_task` run. Statement s is the s-th one that takes values from `random()`: first the inserts of the loading phase, then the inserts
//! (or updates) of the run phase. Selects take none while they are built.

use std::collections::BTreeMap;

/// What the run phase does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadType {
    /// Inserts and selects in turn.
    #[default]
    Mixed,
    /// Updates.
    Update,
    /// Inserts.
    Write,
    /// Selects by key.
    Key,
    /// Selects.
    Read,
}

impl LoadType {
    /// The type of a name; mysqlslap looks at the first letter alone, and takes any other one for `mixed`.
    pub fn named(name: &str) -> Self {
        match name.as_bytes().first() {
            Some(b'u') => LoadType::Update,
            Some(b'w') => LoadType::Write,
            Some(b'k') => LoadType::Key,
            Some(b'r') => LoadType::Read,
            _ => LoadType::Mixed,
        }
    }
}

/// The run phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it does.
    pub load_type: LoadType,
    /// Statements that are built beside the first.
    pub unique_queries: u64,
    /// Clients.
    pub clients: u64,
    /// Statements that each client runs; 0: each of the list once.
    pub limit: u64,
}

impl Run {
    /// The number of statements in the list.
    fn length(&self) -> u64 {
        self.unique_queries + 1
    }

    /// How many statements each client runs.
    fn executed(&self) -> u64 {
        if self.limit == 0 { self.length() } else { self.limit }
    }

    /// Which of the statements with values the `place`-th statement of a client is; `None` for a select.
    fn values_of(&self, place: u64) -> Option<u64> {
        let place = place % self.length();
        match self.load_type {
            LoadType::Write | LoadType::Update => Some(place),
            LoadType::Mixed => place.is_multiple_of(2).then_some(place / 2),
            LoadType::Key | LoadType::Read => None,
        }
    }

    /// Statements of one client that insert.
    fn inserts(&self) -> u64 {
        let executed = self.executed();
        match self.load_type {
            LoadType::Write => executed,
            LoadType::Mixed => {
                let length = self.length();
                executed / length * length.div_ceil(2) + (executed % length).div_ceil(2)
            }
            LoadType::Update | LoadType::Key | LoadType::Read => 0,
        }
    }
}

/// Everything that happens to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Inserts of the loading phase.
    pub loaded: u64,
    /// Different statements of the loading phase.
    pub unique: u64,
    /// The run phase, where there is one.
    pub run: Option<Run>,
}

impl Plan {
    /// Rows in the end.
    pub fn rows(&self) -> u64 {
        self.loaded + self.run.map_or(0, |run| run.clients.saturating_mul(run.inserts()))
    }

    /// Different rows in the end, ids apart, where nothing is updated.
    pub fn distinct(&self) -> u64 {
        let inserted = match self.run {
            Some(run) if run.load_type == LoadType::Write => run.executed().min(run.length()),
            Some(run) if run.load_type == LoadType::Mixed => run.executed().min(run.length()).div_ceil(2),
            _ => 0,
        };
        self.loaded.min(self.unique) + inserted
    }

    /// The statements of the rows, row by row. Clients of the run phase take turns: how real ones interleave is up to the machine.
    pub fn statements(self) -> Statements {
        Statements { plan: self, loaded: 0, place: 0, client: 0 }
    }

    /// Rows that the updates of a keyed table end in, with the last statement that wrote each. The tool picks rows by `random()` after seeding
    /// it with the time; `pick` stands for that.
    pub fn updated(&self, mut pick: impl FnMut() -> u32) -> BTreeMap<u64, u64> {
        let mut updated = BTreeMap::new();
        if let Some(run) = self.run.filter(|run| run.load_type == LoadType::Update && self.loaded > 0) {
            for place in 0..run.executed() {
                for _ in 0..run.clients {
                    let row = u64::from(pick()) % self.loaded;
                    updated.insert(row, self.unique + place % run.length());
                }
            }
        }
        updated
    }

    /// The statement that all rows of a table without keys end in where updates ran: the last of them.
    pub fn last_update(&self) -> Option<u64> {
        let run = self.run.filter(|run| run.load_type == LoadType::Update)?;
        Some(self.unique + (run.executed() - 1) % run.length())
    }
}

/// The statements of the rows, in order.
#[derive(Clone, Debug)]
pub struct Statements {
    plan: Plan,
    loaded: u64,
    /// Place in a client's sequence, and the next client there.
    place: u64,
    client: u64,
}

impl Iterator for Statements {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.loaded < self.plan.loaded {
            self.loaded += 1;
            return Some((self.loaded - 1) % self.plan.unique.max(1));
        }
        let run = self.plan.run.filter(|run| run.load_type != LoadType::Update)?;
        while self.place < run.executed() {
            match run.values_of(self.place) {
                Some(values) if self.client < run.clients => {
                    self.client += 1;
                    return Some(self.plan.unique + values);
                }
                None if run.inserts() == 0 => return None,
                _ => {
                    self.client = 0;
                    self.place += 1;
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn rows_as_counted_in_real_tables() {
        let run = |load_type, clients, limit| Some(Run { load_type, unique_queries: 10, clients, limit });
        for (loaded, unique, run, rows, distinct) in [
            (99, 10, run(LoadType::Mixed, 1, 0), 105, 16),
            (99, 10, run(LoadType::Write, 1, 0), 110, 21),
            (99, 10, run(LoadType::Read, 1, 0), 99, 10),
            (999, 7, run(LoadType::Write, 1, 1), 1000, 8),
            (99, 10, run(LoadType::Mixed, 5, 10), 124, 15),
        ] {
            let plan = Plan { loaded, unique, run };
            assert_eq!((plan.rows(), plan.distinct()), (rows, distinct), "{plan:?}");
            let statements: Vec<u64> = plan.statements().collect();
            assert_eq!(statements.len() as u64, rows, "{plan:?}");
            assert_eq!(statements.iter().collect::<BTreeSet<_>>().len() as u64, distinct, "{plan:?}");
        }
    }

    #[test]
    fn lists_go_round() {
        for limit in 0..30 {
            for unique_queries in 0..5 {
                for load_type in [LoadType::Mixed, LoadType::Write] {
                    let plan =
                        Plan { loaded: 3, unique: 5, run: Some(Run { load_type, unique_queries, clients: 2, limit }) };
                    let statements: Vec<u64> = plan.statements().collect();
                    assert_eq!(statements.len() as u64, plan.rows(), "{plan:?}");
                    assert_eq!(statements.iter().collect::<BTreeSet<_>>().len() as u64, plan.distinct(), "{plan:?}");
                    assert_eq!(statements[..5], [0, 1, 2, 5, 5]);
                }
            }
        }
    }

    #[test]
    fn updates() {
        let run = |limit| Run { load_type: LoadType::Update, unique_queries: 1, clients: 1, limit };
        let plan = |limit| Plan { loaded: 9, unique: 4, run: Some(run(limit)) };
        assert_eq!(plan(0).last_update(), Some(5));
        assert_eq!(plan(1).last_update(), Some(4));
        assert_eq!(plan(3).last_update(), Some(4));
        assert_eq!(plan(3).rows(), 9);
        let mut picks = [8, 9, 8].into_iter();
        assert_eq!(plan(3).updated(|| picks.next().unwrap()), BTreeMap::from([(0, 5), (8, 4)]));
    }
}
