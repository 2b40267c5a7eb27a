//! What a session is at: each state, and how one follows another.

#![allow(clippy::unwrap_used)]

mod world;

use std::time::Duration;

use vults_core::{
    Ancestry, Happening, Input, Origin, Process, Segment, Status, Step, Text, Told, TurnEnd,
};
use world::{AGENT, EPOCH_MS, World, call, from, origin, tool_ended, tool_started, turn_ended};

const MINUTE: u64 = 60_000;

fn plain(text: &str) -> Text {
    Text(vec![Segment::Plain(text.to_owned())])
}

/// A program whose process nobody could tell, and that names none.
fn unknown(session: &str) -> Origin {
    Origin { ancestry: Ancestry::default(), ..origin(session) }
}

#[test]
fn a_compaction_is_neither_a_turn_nor_a_subagent() {
    for before in [Happening::Prompted, turn_ended(), Happening::SessionStarted] {
        let mut world = World::default();
        world.happened(before);
        let (status, _) = (world.status(), world.told());
        world.happened(Happening::CompactionStarted);
        assert_eq!(world.status(), Status::Compacting);
        for helper in ["a", "b"] {
            world.as_helper(helper, turn_ended());
        }
        assert_eq!((world.status(), world.only().subagents), (Status::Compacting, 0));
        // Both are said of its end.
        world.happened(Happening::CompactionEnded);
        world.happened(Happening::CompactionEnded);
        assert_eq!((world.status(), world.told()), (status, vec![]));
    }
    // One that was stopped ends when the agent waits, or works.
    for after in [Happening::Idle, Happening::Prompted, tool_started("ls"), turn_ended()] {
        let mut world = World::default();
        world.happened(turn_ended());
        world.happened(Happening::CompactionStarted);
        world.happened(after);
        assert_ne!(world.status(), Status::Compacting);
    }
}

#[test]
fn a_turn_that_was_stopped() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.happened(tool_started("sleep 9"));
    world.happened(Happening::Idle);
    let view = world.only();
    assert_eq!((view.status, view.step), (Status::Interrupted, None));
    world.happened(Happening::Prompted);
    assert_eq!((world.status(), world.only().step), (Status::Working, None));
    // One that is over waits too.
    for (end, status) in [(turn_ended(), Status::Done), (Happening::TurnFailed, Status::Failed)] {
        world.happened(end);
        world.happened(Happening::Idle);
        assert_eq!(world.status(), status);
    }
    // A terminal that asks nothing any more.
    world.happened(Happening::Prompted);
    world.happened(Happening::AsksInTerminal);
    world.happened(Happening::Idle);
    assert_eq!(world.status(), Status::Interrupted);
}

#[test]
fn a_session_at_work_that_says_nothing_is_quiet() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.happened(Happening::ToolStarted(call("x"), Step::Edit("a".into())));
    world.ms = 10 * MINUTE - 1;
    world.take(Input::Clock);
    assert_eq!(world.status(), Status::Working);
    assert_eq!(world.state.next_deadline(), Some(Duration::from_mins(10)));
    world.pass(1);
    assert_eq!(world.status(), Status::Quiet);
    assert_eq!(world.only().since_unix_ms, EPOCH_MS + 10 * MINUTE);
    assert_eq!(world.state.next_deadline(), None, "nothing is due any more");
    // Whatever is heard ends it, but for what says nothing of its work.
    world.happened(Happening::Used(vults_core::Usage::default()));
    assert_eq!(world.status(), Status::Quiet);
    world.as_helper("a", turn_ended());
    assert_eq!(world.status(), Status::Working);
    world.pass(10 * MINUTE);
    world.happened(Happening::Seen);
    assert_eq!(world.status(), Status::Working);

    // A command may take its time, but not for ever: a stop may be told to nobody.
    world.happened(tool_started("cargo test"));
    world.pass(60 * MINUTE - 1);
    assert_eq!(world.status(), Status::Working);
    world.pass(1);
    assert_eq!(world.status(), Status::Quiet);
    // Who waits or rests is not quiet.
    for last in
        [Happening::AsksInTerminal, turn_ended(), Happening::TurnFailed, Happening::SessionStarted]
    {
        world.happened(Happening::Prompted);
        world.happened(last);
        let status = world.status();
        world.pass(30 * MINUTE);
        assert_eq!((world.status(), world.state.next_deadline()), (status, None));
    }
    world.happened(Happening::CompactionStarted);
    world.pass(10 * MINUTE);
    assert_eq!(world.status(), Status::Quiet);
}

#[test]
fn a_status_has_its_own_time_whatever_the_step() {
    let since = |world: &World| world.only().since_unix_ms - EPOCH_MS;
    let mut world = World { ms: 1_000, ..World::default() };
    world.happened(Happening::Prompted);
    for (ms, happening) in
        [(2_000, tool_started("a")), (3_000, tool_ended("a")), (4_000, tool_started("b"))]
    {
        world.ms = ms;
        world.happened(happening);
        assert_eq!(since(&world), 1_000);
    }
    world.ms = 5_000;
    world.happened(turn_ended());
    world.ms = 6_000;
    world.happened(Happening::Seen);
    assert_eq!(since(&world), 5_000);
    world.ms = 7_000;
    world.ask(1, "ls");
    assert_eq!((world.status(), since(&world)), (Status::WaitsHere, 7_000));
}

#[test]
fn a_session_that_ends_is_shown_a_moment_more() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.happened(Happening::SessionEnded);
    assert_eq!(world.status(), Status::Ended);
    world.pass(4_999);
    assert_eq!(world.status(), Status::Ended);
    // What it sent before its end comes late.
    for late in [Happening::Seen, Happening::SessionEnded, Happening::Idle] {
        world.happened(late);
    }
    world.as_helper("a", turn_ended());
    assert_eq!(world.status(), Status::Ended);
    world.pass(1);
    assert!(world.view().sessions.is_empty());
    assert_eq!(world.state.next_deadline(), None);
    // It comes back at once when there is more of it.
    for (later, status) in [
        (Happening::Prompted, Status::Working),
        (tool_started("ls"), Status::Working),
        (Happening::AsksInTerminal, Status::WaitsInTerminal),
        (Happening::SessionStarted, Status::Started),
    ] {
        world.happened(Happening::Prompted);
        world.happened(Happening::SessionEnded);
        world.happened(later);
        assert_eq!(world.status(), status);
        world.pass(MINUTE);
        assert_eq!(world.status(), status);
    }
}

#[test]
fn a_session_whose_process_has_ended_goes() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.as_helper("a", Happening::SubagentStarted);
    assert_eq!(world.state.processes().collect::<Vec<_>>(), [AGENT]);
    world.take(Input::ProcessEnded(AGENT));
    let view = world.only();
    assert_eq!((view.status, view.subagents), (Status::Gone, 0));
    assert_eq!(world.state.processes().count(), 0);
    world.pass(5_000);
    assert!(world.view().sessions.is_empty());
    // Its card goes with its connection, and does not bring it back.
    let mut world = World::with_cards(&["ls"]);
    world.take(Input::ProcessEnded(AGENT));
    assert_eq!(world.status(), Status::WaitsHere);
    world.pass(5_000);
    world.end(1, false);
    assert!(world.view().sessions.is_empty() && world.view().queue.is_empty());
    let mut world = World::with_cards(&["ls"]);
    world.end(1, false);
    assert_eq!(world.status(), Status::Interrupted);
    world.take(Input::ProcessEnded(AGENT));
    assert_eq!(world.status(), Status::Gone);
    assert_eq!(world.told(), [Told::Asks]);
}

#[test]
fn a_mere_start_leaves_no_ghost() {
    let mut world = World::default();
    for number in 0..20 {
        let process = Process { pid: 300 + number, began: 7 };
        let ghost = from(&origin(&format!("ghost {number}")), process);
        world.take(Input::Happened(ghost, Happening::SessionStarted));
        assert_eq!(world.status(), Status::Started);
        world.take(Input::ProcessEnded(process));
        assert!(world.view().sessions.is_empty());
    }
    // Started and ended a second apart.
    world.happened(Happening::SessionStarted);
    world.pass(1_000);
    world.happened(Happening::SessionEnded);
    assert!(world.view().sessions.is_empty());
    // Nobody would hear of the end of one whose process nobody can tell.
    world.take(Input::Happened(unknown("two"), Happening::SessionStarted));
    assert!(world.view().sessions.is_empty());
    world.take(Input::HandBack { session: "claude/two".into(), handed_back: true });
    world.take(Input::Happened(unknown("two"), Happening::Prompted));
    let view = world.only();
    assert_eq!((view.status, view.handed_back), (Status::Working, false));
    // A process that it names is looked after, though it counts for no more than that.
    let claimed = Origin {
        ancestry: Ancestry { claimed: Some(AGENT), ..Ancestry::default() },
        ..origin("three")
    };
    world.take(Input::Happened(claimed.clone(), Happening::SessionStarted));
    assert_eq!(world.view().sessions.len(), 2);
    assert_eq!(world.state.other_owner(&from(&claimed, Process { pid: 9, began: 9 })), None);
    world.take(Input::ProcessEnded(AGENT));
    assert_eq!(world.only().key, "claude/two");
}

#[test]
fn a_session_that_rests_for_hours_stays_and_comes_back() {
    let mut world = World::default();
    world.happened(turn_ended());
    world.pass(8 * 60 * MINUTE);
    assert_eq!(world.status(), Status::Done);
    world.happened(Happening::Prompted);
    assert_eq!(world.status(), Status::Working);
}

#[test]
fn what_takes_a_sessions_place_does_not_double_it() {
    let keys = |world: &World| -> Vec<String> {
        world.view().sessions.into_iter().map(|session| session.key).collect()
    };
    let happened = |world: &mut World, session: &str, what: Happening| {
        world.take(Input::Happened(origin(session), what));
    };
    // Cleared: the process goes on with another session, whichever is heard first.
    for order in [[0, 1], [1, 0]] {
        let mut world = World::default();
        happened(&mut world, "old", Happening::Prompted);
        for what in order {
            match what {
                0 => happened(&mut world, "old", Happening::SessionEnded),
                _ => happened(&mut world, "new", Happening::SessionStarted),
            }
        }
        assert_eq!(keys(&world), ["claude/new"]);
    }
    // Resumed, in another process, and compacted: it is itself.
    let mut world = World::default();
    happened(&mut world, "one", Happening::Prompted);
    happened(&mut world, "one", Happening::SessionEnded);
    let other = from(&origin("one"), Process { pid: 300, began: 8 });
    world.take(Input::Happened(other.clone(), Happening::SessionStarted));
    world.take(Input::Happened(other, Happening::CompactionEnded));
    assert_eq!(keys(&world), ["claude/one"]);
    // Another process's end is its own.
    let other = from(&origin("two"), Process { pid: 301, began: 8 });
    world.take(Input::Happened(other.clone(), Happening::Prompted));
    world.take(Input::Happened(other, Happening::SessionEnded));
    happened(&mut world, "three", Happening::SessionStarted);
    assert_eq!(keys(&world).len(), 3);
}

#[test]
fn two_sessions_in_one_folder_are_two_of_one_species() {
    let mut world = World::default();
    let folder = |session: &str, cwd: &str| Origin { cwd: Some(cwd.into()), ..origin(session) };
    for (session, cwd) in [("a", "/p/one"), ("b", "/p/one/"), ("c", "/q/one"), ("d", "/p/two")] {
        world.take(Input::Happened(folder(session, cwd), Happening::Prompted));
    }
    let view = |key: &str| {
        let sessions = world.view().sessions;
        sessions.into_iter().find(|session| session.key == format!("claude/{key}")).unwrap()
    };
    let [a, b, c, d] = ["a", "b", "c", "d"].map(view);
    assert_eq!(a.species, b.species);
    assert_eq!((a.project.clone(), c.project.clone()), (plain("one"), plain("one")));
    assert!(a.species != c.species && a.species != d.species && c.species != d.species);
    // The same in every run.
    assert_eq!(a.species, 1_396_055_810);
}

#[test]
fn a_project_stays_where_the_session_began() {
    let mut world = World::default();
    world.happened(Happening::SessionStarted);
    assert_eq!(world.looks, [(origin("one").key, "/home/me/one".to_owned())]);
    let elsewhere = Origin { cwd: Some("/home/me/one/src".into()), ..origin("one") };
    world.take(Input::Happened(elsewhere.clone(), Happening::Prompted));
    let (before, looked) = (world.only(), world.looks.len());
    assert_eq!((before.project.clone(), before.branch.clone(), looked), (plain("one"), None, 2));
    // A command may change the branch; a look at a file does not.
    for (step, looks) in [(Step::Command("git switch x".into()), 3), (Step::Read("a".into()), 3)] {
        world.happened(Happening::ToolStarted(call("x"), step));
        world.happened(tool_ended("x"));
        assert_eq!(world.looks.len(), looks);
    }
    let read = |world: &mut World, folder: &str, root: &str, branch: Option<&str>| {
        world.take(Input::ProjectRead {
            session: origin("one").key,
            folder: folder.to_owned(),
            root: Some(root.to_owned()),
            branch: branch.map(str::to_owned),
        });
        world.only()
    };
    let view = read(&mut world, "/home/me/one", "/home/me/one", Some("feat/\u{202e}x"));
    assert_eq!(
        view.branch,
        Some(Text(vec![
            Segment::Plain("feat/".into()),
            Segment::Hidden("U+202E".into()),
            Segment::Plain("x".into()),
        ]))
    );
    assert_eq!(view.species, before.species);
    // What is said of another folder is late.
    let same = read(&mut world, "/home/me/one/src", "/home/me/one/src", Some("main"));
    assert_eq!(same, view);
    // All sessions of a repository are of its species.
    assert_ne!(read(&mut world, "/home/me/one", "/home/me", None).species, before.species);
    // It begins anew elsewhere.
    world.take(Input::Happened(elsewhere, Happening::SessionStarted));
    assert_eq!((world.only().project, world.only().branch), (plain("src"), None));
}

#[test]
fn the_start_of_a_reply_is_shown_when_the_turn_is_over() {
    let reply = |text: &str| {
        let mut world = World::default();
        world.happened(Happening::Prompted);
        let end = TurnEnd { reply: Some(text.to_owned()), background: None };
        world.happened(Happening::TurnEnded(end));
        let shown = world.only().reply;
        world.happened(Happening::Prompted);
        assert_eq!(world.only().reply, None);
        shown
    };
    assert_eq!(reply("All done."), Some(plain("All done.")));
    assert_eq!(reply("\n\n  Two files:\n\n- a\n- b\n"), Some(plain("Two files: - a - b")));
    assert_eq!(reply(" \n"), None);
    assert_eq!(reply(&"x".repeat(500)), Some(plain(&format!("{}…", "x".repeat(160)))));
    let hidden = Text(vec![Segment::Plain("a".into()), Segment::Hidden("U+202E".into())]);
    assert_eq!(reply("a\u{202e}"), Some(hidden));
}
