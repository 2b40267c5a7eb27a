//! What a session says of the person's own lifecycle hooks.

#![allow(clippy::expect_used, reason = "a test may fail")]

mod world;

use std::time::Duration;

use vults_core::{
    HandlerEnd, HandlerRun, HandlersRan, Happening, HookEnd, HookPoint, HookTrouble, HookWord,
    HooksView, Input, Mode, Origin, Outcome, Process, Segment, Status, Step, StepView, Text,
};
use world::{
    World, call, from, origin, question_call, questions, short, subagent, tool_ended, turn_ended,
};

/// Hooks that ran before the call of this id, and let it run.
fn ran(id: &str) -> HandlersRan {
    HandlersRan {
        point: HookPoint::BeforeTool,
        call: Some(id.into()),
        tool: Some("run_command".into()),
        blocked: None,
        context: None,
        warnings: Vec::new(),
        runs: vec![run("./guard", 31, HandlerEnd::Proceeded)],
    }
}

fn blocked(id: &str, reason: &str) -> HandlersRan {
    let runs = vec![run("./guard", 31, HandlerEnd::Blocked)];
    HandlersRan { blocked: Some(reason.into()), runs, ..ran(id) }
}

fn says(point: HookPoint, id: &str, context: &str) -> HandlersRan {
    HandlersRan { point, context: Some(context.into()), ..ran(id) }
}

fn run(label: &str, ms: u64, end: HandlerEnd) -> HandlerRun {
    HandlerRun { label: label.into(), duration: Duration::from_millis(ms), end }
}

fn started(id: &str, command: &str) -> Happening {
    let call = call(command).with_id(Some(id.into()));
    Happening::ToolStarted(call, Step::Command(command.into()))
}

fn happened(ran: HandlersRan) -> Happening {
    Happening::HandlersRan(Box::new(ran))
}

fn plain(text: &str) -> Text {
    Text(vec![Segment::Plain(text.into())])
}

fn hooks(world: &World) -> HooksView {
    world.only().hooks.expect("hooks have run")
}

/// What the session's row says of its step after these events.
#[track_caller]
fn check(happenings: Vec<Happening>, step: Option<&str>, word: Option<HookWord>) -> World {
    let mut world = World::default();
    for happening in happenings {
        world.happened(happening);
    }
    let only = world.only();
    assert_eq!(only.step, step.map(|command| StepView::Command(plain(command))));
    assert_eq!(only.hooks.and_then(|hooks| hooks.word), word);
    world
}

#[test]
fn a_blocked_call_is_over_until_the_next_step() {
    let word = || Some(HookWord::Blocked(plain("not on main")));
    let block = || happened(blocked("a", "not on main"));
    let world = check(vec![started("a", "git push"), block()], None, word());
    assert_eq!(world.status(), Status::Working);
    assert_eq!(world.news, [], "nobody is told more than the row says");
    // Its report may overtake the event of its beginning.
    check(vec![Happening::Prompted, block(), started("a", "git push")], None, word());
    // Another call that runs beside it is not what there is to say.
    check(vec![started("b", "ls"), started("a", "git push"), block()], None, word());
    check(vec![started("b", "ls"), started("a", "rm"), block(), tool_ended("ls")], None, word());
    check(vec![started("a", "git push"), block(), started("b", "ls")], Some("ls"), None);
    check(vec![started("a", "git push"), block(), turn_ended()], None, None);
    check(vec![started("a", "git push"), block(), Happening::Prompted], None, None);
    let ends = vec![started("a", "git push"), block(), Happening::AsksInTerminal];
    check(ends, None, None);
}

#[test]
fn what_comes_late_changes_nothing_about_the_step() {
    let block = || happened(blocked("a", "not on main"));
    check(
        vec![started("a", "rm"), tool_ended("rm"), started("b", "ls"), block()],
        Some("ls"),
        None,
    );
    check(vec![started("a", "rm"), turn_ended(), block()], None, None);
    check(vec![started("a", "rm"), turn_ended(), Happening::Prompted, block()], None, None);
    // It says what it was about all the same.
    let late = vec![started("a", "rm"), tool_ended("rm"), started("b", "ls"), block()];
    let world = check(late, Some("ls"), None);
    assert_eq!(hooks(&world).reports[0].step, Some(StepView::Command(plain("rm"))));
    // One that nobody knows of meets no other call.
    check(vec![started("b", "ls"), block(), started("c", "pwd")], Some("pwd"), None);
}

#[test]
fn a_session_that_is_over_stays_so() {
    let mut world = World::default();
    world.happened(started("a", "rm"));
    world.happened(Happening::SessionEnded);
    world.happened(happened(blocked("a", "no")));
    assert_eq!((world.status(), world.only().hooks), (Status::Ended, None));
    world.pass(6_000);
    world.happened(happened(blocked("a", "no")));
    assert!(world.view().sessions.is_empty(), "no session comes of it");
}

#[test]
fn another_process_says_nothing_of_it() {
    let mut world = World::default();
    world.happened(started("a", "rm"));
    let other = from(&origin("one"), Process { pid: 7, began: 7 });
    let before = world.view();
    world.take(Input::Happened(other, happened(blocked("a", "no"))));
    assert_eq!(world.view(), before);
}

#[test]
fn a_session_is_not_heard_of_by_its_hooks() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.pass(9 * 60_000);
    world.happened(happened(ran("a")));
    world.pass(60_000);
    assert_eq!(world.status(), Status::Quiet);
}

#[test]
fn an_agent_without_ids_is_at_its_only_call() {
    let anonymous = |ran: HandlersRan| happened(HandlersRan { call: None, ..ran });
    let start =
        |command: &str| Happening::ToolStarted(call(command), Step::Command(command.into()));
    let no = || Some(HookWord::Blocked(plain("no")));
    check(vec![start("rm"), anonymous(blocked("", "no"))], None, no());
    // Of two it could be either.
    let two = vec![start("rm"), start("ls"), anonymous(blocked("", "no"))];
    check(two, Some("ls"), None);
    let after = anonymous(says(HookPoint::AfterTool, "", "formatted"));
    let said = Some(HookWord::Says(plain("formatted")));
    check(vec![start("rm"), tool_ended("rm"), after], None, said);
}

#[test]
fn what_hooks_say_is_shown_with_the_step() {
    let said = || Some(HookWord::Says(plain("use staging")));
    let before = || happened(says(HookPoint::BeforeTool, "a", "use staging\n"));
    let after = || happened(says(HookPoint::AfterTool, "a", "\nuse\n staging "));
    check(vec![started("a", "deploy"), before()], Some("deploy"), said());
    check(vec![started("a", "deploy"), before(), started("b", "ls")], Some("ls"), None);
    check(vec![started("a", "deploy"), tool_ended("deploy"), after()], None, said());
    // Before the end of the call is heard.
    check(vec![started("a", "deploy"), after()], Some("deploy"), said());
    let moved_on = vec![started("a", "deploy"), tool_ended("deploy"), started("b", "ls"), after()];
    check(moved_on, Some("ls"), None);
    check(vec![started("a", "deploy"), tool_ended("deploy"), turn_ended(), after()], None, None);
    // What is said at the beginning and the end belongs to no step.
    let start = happened(HandlersRan { call: None, ..says(HookPoint::SessionStart, "", "hello") });
    let world = check(vec![Happening::SessionStarted, start], None, None);
    assert_eq!(hooks(&world).reports[0].context, Some(plain("hello")));
}

#[test]
fn a_blocked_call_of_a_subagent_is_its_sessions_step() {
    let mut world = World::default();
    world.happened(started("agent", "explore"));
    world.as_helper("helper", started("a", "rm"));
    world.happened(happened(blocked("a", "no")));
    assert_eq!(hooks(&world).word, Some(HookWord::Blocked(plain("no"))));
    // With its turn it is over: the main agent goes on.
    world.as_helper("helper", turn_ended());
    assert_eq!(world.only().step, Some(StepView::Command(plain("explore"))));
    assert_eq!(hooks(&world).word, None);
}

#[test]
fn what_is_wrong_with_hooks() {
    #[track_caller]
    fn check(ends: &[(&str, u64, HandlerEnd)], expected: Option<HookTrouble>) {
        let mut world = World::default();
        world.happened(Happening::Prompted);
        for (label, ms, end) in ends {
            let runs = vec![run(label, *ms, end.clone())];
            world.happened(happened(HandlersRan { runs, ..ran("a") }));
        }
        assert_eq!(hooks(&world).trouble, expected);
    }
    let well = HandlerEnd::Proceeded;
    check(&[("a", 1_999, well.clone())], None);
    check(&[("a", 2_000, well.clone())], Some(HookTrouble::Slow));
    check(&[("a", 2_000, HandlerEnd::Blocked)], Some(HookTrouble::Slow));
    check(&[("a", 10, HandlerEnd::Blocked)], None);
    check(&[("a", 10, HandlerEnd::Failed(1))], Some(HookTrouble::Failed));
    check(&[("a", 10, HandlerEnd::Signalled)], Some(HookTrouble::Failed));
    check(&[("a", 0, HandlerEnd::NotStarted("gone".into()))], Some(HookTrouble::Failed));
    check(&[("a", 10_000, HandlerEnd::TimedOut)], Some(HookTrouble::TimedOut));
    let failed = || ("a", 10, HandlerEnd::Failed(1));
    check(&[failed(), ("a", 10, well.clone())], None);
    check(&[failed(), ("b", 10, well.clone())], Some(HookTrouble::Failed));
    check(&[failed(), ("b", 9, HandlerEnd::TimedOut)], Some(HookTrouble::Failed));
}

#[test]
fn what_is_wrong_with_the_settings_is_said_once() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    let wrong = |warning: &str| {
        let warnings = vec![warning.to_owned()];
        happened(HandlersRan { warnings, runs: Vec::new(), ..ran("a") })
    };
    for _ in 0..3 {
        world.happened(wrong("settings.json: no such event"));
    }
    let view = hooks(&world);
    assert_eq!(view.warnings, [plain("settings.json: no such event")]);
    assert_eq!(view.trouble, Some(HookTrouble::Settings));
    assert_eq!(view.reports, [], "where none ran there is nothing to report");
    for index in 0..9 {
        world.happened(wrong(&format!("{index}")));
    }
    assert_eq!(hooks(&world).warnings.len(), 4);
    // Another session, another life of this one.
    world.happened(Happening::SessionStarted);
    assert_eq!(world.only().hooks, None);
}

#[test]
fn little_is_kept_and_what_matters_longest() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    for index in 0..5 {
        world.happened(happened(blocked(&format!("{index}"), &format!("reason {index}"))));
    }
    for index in 0..40 {
        world.happened(happened(ran(&format!("more {index}"))));
    }
    let reports = hooks(&world).reports;
    assert_eq!(reports.len(), 8);
    let blocks = reports.iter().filter(|report| report.blocked.is_some()).count();
    assert_eq!(blocks, 5, "calls that simply ran push out no other");
    for index in 5..20 {
        world.happened(happened(blocked(&format!("{index}"), &format!("reason {index}"))));
    }
    let reports = hooks(&world).reports;
    assert_eq!(reports.len(), 8);
    assert_eq!(reports[0].blocked, Some(plain("reason 19")));
    let mut keys: Vec<u32> = reports.iter().map(|report| report.key).collect();
    assert!(keys.is_sorted_by(|a, b| a > b), "the newest first: {keys:?}");
    keys.dedup();
    assert_eq!(keys.len(), 8);
}

#[test]
fn hostile_words_are_short_and_seen() {
    let mut world = World::default();
    world.happened(started("a", "ls"));
    let long = "x\u{202e}\u{0}".repeat(100_000);
    let runs =
        (0..40).map(|_| run(&long, u64::MAX, HandlerEnd::NotStarted(long.clone()))).collect();
    let hostile = HandlersRan {
        tool: Some(long.clone()),
        context: Some(long.clone()),
        warnings: vec![long.clone(); 50],
        runs,
        ..blocked("a", &long)
    };
    world.happened(happened(hostile));
    let view = hooks(&world);
    let report = &view.reports[0];
    assert_eq!((report.runs.len(), report.more), (6, 34));
    let json = serde_json::to_string(&view).expect("a view");
    assert!(json.len() < 40_000, "{}", json.len());
    assert!(!json.contains('\u{202e}') && !json.contains("\\u0000"), "what hides is a token");
}

#[test]
fn a_row_with_hooks() {
    let mut world = World::default();
    world.happened(started("a", "git push origin main"));
    let mixed = HandlersRan {
        blocked: Some("main is protected:\n  open a pull request".into()),
        context: Some("see CONTRIBUTING".into()),
        warnings: vec![
            "/home/me/.vults/settings.json: hooks.Stopp: There is no such event.".into(),
        ],
        runs: vec![
            run("bun .levelcode/hooks/guard.ts", 240, HandlerEnd::Blocked),
            run("./slow", 2_400, HandlerEnd::Proceeded),
            run("./late", 10_000, HandlerEnd::TimedOut),
            run("./bad", 3, HandlerEnd::Failed(1)),
            run("./gone", 0, HandlerEnd::NotStarted("No such file or directory".into())),
            run("./killed", 3, HandlerEnd::Signalled),
            run("./audit", 3, HandlerEnd::Proceeded),
        ],
        ..ran("a")
    };
    world.happened(happened(mixed));
    let only = world.only();
    assert_eq!(
        only.hooks.as_ref().map(|hooks| &hooks.reports[0].runs[0].end),
        Some(&HookEnd::Blocked)
    );
    insta::assert_json_snapshot!(only);
}

/// A question's hook waits for its card while the hooks of the same call run beside it.
#[test]
fn a_blocked_question_takes_its_card_down() {
    let mut world = World::default();
    let question = question_call().with_id(Some("q".into()));
    world.happened(Happening::ToolStarted(question, Step::Tool("AskUserQuestion".into())));
    world.ask_for(&origin("one"), 1, questions());
    world.settle();
    let other = happened(blocked("other", "no"));
    assert_eq!(short(&world.happened(other)), <[&str; 0]>::default());
    let done = world.happened(happened(blocked("q", "no questions at night")));
    assert_eq!(short(&done), ["decline 1", "record BlockedByHook"]);
    assert_eq!(world.outcome(), Some(Outcome::BlockedByHook));
    assert_eq!(world.queue(), <[u64; 0]>::default());
}

/// It may still be on its way to its card.
#[test]
fn a_blocked_question_has_no_card_any_more() {
    let mut world = World::default();
    let question = question_call().with_id(Some("q".into()));
    world.happened(Happening::ToolStarted(question, Step::Tool("AskUserQuestion".into())));
    let asked = world::asked(&origin("one"), 1, questions(), world.ms);
    world.pass(100);
    world.happened(happened(blocked("q", "no")));
    assert_eq!(short(&world.take(asked)), ["decline 1"]);
}

#[test]
fn a_call_that_was_allowed_and_blocked_leaves_the_next_one_alone() {
    let mut world = World::default();
    world.ask(1, "ls");
    world.settle();
    world.act(vults_core::Choice::Allow);
    world.end(1, true);
    world.happened(started("a", "ls"));
    world.happened(happened(blocked("a", "no")));
    world.ask(2, "ls");
    world.settle();
    assert_eq!(
        short(&world.happened(tool_ended("ls"))),
        ["decline 2", "record AnsweredInTerminal"]
    );
}

#[test]
fn hooks_say_nothing_of_a_mode_or_a_sub_agent() {
    let mut world = World::default();
    let planning = Origin { mode: Some(Mode::Plan), ..origin("one") };
    world.take(Input::Happened(planning, Happening::Prompted));
    world.take(Input::Happened(subagent("one", "helper"), Happening::SubagentStarted));
    world.happened(happened(ran("a")));
    assert_eq!((world.only().mode, world.only().subagents), (Mode::Plan, 1));
}
