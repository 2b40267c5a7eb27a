//! Which agents' processes have sent an event, and when: whoever asks why a session is silent
//! learns here that it is not.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many processes are remembered.
const MOST: usize = 1024;

/// Shared by the loop, which notes, and by whoever asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reports {
    heard_ms: Arc<Mutex<HashMap<u32, u64>>>,
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
        heard.insert(pid, now_ms);
    }

    /// When a process last sent an event, in milliseconds since 1970.
    pub(crate) fn last(&self, pid: u32) -> Option<u64> {
        self.heard_ms.lock().unwrap_or_else(PoisonError::into_inner).get(&pid).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
