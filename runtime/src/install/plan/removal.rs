//! How hooks of ours are taken out of a settings file, with the containers that they alone fill.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use vults_disk::{Edit, Step};

use super::Survey;
use crate::install::ours::{self, HOOKS, OurHook};
use crate::install::record::Stood;

impl Survey<'_> {
    /// Takes hooks away, from the bottom, each with the containers that it alone has filled.
    pub(super) fn removal(&self, gone: &[&OurHook], stood: &Stood) -> Vec<Edit> {
        let events = self.root.get(HOOKS).and_then(Value::as_object);
        let mut edits = Vec::new();
        let mut empty_events = 0;
        // One inside a hook of ours is about that hook.
        let holds_comment = |at: &[Step]| {
            let comments = self.comments.iter().filter(|comment| comment.starts_with(at));
            comments.into_iter().any(|it| !gone.iter().any(|hook| it.starts_with(&hook.at())))
        };
        let mut by_event: BTreeMap<&str, BTreeMap<usize, Vec<&OurHook>>> = BTreeMap::new();
        for hook in gone {
            let groups = by_event.entry(&hook.event).or_default();
            groups.entry(hook.group).or_default().push(hook);
        }
        for (event, groups) in &by_event {
            let all = events.and_then(|events| events.get(*event)?.as_array()).map_or(0, Vec::len);
            let is_whole = |hooks: &[&OurHook]| {
                hooks.first().is_some_and(|hook| hook.plain_group && hook.in_group == hooks.len())
            };
            let whole = groups.values().filter(|hooks| is_whole(hooks)).count();
            let stays = stood.events.iter().any(|stood| stood == event)
                || holds_comment(&ours::event_at(event));
            if whole == all && !stays {
                edits.push(Edit::Remove { at: ours::event_at(event) });
                empty_events += 1;
                continue;
            }
            for (group, hooks) in groups.iter().rev() {
                if is_whole(hooks) && !holds_comment(&ours::group_at(event, *group)) {
                    edits.push(Edit::Remove { at: ours::group_at(event, *group) });
                } else {
                    edits.extend(hooks.iter().rev().map(|hook| Edit::Remove { at: hook.at() }));
                }
            }
        }
        let all = vec![Step::Key(HOOKS.to_owned())];
        let is_empty = empty_events > 0 && events.map(Map::len) == Some(empty_events);
        if is_empty && !stood.hooks && !holds_comment(&all) {
            return vec![Edit::Remove { at: all }];
        }
        edits
    }
}
