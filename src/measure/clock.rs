//! The clock: thread CPU and wall seconds around codec work, less what reading the clock itself costs.

use std::sync::OnceLock;
use std::time::Instant;

use rustix::time::{ClockId, Timespec, clock_gettime};

/// Seconds spent in something.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// CPU seconds of the thread.
    pub cpu_s: f64,
    /// Wall seconds.
    pub wall_s: f64,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.cpu_s += other.cpu_s;
        self.wall_s += other.wall_s;
    }
}

/// Runs `work` and says what it took on this thread. Work should be long against the clock's 0.4 µs a reading: a batch, not a unit.
pub fn time<T>(work: impl FnOnce() -> T) -> (T, Spent) {
    let (wall, cpu) = (Instant::now(), thread_cpu_s());
    let value = work();
    let (cpu, wall) = (thread_cpu_s() - cpu, wall.elapsed().as_secs_f64());
    let cost = reading_cost_s();
    (value, Spent { cpu_s: (cpu - cost).max(0.0), wall_s: (wall - cost).max(0.0) })
}

/// CPU seconds of the calling thread since it began.
fn thread_cpu_s() -> f64 {
    seconds(clock_gettime(ClockId::ThreadCPUTime))
}

/// CPU seconds of the process since it began, all threads.
pub fn process_cpu_s() -> f64 {
    seconds(clock_gettime(ClockId::ProcessCPUTime))
}

fn seconds(time: Timespec) -> f64 {
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// What one reading of the thread's clock adds to a measured span, seconds: the least of many, since noise only adds.
fn reading_cost_s() -> f64 {
    static COST: OnceLock<f64> = OnceLock::new();
    *COST.get_or_init(|| {
        (0..1000)
            .map(|_| {
                let start = thread_cpu_s();
                thread_cpu_s() - start
            })
            .fold(f64::INFINITY, f64::min)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_costs_wall_time_and_no_cpu_time() {
        let ((), spent) = time(|| std::thread::sleep(std::time::Duration::from_millis(30)));
        assert!(spent.wall_s >= 0.03, "{spent:?}");
        assert!(spent.cpu_s < 0.02, "{spent:?}");
    }

    #[test]
    fn nothing_costs_nothing() {
        let ((), spent) = time(|| ());
        assert!(spent.cpu_s < 1e-4, "{spent:?}");
    }
}
