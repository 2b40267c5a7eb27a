//! Random lives of sessions against a simple account of what is true of them.

#![allow(clippy::expect_used, reason = "a test may fail")]

mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use vults_core::{
    Background, Effect, Happening, Input, Kept, Origin, Process, SessionView, State, Status, Told,
    TurnEnd,
};
use world::{EPOCH_MS, World, from, origin, subagent, tool_ended, tool_started};

/// Something that happens.
#[derive(Clone, Debug)]
enum Op {
    /// In that session, of its main agent or of that helper.
    Happened(usize, Option<usize>, Happening),
    /// The process of that session, and of no other, has ended.
    ProcessEnded(usize),
    /// The app ends, and starts again.
    Restarted,
    Pass(u64),
}

const SESSIONS: [&str; 3] = ["zero", "one", "two"];
const HELPERS: [&str; 3] = ["a", "b", "c"];

fn process(session: usize) -> Process {
    Process { pid: 100 + session as u32, began: 1 }
}

fn who(session: usize, helper: Option<usize>) -> Origin {
    let origin = match helper {
        Some(helper) => subagent(SESSIONS[session], HELPERS[helper]),
        None => origin(SESSIONS[session]),
    };
    from(&origin, process(session))
}

fn happening() -> impl Strategy<Value = Happening> {
    let beside = prop::collection::btree_set(select(HELPERS.to_vec()), 0..3);
    let background = (beside, 0..2usize).prop_map(|(subagents, commands)| Background {
        subagents: subagents.into_iter().map(str::to_owned).collect(),
        commands: ["build".to_owned()].into_iter().take(commands).collect(),
    });
    let end = prop::option::of(background)
        .prop_map(|background| Happening::TurnEnded(TurnEnd { reply: None, background }));
    prop_oneof![
        2 => Just(Happening::SessionStarted),
        3 => Just(Happening::Prompted),
        1 => Just(Happening::GoesOn(Some("build".to_owned()))),
        3 => Just(tool_started("ls")),
        2 => Just(tool_ended("ls")),
        1 => Just(Happening::AsksInTerminal),
        3 => Just(Happening::SubagentStarted),
        4 => end,
        1 => Just(Happening::TurnFailed),
        1 => Just(Happening::Idle),
        1 => Just(Happening::CompactionStarted),
        1 => Just(Happening::CompactionEnded),
        1 => Just(Happening::SessionEnded),
        1 => Just(Happening::Seen),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let waits = vec![0, 1, 1_000, 4_999, 5_000, 599_999, 600_000];
    prop_oneof![
        20 => (0..3usize, prop::option::of(0..3usize), happening())
            .prop_map(|(session, helper, what)| Op::Happened(session, helper, what)),
        2 => (0..3usize).prop_map(Op::ProcessEnded),
        1 => Just(Op::Restarted),
        4 => select(waits).prop_map(Op::Pass),
    ]
}

/// What is true of a session that lives.
#[derive(Clone, Debug, Default, PartialEq)]
struct Life {
    helpers: BTreeSet<String>,
    commands: BTreeSet<String>,
    /// What was told of the end of its turn.
    told: Option<Told>,
}

#[derive(Default)]
struct Account {
    world: World,
    lives: BTreeMap<usize, Life>,
    /// Of those that are over: what was told of the end of the turn.
    over: BTreeMap<usize, Option<Told>>,
    told: u32,
}

impl Account {
    fn do_one(&mut self, op: &Op) -> Result<(), TestCaseError> {
        match op {
            Op::Pass(ms) => {
                self.world.ms += ms;
                self.step(Input::Clock)
            }
            Op::ProcessEnded(session) => {
                self.end(*session);
                self.step(Input::ProcessEnded(process(*session)))
            }
            Op::Restarted => self.restart(),
            Op::Happened(session, helper, what) => {
                self.step(Input::Clock)?;
                let over = self.status(*session).is_some_and(is_over);
                let before = match self.lives.get(session) {
                    Some(life) => life.told,
                    None => self.over.get(session).copied().flatten().filter(|_| over),
                };
                let (was, ends) = (self.told, self.learn(*session, *helper, what));
                self.step(Input::Happened(who(*session, *helper), what.clone()))?;
                prop_assert_eq!(
                    self.told - was,
                    u32::from(ends.is_some_and(|end| is_news(before, end))),
                    "{:?}",
                    op
                );
                Ok(())
            }
        }
    }

    /// How it ends a turn, where nothing goes on beside it.
    fn learn(&mut self, session: usize, helper: Option<usize>, what: &Happening) -> Option<Told> {
        if *what == Happening::SessionEnded {
            self.end(session);
            return None;
        }
        // One that is over is not brought back by what may come late.
        let over = self.status(session).is_some_and(is_over);
        let late = match what {
            Happening::SubagentStarted
            | Happening::Idle
            | Happening::CompactionStarted
            | Happening::CompactionEnded
            | Happening::Seen => true,
            Happening::TurnEnded(_) | Happening::TurnFailed => helper.is_some(),
            _ => false,
        };
        if over && late {
            return None;
        }
        // What comes back before it has left is still the same turn.
        let told = if over { self.over.remove(&session).flatten() } else { None };
        let life = self.lives.entry(session).or_insert(Life { told, ..Life::default() });
        if *what == Happening::SessionStarted {
            *life = Life::default();
        }
        let helper = helper.map(|helper| HELPERS[helper].to_owned());
        match (what, helper) {
            (Happening::Prompted, _) => life.told = None,
            (Happening::GoesOn(Some(ended)), _) => drop(life.commands.remove(ended)),
            (Happening::SubagentStarted | Happening::ToolStarted(..), Some(helper)) => {
                life.helpers.insert(helper);
            }
            (Happening::TurnEnded(_) | Happening::TurnFailed, Some(helper)) => {
                life.helpers.remove(&helper);
            }
            (Happening::TurnEnded(end), None) => {
                if let Some(background) = &end.background {
                    life.helpers = background.subagents.iter().cloned().collect();
                    life.commands = background.commands.iter().cloned().collect();
                }
                return life.helpers.is_empty().then_some(Told::Finished);
            }
            (Happening::TurnFailed, None) => return Some(Told::Failed),
            _ => {}
        }
        None
    }

    fn end(&mut self, session: usize) {
        if let Some(life) = self.lives.remove(&session) {
            self.over.insert(session, life.told);
        }
    }

    fn step(&mut self, input: Input) -> Result<(), TestCaseError> {
        let before = self.world.view().sessions;
        let effects = self.world.take(input);
        prop_assert_eq!(effects, Vec::<Effect>::new());
        for news in std::mem::take(&mut self.world.news) {
            let index = SESSIONS.iter().position(|name| news.session == format!("claude/{name}"));
            let life =
                index.and_then(|index| self.lives.get_mut(&index)).filter(|_| is_end(&news.what));
            let Some(life) = life else { continue };
            // Once a turn, and when nothing of it runs.
            prop_assert!(is_news(life.told.replace(news.what), news.what), "{:?}", news);
            let runs = !life.helpers.is_empty();
            prop_assert!(news.what == Told::Failed || !runs, "{:?}", news);
            self.told += 1;
        }
        self.verify(&before)
    }

    fn verify(&self, before: &[SessionView]) -> Result<(), TestCaseError> {
        let now = EPOCH_MS + self.world.ms;
        let sessions = self.world.view().sessions;
        prop_assert!(sessions.is_sorted_by_key(|session| session.status));
        let keys: BTreeSet<&str> = sessions.iter().map(|session| session.key.as_str()).collect();
        prop_assert_eq!(keys.len(), sessions.len());
        for (index, name) in SESSIONS.iter().enumerate() {
            let key = format!("claude/{name}");
            let view = sessions.iter().find(|session| session.key == key);
            let Some(life) = self.lives.get(&index) else {
                prop_assert!(view.is_none_or(|view| is_over(view.status)), "{:?}", view);
                continue;
            };
            let Some(view) = view else { return Err(TestCaseError::fail("a session is lost")) };
            prop_assert!(!is_over(view.status));
            prop_assert_eq!(view.subagents as usize, life.helpers.len());
            prop_assert_eq!(view.background as usize, life.commands.len());
            let beside = !life.helpers.is_empty();
            // For a moment it may still go on.
            prop_assert!(view.status != Status::InBackground || beside || life.told.is_none());
            prop_assert!(view.status != Status::Done || !beside);
            prop_assert!(view.step.is_none() || view.status == Status::Working);
            prop_assert!(view.since_unix_ms <= now);
            // A status that stays began when it began.
            let was = before.iter().find(|session| session.key == key);
            let same = was.filter(|was| was.status == view.status);
            if let Some(was) = same.filter(|was| was.status != Status::WaitsInTerminal) {
                prop_assert_eq!(was.since_unix_ms, view.since_unix_ms);
            }
        }
        let due = self.world.state.next_deadline();
        prop_assert!(due.is_none_or(|due| due > Duration::from_millis(self.world.ms)));
        Ok(())
    }

    /// The next run has the same sessions, save those that were over.
    fn restart(&mut self) -> Result<(), TestCaseError> {
        let text = serde_json::to_string(&self.world.state.kept(self.world.now())).expect("JSON");
        let kept: Kept = serde_json::from_str(&text).expect("what was kept");
        let mut before = self.world.view().sessions;
        before.retain(|session| !is_over(session.status));
        self.world.state = State::default();
        self.world.take(Input::SessionsRead(Box::new(kept)));
        let mut after = self.world.view().sessions;
        before.iter_mut().for_each(|session| session.step = None);
        before.sort_by(|a, b| a.key.cmp(&b.key));
        after.sort_by(|a, b| a.key.cmp(&b.key));
        prop_assert_eq!(before, after);
        self.verify(&[])
    }

    fn status(&self, session: usize) -> Option<Status> {
        let key = format!("claude/{}", SESSIONS[session]);
        let sessions = self.world.view().sessions;
        sessions.iter().find(|session| session.key == key).map(|session| session.status)
    }
}

fn is_over(status: Status) -> bool {
    matches!(status, Status::Ended | Status::Gone)
}

/// Once a turn, and once more where it has gone on by itself and failed.
fn is_news(before: Option<Told>, what: Told) -> bool {
    before.is_none() || (before, what) == (Some(Told::Finished), Told::Failed)
}

fn is_end(told: &Told) -> bool {
    matches!(told, Told::Finished | Told::Failed)
}

#[test]
fn a_session_is_what_was_heard_of_it() {
    let told = std::cell::Cell::new(0);
    let config = Config { cases: 800, failure_persistence: None, ..Config::default() };
    let ops = prop::collection::vec(op(), 1..60);
    let result = TestRunner::new(config).run(&ops, |ops| {
        let mut account = Account::default();
        ops.iter().try_for_each(|op| account.do_one(op))?;
        told.set(told.get() + account.told);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    // By chance it is several times as often.
    assert!(told.get() > 500, "{told:?}");
}

#[test]
fn nothing_grows_with_what_has_been() {
    let mut world = World::default();
    let of = |number: u32| {
        let session = format!("session {}", number % 1_000);
        from(&origin(&session), Process { pid: 1_000 + number % 1_000, began: 1 })
    };
    let kinds = 8;
    for number in 0..20_000u32 {
        world.ms += 10;
        let origin = of(number / kinds);
        let helper = Origin { subagent: Some(format!("helper {number}")), ..origin.clone() };
        let happened = match number % kinds {
            0 => Input::Happened(origin, Happening::SessionStarted),
            1 => Input::Happened(origin, Happening::Prompted),
            2 => Input::Happened(helper, Happening::SubagentStarted),
            3 => Input::Happened(origin, tool_started(&format!("command {number}"))),
            4 => Input::Happened(helper, Happening::AsksInTerminal),
            5 => world::asked(&origin, u64::from(number), world::ask("ls"), world.ms),
            6 => Input::Happened(origin, world::turn_ended()),
            _ => Input::Happened(origin, Happening::SessionEnded),
        };
        world.take(happened);
        world.news.clear();
        world.looks.clear();
    }
    let size = |world: &World| format!("{:?}", world.state).len();
    let most = size(&world);
    assert!(world.view().sessions.len() <= 64 && most < 500_000, "{most}");
    // What is over leaves, and with it all that was known of it.
    for number in 0..1_000 {
        world.take(Input::ProcessEnded(Process { pid: 1_000 + number, began: 1 }));
    }
    for _ in 0..3 {
        world.pass(120_000);
    }
    assert_eq!((world.view().sessions.len(), world.state.next_deadline()), (0, None));
    let (least, fresh) = (size(&world), size(&World::default()));
    assert!(least < fresh + 40_000, "{least} {fresh}");
}
