//! Projects' own hooks: asked about when no agent waits, on a card that shows all of them, and trusted
//! by a person's act on that card alone.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod world;

use vults_core::{
    Choice, Content, Happening, HookCommand, HookFile, HookFileText, HookProgram, Input, NotKept,
    Outcome, ProgramView, ProjectHooks, Segment, Text, Unread, Untold, UntrustedHooks,
};
use world::{AGENT, DENY, World, hooks, hooks_read, in_front, origin, project_hooks, short};

const FILE: &str = "/home/me/one/.vults/settings.json";
const FOLDER: &str = "/home/me/one";

impl World {
    /// A world in which a session has met hooks, whose card is drawn whole, with the guard passed.
    fn with_hooks(states: &[(&str, u8)]) -> World {
        let mut world = World::default();
        world.happened(Happening::SessionStarted);
        world.meet(states);
        world.settle();
        world
    }

    fn meet(&mut self, states: &[(&str, u8)]) {
        let untrusted = states.iter().map(|(file, state)| hooks(file, *state)).collect();
        assert!(self.take(hooks_read("one", FOLDER, untrusted)).is_empty());
    }

    /// The file that is asked about.
    fn asks(&self) -> Option<String> {
        let trust = self.view().trust?;
        let Text(segments) = trust.file;
        let [Segment::Plain(file)] = &segments[..] else { panic!("{segments:?}") };
        Some(file.clone())
    }
}

#[test]
fn a_person_trusts_them_on_their_card() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    let card = world.view().trust.expect("a card");
    assert!(card.whole && card.offered);
    assert_eq!((card.commands, card.agent.as_str()), (1, "claude"));
    assert_eq!(card.session, "claude/one");
    let trusted = world.act(Choice::Trust);
    let expected = format!("trust {} {FILE} fingerprint of ./guard.sh 0", card.id.0);
    assert_eq!(short(&trusted), [expected]);
    assert_eq!(world.view().trust, None);
    let kept = Input::HooksKept { card: card.id, kept: Ok(()) };
    assert_eq!(short(&world.take(kept)), ["record HooksTrusted"]);
    assert_eq!(world.outcome(), Some(Outcome::HooksTrusted));
}

#[test]
fn nothing_else_that_a_person_says_trusts_them() {
    let answers = Choice::Answer(Vec::new());
    for choice in [Choice::Allow, Choice::AllowAlways, DENY, answers, Choice::ReplyInTerminal] {
        let mut world = World::with_hooks(&[(FILE, 0)]);
        assert!(world.act(choice.clone()).is_empty(), "{choice:?}");
        assert!(world.view().trust.is_some(), "{choice:?}");
    }
}

#[test]
fn what_is_said_about_hooks_answers_no_agent() {
    for choice in [Choice::Trust, Choice::NotNow] {
        let mut world = World::with_cards(&["ls"]);
        assert!(world.act(choice.clone()).is_empty(), "{choice:?}");
        assert_eq!(world.queue(), [1], "{choice:?}");
    }
}

#[test]
fn the_keys_that_allow_are_never_bound_to_them() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    let (card, _) = in_front(&world.view()).unwrap();
    let before = world.view();
    world.take(Input::KeysBound(Some(card)));
    assert_eq!(world.view(), before);
    assert!(before.front.is_none(), "the keys follow the card in front");
}

#[test]
fn a_card_that_was_not_seen_to_its_end_trusts_nothing() {
    let mut world = World::default();
    world.meet(&[(FILE, 0)]);
    let drawn = world::drawn(&world.view(), false);
    world.take(Input::Drawn(drawn));
    world.ms += 400;
    assert!(world.act(Choice::Trust).is_empty());
    // It can be put off all the same.
    assert_eq!(short(&world.act(Choice::NotNow)), ["record HooksPutOff"]);
}

#[test]
fn an_agent_comes_first() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    let (card, binding) = in_front(&world.view()).unwrap();
    world.ask(1, "ls");
    assert!(world.view().trust.is_none() && world.view().front.is_some());
    // A press that was meant for the card of before trusts nothing, nor does it allow.
    let at = std::time::Duration::from_millis(world.ms);
    let act = vults_core::Act { began: at, ended: at, card, binding, choice: Choice::Trust };
    assert!(world.take(Input::Person(act)).is_empty());
    world.settle();
    world.act(Choice::Allow);
    assert_eq!(world.asks().as_deref(), Some(FILE));
    // It is guarded anew.
    world.draw();
    world.ms += 399;
    assert!(world.act(Choice::Trust).is_empty());
    world.ms += 1;
    assert!(!world.act(Choice::Trust).is_empty());
}

#[test]
fn they_wait_without_a_limit() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    world.pass(86_400_000);
    assert!(world.view().trust.is_some());
    assert_eq!(world.view().sessions.len(), 1);
    assert!(!world.act(Choice::Trust).is_empty());
}

#[test]
fn a_paused_app_does_not_ask() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    world.take(Input::Paused(true));
    assert_eq!(world.asks(), None);
    assert!(world.take(hooks_read("one", FOLDER, vec![hooks(FILE, 1)])).is_empty());
    assert_eq!(world.asks(), None);
    world.take(Input::Paused(false));
    assert_eq!(world.asks().as_deref(), Some(FILE));
}

#[test]
fn any_change_asks_again() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    let before = in_front(&world.view()).unwrap();
    world.meet(&[(FILE, 0)]);
    assert_eq!(in_front(&world.view()).unwrap(), before, "the same is the same card");
    world.meet(&[(FILE, 1)]);
    let after = in_front(&world.view()).unwrap();
    assert!(after.0 != before.0 && after.1 != before.1);
    assert!(world.act(Choice::Trust).is_empty(), "it must be drawn, and is guarded");
}

#[test]
fn not_now_holds_for_what_was_shown() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    assert_eq!(short(&world.act(Choice::NotNow)), ["record HooksPutOff"]);
    assert_eq!(world.outcome(), Some(Outcome::HooksPutOff));
    for _ in 0..3 {
        world.meet(&[(FILE, 0)]);
        assert_eq!(world.asks(), None);
        assert_eq!(world.view().untrusted, ["claude/one"]);
    }
    // Also once nobody has met them for a while.
    world.take(hooks_read("one", FOLDER, Vec::new()));
    assert!(world.view().untrusted.is_empty());
    world.meet(&[(FILE, 0)]);
    assert_eq!((world.asks(), world.view().untrusted.len()), (None, 1));
    world.meet(&[(FILE, 1)]);
    assert_eq!(world.asks().as_deref(), Some(FILE));
    assert!(world.view().untrusted.is_empty());
}

#[test]
fn a_person_asks_to_see_them_again() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    world.act(Choice::NotNow);
    world.take(Input::ReviewHooks("claude/another".to_owned()));
    assert_eq!(world.asks(), None);
    world.take(Input::ReviewHooks("claude/one".to_owned()));
    assert_eq!(world.asks().as_deref(), Some(FILE));
    world.settle();
    assert!(!world.act(Choice::Trust).is_empty());
}

#[test]
fn what_is_trusted_elsewhere_or_gone_is_not_asked_about() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    world.take(hooks_read("one", "/home/me/two", Vec::new()));
    assert!(world.asks().is_some(), "another folder says nothing of it");
    world.take(hooks_read("one", FOLDER, Vec::new()));
    assert_eq!((world.asks(), world.outcome()), (None, None));
}

#[test]
fn two_files_are_asked_about_one_after_the_other() {
    let other = "/home/me/one/.levelcode/settings.json";
    let mut world = World::with_hooks(&[(other, 0), (FILE, 0)]);
    assert_eq!(world.asks().as_deref(), Some(other));
    world.act(Choice::NotNow);
    assert_eq!(world.asks().as_deref(), Some(FILE));
    world.settle();
    assert!(short(&world.act(Choice::Trust))[0].contains(FILE));
}

#[test]
fn they_go_with_the_last_session_that_met_them() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    world.take(Input::Happened(origin("two"), Happening::Prompted));
    world.take(hooks_read("two", FOLDER, vec![hooks(FILE, 0)]));
    world.happened(Happening::SessionEnded);
    assert!(world.asks().is_some(), "the other one has met them too");
    world.take(Input::ProcessEnded(AGENT));
    assert_eq!(world.asks(), None);
    world.take(Input::Happened(origin("three"), Happening::Prompted));
    world.take(hooks_read("three", FOLDER, vec![hooks(FILE, 0)]));
    assert!(world.asks().is_some(), "nobody has said not now");
}

#[test]
fn what_changed_meanwhile_is_not_trusted() {
    for (kept, outcome) in
        [(NotKept::Changed, Outcome::HooksChanged), (NotKept::Unwritten, Outcome::HooksNotKept)]
    {
        let mut world = World::with_hooks(&[(FILE, 0)]);
        let (card, _) = in_front(&world.view()).unwrap();
        world.act(Choice::Trust);
        // What was on its way meanwhile asks nothing anew.
        world.meet(&[(FILE, 0)]);
        assert_eq!(world.asks(), None);
        let effects = world.take(Input::HooksKept { card, kept: Err(kept) });
        assert_eq!(short(&effects), [format!("record {outcome:?}")]);
        assert_eq!(world.outcome(), Some(outcome));
        world.meet(&[(FILE, 1)]);
        assert_eq!(world.asks().as_deref(), Some(FILE));
    }
}

#[test]
fn what_was_not_kept_is_still_its_sessions() {
    let mut world = World::with_hooks(&[(FILE, 0)]);
    let (card, _) = in_front(&world.view()).unwrap();
    world.act(Choice::Trust);
    world.take(Input::HooksKept { card, kept: Err(NotKept::Changed) });
    // The look that follows is no session's.
    let look = |state| Input::HooksRead {
        folder: FOLDER.to_owned(),
        sessions: Vec::new(),
        untrusted: vec![hooks(FILE, state)],
    };
    world.take(look(1));
    let trust = world.view().trust.expect("a card");
    assert_eq!((trust.agent.as_str(), trust.session.as_str()), ("claude", "claude/one"));
    world.pass(86_400_000);
    assert!(world.asks().is_some());
    world.take(Input::ProcessEnded(AGENT));
    assert_eq!(world.asks(), None);
    // From then on nobody is there to ask about them.
    world.take(look(0));
    assert_eq!(world.asks(), None);
}

#[test]
fn a_session_that_nobody_knows_counts_for_a_moment() {
    let mut world = World::default();
    world.meet(&[(FILE, 0)]);
    assert_eq!(world.state.next_deadline(), Some(std::time::Duration::from_secs(30)));
    world.pass(29_000);
    assert!(world.asks().is_some());
    world.meet(&[(FILE, 0)]);
    world.pass(29_999);
    assert!(world.asks().is_some(), "it has met them again");
    world.pass(1);
    assert_eq!((world.asks(), world.state.next_deadline()), (None, None));
    // One whose first event came meanwhile stays.
    world.meet(&[(FILE, 0)]);
    world.happened(Happening::SessionStarted);
    world.pass(86_400_000);
    assert!(world.asks().is_some());
}

/// Whether a card offers trust in these hooks, and why it does not.
#[track_caller]
fn check_offer(hooks: ProjectHooks, expected: Option<Untold>) {
    let mut world = World::default();
    world.take(hooks_read("one", FOLDER, vec![UntrustedHooks::prepare(hooks)]));
    world.settle();
    let card = world.view().trust.expect("a card");
    let Content::Hooks { why, commands, .. } = &*card.content else { panic!("{card:?}") };
    assert_eq!(*why, expected);
    assert!(!commands.is_empty());
    assert_eq!(card.offered, expected.is_none());
    assert_eq!(world.act(Choice::Trust).is_empty(), expected.is_some());
}

fn with_file(text: Result<String, Unread>) -> ProjectHooks {
    let files = vec![HookFile { path: "/home/me/one/guard.sh".to_owned(), text }];
    ProjectHooks { files, ..project_hooks(FILE, "./guard.sh") }
}

fn with_commands(lines: impl IntoIterator<Item = String>) -> ProjectHooks {
    let hooks = project_hooks(FILE, "");
    let command =
        |line| HookCommand { program: HookProgram::Shell(line), ..hooks.commands[0].clone() };
    ProjectHooks { commands: lines.into_iter().map(command).collect(), ..hooks }
}

#[test]
fn only_what_is_shown_whole_can_be_trusted() {
    let line = |number: usize| format!("./guard.sh {number}");
    check_offer(with_file(Ok("exit 2".to_owned())), None);
    check_offer(with_file(Ok("exit 2\n".repeat(4_000))), None);
    check_offer(with_file(Ok("exit 2\n".repeat(5_001))), Some(Untold::TooMuch));
    check_offer(with_file(Ok("x".repeat(3 << 20))), Some(Untold::TooMuch));
    check_offer(with_file(Ok("\u{200b} ".repeat(2_001))), Some(Untold::TooMuch));
    check_offer(with_file(Err(Unread::NotText)), Some(Untold::Unread));
    check_offer(with_file(Err(Unread::Unreadable)), Some(Untold::Unread));
    check_offer(with_commands((0..64).map(line)), None);
    check_offer(with_commands((0..65).map(line)), Some(Untold::TooMuch));
    let unknown = ProjectHooks { fingerprint: None, ..project_hooks(FILE, "./guard.sh") };
    check_offer(unknown, Some(Untold::TooMuch));
    let words = |count| {
        let mut hooks = project_hooks(FILE, "");
        hooks.commands[0].program = HookProgram::Argv(vec!["x".to_owned(); count]);
        hooks
    };
    check_offer(words(256), None);
    check_offer(words(257), Some(Untold::TooMuch));
    let far = ProjectHooks { folder: "/x".repeat(2_049), ..project_hooks(FILE, "./guard.sh") };
    check_offer(far, Some(Untold::TooMuch));
}

#[test]
fn a_card_shows_what_a_person_would_not_see() {
    let hostile = UntrustedHooks::prepare(with_commands(["ls\u{202e} #\u{200b}".to_owned()]));
    let Content::Hooks { commands, files, .. } = hostile.content() else { panic!("hooks") };
    let ProgramView::Shell(line) = &commands[0].program else { panic!("a line") };
    assert_eq!(line.hidden, 2);
    let HookFileText::Whole(text) = &files[0].text else { panic!("a file") };
    assert_eq!(text.text, Text::of("#!/bin/sh\nexit 2\n"));
}

#[test]
fn so_many_files_are_asked_about_at_once() {
    let mut world = World::default();
    let file = |number: usize| format!("/home/me/{number}/.vults/settings.json");
    for number in 0..40 {
        let folder = format!("/home/me/{number}");
        world.take(hooks_read("one", &folder, vec![hooks(&file(number), 0)]));
    }
    let mut asked = 0;
    while world.asks().is_some() {
        world.settle();
        world.act(Choice::NotNow);
        asked += 1;
    }
    assert_eq!(asked, 16);
}
