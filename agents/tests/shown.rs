//! What the app shows of each event that an agent has really sent: the state and the words of its
//! session, before anything else is known of it and in the middle of a turn.
#![allow(clippy::unwrap_used)]

mod sent;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use sent::event_of;
use serde_json::{Map, Value};
use vults_agents::{Report, adapter};
use vults_core::{
    Ancestry, ConnectionId, Effect, Happening, Input, Now, Origin, Process, Segment, SessionKey,
    State, Text, View,
};
use vults_protocol::{Agent, Event};

const NOW: Now = Now { elapsed: Duration::ZERO, unix_ms: 1_795_000_000_000 };

/// What the core is told of an event.
fn input(event: &Event) -> Option<Input> {
    let mut report = adapter(&event.agent).report(event, event.wants_reply)?;
    report.origin_mut().ancestry = Ancestry::of(Process { pid: 7, began: 7 });
    Some(match report {
        Report::Happened(origin, happening) => Input::Happened(origin, happening),
        // Its card is another table's.
        Report::Asks(origin, _) | Report::AsksElsewhere(origin) => {
            Input::AskedElsewhere(origin, ConnectionId(1))
        }
    })
}

fn text(Text(segments): &Text) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Plain(plain) => plain.clone(),
        Segment::Hidden(label) => format!("<{label}>"),
    };
    segments.iter().map(segment).collect()
}

/// A view in a few words.
fn short(view: &View, effects: &[Effect]) -> String {
    let mut short = String::new();
    let Some(session) = view.sessions.first() else { return "nothing".to_owned() };
    write!(short, "{:?} {}", session.status, text(&session.project)).unwrap();
    if let Some(step) = &session.step {
        write!(short, ", {}", serde_json::to_value(step).map(|step| words(&step)).unwrap())
            .unwrap();
    }
    for (count, what) in [(session.subagents, "sub-agents"), (session.background, "background")] {
        if count > 0 {
            write!(short, ", {count} {what}").unwrap();
        }
    }
    if let Some(cost) = session.cost_micro_usd {
        write!(short, ", {cost} µ$").unwrap();
    }
    if let Some(reply) = &session.reply {
        write!(short, ", “{}”", text(reply)).unwrap();
    }
    for window in view.limits.iter().flat_map(|plan| &plan.windows) {
        let (minutes, percent) = (window.minutes, window.used_percent);
        write!(short, ", {minutes} min {percent:?} % until {:?}", window.resets_unix_ms).unwrap();
    }
    for effect in effects {
        if let Effect::Tell(news) = effect {
            write!(short, ", tells {:?}", news.what).unwrap();
        }
    }
    short
}

/// The kind of a step and its texts.
fn words(step: &Value) -> String {
    match step {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| match name.as_str() {
                "plain" => value.as_str().unwrap().to_owned(),
                _ => format!("{name} {}", words(value)),
            };
            fields.iter().map(field).collect::<Vec<_>>().join(" ")
        }
        Value::Array(items) => items.iter().map(words).collect(),
        other => other.to_string(),
    }
}

#[test]
fn every_recorded_event() {
    insta::assert_snapshot!(table(Agent::Claude));
}

#[test]
fn every_recorded_event_of_codex() {
    insta::assert_snapshot!(table(Agent::Codex));
}

fn table(agent: Agent) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let folder = folder.join(agent.kind().as_str());
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let mut table = String::new();
    for file in files {
        let payload: Map<String, Value> =
            serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let event = event_of(agent.clone(), payload);
        let name = file.file_stem().unwrap().to_str().unwrap();
        let Some(input) = input(&event) else {
            writeln!(table, "{name}\n  says nothing").unwrap();
            continue;
        };
        let mut alone = State::default();
        let effects = alone.reduce(input.clone(), NOW);
        let first = short(&alone.view(), &effects);
        let mut state = State::default();
        state.reduce(Input::Happened(main(&event), Happening::Prompted), NOW);
        let effects = state.reduce(input, NOW);
        let then = short(&state.view(), &effects);
        writeln!(table, "{name}\n  alone: {first}\n  in a turn: {then}").unwrap();
    }
    table
}

/// The main agent of an event's session.
fn main(event: &Event) -> Origin {
    let session = event.payload["session_id"].as_str().unwrap().to_owned();
    Origin {
        key: SessionKey { agent: event.agent.kind().as_str().to_owned(), session },
        agent_name: "An agent".to_owned(),
        cwd: event.terminal.cwd.clone(),
        subagent: None,
        subagent_name: None,
        mode: None,
        ancestry: Ancestry::of(Process { pid: 7, began: 7 }),
    }
}
