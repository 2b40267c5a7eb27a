//! A person's account of their rules: kept from what they chose and removed alone.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::Index;
use vults_core::Effect;

/// What must be the same for a rule to hold: the session's folder and the request. Sub-agents work
/// in their session's.
pub(crate) type Scope = (u8, u8);

/// The rules that a person has made and not removed, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Made(BTreeMap<Scope, String>);

impl Made {
    /// Whether this was allowed once and for all.
    pub(crate) fn allow(&self, scope: Scope) -> bool {
        self.0.contains_key(&scope)
    }

    /// The id of any of them, else one that none has.
    pub(crate) fn any(&self, index: &Index) -> String {
        let ids: Vec<&String> = self.0.values().collect();
        if ids.is_empty() { "none".to_owned() } else { (*index.get(&ids)).clone() }
    }

    /// What any of them holds for.
    pub(crate) fn any_scope(&self, index: &Index) -> Option<Scope> {
        let scopes: Vec<Scope> = self.0.keys().copied().collect();
        (!scopes.is_empty()).then(|| *index.get(&scopes))
    }

    /// The person has removed one.
    pub(crate) fn remove(&mut self, id: &str) {
        self.0.retain(|_, made| made != id);
    }

    /// What an input did: `chosen` is the scope of the card on which the person chose Always just
    /// now, `passed` whether a rule has just answered.
    pub(crate) fn learn(
        &mut self,
        effects: &[Effect],
        chosen: Option<Scope>,
        passed: bool,
    ) -> Result<(), TestCaseError> {
        let mut kept = Vec::new();
        let mut used = 0;
        for effect in effects {
            match effect {
                Effect::KeepRule(rule) => kept.push(rule.key().to_string()),
                Effect::RuleUsed { .. } => used += 1,
                _ => {}
            }
        }
        prop_assert_eq!(kept.len(), usize::from(chosen.is_some()), "a rule, and nobody made it");
        prop_assert_eq!(used, usize::from(passed), "a use, and nothing was allowed");
        if let Some((scope, id)) = chosen.zip(kept.pop()) {
            let before = self.0.insert(scope, id.clone());
            prop_assert!(before.is_none_or(|before| before == id), "one request, two rules");
            let same = self.0.values().filter(|other| **other == id).count();
            prop_assert_eq!(same, 1, "two requests, one rule");
        }
        Ok(())
    }
}
