//! The rules as they are kept.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use vults_core::{KeptRule, Rule, RuleKey, RuleView, Seal, Text};

use super::file::{self, Contents, Lost};

/// A rule in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    rule: KeptRule,
    /// How often it has allowed something.
    #[serde(default)]
    uses: u32,
    /// When it last did, in milliseconds since 1970.
    #[serde(default)]
    used_unix_ms: Option<u64>,
}

/// The rules, and how the file stands.
#[derive(Debug)]
pub(super) struct Store {
    data: PathBuf,
    key: Option<[u8; Seal::BYTES]>,
    /// Whether the key is on disk.
    key_written: bool,
    /// The rules that count, by their ids.
    active: HashMap<String, Entry>,
    /// What else stands in the file. It is left as it is until the person removes it.
    foreign: Vec<(String, Value)>,
    /// The file's bytes as they were read or written last.
    known: Option<Vec<u8>>,
    /// Whether there is something to write.
    changed: bool,
    /// Why no rule counts.
    lost: Option<Lost>,
    /// Why the last write failed, as a part of a sentence.
    unwritten: Option<String>,
}

impl Store {
    /// Reads what there is, and the rules that count.
    pub(super) fn read(data: &Path) -> (Store, Vec<Rule>) {
        let mut store = Store {
            data: data.to_owned(),
            key: None,
            key_written: false,
            active: HashMap::new(),
            foreign: Vec::new(),
            known: None,
            changed: false,
            lost: None,
            unwritten: None,
        };
        let rules = store.take().unwrap_or_else(|lost| {
            store.lose(lost);
            Vec::new()
        });
        (store, rules)
    }

    fn take(&mut self) -> Result<Vec<Rule>, Lost> {
        self.key = file::key(&self.data)?;
        self.key_written = self.key.is_some();
        let Some(Contents { bytes, rules: values }) = file::rules(&self.data)? else {
            return Ok(Vec::new());
        };
        self.known = Some(bytes);
        let seal = self.key.map(Seal::new);
        let mut rules = Vec::new();
        for value in values {
            let entry: Option<Entry> = serde_json::from_value(value.clone()).ok();
            let rule = entry.as_ref().and_then(|entry| seal.as_ref()?.open(&entry.rule));
            match entry.zip(rule) {
                Some((entry, rule)) => {
                    self.active.insert(rule.key().to_string(), entry);
                    rules.push(rule);
                }
                None => self.foreign.push((format!("outside {}", self.foreign.len()), value)),
            }
        }
        Ok(rules)
    }

    /// Keeps a new rule.
    pub(super) fn keep(&mut self, rule: Rule) {
        if self.is_lost() {
            return;
        }
        let key = match self.key {
            Some(key) => key,
            None => match file::new_key() {
                Ok(key) => *self.key.insert(key),
                Err(lost) => return self.lose(lost),
            },
        };
        let kept = Seal::new(key).close(&rule);
        let entry = Entry { rule: kept, uses: 0, used_unix_ms: None };
        self.active.insert(rule.key().to_string(), entry);
        self.changed = true;
    }

    /// Counts a use.
    pub(super) fn used(&mut self, key: RuleKey, unix_ms: u64) {
        if let Some(entry) = self.active.get_mut(&key.to_string()) {
            entry.uses = entry.uses.saturating_add(1);
            entry.used_unix_ms = Some(unix_ms);
            self.changed = true;
        }
    }

    /// Keeps a rule no longer.
    pub(super) fn forget(&mut self, id: &str) {
        let others = self.foreign.len();
        self.foreign.retain(|(foreign, _)| foreign != id);
        self.changed |= self.active.remove(id).is_some() || self.foreign.len() != others;
    }

    /// Writes what has changed, unless somebody else has written the file since.
    pub(super) fn write(&mut self) {
        if self.is_lost() || !self.changed {
            return;
        }
        match file::bytes(&self.data) {
            Ok(bytes) if bytes == self.known => {}
            Ok(_) => return self.lose(Lost::Changed(file::NAME)),
            Err(lost) => return self.lose(lost),
        }
        let written = self.bytes().and_then(|bytes| {
            if let Some(key) = self.key.filter(|_| !self.key_written) {
                file::write_key(&self.data, &key)?;
                self.key_written = true;
            }
            file::write(&self.data, &bytes)?;
            Ok(bytes)
        });
        match written {
            Ok(bytes) => {
                self.known = Some(bytes);
                self.changed = false;
                self.unwritten = None;
            }
            Err(cause) => {
                if self.unwritten.is_none() {
                    tracing::warn!(error = %cause.kind(), "the rules could not be written");
                }
                self.unwritten = Some(vults_disk::said(&cause));
            }
        }
    }

    fn bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut entries: Vec<_> = self.active.iter().collect();
        // In an order that a use does not change.
        entries.sort_unstable_by_key(|(id, _)| *id);
        let active = entries.into_iter().map(|(_, entry)| serde_json::to_string(entry));
        let foreign = self.foreign.iter().map(|(_, value)| serde_json::to_string(value));
        Ok(file::written(&active.chain(foreign).collect::<Result<Vec<_>, _>>()?))
    }

    fn lose(&mut self, lost: Lost) {
        // The window says why; the log names no paths.
        tracing::warn!("no rule counts");
        self.active.clear();
        self.foreign.clear();
        self.changed = false;
        self.lost = Some(lost);
    }

    /// Whether no rule counts, and none can be made.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Whether there is something that is not on disk.
    pub(super) fn is_unwritten(&self) -> bool {
        self.changed
    }

    /// The rules as they are shown, the one used or made last first, and why they cannot be told or
    /// kept.
    pub(super) fn view(&self) -> (Vec<RuleView>, Option<String>) {
        let active = self.active.iter().map(|(id, entry)| view(id, entry, true));
        let foreign = self.foreign.iter().map(|(id, value)| {
            match serde_json::from_value::<Entry>(value.clone()) {
                Ok(entry) => view(id, &entry, false),
                Err(_) => unknown(id, value),
            }
        });
        let mut rules: Vec<RuleView> = active.chain(foreign).collect();
        rules.sort_by(|a, b| {
            let key = |rule: &RuleView| {
                (!rule.active, Reverse(rule.used_unix_ms.max(Some(rule.made_unix_ms))))
            };
            key(a).cmp(&key(b)).then_with(|| a.id.cmp(&b.id))
        });
        let trouble = match (&self.lost, &self.unwritten) {
            (Some(lost), _) => Some(format!("No rule counts: {lost}.")),
            (None, Some(said)) => Some(format!(
                "The rules could not be written ({said}): what you have changed is lost when Vults \
                 ends."
            )),
            (None, None) => None,
        };
        (rules, trouble)
    }
}

fn view(id: &str, entry: &Entry, active: bool) -> RuleView {
    entry.rule.view(id.to_owned(), entry.uses, entry.used_unix_ms, active)
}

/// Something that is no rule at all.
fn unknown(id: &str, value: &Value) -> RuleView {
    RuleView {
        id: id.to_owned(),
        agent: String::new(),
        agent_name: String::new(),
        project: Text::default(),
        tool: Text::default(),
        what: Text::of(&value.to_string()),
        folder: Text::default(),
        runs_project_code: false,
        made_unix_ms: 0,
        uses: 0,
        used_unix_ms: None,
        active: false,
    }
}
