//! What the run ran on.

use crate::report::model::Machine;

/// This machine, with the threads that run codecs.
pub fn machine(threads: usize) -> Machine {
    Machine {
        cpu: cpu_name(),
        cores: cores(),
        threads,
        os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    }
}

/// Logical processors that this process may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The processor's name as Linux gives it.
fn cpu_name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name =
        info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim()));
    name.unwrap_or("unknown").to_string()
}

/// The process's largest resident memory, bytes, where the system tells.
pub fn peak_rss_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
