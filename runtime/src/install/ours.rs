//! Where our hooks stand in a settings file, whoever has moved them. Pure.
//!
//! The layout is that of Claude Code, which others have taken over: `hooks` is an object from the
//! event's name to a list of groups, and a group has a list of hooks.

use serde_json::{Map, Value};
use vults_disk::Step;

use super::command::{self, Call};

/// The member of the settings, and of a group, that holds hooks.
pub(crate) const HOOKS: &str = "hooks";
/// The member of the settings that is the status line.
pub(crate) const STATUS_LINE: &str = "statusLine";

/// A hook object that calls our relay.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OurHook {
    /// The event under which it stands.
    pub(crate) event: String,
    /// Its group in the event's list.
    pub(crate) group: usize,
    /// Its place in the group.
    pub(crate) hook: usize,
    /// The tools of its group.
    pub(crate) matcher: Option<String>,
    /// The command, exactly.
    pub(crate) command: String,
    /// The time limit, as it is written.
    pub(crate) timeout: Option<Value>,
    /// What the command says.
    pub(crate) call: Call,
    /// How many hooks its group has.
    pub(crate) in_group: usize,
    /// Whether the group says nothing that we would not write.
    pub(crate) plain_group: bool,
}

impl OurHook {
    /// The way to one of its members.
    pub(crate) fn member(&self, name: &str) -> Vec<Step> {
        let mut at = self.at();
        at.push(Step::Key(name.to_owned()));
        at
    }

    /// The way to it.
    pub(crate) fn at(&self) -> Vec<Step> {
        let mut at = group_at(&self.event, self.group);
        at.extend([Step::Key(HOOKS.to_owned()), Step::Index(self.hook)]);
        at
    }
}

/// The way to a group.
pub(crate) fn group_at(event: &str, group: usize) -> Vec<Step> {
    let mut at = event_at(event);
    at.push(Step::Index(group));
    at
}

/// The way to an event's list of groups.
pub(crate) fn event_at(event: &str) -> Vec<Step> {
    vec![Step::Key(HOOKS.to_owned()), Step::Key(event.to_owned())]
}

/// Every hook of ours for an agent, from the top. What is of another shape holds none of ours.
pub(crate) fn find(root: &Map<String, Value>, agent: &str) -> Vec<OurHook> {
    let events = root.get(HOOKS).and_then(Value::as_object).into_iter().flatten();
    events.flat_map(|(event, groups)| in_event(event, groups, agent)).collect()
}

fn in_event(event: &str, groups: &Value, agent: &str) -> Vec<OurHook> {
    let groups = groups.as_array().into_iter().flatten().enumerate();
    let hooks = groups.flat_map(|(index, group)| {
        let hooks = group.get(HOOKS).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        hooks.iter().enumerate().map(move |(place, hook)| (index, group, hooks.len(), place, hook))
    });
    hooks
        .filter_map(|(index, group, in_group, place, hook)| {
            let command = command_of(hook)?;
            let call =
                command::call(command).filter(|call| call.agent == agent && !call.status_line)?;
            let names = group.as_object().into_iter().flat_map(Map::keys);
            Some(OurHook {
                event: event.to_owned(),
                group: index,
                hook: place,
                matcher: group.get("matcher").and_then(Value::as_str).map(str::to_owned),
                command: command.to_owned(),
                timeout: hook.get("timeout").cloned(),
                call,
                in_group,
                plain_group: names.into_iter().all(|name| name == HOOKS || name == "matcher"),
            })
        })
        .collect()
}

/// The command of an object that runs one.
pub(crate) fn command_of(object: &Value) -> Option<&str> {
    if object.get("type").and_then(Value::as_str) != Some("command") {
        return None;
    }
    object.get("command").and_then(Value::as_str)
}

/// The status line of a settings file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line<'a> {
    /// There is none.
    None,
    /// It calls our relay.
    Ours {
        /// Its command, exactly.
        command: &'a str,
        /// What that says.
        call: Call,
    },
    /// The person's own command.
    Command(&'a Value),
    /// Of a kind that we do not know.
    Other,
}

/// The status line, and whose it is.
pub(crate) fn line<'a>(root: &'a Map<String, Value>, agent: &str) -> Line<'a> {
    let Some(line) = root.get(STATUS_LINE) else { return Line::None };
    let Some(command) = command_of(line) else { return Line::Other };
    match command::call(command).filter(|call| call.agent == agent && call.status_line) {
        Some(call) => Line::Ours { command, call },
        None => Line::Command(line),
    }
}
