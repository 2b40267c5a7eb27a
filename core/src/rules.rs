//! Always rules: what a person has allowed once and for all.
//!
//! A rule holds for one request and for the very same one again: the same agent, project, folder,
//! tool and input, whatever session or sub-agent asks. There is no pattern and no prefix.
//!
//! There are two ways to a [`Rule`], and both begin with a person: [`Rules::make`] takes the proof
//! that somebody chose Always on a card that offered it, [`Seal::open`] the tag that such a rule
//! was kept with. A rule answers through a [`Warrant`] alone, which only an active one that fits
//! gives out.

mod always;
mod project_code;
mod seal;

use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasherDefault, DefaultHasher};

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use self::always::Always;
pub use self::seal::{KeptRule, Seal};
use crate::canon::Canon;
use crate::choice::Verdict;
use crate::hex::{self, Hex};
use crate::ledger::Redeemed;
use crate::request::Request;

/// Rules at the same time. Beyond, Always is not offered.
pub const RULES: usize = 10_000;

/// What a rule holds for, as one digest. Any difference that could change what runs gives another
/// one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleKey([u8; 32]);

impl RuleKey {
    /// The key that is written like this, if one is.
    fn of_id(id: &str) -> Option<RuleKey> {
        hex::bytes(id)?.try_into().ok().map(RuleKey)
    }
}

impl fmt::Display for RuleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hex(&self.0).fmt(f)
    }
}

impl fmt::Debug for RuleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RuleKey({self})")
    }
}

/// What a rule holds for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scope {
    /// The agent's word on the wire, or its name.
    agent: String,
    agent_name: String,
    /// The folder in which the session began, without links.
    project: String,
    /// The agent's working folder, without links.
    folder: String,
    tool: String,
    /// The whole, uncut input, without the agent's own words about it.
    input: Value,
    /// The command, where it is one.
    command: Option<String>,
    runs_project_code: bool,
}

impl Scope {
    /// The digest of all that must be the same. The rest follows from it, or is for people.
    pub(crate) fn key(&self) -> RuleKey {
        let mut canon = Canon::default();
        canon.text("a rule's key, 1");
        for part in [&self.agent, &self.project, &self.folder, &self.tool] {
            canon.text(part);
        }
        canon.value(&self.input);
        RuleKey(canon.digest())
    }
}

/// A rule that a person has made.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    scope: Scope,
    made_unix_ms: u64,
}

impl Rule {
    /// What it holds for. No two rules have the same.
    pub fn key(&self) -> RuleKey {
        self.scope.key()
    }
}

/// Proof that a rule of a person's allows a request, of which it was given out for this one. Only
/// [`Rules::warrant`] makes one.
#[derive(Debug)]
pub(crate) struct Warrant {
    key: RuleKey,
}

impl Warrant {
    pub(crate) fn key(&self) -> RuleKey {
        self.key
    }
}

/// The rules that count.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    // Without chance, as all of the core: nobody can choose what a digest begins with.
    active: HashSet<RuleKey, BuildHasherDefault<DefaultHasher>>,
    /// Whether they could not be kept, so that none may be made.
    lost: bool,
}

impl Rules {
    /// Makes the rule that a person chose on a card that offered this; none where they chose
    /// anything else.
    pub(crate) fn make(
        &mut self,
        redeemed: &Redeemed,
        scope: Scope,
        made_unix_ms: u64,
    ) -> Option<Rule> {
        if self.lost || *redeemed.verdict() != Verdict::AllowAlways {
            return None;
        }
        let rule = Rule { scope, made_unix_ms };
        self.active.insert(rule.key());
        Some(rule)
    }

    /// Takes the rules of earlier runs.
    pub(crate) fn take(&mut self, rules: &[Rule]) {
        if !self.lost {
            self.active.extend(rules.iter().map(Rule::key));
        }
    }

    /// From now on it allows nothing.
    pub(crate) fn remove(&mut self, id: &str) {
        if let Some(key) = RuleKey::of_id(id) {
            self.active.remove(&key);
        }
    }

    /// From now on none allows anything, and none can be made: it could not be kept.
    pub(crate) fn lose(&mut self) {
        self.active.clear();
        self.lost = true;
    }

    /// Whether no further one can be made.
    pub(crate) fn is_closed(&self) -> bool {
        self.lost || self.active.len() >= RULES
    }

    /// The right to allow this request, where a rule holds for it.
    pub(crate) fn warrant(&self, request: &Request) -> Option<Warrant> {
        let key = request.rule_key()?;
        self.active.contains(&key).then_some(Warrant { key })
    }
}
