//! A state and its clock, and the inputs of a window that draws what it is given.

#![allow(dead_code, reason = "each test file uses its part of it")]
#![allow(clippy::expect_used, reason = "a test may fail")]

use std::time::Duration;

use serde_json::json;
use vults_core::{
    Act, Action, Ancestry, Ask, Call, CardId, Choice, ConnectionId, Drawn, DrawnCard, Effect,
    Ground, Happening, HookCommand, HookEvent, HookFile, HookProgram, Input, Mode, News, Now,
    Offered, Origin, Outcome, Picked, Present, Process, ProjectHooks, Question, Request,
    SessionKey, SessionView, State, Status, Step, Told, TurnEnd, UntrustedHooks, View,
};

/// A deny without words.
pub(crate) const DENY: Choice = Choice::Deny { words: None };

/// The process of every agent here.
pub(crate) const AGENT: Process = Process { pid: 100, began: 1 };

/// The wall clock when the state began.
pub(crate) const EPOCH_MS: u64 = 1_800_000_000_000;

#[derive(Default)]
pub(crate) struct World {
    pub(crate) state: State,
    pub(crate) ms: u64,
    /// What the person was told so far.
    pub(crate) news: Vec<News>,
    /// Which folders were to be looked at so far.
    pub(crate) looks: Vec<(SessionKey, String)>,
}

impl World {
    /// The state with these requests of one session, drawn whole, with the click guard passed.
    pub(crate) fn with_cards(commands: &[&str]) -> World {
        let mut world = World::default();
        for (index, command) in commands.iter().enumerate() {
            world.ask(index as u64 + 1, command);
        }
        world.settle();
        world
    }

    /// What an input does, save what the person is told and which folders are looked at.
    pub(crate) fn take(&mut self, input: Input) -> Vec<Effect> {
        let mut rest = Vec::new();
        for effect in self.state.reduce(input, self.now()) {
            match effect {
                Effect::Tell(news) => self.news.push(news),
                Effect::ReadProject { session, folder } => self.looks.push((session, folder)),
                other => rest.push(other),
            }
        }
        rest
    }

    /// The one session that is shown.
    #[track_caller]
    pub(crate) fn only(&self) -> SessionView {
        let sessions = self.view().sessions;
        assert_eq!(sessions.len(), 1, "{sessions:?}");
        sessions[0].clone()
    }

    /// What a sub-agent of the session "one" reports.
    pub(crate) fn as_helper(&mut self, helper: &str, happening: Happening) {
        self.take(Input::Happened(subagent("one", helper), happening));
    }

    pub(crate) fn now(&self) -> Now {
        Now { elapsed: Duration::from_millis(self.ms), unix_ms: EPOCH_MS + self.ms }
    }

    /// What the person was told since this was last asked.
    pub(crate) fn told(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.news).into_iter().map(|news| news.what).collect()
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, ms: u64) -> Vec<Effect> {
        self.ms += ms;
        self.take(Input::Clock)
    }

    pub(crate) fn view(&self) -> View {
        self.state.view()
    }

    pub(crate) fn ask(&mut self, connection: u64, command: &str) -> Vec<Effect> {
        self.ask_as(&origin("one"), connection, command)
    }

    pub(crate) fn ask_as(
        &mut self,
        origin: &Origin,
        connection: u64,
        command: &str,
    ) -> Vec<Effect> {
        self.ask_for(origin, connection, ask(command))
    }

    /// A request that is prepared at once.
    pub(crate) fn ask_for(&mut self, origin: &Origin, connection: u64, ask: Ask) -> Vec<Effect> {
        self.take(asked(origin, connection, ask, self.ms))
    }

    pub(crate) fn happened(&mut self, happening: Happening) -> Vec<Effect> {
        self.take(Input::Happened(origin("one"), happening))
    }

    /// The window draws the view, all of its front card included.
    pub(crate) fn draw(&mut self) -> Vec<Effect> {
        let drawn = drawn(&self.view(), true);
        self.take(Input::Drawn(drawn))
    }

    /// Draws, and lets the click guard pass.
    pub(crate) fn settle(&mut self) {
        self.draw();
        self.ms += 400;
    }

    /// A person acts on the front card, now.
    pub(crate) fn act(&mut self, choice: Choice) -> Vec<Effect> {
        let (card, binding) = in_front(&self.view()).expect("a card is in front");
        let at = Duration::from_millis(self.ms);
        self.take(Input::Person(Act { began: at, ended: at, card, binding, choice }))
    }

    pub(crate) fn end(&mut self, connection: u64, read_all: bool) -> Vec<Effect> {
        self.take(Input::ConnectionEnded { connection: ConnectionId(connection), read_all })
    }

    pub(crate) fn queue(&self) -> Vec<u64> {
        self.view().queue.iter().map(|entry| entry.card.0).collect()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.view().outcome.map(|view| view.outcome)
    }

    /// The status of the only session.
    pub(crate) fn status(&self) -> Status {
        let sessions = self.view().sessions;
        assert_eq!(sessions.len(), 1);
        sessions[0].status
    }
}

/// The card that a window shows, and what it is bound to: an agent's, else one about hooks.
pub(crate) fn in_front(view: &View) -> Option<(CardId, String)> {
    let front = view.front.as_ref().map(|front| (front.id, front.binding.clone()));
    front.or_else(|| view.trust.as_ref().map(|trust| (trust.id, trust.binding.clone())))
}

/// What a window reports that has drawn all of a view.
pub(crate) fn drawn(view: &View, whole: bool) -> Drawn {
    Drawn {
        revision: view.revision,
        queued: view.queue.iter().map(|entry| entry.card).collect::<Vec<CardId>>(),
        front: in_front(view).map(|(card, binding)| DrawnCard { card, binding, whole }),
    }
}

pub(crate) fn origin(session: &str) -> Origin {
    Origin {
        key: SessionKey { agent: "claude".into(), session: session.into() },
        agent_name: "Claude Code".into(),
        cwd: Some(format!("/home/me/{session}")),
        subagent: None,
        subagent_name: None,
        mode: None,
        ancestry: Ancestry::of(AGENT),
    }
}

/// The same session's, from another process.
pub(crate) fn from(origin: &Origin, process: Process) -> Origin {
    Origin { ancestry: Ancestry::of(process), ..origin.clone() }
}

pub(crate) fn in_mode(mode: Mode) -> Origin {
    Origin { mode: Some(mode), ..origin("one") }
}

pub(crate) fn subagent(session: &str, name: &str) -> Origin {
    Origin { subagent: Some(name.into()), ..origin(session) }
}

pub(crate) fn turn_ended() -> Happening {
    Happening::TurnEnded(TurnEnd::default())
}

pub(crate) fn call(command: &str) -> Call {
    Call::new("Bash", &json!({ "command": command }))
}

/// What the core hears of a request that arrived at that time, as the runtime prepares it.
pub(crate) fn asked(origin: &Origin, connection: u64, ask: Ask, arrived_ms: u64) -> Input {
    let (origin, connection) = (origin.clone(), ConnectionId(connection));
    let arrived = Duration::from_millis(arrived_ms);
    match Request::prepare(&origin, ask, &present(&origin)) {
        Some(request) => Input::Asked { origin, connection, arrived, request: Box::new(request) },
        None => Input::AskedElsewhere(origin, connection),
    }
}

/// What is on disk around a request: its folders, without links.
pub(crate) fn present(origin: &Origin) -> Present {
    let folder = origin.cwd.clone();
    let ground = folder.map(|folder| Ground { project: folder.clone(), folder });
    Present { ground, ..Present::default() }
}

pub(crate) fn ask(command: &str) -> Ask {
    ask_with(command, &[])
}

/// A request with other fields that change what runs.
pub(crate) fn ask_with(command: &str, facts: &[(&str, &str)]) -> Ask {
    let mut input = json!({ "command": command });
    for (name, value) in facts {
        input[*name] = json!(value);
    }
    let call = Call::new("Bash", &input);
    input["description"] = json!("Says hello");
    let fact = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    Ask {
        call,
        input,
        comments: Some(&["description"]),
        action: Action::Command {
            command: command.into(),
            description: Some("Says hello".into()),
            facts: facts.iter().map(fact).collect(),
        },
    }
}

/// Two questions: of the first one option can be chosen, of the second several.
pub(crate) fn questions() -> Ask {
    let question = |text: &str, header: &str, labels: &[&str], several: bool| Question {
        text: text.to_owned(),
        header: Some(header.to_owned()),
        options: labels
            .iter()
            .map(|label| Offered {
                label: (*label).to_owned(),
                description: Some(format!("About {label}")),
                preview: (!several).then(|| format!("+--+\n| {label} |\n+--+")),
            })
            .collect(),
        several,
    };
    let input = json!({ "questions": [{ "question": "Which color?" }], "metadata": 1 });
    Ask {
        call: question_call(),
        input,
        comments: None,
        action: Action::Questions {
            questions: vec![
                question("Which color?", "Color", &["Red", "Blue"], false),
                question("Which sizes?", "Sizes", &["S", "M, \"L\""], true),
            ],
            facts: vec![("metadata".to_owned(), "1".to_owned())],
        },
    }
}

pub(crate) fn question_call() -> Call {
    Call::new("AskUserQuestion", &json!({ "questions": 2 }))
}

/// A plan to be approved.
pub(crate) fn plan(plan: &str) -> Ask {
    let facts = vec![("planFilePath".to_owned(), "\"/home/me/.claude/plans/a.md\"".to_owned())];
    Ask {
        call: Call::new("ExitPlanMode", &json!(null)),
        input: json!({ "plan": plan, "planFilePath": "/home/me/.claude/plans/a.md" }),
        comments: None,
        action: Action::Plan { plan: plan.to_owned(), facts },
    }
}

/// Options by their places, and own words.
pub(crate) fn picked(options: &[usize], own: Option<&str>) -> Picked {
    Picked { options: options.to_vec(), own: own.map(str::to_owned) }
}

/// The hooks of a project's settings file in one of its states, of which each runs another command.
pub(crate) fn hooks(file: &str, state: u8) -> UntrustedHooks {
    UntrustedHooks::prepare(project_hooks(file, &format!("./guard.sh {state}")))
}

/// The same, before they are drawn.
pub(crate) fn project_hooks(file: &str, command: &str) -> ProjectHooks {
    ProjectHooks {
        file: file.to_owned(),
        folder: file.split("/.vults").next().unwrap_or_default().to_owned(),
        fingerprint: Some(fingerprint(command)),
        commands: vec![HookCommand {
            event: HookEvent::PreToolUse,
            matcher: Some("write_file".to_owned()),
            program: HookProgram::Shell(command.to_owned()),
            timeout_s: 10,
        }],
        files: vec![HookFile {
            path: "/home/me/one/guard.sh".to_owned(),
            text: Ok("#!/bin/sh\nexit 2\n".to_owned()),
        }],
    }
}

/// What stands for a state of a settings file.
pub(crate) fn fingerprint(command: &str) -> String {
    format!("fingerprint of {command}")
}

/// That a session has met these hooks in a folder.
pub(crate) fn hooks_read(session: &str, folder: &str, untrusted: Vec<UntrustedHooks>) -> Input {
    let sessions = vec![origin(session).key];
    Input::HooksRead { folder: folder.to_owned(), sessions, untrusted }
}

pub(crate) fn tool_started(command: &str) -> Happening {
    Happening::ToolStarted(call(command), Step::Command(command.into()))
}

pub(crate) fn tool_ended(command: &str) -> Happening {
    Happening::ToolEnded(call(command))
}

/// The effects in short: what was done, on which connection.
pub(crate) fn short(effects: &[Effect]) -> Vec<String> {
    use vults_protocol::Decision;
    let word = |effect: &Effect| match effect {
        Effect::Waiting(ConnectionId(id)) => format!("waiting {id}"),
        Effect::Reply(ConnectionId(id), Decision::Allow) => format!("allow {id}"),
        Effect::Reply(ConnectionId(id), Decision::Deny { reason: None }) => format!("deny {id}"),
        Effect::Reply(ConnectionId(id), Decision::Deny { .. }) => format!("deny {id} with words"),
        Effect::Answer(ConnectionId(id), answers) => format!("answer {id} {}", json!(answers)),
        Effect::Decline(ConnectionId(id)) => format!("decline {id}"),
        Effect::Record(record) => format!("record {:?}", record.outcome),
        Effect::KeepRule(_) => "keep rule".to_owned(),
        Effect::RuleUsed { .. } => "rule used".to_owned(),
        Effect::ForgetRule(_) => "forget rule".to_owned(),
        Effect::TrustHooks { card, file, fingerprint, .. } => {
            format!("trust {} {file} {fingerprint}", card.0)
        }
        Effect::Tell(News { what, .. }) => format!("tell {what:?}"),
        Effect::ReadProject { folder, .. } => format!("read {folder}"),
    };
    effects.iter().map(word).collect()
}
