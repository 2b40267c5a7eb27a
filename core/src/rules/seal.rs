//! How rules outlast a run of the app: with a tag that only the holder of a key can make, so that a
//! line somebody adds to the file is no rule.

use std::fmt;

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::Sha256;

use super::{Rule, Scope};
use crate::approvals::RuleView;
use crate::canon::Canon;
use crate::card::project;
use crate::hex::{self, Hex};
use crate::view::Text;

/// A rule as it is kept, with its tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptRule {
    #[serde(flatten)]
    scope: Scope,
    made_unix_ms: u64,
    /// The HMAC-SHA-256 of all of the above, in hex.
    tag: String,
}

/// The key of the tags.
pub struct Seal([u8; Seal::BYTES]);

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}

impl Seal {
    /// The length of a key.
    pub const BYTES: usize = 32;

    /// The seal with this key, which must come from the system's own source of randomness.
    pub fn new(key: [u8; Seal::BYTES]) -> Seal {
        Seal(key)
    }

    /// A rule with its tag.
    pub fn close(&self, rule: &Rule) -> KeptRule {
        let tag = self.mac(rule).finalize().into_bytes();
        KeptRule {
            scope: rule.scope.clone(),
            made_unix_ms: rule.made_unix_ms,
            tag: Hex(&tag).to_string(),
        }
    }

    /// The rule that was kept; none where it has no tag of this key's, or was changed.
    pub fn open(&self, kept: &KeptRule) -> Option<Rule> {
        // What it would be, were its tag right.
        let rule = Rule { scope: kept.scope.clone(), made_unix_ms: kept.made_unix_ms };
        let tag = hex::bytes(&kept.tag)?;
        // In a time that tells nothing of the tag.
        self.mac(&rule).verify_slice(&tag).ok().map(|()| rule)
    }

    fn mac(&self, rule: &Rule) -> Hmac<Sha256> {
        let Rule { scope, made_unix_ms } = rule;
        let Scope { agent, agent_name, project, folder, tool, input, command, runs_project_code } =
            scope;
        let mut canon = Canon::default();
        canon.text("a rule, 1");
        for part in [agent, agent_name, project, folder, tool] {
            canon.text(part);
        }
        canon.value(input);
        canon.optional(command.as_deref());
        canon.value(&Value::from(*runs_project_code));
        canon.value(&Value::from(*made_unix_ms));
        // A key that is shorter than a block is filled up with zeros, by the standard.
        let mut block = [0; 64];
        block[..Seal::BYTES].copy_from_slice(&self.0);
        let mut mac = <Hmac<Sha256> as Mac>::new(&block.into());
        mac.update(&canon.digest());
        mac
    }
}

impl KeptRule {
    /// How it is shown, under this id: with how often it has allowed something, when it last did,
    /// and whether it counts.
    pub fn view(&self, id: String, uses: u32, used_unix_ms: Option<u64>, active: bool) -> RuleView {
        let KeptRule { scope, made_unix_ms, .. } = self;
        // A field beside the command makes it another request, so the command alone would not say
        // which one the rule is for.
        let fields = scope.input.as_object().map_or(0, Map::len);
        let alone = scope.command.clone().filter(|_| fields == 1);
        let what = alone.unwrap_or_else(|| scope.input.to_string());
        RuleView {
            id,
            agent: scope.agent.clone(),
            agent_name: scope.agent_name.clone(),
            project: project(Some(&scope.project)),
            tool: Text::of(&scope.tool),
            what: Text::of(&what),
            folder: Text::of(&scope.folder),
            runs_project_code: scope.runs_project_code,
            made_unix_ms: *made_unix_ms,
            uses,
            used_unix_ms,
            active,
        }
    }
}
