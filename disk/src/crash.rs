//! Places where a test ends the process, to see what it leaves.

/// A step of a write is done.
#[cfg(not(test))]
pub(crate) fn point() {}

/// Ends the process at the step whose number the environment names.
#[cfg(test)]
pub(crate) fn point() {
    use std::sync::atomic::{AtomicU64, Ordering};
    static STEP: AtomicU64 = AtomicU64::new(0);
    let step = STEP.fetch_add(1, Ordering::Relaxed) + 1;
    if std::env::var(CRASH_AT).is_ok_and(|at| at == step.to_string()) {
        std::process::abort();
    }
}

/// The variable with the step to end at.
#[cfg(test)]
pub(crate) const CRASH_AT: &str = "VULTS_DISK_CRASH_AT";

#[cfg(test)]
mod tests;
