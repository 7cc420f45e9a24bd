//! A plan several times: again and again for times that can be trusted, and with other numbers of threads for how it scales.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::assemble::{self, Start};
use super::clock;
use super::pipeline::Measured;
use super::plan::Plan;
use super::repeat::{self, median};
use crate::error::{Error, Kind, Result};
use crate::report::model::{Report, Scaling};

/// How often a plan runs.
#[derive(Clone, Debug)]
pub struct Runs {
    /// Numbers of threads, each once; the figures are of the first.
    pub threads: Vec<usize>,
    /// Runs with each number of threads.
    pub repeats: u32,
}

impl Runs {
    /// One run with the plan's own threads.
    pub fn once(plan: &Plan) -> Self {
        Runs { threads: vec![plan.threads], repeats: 1 }
    }

    /// Runs in all.
    pub fn total(&self) -> u64 {
        self.threads.len() as u64 * u64::from(self.repeats)
    }
}

/// One run.
struct Pass {
    threads: usize,
    wall_s: f64,
    cpu_s: f64,
    report: Report,
}

/// Lets `once` run the plan as often as `runs` says. A run that the user ended is left out of the figures where others came before it.
///
/// # Errors
/// What `once` gives; `invalid-value` where no run is asked for.
pub fn run(
    start: &Start,
    plan: &Plan,
    runs: &Runs,
    cancelled: &AtomicBool,
    mut once: impl FnMut(&Plan) -> Result<Measured>,
) -> Result<Report> {
    let mut passes: Vec<Pass> = Vec::new();
    let mut ended = None;
    'all: for threads in &runs.threads {
        let plan = Plan { threads: *threads, ..plan.clone() };
        for _ in 0..runs.repeats {
            let (wall, cpu_s) = (Instant::now(), clock::process_cpu_s());
            let measured = once(&plan)?;
            let (wall_s, cpu_s) = (wall.elapsed().as_secs_f64(), clock::process_cpu_s() - cpu_s);
            let interrupted = cancelled.load(Ordering::Relaxed);
            let report = assemble::report(start, &plan, measured, interrupted);
            if interrupted && !passes.is_empty() {
                ended = Some(report);
                break 'all;
            }
            passes.push(Pass { threads: *threads, wall_s, cpu_s, report });
            if interrupted {
                break 'all;
            }
        }
    }
    let done = passes.len() as u64;
    let scaling = if runs.threads.len() > 1 { scaling(&passes) } else { Vec::new() };
    let first = passes.first().map(|pass| pass.threads);
    let (figures, others): (Vec<Pass>, Vec<Pass>) = passes.into_iter().partition(|pass| Some(pass.threads) == first);
    let Some(mut report) = repeat::merge(figures.into_iter().map(|pass| pass.report).collect()) else {
        return Err(Error::new(Kind::InvalidValue, "no run was asked for"));
    };
    report.scaling = scaling;
    for Pass { report: other, .. } in others {
        let unequal = repeat::unequal(&report, &other);
        account(&mut report, &other);
        report.run.verified_units += other.run.verified_units;
        repeat::take_warnings(&mut report, other.warnings.into_iter().chain(unequal));
    }
    if let Some(mut ended) = ended {
        account(&mut report, &ended);
        ended.warnings.retain(|warning| warning.kind == Kind::Interrupted);
        for warning in &mut ended.warnings {
            warning.message = format!("the run was ended: figures are of {done} of {} runs", runs.total());
        }
        repeat::take_warnings(&mut report, ended.warnings);
    }
    Ok(report)
}

/// Adds what another run took. Its report counts wall and CPU time from the beginning of the first run.
fn account(report: &mut Report, other: &Report) {
    report.run.wall_s = report.run.wall_s.max(other.run.wall_s);
    report.run.cpu_s = report.run.cpu_s.max(other.run.cpu_s);
    report.run.codec_cpu_s += other.run.codec_cpu_s;
    report.run.peak_rss_bytes = report.run.peak_rss_bytes.max(other.run.peak_rss_bytes);
    report.run.complete &= other.run.complete;
}

/// Each number of threads against one thread, or else against the first number. A run that was ended early says nothing.
fn scaling(passes: &[Pass]) -> Vec<Scaling> {
    let mut rows: Vec<Scaling> = Vec::new();
    for pass in passes.iter().filter(|pass| pass.report.run.complete) {
        if rows.iter().any(|row| row.threads == pass.threads) {
            continue;
        }
        let same = || passes.iter().filter(|other| other.threads == pass.threads && other.report.run.complete);
        let of = |pick: fn(&Pass) -> f64| median(same().map(pick).collect());
        let wall_s = of(|pass| pass.wall_s);
        let whole_input = pass.report.codecs.iter().filter(|figure| figure.table.is_none());
        let raw_bytes: f64 = whole_input.map(|figure| figure.raw_bytes as f64).sum();
        rows.push(Scaling {
            threads: pass.threads,
            wall_s,
            cpu_s: of(|pass| pass.cpu_s),
            codec_cpu_s: of(|pass| pass.report.run.codec_cpu_s),
            mb_per_s: (wall_s > 0.0).then(|| raw_bytes / 1e6 / wall_s),
            speedup: None,
            efficiency: None,
        });
    }
    let base = rows.iter().find(|row| row.threads == 1).or(rows.first()).copied();
    for row in &mut rows {
        let speedup = base.filter(|_| row.wall_s > 0.0).map(|base| base.wall_s / row.wall_s);
        row.speedup = speedup;
        row.efficiency =
            base.zip(speedup).map(|(base, speedup)| speedup * base.threads as f64 / row.threads.max(1) as f64);
    }
    rows
}
