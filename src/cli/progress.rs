//! Progress on standard error, where that is a terminal: file bytes read, rate, time left.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rowpress::input::Input;
use rowpress::measure::pipeline::Watch;
use rowpress::report::redact::hash;

/// How often the bar looks at the bytes read.
const TICK: Duration = Duration::from_millis(100);

/// A progress bar, or nothing.
pub struct Progress {
    shown: bool,
    redact: bool,
    current: RefCell<Option<Bar>>,
}

struct Bar {
    bar: ProgressBar,
    ended: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Progress {
    /// A progress bar where standard error is a terminal and nobody asked for quiet.
    pub fn new(quiet: bool, redact: bool) -> Self {
        Progress { shown: !quiet && std::io::stderr().is_terminal(), redact, current: RefCell::new(None) }
    }

    fn end(&self) {
        if let Some(bar) = self.current.borrow_mut().take() {
            bar.ended.store(true, Ordering::Relaxed);
            // A bar that panicked has nothing to clear.
            let _ = bar.thread.join();
            bar.bar.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn source(&self, input: &Input) {
        self.end();
        if self.shown {
            let bar = match input.file_len() {
                Some(len) => ProgressBar::new(len)
                    .with_style(style("{prefix} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left")),
                None => ProgressBar::no_length().with_style(style("{prefix} {bytes} {bytes_per_sec}, {elapsed}")),
            };
            let path = if self.redact { hash::path(input.path()) } else { input.path().to_string() };
            bar.set_prefix(name(&path));
            self.current.replace(Some(follow(bar, input.progress())));
        }
    }

    fn finishing(&self) {
        self.end();
        if self.shown {
            let bar = ProgressBar::new_spinner().with_message("finishing what is in memory");
            self.current.replace(Some(follow(bar, Arc::default())));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

fn follow(bar: ProgressBar, read: Arc<AtomicU64>) -> Bar {
    let ended = Arc::new(AtomicBool::new(false));
    let thread = std::thread::spawn({
        let (bar, ended) = (bar.clone(), Arc::clone(&ended));
        move || {
            while !ended.load(Ordering::Relaxed) {
                bar.set_position(read.load(Ordering::Relaxed));
                bar.tick();
                std::thread::sleep(TICK);
            }
        }
    });
    Bar { bar, ended, thread }
}

fn name(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    rowpress::report::diagnostic::clean(name).into_owned()
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
