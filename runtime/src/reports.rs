//! Which agents' processes have sent an event, and when: whoever asks why a session is silent
//! learns here that it is not.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many processes are remembered.
const MOST: usize = 1024;

/// Shared by the loop, which notes, and by whoever asks.
#[derive(Clone, Default)]
pub(crate) struct Reports {
    heard_ms: Arc<Mutex<HashMap<u32, u64>>>,
    told: Arc<OnceLock<Told>>,
}

/// Whoever wants to know of a process's first event.
type Told = Box<dyn Fn() + Send + Sync>;

impl fmt::Debug for Reports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reports").field("heard_ms", &self.heard_ms).finish_non_exhaustive()
    }
}

impl Reports {
    /// A process has sent an event.
    pub(crate) fn note(&self, pid: u32, now_ms: u64) {
        let mut heard = self.heard_ms.lock().unwrap_or_else(PoisonError::into_inner);
        if heard.len() >= MOST && !heard.contains_key(&pid) {
            // The longest silent one is most likely gone.
            let oldest = heard.iter().min_by_key(|(_, at)| **at).map(|(pid, _)| *pid);
            oldest.map(|oldest| heard.remove(&oldest));
        }
        let is_first = heard.insert(pid, now_ms).is_none();
        drop(heard);
        if let Some(told) = self.told.get().filter(|_| is_first) {
            told();
        }
    }

    /// From now on this is called, from the loop, whenever a process has sent its first event. It
    /// must not block. The first who wants to know is told, and nobody else.
    pub(crate) fn tell_of_first(&self, told: impl Fn() + Send + Sync + 'static) {
        _ = self.told.set(Box::new(told));
    }

    /// When a process last sent an event, in milliseconds since 1970.
    pub(crate) fn last(&self, pid: u32) -> Option<u64> {
        self.heard_ms.lock().unwrap_or_else(PoisonError::into_inner).get(&pid).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_process_is_told_of_once() {
        let (reports, count) = (Reports::default(), Arc::new(AtomicU32::new(0)));
        reports.note(1, 10);
        let told = Arc::clone(&count);
        reports.tell_of_first(move || _ = told.fetch_add(1, Ordering::Relaxed));
        for (pid, expected) in [(1, 0), (2, 1), (2, 1), (3, 2)] {
            reports.note(pid, 20);
            assert_eq!(count.load(Ordering::Relaxed), expected, "{pid}");
        }
    }

    #[test]
    fn the_longest_silent_process_is_forgotten_first() {
        let reports = Reports::default();
        for pid in 0..1024 {
            reports.note(pid, 10_000 - u64::from(pid));
        }
        reports.note(5, 20_000);
        assert_eq!(reports.last(5), Some(20_000));
        assert_eq!(reports.last(1023), Some(8_977));
        reports.note(2000, 20_001);
        assert_eq!(reports.last(1023), None);
        assert_eq!(reports.last(2000), Some(20_001));
    }
}
