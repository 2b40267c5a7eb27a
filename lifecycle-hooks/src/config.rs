mod usual;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::relay::is_relay;
use crate::warning::shown;
use crate::{Event, Fault, Group, Handler, Matcher, Program, Source, Warning};

/// The longest settings file that is read, in bytes (LH-08).
pub const LONGEST_FILE: u64 = 1 << 20;
/// The limit of a handler that sets none (LH-37).
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
/// The largest limit that a handler may set, in seconds (LH-11).
pub const LONGEST_TIMEOUT: u64 = 600;
/// So many warnings of one file are listed, and then their number.
const MOST_WARNINGS: usize = 20;
/// A key of someone else's file is shown up to here, in characters.
const LONGEST_KEY: usize = 40;

/// What one settings file says about hooks (LH-08 to LH-16, LH-19).
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Its value of `hooks`, as it stands; none where it has none, or is not valid.
    pub hooks: Option<Value>,
    /// What of it runs, in its order.
    pub groups: Vec<Group>,
    /// What is wrong with it, 21 at most.
    pub warnings: Vec<Warning>,
    /// The place of each of the groups in its event's list.
    pub(crate) places: Vec<usize>,
}

/// The way from the top to an entry. Made a text only where there is something to say of it: an agent
/// waits while its hooks are read.
#[derive(Clone, Copy)]
struct At<'a> {
    event: &'a str,
    group: Option<usize>,
    handler: Option<usize>,
}

impl fmt::Display for At<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "hooks.{}", self.event)?;
        if let Some(group) = self.group {
            write!(to, "[{group}]")?;
        }
        if let Some(handler) = self.handler {
            write!(to, ".hooks[{handler}]")?;
        }
        Ok(())
    }
}

impl Config {
    /// Reads the bytes of a settings file. Whatever they are, the good entries count and each bad one
    /// has its warning (LH-12); a file that is not valid JSON has no good ones. `relay` is the file name
    /// of our relay, whose entries are left out (LH-19).
    #[must_use]
    pub fn read(bytes: &[u8], source: &Source, relay: &str) -> Config {
        let mut reader = Reader {
            shared: Arc::new(source.clone()),
            relay,
            groups: Vec::new(),
            places: Vec::new(),
            faults: Vec::new(),
        };
        let hooks = reader.file(bytes);
        let Reader { groups, places, faults, .. } = reader;
        Config { hooks, groups, places, warnings: warnings(source, faults) }
    }

    /// As [`Config::read`], but for the value of `hooks`, which it need not have; sooner where nothing is
    /// wrong.
    pub(crate) fn read_groups(bytes: &[u8], source: &Source, relay: &str) -> Config {
        let usual = Some(bytes).filter(|bytes| bytes.len() as u64 <= LONGEST_FILE);
        let Some(usual) = usual.and_then(usual::read) else {
            return Config::read(bytes, source, relay);
        };
        let mut config = Config::default();
        let shared = Arc::new(source.clone());
        for usual::Group { event, place, matcher, mut handlers } in usual {
            handlers.retain(|handler| !is_relay(&handler.program, relay));
            if !handlers.is_empty() {
                let (matcher, source) = (Matcher::new(&matcher), Arc::clone(&shared));
                config.places.push(place);
                config.groups.push(Group { event, matcher, handlers, source });
            }
        }
        config
    }
}

/// The warnings of one file, bounded.
fn warnings(source: &Source, mut faults: Vec<(Option<String>, Fault)>) -> Vec<Warning> {
    let more = faults.len().saturating_sub(MOST_WARNINGS);
    faults.truncate(MOST_WARNINGS);
    faults.extend((more > 0).then_some((None, Fault::More(more))));
    let warning = |(field, fault)| Warning { file: source.file.clone(), field, fault };
    faults.into_iter().map(warning).collect()
}

struct Reader<'a> {
    shared: Arc<Source>,
    relay: &'a str,
    groups: Vec<Group>,
    places: Vec<usize>,
    faults: Vec<(Option<String>, Fault)>,
}

impl Reader<'_> {
    fn fault(&mut self, at: impl fmt::Display, fault: Fault) {
        self.faults.push((Some(at.to_string()), fault));
    }

    /// Reads all of it, and gives back its value of `hooks`.
    fn file(&mut self, bytes: &[u8]) -> Option<Value> {
        if bytes.len() as u64 > LONGEST_FILE {
            self.faults.push((None, Fault::TooLong));
            return None;
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if text.trim_ascii().is_empty() {
            return None;
        }
        let hooks = match serde_json::from_slice(text) {
            Ok(Value::Object(mut root)) => root.shift_remove("hooks")?,
            Ok(_) => {
                self.faults
                    .push((None, Fault::Shape { right: "an object", lost: "its hooks are" }));
                return None;
            }
            Err(error) => {
                self.faults.push((None, Fault::NotJson(error.to_string())));
                return None;
            }
        };
        match &hooks {
            Value::Object(events) => events.iter().for_each(|(name, list)| self.event(name, list)),
            _ => self.fault(
                "hooks",
                Fault::Shape { right: "an object of events", lost: "the hooks are" },
            ),
        }
        Some(hooks)
    }

    fn event(&mut self, name: &str, list: &Value) {
        let shown = shown(name, LONGEST_KEY);
        let at = At { event: &shown, group: None, handler: None };
        let Some(event) = Event::ALL.into_iter().find(|event| event.name() == name) else {
            return self.fault(at, Fault::UnknownEvent);
        };
        let Some(groups) = list.as_array() else {
            return self.fault(at, Fault::Shape { right: "a list of groups", lost: "it is" });
        };
        for (number, group) in groups.iter().enumerate() {
            self.group(event, At { group: Some(number), ..at }, group);
        }
    }

    fn group(&mut self, event: Event, at: At<'_>, group: &Value) {
        let Some(fields) = group.as_object() else {
            return self.fault(
                at,
                Fault::Shape { right: "an object with a list of hooks", lost: "it is" },
            );
        };
        if !self.is_enabled(at, fields) {
            return;
        }
        let matcher = match fields.get("matcher") {
            None => Matcher::All,
            Some(Value::String(text)) => Matcher::new(text),
            Some(_) => {
                return self.fault(
                    format_args!("{at}.matcher"),
                    Fault::Shape { right: "a string", lost: "its group is" },
                );
            }
        };
        let list = fields.get("hooks").and_then(Value::as_array);
        let Some(list) = list.filter(|list| !list.is_empty()) else {
            let expected =
                Fault::Shape { right: "a list of at least one handler", lost: "its group is" };
            return self.fault(format_args!("{at}.hooks"), expected);
        };
        let mut handlers = Vec::new();
        for (number, handler) in list.iter().enumerate() {
            handlers.extend(self.handler(At { handler: Some(number), ..at }, handler));
        }
        handlers.retain(|handler| !is_relay(&handler.program, self.relay));
        if !handlers.is_empty() {
            self.places.extend(at.group);
            self.groups.push(Group { event, matcher, handlers, source: Arc::clone(&self.shared) });
        }
    }

    fn handler(&mut self, at: At<'_>, handler: &Value) -> Option<Handler> {
        let Some(fields) = handler.as_object() else {
            self.fault(
                at,
                Fault::Shape { right: "an object with a command or an argv", lost: "it is" },
            );
            return None;
        };
        if !self.is_enabled(at, fields) {
            return None;
        }
        let mut sound = true;
        let mut expected = |reader: &mut Self, key: &str, what| {
            reader.fault(
                format_args!("{at}.{key}"),
                Fault::Shape { right: what, lost: "its handler is" },
            );
            sound = false;
        };
        if fields.get("type").is_some_and(|kind| kind != "command") {
            expected(self, "type", "\"command\"");
        }
        let timeout = fields.get("timeout").map_or(Some(DEFAULT_TIMEOUT), timeout);
        if timeout.is_none() {
            expected(self, "timeout", "a whole number of seconds from 1 to 600");
        }
        let command = fields.get("command").map(|command| {
            command.as_str().filter(|command| !command.is_empty()).map(str::to_owned)
        });
        if command == Some(None) {
            expected(self, "command", "a string that is not empty");
        }
        let argv = fields.get("argv").map(argv);
        if argv == Some(None) {
            expected(self, "argv", "a list of at least one string");
        }
        let argv = argv.flatten().map(Program::Argv);
        let program = argv.or(command.flatten().map(Program::Shell));
        if sound && program.is_none() {
            self.fault(at, Fault::NoProgram);
        }
        let (program, timeout) = program.zip(timeout)?;
        sound.then_some(Handler { program, timeout })
    }

    /// Whether it is switched on (LH-15).
    fn is_enabled(&mut self, at: At<'_>, fields: &Map<String, Value>) -> bool {
        match fields.get("enabled") {
            None => true,
            Some(Value::Bool(enabled)) => *enabled,
            Some(_) => {
                self.fault(
                    format_args!("{at}.enabled"),
                    Fault::Shape { right: "true or false", lost: "what it switches is" },
                );
                false
            }
        }
    }
}

/// A limit in seconds. JSON's numbers have no kinds: 5.0 is the integer 5.
fn timeout(value: &Value) -> Option<Duration> {
    let whole = value.as_f64().filter(|seconds| seconds.fract() == 0.0)?;
    let limit = Duration::try_from_secs_f64(whole).ok()?;
    (1..=LONGEST_TIMEOUT).contains(&limit.as_secs()).then_some(limit)
}

fn argv(value: &Value) -> Option<Vec<String>> {
    let arguments = value.as_array().filter(|arguments| !arguments.is_empty())?;
    arguments.iter().map(|argument| argument.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests;
