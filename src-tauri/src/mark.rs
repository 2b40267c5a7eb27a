//! Moments that tests and benchmarks wait for, in the log at level debug.
//!
//! They hold numbers, words of ours and places on the screen; never a command, a path or chat.

/// Writes one moment, with its monotonic time in nanoseconds.
macro_rules! mark {
    ($moment:literal $(, $($field:tt)*)?) => {
        tracing::debug!(
            target: "vults::mark",
            mark = $moment,
            t_ns = $crate::clock::monotonic_ns()
            $(, $($field)*)?
        )
    };
}

pub(crate) use mark;
