//! Which task runs next: the one whose bytes are oldest, since it frees memory; of those the most expensive, so that the last tasks of
//! a run are short and no thread waits for another.
//!
//! Tasks never wait for anything; only the reader does.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Kind, Result};

/// When a task should run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Priority {
    /// Number of the piece of input that it holds.
    pub seq: u64,
    /// What it will take, as far as is known, seconds.
    pub cost_s: f64,
}

type Work = Box<dyn FnOnce() + Send>;

struct Task {
    priority: Priority,
    work: Work,
}

impl Ord for Task {
    fn cmp(&self, other: &Self) -> Ordering {
        other.priority.seq.cmp(&self.priority.seq).then(self.priority.cost_s.total_cmp(&other.priority.cost_s))
    }
}

impl PartialOrd for Task {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Task {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Task {}

/// A rayon pool that runs tasks by [`Priority`].
pub struct Scheduler {
    threads: rayon::ThreadPool,
    state: Mutex<State>,
    idle: Condvar,
}

#[derive(Default)]
struct State {
    ready: BinaryHeap<Task>,
    unfinished: usize,
}

impl Scheduler {
    /// A scheduler over so many threads.
    ///
    /// # Errors
    /// `io` where the system gives no thread.
    pub fn new(threads: usize) -> Result<Arc<Self>> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|i| format!("codec-{i}"))
            .build()
            .map_err(|error| Error::new(Kind::Io, format!("no threads to be had: {error}")).because(error))?;
        Ok(Arc::new(Scheduler { threads, state: Mutex::default(), idle: Condvar::new() }))
    }

    /// Hands in a task.
    pub fn submit(self: &Arc<Self>, priority: Priority, work: impl FnOnce() + Send + 'static) {
        let mut state = self.lock();
        state.ready.push(Task { priority, work: Box::new(work) });
        state.unfinished += 1;
        drop(state);
        let scheduler = Arc::clone(self);
        self.threads.spawn(move || scheduler.run_next());
    }

    /// Waits until every task has run, those handed in by tasks too.
    pub fn wait(&self) {
        let mut state = self.lock();
        while state.unfinished > 0 {
            state = self.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Each task handed in wakes a thread once, and each thread woken takes the best task there is at that time.
    fn run_next(&self) {
        let task = self.lock().ready.pop();
        if let Some(task) = task {
            (task.work)();
            let mut state = self.lock();
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.idle.notify_all();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn oldest_first_then_most_expensive() {
        let scheduler = Scheduler::new(1).expect("a thread");
        let (hold, held) = mpsc::channel::<()>();
        let order = Arc::new(Mutex::new(Vec::new()));
        // The first task occupies the only thread until all others are handed in.
        scheduler.submit(Priority { seq: 0, cost_s: 0.0 }, move || held.recv().expect("released"));
        for (name, seq, cost_s) in [("c", 2, 9.0), ("b", 1, 1.0), ("a", 1, 5.0)] {
            let order = Arc::clone(&order);
            scheduler.submit(Priority { seq, cost_s }, move || order.lock().expect("order").push(name));
        }
        hold.send(()).expect("held");
        scheduler.wait();
        assert_eq!(*order.lock().expect("order"), ["a", "b", "c"]);
    }
}
