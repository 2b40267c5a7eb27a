//! How rules outlast a run of the app: with a tag that only the holder of a key can make, so that a
//! line somebody adds to the file is no rule.

use std::fmt;

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::Sha256;

use super::{Rule, Scope};
use crate::approvals::RuleView;
use crate::canon::Canon;
use crate::card::project;
use crate::view::Text;

/// A rule as it is kept, with its tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptRule {
    agent: String,
    agent_name: String,
    project: String,
    folder: String,
    tool: String,
    input: Value,
    command: Option<String>,
    runs_project_code: bool,
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
        let Scope { agent, agent_name, project, folder, tool, input, command, runs_project_code } =
            rule.scope.clone();
        let tag = self.mac(rule).finalize().into_bytes();
        KeptRule {
            agent,
            agent_name,
            project,
            folder,
            tool,
            input,
            command,
            runs_project_code,
            made_unix_ms: rule.made_unix_ms,
            tag: tag.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    /// The rule that was kept; none where it has no tag of this key's, or was changed.
    pub fn open(&self, kept: &KeptRule) -> Option<Rule> {
        let rule = kept.rule();
        let tag = bytes(&kept.tag)?;
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
    /// What it would be, were its tag right.
    fn rule(&self) -> Rule {
        let kept = self.clone();
        Rule {
            scope: Scope {
                agent: kept.agent,
                agent_name: kept.agent_name,
                project: kept.project,
                folder: kept.folder,
                tool: kept.tool,
                input: kept.input,
                command: kept.command,
                runs_project_code: kept.runs_project_code,
            },
            made_unix_ms: kept.made_unix_ms,
        }
    }

    /// How it is shown, under this id: with how often it has allowed something, when it last did,
    /// and whether it counts.
    pub fn view(&self, id: String, uses: u32, used_unix_ms: Option<u64>, active: bool) -> RuleView {
        let what = self.command.clone().unwrap_or_else(|| self.input.to_string());
        RuleView {
            id,
            agent: self.agent.clone(),
            agent_name: self.agent_name.clone(),
            project: project(Some(&self.project)),
            tool: Text::of(&self.tool),
            what: Text::of(&what),
            folder: Text::of(&self.folder),
            runs_project_code: self.runs_project_code,
            made_unix_ms: self.made_unix_ms,
            uses,
            used_unix_ms,
            active,
        }
    }
}

/// Bytes from lower-case hex.
pub(super) fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let pair = |pair: &[u8]| match *pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    };
    hex.as_bytes().chunks(2).map(pair).collect()
}
