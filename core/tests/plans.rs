//! What sessions cost, and how much of each plan is used.

mod world;

use vults_core::{
    Ancestry, Happening, Input, Origin, Process, Status, Usage, UsedWindow, WindowView,
};
use world::{AGENT, EPOCH_MS, World, from, origin, turn_ended};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A five-hour window that is this much used, and begins anew so long after the clock's start.
fn hours(used_percent: u8, resets_ms: u64) -> UsedWindow {
    UsedWindow { minutes: 300, used_percent, resets_unix_ms: Some(EPOCH_MS + resets_ms) }
}

fn week(used_percent: u8, resets_ms: u64) -> UsedWindow {
    UsedWindow { minutes: 10_080, ..hours(used_percent, resets_ms) }
}

fn used(cost_micro_usd: Option<u64>, windows: &[UsedWindow]) -> Happening {
    Happening::Used(Usage { cost_micro_usd, windows: windows.to_vec() })
}

/// A world with these sessions at work.
fn world(sessions: &[&str]) -> World {
    let mut world = World::default();
    for session in sessions {
        world.take(Input::Happened(origin(session), Happening::Prompted));
    }
    world
}

fn tell(world: &mut World, session: &str, cost: u64, windows: &[UsedWindow]) {
    world.take(Input::Happened(origin(session), used(Some(cost), windows)));
}

/// Each plan's windows in short: length, share, and when it was told and begins anew, after the
/// start of the clock.
type Short = Vec<Vec<(u32, Option<u8>, u64, Option<u64>)>>;

fn plans(world: &World) -> Short {
    let short = |window: &WindowView| {
        let resets = window.resets_unix_ms.map(|at| at - EPOCH_MS);
        (window.minutes, window.used_percent, window.told_unix_ms - EPOCH_MS, resets)
    };
    let limits = world.view().limits;
    assert!(limits.iter().all(|plan| plan.agent == "claude" && plan.agent_name == "Claude Code"));
    limits.iter().map(|plan| plan.windows.iter().map(short).collect()).collect()
}

fn costs(world: &World) -> Vec<(String, Option<u64>)> {
    let mut costs: Vec<_> = world
        .view()
        .sessions
        .into_iter()
        .map(|session| (session.key, session.cost_micro_usd))
        .collect();
    costs.sort();
    costs
}

#[test]
fn a_cost_is_the_agents_own_last_figure() {
    let mut world = world(&["one", "two"]);
    let expect = |world: &World, one: Option<u64>, two: Option<u64>| {
        let expected = [("claude/one".to_owned(), one), ("claude/two".to_owned(), two)];
        assert_eq!(costs(world), expected);
    };
    expect(&world, None, None);
    tell(&mut world, "one", 4_200, &[]);
    expect(&world, Some(4_200), None);
    // It is not said, or said anew; nothing is added up.
    world.happened(used(None, &[hours(1, HOUR)]));
    tell(&mut world, "one", 9_000, &[]);
    tell(&mut world, "one", 100, &[]);
    expect(&world, Some(100), None);
    world.happened(Happening::Prompted);
    world.happened(Happening::SessionStarted);
    expect(&world, Some(100), None);
}

#[test]
fn what_is_used_is_no_sign_of_life() {
    let mut world = World::default();
    world.happened(used(Some(1), &[hours(1, HOUR)]));
    assert!(world.view().sessions.is_empty() && world.view().limits.is_empty());
    world.happened(turn_ended());
    let before = world.view().sessions;
    world.happened(used(None, &[hours(1, HOUR)]));
    assert_eq!(world.view().sessions, before);
    world.happened(Happening::SessionEnded);
    world.happened(used(Some(7), &[hours(50, HOUR)]));
    let session = &world.view().sessions[0];
    assert_eq!((session.status, session.cost_micro_usd), (Status::Ended, None));
    assert_eq!(plans(&world)[0][0].1, Some(1));
    world.pass(5_000);
    world.happened(used(Some(7), &[]));
    assert!(world.view().sessions.is_empty());
    // Another program says it.
    world.happened(Happening::Prompted);
    let before = world.view();
    let other = from(&origin("one"), Process { pid: 300, began: 3 });
    world.take(Input::Happened(other, used(Some(9), &[hours(99, HOUR)])));
    assert_eq!(world.view(), before);
}

#[test]
fn a_plan_has_its_windows_by_length() {
    let mut world = world(&["one"]);
    assert_eq!(plans(&world), Short::new());
    world.ms = MINUTE;
    tell(&mut world, "one", 1, &[week(17, 3 * DAY), hours(42, HOUR)]);
    let expected =
        vec![(300, Some(42), MINUTE, Some(HOUR)), (10_080, Some(17), MINUTE, Some(3 * DAY))];
    assert_eq!(plans(&world), [expected]);
    // What is left out is as it was, with its age.
    world.ms = 2 * MINUTE;
    tell(&mut world, "one", 2, &[hours(43, HOUR)]);
    tell(&mut world, "one", 3, &[]);
    let expected =
        vec![(300, Some(43), 2 * MINUTE, Some(HOUR)), (10_080, Some(17), MINUTE, Some(3 * DAY))];
    assert_eq!(plans(&world), [expected]);
    // A window of the agent's that is only weekly.
    let mut weekly = self::world(&["one"]);
    tell(&mut weekly, "one", 1, &[week(5, DAY)]);
    assert_eq!(plans(&weekly), [vec![(10_080, Some(5), 0, Some(DAY))]]);
}

#[test]
fn a_window_that_has_begun_anew_says_nothing_until_more_is_heard() {
    let mut world = world(&["one"]);
    tell(&mut world, "one", 1, &[hours(42, HOUR), week(17, DAY)]);
    world.pass(10 * MINUTE);
    assert_eq!(world.state.next_deadline().map(|due| due.as_millis() as u64), Some(HOUR));
    let revision = world.view().revision;
    world.pass(50 * MINUTE);
    assert_eq!(world.view().revision, revision + 1);
    assert_eq!(plans(&world)[0][0], (300, None, 0, None));
    // The agent repeats what it heard before, and that is over.
    tell(&mut world, "one", 2, &[hours(42, HOUR)]);
    assert_eq!((plans(&world)[0][0].1, plans(&world)[0][0].3), (None, None));
    tell(&mut world, "one", 3, &[hours(1, 6 * HOUR)]);
    assert_eq!(plans(&world)[0][0], (300, Some(1), HOUR, Some(6 * HOUR)));
    // What was over when it was first heard says that there is such a window.
    let mut late = self::world(&["one"]);
    late.ms = 2 * HOUR;
    tell(&mut late, "one", 1, &[hours(42, HOUR)]);
    assert_eq!(plans(&late), [vec![(300, None, 2 * HOUR, None)]]);
}

#[test]
fn an_older_share_never_takes_the_place_of_a_newer_one() {
    let mut world = world(&["one", "two"]);
    let share = |world: &World| {
        assert_eq!(plans(world).len(), 1);
        (plans(world)[0][0].1, plans(world)[0][0].2)
    };
    tell(&mut world, "one", 1, &[hours(42, HOUR)]);
    world.ms = MINUTE;
    tell(&mut world, "two", 1, &[hours(60, HOUR)]);
    // The other session still has what it heard a minute ago, and says so again and again.
    for ms in [MINUTE + 1, 30 * MINUTE] {
        world.ms = ms;
        tell(&mut world, "one", 1, &[hours(42, HOUR)]);
        assert_eq!(share(&world), (Some(60), MINUTE));
    }
    // What is heard anew is as old as that.
    world.ms = 31 * MINUTE;
    tell(&mut world, "two", 2, &[hours(60, HOUR)]);
    assert_eq!(share(&world), (Some(60), 31 * MINUTE));
    // A reply of the same moment that took longer; a window of before.
    tell(&mut world, "one", 2, &[hours(50, HOUR)]);
    tell(&mut world, "one", 3, &[hours(99, HOUR - 5 * HOUR / 10)]);
    assert_eq!(share(&world), (Some(60), 31 * MINUTE));
    // The person has a larger plan now: the one that told it knows, the other a while later.
    tell(&mut world, "two", 3, &[hours(20, HOUR)]);
    assert_eq!(share(&world).0, Some(20));
    tell(&mut world, "two", 4, &[hours(60, HOUR)]);
    world.ms = 33 * MINUTE;
    tell(&mut world, "one", 4, &[hours(21, HOUR)]);
    assert_eq!(share(&world), (Some(21), 33 * MINUTE));
    // Rounded otherwise, it is the same window.
    tell(&mut world, "one", 5, &[hours(22, HOUR + 4_000)]);
    assert_eq!(share(&world).0, Some(22));
}

#[test]
fn one_sessions_words_count_in_the_order_in_which_they_were_sent() {
    let mut world = world(&["one"]);
    let sent = |began: u64| Origin {
        ancestry: Ancestry {
            chain: vec![Process { pid: 101, began }, AGENT],
            complete: true,
            claimed: Some(AGENT),
        },
        ..origin("one")
    };
    for (began, cost, share) in [(10, 5, 43), (9, 4, 99), (10, 6, 44), (8, 1, 50)] {
        world.take(Input::Happened(sent(began), used(Some(cost), &[hours(share, HOUR)])));
    }
    assert_eq!(world.view().sessions[0].cost_micro_usd, Some(6));
    assert_eq!(plans(&world)[0][0].1, Some(44));
}

#[test]
fn each_account_has_its_own_plan() {
    let mut world = world(&["one", "two", "three"]);
    tell(&mut world, "one", 1, &[hours(42, HOUR), week(17, DAY)]);
    tell(&mut world, "two", 1, &[hours(5, 3 * HOUR), week(70, 2 * DAY)]);
    let [mine, theirs] = [(42, 17), (5, 70)];
    let shares = |world: &World| -> Vec<(u8, u8)> {
        let share = |at: Option<u8>| at.unwrap_or(100);
        plans(world).iter().map(|plan| (share(plan[0].1), share(plan[1].1))).collect()
    };
    assert_eq!(shares(&world), [mine, theirs]);
    // A third session tells by its week whose it is, although its hours are over.
    world.ms = HOUR + MINUTE;
    tell(&mut world, "three", 1, &[hours(3, 6 * HOUR), week(18, DAY)]);
    assert_eq!(shares(&world), [(3, 18), theirs]);
    // A session whose person has logged in as another.
    tell(&mut world, "two", 2, &[hours(4, 6 * HOUR), week(19, DAY)]);
    assert_eq!(shares(&world), [(4, 19), theirs]);
    // Nobody uses that account any more: it is remembered for a day.
    world.ms = DAY - 1;
    world.take(Input::Clock);
    assert_eq!(plans(&world).len(), 2);
    world.ms = DAY;
    world.take(Input::Clock);
    assert_eq!(plans(&world).len(), 1);
    // One that a session uses stays, with its age, however long nobody has said anything.
    world.pass(20 * DAY);
    assert_eq!(
        plans(&world),
        [vec![(300, None, HOUR + MINUTE, None), (10_080, None, HOUR + MINUTE, None)]]
    );
    world.take(Input::ProcessEnded(AGENT));
    assert_eq!(plans(&world), Short::new());
    assert_eq!(world.state.kept(world.now()).plans, []);
}

#[test]
fn there_are_few_plans() {
    let mut world = World::default();
    for number in 0..100 {
        let session = number.to_string();
        world.take(Input::Happened(origin(&session), Happening::Prompted));
        tell(&mut world, &session, 1, &[hours(1, HOUR + number * 10 * MINUTE)]);
    }
    assert_eq!(plans(&world).len(), 8);
    assert_eq!(plans(&world)[7][0].3, Some(HOUR + 99 * 10 * MINUTE));
}
