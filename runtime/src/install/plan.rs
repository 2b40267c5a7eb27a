//! What to change in a settings file: pure, from what stands there and what was written before.

mod removal;

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
    /// Whether the status line is taken also where the person has none: cost and limits come by no
    /// other way (ADR 0007). Where nobody can say, none comes and none goes.
    pub(crate) line_alone: Option<bool>,
}

/// What stands in a settings file, beside what should.
#[derive(Debug)]
pub(crate) struct Survey<'a> {
    aim: Aim,
    root: &'a Map<String, Value>,
    /// The way to the object or list in which each comment stands.
    comments: Vec<Vec<Step>>,
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
    /// This one runs behind ours; null where there was none.
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
        let comments = Vec::new();
        Survey {
            aim,
            root,
            comments,
            hooks: ours::find(root, agent),
            line: ours::line(root, agent),
        }
    }

    /// The same, with the comments of the file: what holds one is somebody's.
    pub(crate) fn with_comments(self, comments: Vec<Vec<Step>>) -> Survey<'a> {
        Survey { comments, ..self }
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

    /// Whether the status line is ours to take back: then the person's own one must be known.
    pub(crate) fn runs_line(&self) -> bool {
        matches!(&self.line, Line::Ours { call, .. } if !call.wrapped)
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
    /// because a person asks for it. `saved` is their own status line, as it ran behind ours, or null
    /// where there was none.
    pub(crate) fn install(&self, record: Option<&FileRecord>, saved: Option<&Value>) -> Change {
        self.change(self.missing().collect(), self.take_line(record, true, saved))
    }

    /// What a start changes: what stands becomes as it should be, and entries that the record has
    /// never held come where one of ours still stands. What others took away stays away. `saved` is
    /// the person's own status line, as it runs behind ours.
    pub(crate) fn start(&self, record: &FileRecord, saved: Option<&Value>) -> Change {
        let is_new = |entry: &&Entry| !record.entries.iter().any(|was| was.is_of(entry));
        let new = if self.hooks.is_empty() {
            Vec::new()
        } else {
            self.missing().filter(is_new).collect()
        };
        let mut change = self.change(new, self.take_line(Some(record), false, saved));
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

    /// All of ours goes, and the person's own status line comes back. One of which nobody knows what
    /// ran behind it stays.
    pub(crate) fn remove(&self, stood: &Stood, saved: Option<&Value>) -> Change {
        let ours = self.hooks.iter().filter(|hook| !hook.call.wrapped);
        let mut edits = self.removal(&ours.collect::<Vec<_>>(), stood);
        match saved.filter(|_| self.runs_line()) {
            Some(Value::Null) => edits.push(no_line()),
            Some(line) => {
                edits.extend(ours::command_of(line).map(|line| set_line(line.to_owned())));
            }
            None => {}
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

    /// The person's own status line goes behind ours, where nobody has put another one in our
    /// place. Where there is none, ours comes alone, if the person wants that, and nobody has taken
    /// it away.
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
        // Where it was lost from our keeping and found again, it comes back into it.
        let behind = || saved.map_or(Saved::Keep, |saved| Saved::Put(saved.clone()));
        let alone = self.aim.line_alone;
        let may_add = may_take || asked || was == Some(LineRecord::Left) && !self.hooks.is_empty();
        match &self.line {
            Line::Ours { call, .. }
                if alone == Some(false) && !call.wrapped && saved == Some(&Value::Null) =>
            {
                let (edits, record) = (vec![no_line()], Some(LineRecord::Left));
                TakenLine { edits, saved: Saved::Forget, record }
            }
            Line::None if alone == Some(true) && may_add => {
                let line = json!({ "type": "command", "command": ours });
                let edits = vec![Edit::Set { at: line_at(), value: line }];
                taken(edits, Saved::Put(Value::Null))
            }
            Line::Ours { command, call } if call.wrapped || *command == ours => {
                taken(Vec::new(), behind())
            }
            Line::Ours { .. } => taken(vec![set_line(ours)], behind()),
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

fn no_line() -> Edit {
    Edit::Remove { at: line_at() }
}

fn line_at() -> Vec<Step> {
    vec![Step::Key(STATUS_LINE.to_owned())]
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
