//! What to change in a settings file: pure, from what stands there and what was written before.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use vults_agents::{Entry, Installation};
use vults_disk::{Edit, Step};

use super::command;
use super::ours::{self, HOOKS, Line, OurHook, STATUS_LINE};
use super::record::{FileRecord, LineRecord, Stood, Written};

/// What should stand in a settings file.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    /// The agent's hooks.
    pub(crate) installation: &'static Installation,
    /// Where the relay lies.
    pub(crate) relay: String,
}

/// What stands in a settings file, beside what should.
#[derive(Debug)]
pub(crate) struct Survey<'a> {
    aim: Aim,
    root: &'a Map<String, Value>,
    /// Our hooks, from the top.
    pub(crate) hooks: Vec<OurHook>,
    /// The status line.
    pub(crate) line: Line<'a>,
}

/// What becomes of the person's own status line in our keeping.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Saved {
    /// What was saved stays.
    #[default]
    Keep,
    /// There is none behind ours.
    Forget,
    /// This one runs behind ours.
    Put(Value),
}

/// A change of a settings file, and what the record says of it afterwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Change {
    /// The edits, in order; none where all is as it should be.
    pub(crate) edits: Vec<Edit>,
    /// The person's own status line, to be saved before the edits are written.
    pub(crate) saved: Saved,
    /// Our hooks, as the record holds them then.
    pub(crate) entries: Vec<Written>,
    /// Those among them that somebody else took away, and that stay away.
    pub(crate) gone: Vec<Written>,
    /// The status line, as the record holds it then.
    pub(crate) line: Option<LineRecord>,
}

impl<'a> Survey<'a> {
    /// Looks through a settings file.
    pub(crate) fn new(root: &'a Map<String, Value>, aim: Aim) -> Survey<'a> {
        let agent = aim.installation.agent.as_str();
        Survey { aim, root, hooks: ours::find(root, agent), line: ours::line(root, agent) }
    }

    /// Whether an entry stands in the file.
    pub(crate) fn stands(&self, entry: &Entry) -> bool {
        self.hooks.iter().any(|hook| is_of(hook, entry))
    }

    /// The entries that do not stand in the file.
    pub(crate) fn missing(&self) -> impl Iterator<Item = &'static Entry> {
        self.aim.installation.entries.iter().filter(|entry| !self.stands(entry))
    }

    /// Whether nothing of ours is in the file.
    pub(crate) fn is_free(&self) -> bool {
        self.hooks.is_empty() && !matches!(self.line, Line::Ours { .. })
    }

    /// The lists and objects that were there before ours came, and so stay when ours go. One that
    /// holds nothing but our hooks is ours.
    pub(crate) fn stood(&self) -> Stood {
        let events = self.root.get(HOOKS).and_then(Value::as_object);
        let theirs = |event: &str, groups: &Value| {
            let mut groups = groups.as_array().into_iter().flatten().enumerate().peekable();
            let is_empty = groups.peek().is_none();
            let ours = |group: usize| {
                let mut hooks = self.hooks.iter();
                hooks.any(|hook| hook.event == event && hook.group == group && fills(hook, self))
            };
            is_empty || groups.any(|(group, _)| !ours(group))
        };
        let stood = |events: &Map<String, Value>| -> Vec<String> {
            let theirs = events.iter().filter(|(event, groups)| theirs(event, groups));
            theirs.map(|(event, _)| event.clone()).collect()
        };
        let names = events.map(stood).unwrap_or_default();
        Stood { hooks: events.is_some_and(Map::is_empty) || !names.is_empty(), events: names }
    }

    /// All that is missing comes, and what stands becomes as it should be: the first time, or
    /// because a person asks for it. `saved` is their own status line, as it ran behind ours.
    pub(crate) fn install(&self, record: Option<&FileRecord>, saved: Option<&Value>) -> Change {
        self.change(self.missing().collect(), self.take_line(record, true, saved))
    }

    /// What a start changes: what stands becomes as it should be, and entries that the record has
    /// never held come where one of ours still stands. What others took away stays away.
    pub(crate) fn start(&self, record: &FileRecord) -> Change {
        let is_new = |entry: &&Entry| !record.entries.iter().any(|was| was.is_of(entry));
        let new = if self.hooks.is_empty() {
            Vec::new()
        } else {
            self.missing().filter(is_new).collect()
        };
        let mut change = self.change(new, self.take_line(Some(record), false, None));
        change.gone = self.gone(record);
        // They stay in the record, so that they are missed.
        change.entries.splice(0..0, change.gone.iter().cloned());
        change
    }

    /// Which hooks of the record somebody else took away.
    pub(crate) fn gone(&self, record: &FileRecord) -> Vec<Written> {
        let is_gone = |was: &&Written| self.missing().any(|entry| was.is_of(entry));
        record.entries.iter().filter(is_gone).cloned().collect()
    }

    /// All of ours goes, and the person's own status line comes back.
    pub(crate) fn remove(&self, stood: &Stood, saved: Option<&Value>) -> Change {
        let ours = self.hooks.iter().filter(|hook| !hook.call.wrapped);
        let mut edits = self.removal(&ours.collect::<Vec<_>>(), stood);
        let command = saved.and_then(ours::command_of);
        match &self.line {
            Line::Ours { call, .. } if !call.wrapped => edits.push(match command {
                Some(command) => Edit::Set { at: line_command(), value: json!(command) },
                None => Edit::Remove { at: vec![Step::Key(STATUS_LINE.to_owned())] },
            }),
            _ => {}
        }
        Change { edits, saved: Saved::Forget, ..Change::default() }
    }

    fn change(&self, new: Vec<&'static Entry>, line: TakenLine) -> Change {
        let mut edits = self.update();
        edits.extend(new.iter().map(|entry| self.append(entry)));
        edits.extend(line.edits);
        let standing = self.aim.installation.entries.iter();
        let standing = standing.filter(|entry| self.stands(entry) || new.contains(entry));
        let entries = standing.map(Written::of).collect();
        Change { edits, saved: line.saved, entries, gone: Vec::new(), line: line.record }
    }

    /// What stands becomes as it should be, in place; what stands twice, or for an event that the
    /// app does not use any more, goes.
    fn update(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut kept: Vec<&OurHook> = Vec::new();
        let mut gone: Vec<&OurHook> = Vec::new();
        for hook in self.hooks.iter().filter(|hook| !hook.call.wrapped) {
            let entry = self.aim.installation.entries.iter().find(|entry| is_of(hook, entry));
            let is_twice = |other: &&OurHook| {
                (&other.event, other.call.ask, &other.matcher)
                    == (&hook.event, hook.call.ask, &hook.matcher)
            };
            match entry.filter(|_| !kept.iter().any(is_twice)) {
                None => gone.push(hook),
                Some(entry) => {
                    kept.push(hook);
                    edits.extend(self.correct(hook, entry));
                }
            }
        }
        edits.extend(self.removal(&gone, &self.stood()));
        edits
    }

    fn correct(&self, hook: &OurHook, entry: &Entry) -> impl Iterator<Item = Edit> {
        let command = self.command(entry);
        let timeout = json!(entry.timeout_s);
        let set = |name: &str, value: Value| Edit::Set { at: hook.member(name), value };
        let command = (hook.command != command).then(|| set("command", json!(command)));
        let timeout = (hook.timeout.as_ref() != Some(&timeout)).then(|| set("timeout", timeout));
        command.into_iter().chain(timeout)
    }

    fn command(&self, entry: &Entry) -> String {
        command::hook(&self.aim.relay, self.aim.installation.agent.as_str(), entry)
    }

    fn append(&self, entry: &Entry) -> Edit {
        let hook = json!({
            "type": "command",
            "command": self.command(entry),
            "timeout": entry.timeout_s,
        });
        let value = match entry.matcher {
            Some(matcher) => json!({ "matcher": matcher, HOOKS: [hook] }),
            None => json!({ HOOKS: [hook] }),
        };
        Edit::Append { to: ours::event_at(entry.event), value }
    }

    /// Takes hooks away, from the bottom, each with the containers that it alone has filled.
    fn removal(&self, gone: &[&OurHook], stood: &Stood) -> Vec<Edit> {
        let events = self.root.get(HOOKS).and_then(Value::as_object);
        let mut edits = Vec::new();
        let mut empty_events = 0;
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
            if whole == all && !stood.events.iter().any(|stood| stood == event) {
                edits.push(Edit::Remove { at: ours::event_at(event) });
                empty_events += 1;
                continue;
            }
            for (group, hooks) in groups.iter().rev() {
                if is_whole(hooks) {
                    edits.push(Edit::Remove { at: ours::group_at(event, *group) });
                } else {
                    edits.extend(hooks.iter().rev().map(|hook| Edit::Remove { at: hook.at() }));
                }
            }
        }
        if empty_events > 0 && events.map(Map::len) == Some(empty_events) && !stood.hooks {
            return vec![Edit::Remove { at: vec![Step::Key(HOOKS.to_owned())] }];
        }
        edits
    }

    /// The person's own status line goes behind ours, where nobody has put another one in our
    /// place. Where there is none, none comes: ours alone would take room in the terminal.
    fn take_line(
        &self,
        record: Option<&FileRecord>,
        asked: bool,
        saved: Option<&Value>,
    ) -> TakenLine {
        let was = record.and_then(|record| record.line);
        if !self.aim.installation.status_line {
            return TakenLine { record: was, ..TakenLine::default() };
        }
        let agent = self.aim.installation.agent.as_str();
        let ours = command::status_line(&self.aim.relay, agent);
        let taken = |edits, saved| TakenLine { edits, saved, record: Some(LineRecord::Taken) };
        // The very one that ran behind ours is no other one: the file was put back as it was.
        let is_back = |theirs: &Value| asked && saved == Some(theirs);
        let may_take = was.is_none() || (asked && was == Some(LineRecord::Left));
        match &self.line {
            Line::Ours { command, call } if call.wrapped || *command == ours => {
                taken(Vec::new(), Saved::Keep)
            }
            Line::Ours { .. } => taken(vec![set_line(ours)], Saved::Keep),
            Line::Command(theirs) if may_take || is_back(theirs) => {
                taken(vec![set_line(ours)], Saved::Put((*theirs).clone()))
            }
            _ => {
                TakenLine { record: Some(was.unwrap_or(LineRecord::Left)), ..TakenLine::default() }
            }
        }
    }
}

#[derive(Default)]
struct TakenLine {
    edits: Vec<Edit>,
    saved: Saved,
    record: Option<LineRecord>,
}

fn set_line(command: String) -> Edit {
    Edit::Set { at: line_command(), value: json!(command) }
}

fn line_command() -> Vec<Step> {
    [STATUS_LINE, "command"].map(|key| Step::Key(key.to_owned())).into()
}

/// Whether a hook stands for an entry, whatever its matcher has become.
fn is_of(hook: &OurHook, entry: &Entry) -> bool {
    hook.event == entry.event && hook.call.ask == entry.ask
}

/// Whether a hook's group holds nothing but hooks of ours.
fn fills(hook: &OurHook, survey: &Survey<'_>) -> bool {
    let same = |other: &&OurHook| other.event == hook.event && other.group == hook.group;
    hook.plain_group && survey.hooks.iter().filter(same).count() == hook.in_group
}

#[cfg(test)]
mod tests;
