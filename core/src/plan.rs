//! Plans: how much of each agent's limits is used, by account.
//!
//! No agent says whose account it is. Windows tell: those of one account begin anew at the same
//! moments. An agent repeats what it heard last, so a figure may be old although it comes now.

mod window;

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::window::Window;
use crate::input::{Now, Origin, SessionKey, Usage, UsedWindow};
use crate::view::PlanView;

/// Accounts that are told apart.
const PLANS: usize = 8;
/// Sessions of which it is known whose account they use.
const SESSIONS: usize = 64;
/// The longest name that is taken back, in bytes.
const NAME_BYTES: usize = 400;
/// How long a plan is shown of which no session lives.
const KEPT_MS: u64 = 24 * 60 * 60 * 1_000;

/// What is known of one account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptPlan {
    agent: String,
    agent_name: String,
    /// The windows, the shortest first.
    windows: Vec<Window>,
    /// When it was last told of, in milliseconds since 1970.
    heard_unix_ms: u64,
    /// The sessions that use it, by their own ids, the one that told of it last at the end.
    #[serde(default)]
    sessions: Vec<String>,
}

/// What a session told last.
#[derive(Debug)]
struct Last {
    key: SessionKey,
    usage: Usage,
    /// When its sender began, in clock ticks, where that could be told.
    sent: Option<u64>,
}

/// All accounts.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    plans: Vec<KeptPlan>,
    last: Vec<Last>,
    views: Vec<PlanView>,
    /// When a view changes by itself.
    due: Option<Duration>,
}

impl KeptPlan {
    fn is_of(&self, key: &SessionKey) -> bool {
        self.agent == key.agent && self.sessions.contains(&key.session)
    }

    /// Whether it may be the account of which this is told: no window begins anew at another moment.
    fn may_be(&self, usage: &Usage, unix_ms: u64) -> bool {
        let mut told = usage.windows.iter();
        told.all(|told| !self.windows.iter().any(|window| window.contradicts(told, unix_ms)))
    }

    /// Whether a window says that it is that account.
    fn is_told_by(&self, usage: &Usage) -> bool {
        usage.windows.iter().any(|told| self.windows.iter().any(|window| window.is_same(told)))
    }
}

impl Plans {
    /// Takes what a session that lives says of its plan; whether it is newer than what it said
    /// before.
    pub(crate) fn used(&mut self, origin: &Origin, usage: &Usage, now: Now) -> bool {
        let sent = origin.ancestry.chain.first().map(|sender| sender.began);
        let index = self.last.iter().position(|last| last.key == origin.key);
        let last = index.map(|index| self.last.remove(index));
        let mut known = usage.clone();
        let mut fresh = false;
        if let Some(last) = last {
            if last.sent.zip(sent).is_some_and(|(before, sent)| sent < before) {
                // It was sent before that, and comes late.
                self.last.push(last);
                return false;
            }
            // What is left out is as it was.
            known.cost_micro_usd = known.cost_micro_usd.or(last.usage.cost_micro_usd);
            let left_out =
                |was: &UsedWindow| usage.windows.iter().all(|window| window.minutes != was.minutes);
            known.windows.extend(last.usage.windows.iter().filter(|was| left_out(was)).cloned());
            fresh = known != last.usage;
        }
        self.take(origin, usage, fresh, now);
        if self.last.len() == SESSIONS {
            self.last.remove(0);
        }
        self.last.push(Last { key: origin.key.clone(), usage: known, sent });
        true
    }

    /// `fresh`: whether the agent has heard something new, and does not only repeat itself.
    fn take(&mut self, origin: &Origin, usage: &Usage, fresh: bool, now: Now) {
        if usage.windows.is_empty() {
            return;
        }
        let index = self.account(&origin.key, usage, now.unix_ms).unwrap_or_else(|| {
            self.plans.push(KeptPlan {
                agent: origin.key.agent.clone(),
                agent_name: origin.agent_name.clone(),
                windows: Vec::new(),
                heard_unix_ms: now.unix_ms,
                sessions: Vec::new(),
            });
            self.plans.len() - 1
        });
        for (other, plan) in self.plans.iter_mut().enumerate() {
            if plan.agent == origin.key.agent {
                let told_it = plan.sessions.last() == Some(&origin.key.session);
                plan.sessions.retain(|session| *session != origin.key.session);
                if other == index {
                    plan.take(origin, usage, fresh, told_it, now);
                }
            }
        }
        if self.plans.len() > PLANS {
            let oldest =
                (0..PLANS).min_by_key(|index| self.plans.get(*index).map(|p| p.heard_unix_ms));
            oldest.map(|oldest| self.plans.remove(oldest));
        }
    }

    /// Whose account this is: the one that the windows tell, else the session's own, else the only
    /// one that it can be.
    fn account(&self, key: &SessionKey, usage: &Usage, unix_ms: u64) -> Option<usize> {
        let plans = || {
            let all = self.plans.iter().enumerate();
            all.filter(|(_, plan)| plan.agent == key.agent && plan.may_be(usage, unix_ms))
        };
        let told = plans().find(|(_, plan)| plan.is_told_by(usage));
        let own = || plans().find(|(_, plan)| plan.is_of(key));
        let only = || plans().next().filter(|_| plans().count() == 1);
        told.or_else(own).or_else(only).map(|(index, _)| index)
    }

    /// What is to be kept.
    pub(crate) fn kept(&self) -> Vec<KeptPlan> {
        self.plans.clone()
    }

    /// Takes back what was kept, where nothing newer was heard.
    pub(crate) fn take_back(&mut self, kept: Vec<KeptPlan>) {
        let heard: BTreeSet<String> = self.plans.iter().map(|plan| plan.agent.clone()).collect();
        for mut plan in kept.into_iter().take(PLANS) {
            plan.sessions.truncate(SESSIONS);
            plan.windows.truncate(window::MOST);
            let names = [&plan.agent, &plan.agent_name].into_iter().chain(&plan.sessions);
            let fits = names.into_iter().all(|name| name.len() <= NAME_BYTES);
            if fits && !heard.contains(&plan.agent) {
                self.plans.push(plan);
            }
        }
    }

    /// Makes the views anew; whether anything shows. `lives`: whether a session does.
    pub(crate) fn refresh(&mut self, lives: impl Fn(&SessionKey) -> bool, now: Now) -> bool {
        self.due = None;
        if self.plans.is_empty() {
            return !std::mem::take(&mut self.views).is_empty();
        }
        let mut moments = Vec::new();
        let is_live = |plan: &KeptPlan| {
            let key = |session: &String| SessionKey {
                agent: plan.agent.clone(),
                session: session.clone(),
            };
            // The newest ones are the likeliest to live.
            plan.sessions.iter().rev().any(|session| lives(&key(session)))
        };
        self.plans.retain(|plan| {
            let until = plan.heard_unix_ms.saturating_add(KEPT_MS);
            let live = is_live(plan);
            if !live {
                moments.push(until);
            }
            live || now.unix_ms < until
        });
        let plans = self.plans.iter();
        moments.extend(plans.flat_map(|plan| &plan.windows).filter_map(Window::resets_unix_ms));
        let next = moments.into_iter().filter(|moment| *moment > now.unix_ms).min();
        self.due =
            next.map(|next| now.elapsed.saturating_add(Duration::from_millis(next - now.unix_ms)));
        let view = |plan: &KeptPlan| PlanView {
            agent: plan.agent.clone(),
            agent_name: plan.agent_name.clone(),
            windows: plan.windows.iter().map(|window| window.view(now.unix_ms)).collect(),
        };
        let views: Vec<PlanView> = self.plans.iter().map(view).collect();
        let differs = views != self.views;
        self.views = views;
        differs
    }

    /// When a view changes by itself.
    pub(crate) fn next_deadline(&self) -> Option<Duration> {
        self.due
    }

    pub(crate) fn views(&self) -> Vec<PlanView> {
        self.views.clone()
    }
}

impl KeptPlan {
    /// `last`: whether that session was the last one to tell of the account.
    fn take(&mut self, origin: &Origin, usage: &Usage, fresh: bool, last: bool, now: Now) {
        if self.sessions.len() == SESSIONS {
            self.sessions.remove(0);
        }
        let mut took = false;
        for told in &usage.windows {
            match self.windows.iter_mut().find(|window| window.is_as_long_as(told)) {
                Some(window) => took |= window.take(told, fresh, last, now.unix_ms),
                None => {
                    took = true;
                    self.windows.push(Window::new(told, now.unix_ms));
                }
            }
        }
        self.windows.sort_by_key(Window::minutes);
        self.windows.truncate(window::MOST);
        self.heard_unix_ms = self.heard_unix_ms.max(now.unix_ms);
        // Who only repeats what is known does not become the one who told it.
        let at = if took || self.sessions.is_empty() {
            self.sessions.len()
        } else {
            self.sessions.len() - 1
        };
        self.sessions.insert(at, origin.key.session.clone());
    }
}
