//! When a turn is over: told once, and after everything that goes on by itself.

mod world;

use vults_core::{Background, Happening, Status, Told, TurnEnd};
use world::{World, subagent, tool_ended, tool_started, turn_ended};

/// The end of a turn beside which this goes on.
fn ended_beside(subagents: &[&str], commands: &[&str]) -> Happening {
    let ids = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect();
    let background = Background { subagents: ids(subagents), commands: ids(commands) };
    Happening::TurnEnded(TurnEnd { reply: None, background: Some(background) })
}

#[test]
fn an_end_is_told_once_and_after_everything() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    let mut counts = Vec::new();
    for helper in ["a", "b", "c"] {
        world.as_helper(helper, Happening::SubagentStarted);
    }
    for helper in ["b", "c", "a"] {
        counts.push(world.only().subagents);
        world.as_helper(helper, turn_ended());
        assert_eq!(world.status(), Status::Working);
    }
    counts.push(world.only().subagents);
    assert_eq!(counts, [3, 2, 1, 0]);
    world.happened(Happening::Seen);
    assert_eq!(world.told(), []);
    world.happened(ended_beside(&[], &[]));
    assert_eq!((world.status(), world.told()), (Status::Done, vec![Told::Finished]));
    // What comes late changes nothing.
    let before = world.view();
    world.as_helper("a", turn_ended());
    world.happened(Happening::Seen);
    assert_eq!((world.view(), world.told()), (before, vec![]));
    // Nor is the same turn told again: a hook of the person's may make it go on.
    world.happened(ended_beside(&[], &[]));
    assert_eq!(world.told(), []);
    world.happened(Happening::Prompted);
    world.happened(turn_ended());
    assert_eq!(world.told(), [Told::Finished]);
}

#[test]
fn what_goes_on_in_the_background_is_no_end() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.as_helper("a", Happening::SubagentStarted);
    world.happened(ended_beside(&["a", "unheard of"], &["build"]));
    let view = world.only();
    assert_eq!((view.status, view.subagents, view.background), (Status::InBackground, 2, 1));
    world.as_helper("a", tool_started("ls"));
    world.as_helper("a", tool_ended("ls"));
    world.as_helper("a", turn_ended());
    world.as_helper("unheard of", turn_ended());
    assert_eq!((world.only().status, world.told()), (Status::InBackground, vec![]));
    world.pass(3_000);
    // A command may run for ever: the turn is over all the same.
    let view = world.only();
    assert_eq!((view.status, view.subagents, view.background), (Status::Done, 0, 1));
    assert_eq!(world.told(), [Told::Finished]);
    // The agent is woken, by no person.
    world.happened(Happening::GoesOn(Some("build".to_owned())));
    let view = world.only();
    assert_eq!((view.status, view.background), (Status::Working, 0));
    world.happened(ended_beside(&[], &[]));
    assert_eq!((world.status(), world.told()), (Status::Done, vec![]));
    // An agent that says nothing of it is believed by what was heard.
    world.happened(Happening::Prompted);
    world.as_helper("b", Happening::SubagentStarted);
    world.happened(turn_ended());
    assert_eq!((world.status(), world.told()), (Status::InBackground, vec![]));
    // Its agent goes on in a moment, as a rule. One that does not is done.
    world.as_helper("b", turn_ended());
    for (ms, status, told) in [
        (2_999, Status::InBackground, vec![]),
        (1, Status::Done, vec![Told::Finished]),
        (60_000, Status::Done, vec![]),
    ] {
        world.pass(ms);
        assert_eq!((world.status(), world.told()), (status, told));
    }
    world.happened(Happening::GoesOn(None));
    world.happened(turn_ended());
    assert_eq!((world.status(), world.told()), (Status::Done, vec![]));
}

#[test]
fn an_error_after_an_end_that_was_told_is_told() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.happened(ended_beside(&[], &["build"]));
    assert_eq!(world.told(), [Told::Finished]);
    world.happened(Happening::GoesOn(Some("build".to_owned())));
    world.happened(Happening::TurnFailed);
    assert_eq!(world.told(), [Told::Failed]);
    world.happened(Happening::TurnFailed);
    assert_eq!(world.told(), []);
}

#[test]
fn a_subagent_whose_end_is_never_heard_makes_a_session_quiet() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.happened(ended_beside(&["a"], &[]));
    world.pass(3_599_999);
    assert_eq!(world.status(), Status::InBackground);
    world.pass(1);
    assert_eq!(world.status(), Status::Quiet);
}

#[test]
fn what_a_subagent_was_at_ends_with_it() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.as_helper("a", tool_started("ls"));
    world.as_helper("a", Happening::AsksInTerminal);
    world.happened(ended_beside(&[], &[]));
    assert_eq!(world.status(), Status::Done);
    world.happened(Happening::Prompted);
    let view = world.only();
    assert_eq!((view.status, view.step), (Status::Working, None));
}

#[test]
fn a_subagent_that_follows_another_is_no_end() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.happened(ended_beside(&["a"], &[]));
    world.as_helper("a", turn_ended());
    world.as_helper("b", tool_started("ls"));
    world.pass(60_000);
    assert_eq!((world.status(), world.told()), (Status::InBackground, vec![]));
    world.as_helper("b", turn_ended());
    world.pass(3_000);
    assert_eq!((world.status(), world.told()), (Status::Done, vec![Told::Finished]));
}

#[test]
fn a_subagent_that_is_first_heard_at_work_counts() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.as_helper("a", tool_started("ls"));
    world.ask_as(&subagent("one", "b"), 1, "ls");
    assert_eq!(world.only().subagents, 2);
    // Its calls are its own: the main agent's step is shown first.
    world.happened(tool_started("pwd"));
    world.end(1, false);
    assert_eq!(world.only().step.map(|step| format!("{step:?}").contains("pwd")), Some(true));
    world.as_helper("a", turn_ended());
    world.as_helper("b", turn_ended());
    assert_eq!(world.only().subagents, 0);
}
