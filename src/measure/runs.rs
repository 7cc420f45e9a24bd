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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::spec;
    use crate::dump::inventory::Inventory;
    use crate::measure::cell::Sums;
    use crate::measure::plan::CodecCandidate;
    use crate::measure::subjects::SubjectSums;
    use crate::report::model::Unit;
    use crate::row::cells::CellCollector;

    fn plan() -> Plan {
        let codec = spec::parse(&[String::from("lz4")]).expect("a codec").remove(0);
        let codecs = vec![CodecCandidate { codec, unit: Unit::Whole }];
        Plan { codecs, threads: 1, in_flight_bytes: 0, verify: false, by_table: false, generated: Vec::new(), cells: 0 }
    }

    fn measured(compressed_bytes: u64, cpu_s: f64) -> Measured {
        let compress = clock::Spent { cpu_s, wall_s: cpu_s };
        let sums = Sums { units: 1, raw_bytes: 100, compressed_bytes, compress, ..Sums::default() };
        Measured {
            subjects: vec![SubjectSums { table: None, places: 1, members: 1, sums: vec![sums] }],
            inventory: Inventory::default(),
            cells: CellCollector::new(0),
            sources: Vec::new(),
            complete: true,
        }
    }

    /// Runs with these results; `ended` is the number of the run in which the user ends it.
    fn report(threads: &[usize], repeats: u32, results: &[(u64, f64)], ended: usize) -> Report {
        let (plan, cancelled) = (plan(), AtomicBool::new(false));
        let mut run = 0;
        let runs = Runs { threads: threads.to_vec(), repeats };
        super::run(&Start::now(Vec::new()), &plan, &runs, &cancelled, |_| {
            run += 1;
            cancelled.store(run == ended, Ordering::Relaxed);
            let (bytes, cpu_s) = results[run - 1];
            Ok(measured(bytes, cpu_s))
        })
        .expect("a report")
    }

    #[test]
    fn figures_are_medians_of_the_first_number_of_threads() {
        let report = report(&[2, 1], 3, &[(50, 1.0), (50, 4.0), (50, 2.0), (50, 9.0), (50, 9.0), (50, 9.0)], 0);
        let figure = &report.codecs[0];
        assert_eq!((figure.compress.cpu_s, figure.repeats, figure.spread_pct), (2.0, 3, Some(150.0)));
        assert_eq!(
            report.scaling.iter().map(|row| (row.threads, row.codec_cpu_s)).collect::<Vec<_>>(),
            [(2, 2.0), (1, 9.0)]
        );
        assert_eq!(report.run.codec_cpu_s, 34.0);
        assert!(report.run.complete && report.warnings.is_empty());
    }

    #[test]
    fn another_size_fails_the_figure() {
        let report = report(&[1], 2, &[(50, 1.0), (51, 1.0)], 0);
        assert_eq!(report.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(), [Kind::Mismatch]);
        assert!(report.codecs[0].error.is_some());
        // With another number of threads too.
        let report = self::report(&[1, 2], 1, &[(50, 1.0), (51, 1.0)], 0);
        assert_eq!(report.warnings[0].kind, Kind::Mismatch);
    }

    #[test]
    fn a_run_that_was_ended_does_not_count() {
        let report = report(&[1], 3, &[(50, 1.0), (50, 2.0), (7, 0.1)], 3);
        assert_eq!((report.codecs[0].compressed_bytes, report.codecs[0].repeats), (50, 2));
        assert_eq!(report.warnings.len(), 1);
        assert_eq!(report.warnings[0].message, "the run was ended: figures are of 2 of 3 runs");
        assert!(!report.run.complete);
        let first = self::report(&[1], 3, &[(7, 0.1)], 1);
        assert_eq!((first.codecs[0].compressed_bytes, first.warnings[0].kind), (7, Kind::Interrupted));
    }

    #[test]
    fn no_run_is_an_error() {
        let runs = Runs { threads: Vec::new(), repeats: 1 };
        let nothing =
            super::run(&Start::now(Vec::new()), &plan(), &runs, &AtomicBool::new(false), |_| Ok(measured(1, 1.0)));
        assert_eq!(nothing.err().map(|error| error.kind), Some(Kind::InvalidValue));
    }
}
