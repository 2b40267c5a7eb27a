//! What holds for every page: where it may go, and how often it may break.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tauri::Url;

/// A page that crashes this often in [`CRASH_WINDOW`] is given up.
const MOST_CRASHES: usize = 5;
const CRASH_WINDOW: Duration = Duration::from_secs(60);

/// Whether an address is one of the pages in this program. No page of ours goes anywhere else.
pub(crate) fn is_ours(url: &Url) -> bool {
    url.scheme() == "tauri" && url.host_str() == Some("localhost")
}

/// The crashes of one page.
#[derive(Debug, Default)]
pub(crate) struct Crashes(VecDeque<Instant>);

impl Crashes {
    /// Counts a crash, and says whether it was one too many.
    pub(crate) fn too_many(&mut self, now: Instant) -> bool {
        self.0.push_back(now);
        self.0.retain(|crash| now.duration_since(*crash) <= CRASH_WINDOW);
        self.0.len() > MOST_CRASHES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_stays_in_this_program() {
        #[track_caller]
        fn check(address: &str, expected: bool) {
            assert_eq!(is_ours(&Url::parse(address).unwrap()), expected, "{address}");
        }
        check("tauri://localhost/index.html", true);
        check("tauri://localhost/settings.html#claude", true);
        check("tauri://elsewhere/index.html", false);
        check("http://localhost/", false);
        check("https://example.org/", false);
        check("file:///etc/passwd", false);
        check("data:text/html,hello", false);
        check("about:blank", false);
    }

    #[test]
    fn a_page_may_break_now_and_then() {
        let start = Instant::now();
        let mut crashes = Crashes::default();
        for minute in 0..20 {
            assert!(!crashes.too_many(start + Duration::from_secs(61 * minute)));
        }
        let later = start + Duration::from_secs(7200);
        for _ in 0..MOST_CRASHES {
            assert!(!crashes.too_many(later));
        }
        assert!(crashes.too_many(later));
    }
}
