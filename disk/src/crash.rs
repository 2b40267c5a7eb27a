//! Places where a test ends the process, or lets another program in, to see what is left.

/// A step of a write is done.
#[cfg(not(test))]
pub(crate) fn point() {}

/// Does at the step whose number the environment names what it names.
#[cfg(test)]
pub(crate) fn point() {
    use std::sync::atomic::{AtomicU64, Ordering};
    static STEP: AtomicU64 = AtomicU64::new(0);
    let step = (STEP.fetch_add(1, Ordering::Relaxed) + 1).to_string();
    if std::env::var(CRASH_AT).is_ok_and(|at| at == step) {
        std::process::abort();
    }
    if std::env::var(INTRUDE_AT).is_ok_and(|at| at == step) {
        tests::intrude();
    }
}

/// The variable with the step to end the process at.
#[cfg(test)]
const CRASH_AT: &str = "VULTS_DISK_CRASH_AT";
/// The variable with the step at which another program writes the file.
#[cfg(test)]
const INTRUDE_AT: &str = "VULTS_DISK_INTRUDE_AT";

#[cfg(test)]
mod tests;
