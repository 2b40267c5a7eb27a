//! One window of an account's limits.

use serde::{Deserialize, Serialize};

use crate::input::UsedWindow;
use crate::view::WindowView;

/// Windows of one account. There are two or three.
pub(super) const MOST: usize = 16;
/// Windows of one account begin anew at the same moment, give or take what rounding makes of it.
const SAME_MS: u64 = 5 * 60 * 1_000;
/// How old a figure must be until a smaller one takes its place that another session has heard.
/// Before, that one may have been on its way for longer.
const SETTLED_MS: u64 = 60 * 1_000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Window {
    minutes: u32,
    used_percent: u8,
    resets_unix_ms: Option<u64>,
    told_unix_ms: u64,
}

impl Window {
    pub(super) fn new(told: &UsedWindow, unix_ms: u64) -> Window {
        let UsedWindow { minutes, used_percent, resets_unix_ms } = *told;
        Window { minutes, used_percent, resets_unix_ms, told_unix_ms: unix_ms }
    }

    pub(super) fn minutes(&self) -> u32 {
        self.minutes
    }

    pub(super) fn resets_unix_ms(&self) -> Option<u64> {
        self.resets_unix_ms
    }

    pub(super) fn is_as_long_as(&self, told: &UsedWindow) -> bool {
        self.minutes == told.minutes
    }

    /// By how much the two begin anew at different moments, where both moments are known.
    fn apart(&self, told: &UsedWindow) -> Option<u64> {
        let resets =
            self.resets_unix_ms.zip(told.resets_unix_ms).filter(|_| self.is_as_long_as(told));
        resets.map(|(one, other)| one.abs_diff(other))
    }

    /// Whether it is this very window of this very account.
    pub(super) fn is_same(&self, told: &UsedWindow) -> bool {
        self.apart(told).is_some_and(|apart| apart <= SAME_MS)
    }

    /// Whether it can only be another account's: both run, and begin anew at different moments.
    pub(super) fn contradicts(&self, told: &UsedWindow, unix_ms: u64) -> bool {
        let runs = |resets: Option<u64>| resets.is_some_and(|resets| resets > unix_ms);
        self.apart(told).is_some_and(|apart| apart > SAME_MS)
            && runs(self.resets_unix_ms)
            && runs(told.resets_unix_ms)
    }

    /// Takes what is told of it, unless that is older than what is known; whether it did.
    pub(super) fn take(
        &mut self,
        told: &UsedWindow,
        fresh: bool,
        last: bool,
        unix_ms: u64,
    ) -> bool {
        let newer = match self.apart(told) {
            Some(apart) if apart > SAME_MS => told.resets_unix_ms > self.resets_unix_ms,
            // Within one window the share only grows, unless somebody has changed the plan.
            _ => {
                let settled = self.told_unix_ms.saturating_add(SETTLED_MS) <= unix_ms;
                let over = self.resets_unix_ms.is_some_and(|resets| resets <= unix_ms);
                told.used_percent > self.used_percent
                    || self.resets_unix_ms.is_none() && told.resets_unix_ms.is_some()
                    || fresh && (last || settled || told.used_percent == self.used_percent)
                    || over && told.resets_unix_ms.is_none() && fresh
            }
        };
        if newer {
            let resets_unix_ms =
                told.resets_unix_ms.or(self.resets_unix_ms.filter(|at| *at > unix_ms));
            *self = Window { resets_unix_ms, ..Window::new(told, unix_ms) };
        }
        newer
    }

    pub(super) fn view(&self, unix_ms: u64) -> WindowView {
        let over = self.resets_unix_ms.is_some_and(|resets| resets <= unix_ms);
        WindowView {
            minutes: self.minutes,
            used_percent: (!over).then_some(self.used_percent),
            resets_unix_ms: self.resets_unix_ms.filter(|_| !over),
            told_unix_ms: self.told_unix_ms,
        }
    }
}
