//! What the random sequences are made of.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use vults_core::{
    Ancestry, Ask, CardId, Choice, Drawn, DrawnCard, HandlersRan, Happening, HookPoint, Mode,
    NotKept, Origin, Process, Usage, UsedWindow, View,
};
use vults_protocol::Answer;

use crate::world::{
    AGENT, DENY, EPOCH_MS, ask_with, call, drawn, in_front, origin, picked, question_call,
    questions, subagent, tool_started, turn_ended,
};

/// Something to do, in terms of what there is when its turn comes.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Pass(u64),
    Ask(Who, u8),
    /// Asks for something that was allowed once and for all.
    AskMade(Index, bool),
    AskWhilePaused(Who, u8),
    AskAgain(Index, u8),
    AskElsewhere(Who),
    AskElsewhereAgain(Index),
    End(Index, bool),
    /// Draws all, perhaps whole, and lets time pass.
    Draw(bool, u64),
    DrawWrongly(Lie, Index),
    /// Reports a view of before as drawn.
    DrawLate(Index, bool),
    Undrawn,
    /// Says that the keys answer any card, or none.
    KeysBound(Option<Index>),
    /// Acts on the card in front, as a window would.
    Act(Choice),
    /// Acts on any card, with any binding, held for any time, at any time from more than two
    /// seconds ago to the future.
    ActWrongly {
        target: Target,
        right_binding: bool,
        held: i64,
        ended: i64,
        choice: Choice,
    },
    Happened(Who, u8, u8),
    /// Brings any card to the front, with luck one that waits.
    Bring(u64),
    HandBack(u8, bool),
    Pause(bool),
    /// Says that a process has ended.
    ProcessEnded(bool),
    /// An agent meets a project's hooks: those of two settings files, each in one of two states.
    HooksRead([Option<u8>; 2]),
    /// It is known what became of a person's trust, or of any card.
    HooksKept(Index, Result<(), NotKept>),
    ReviewHooks,
    /// Removes any rule, as a person does in the settings.
    RemoveRule(Index),
    Serving(bool),
    Clock,
}

/// Who reports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who {
    pub(crate) session: u8,
    pub(crate) helper: bool,
    pub(crate) sender: Sender,
    /// Whether its session is in auto mode.
    pub(crate) auto: bool,
}

/// From where a report comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sender {
    /// From a process that can be told.
    Told(Process),
    /// From a hook that has gone, and names a process or none.
    Gone(Option<Process>),
}

/// A second process, of which the sessions are not, as a rule.
pub(crate) const OTHER: Process = Process { pid: 200, began: 2 };

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Front,
    /// Any card that waits.
    Waiting(Index),
    /// Any card, with luck one that has left.
    Any(u64),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Lie {
    WrongBinding,
    OtherCard,
    NoFront,
    NoQueue,
    FutureRevision,
}

/// What can be said to [`crate::world::questions`], and what the agent is to read of it; nothing
/// where a question stays open, or more is said than was asked.
pub(crate) fn answers() -> Vec<(Choice, Option<Vec<Answer>>)> {
    let one = |text: &str| Answer::One(text.to_owned());
    let many = |texts: &[&str]| Answer::Many(texts.iter().map(|&text| text.to_owned()).collect());
    let (red, size) = (picked(&[0], None), picked(&[0], None));
    let all = vec![
        (vec![red.clone(), size.clone()], Some(vec![one("Red"), many(&["S"])])),
        (
            vec![picked(&[1], None), picked(&[1, 0], Some(" XL "))],
            Some(vec![one("Blue"), many(&["S", "M, \"L\"", "XL"])]),
        ),
        (
            vec![picked(&[], Some("Green\n")), picked(&[], Some("none"))],
            Some(vec![one("Green"), many(&["none"])]),
        ),
        (vec![red.clone(), picked(&[], None)], None),
        (vec![picked(&[], Some(" ")), size.clone()], None),
        (vec![picked(&[0, 1], None), size.clone()], None),
        (vec![picked(&[0], Some("Green")), size.clone()], None),
        (vec![picked(&[2], None), size.clone()], None),
        (vec![red.clone(), picked(&[0, 0], None)], None),
        (vec![red.clone()], None),
        (vec![red, size.clone(), size], None),
        (Vec::new(), None),
    ];
    all.into_iter().map(|(picked, answers)| (Choice::Answer(picked), answers)).collect()
}

fn choice() -> impl Strategy<Value = Choice> {
    let words = Choice::Deny { words: Some(" Use git mv. ".to_owned()) };
    prop_oneof![
        4 => Just(Choice::Allow),
        3 => Just(Choice::AllowAlways),
        2 => select(vec![DENY, words]),
        1 => Just(Choice::ReplyInTerminal),
        4 => Just(Choice::Trust),
        3 => Just(Choice::NotNow),
        3 => select(answers()[..3].to_vec()).prop_map(|(choice, _)| choice),
        1 => select(answers()).prop_map(|(choice, _)| choice),
    ]
}

pub(crate) fn op() -> impl Strategy<Value = Op> {
    let lies =
        vec![Lie::WrongBinding, Lie::OtherCard, Lie::NoFront, Lie::NoQueue, Lie::FutureRevision];
    let waits = vec![0, 1, 10, 399, 400, 401, 499, 500, 799, 800, 1_000, 5_000, 107_000, 108_000];
    let offsets = vec![-2_500, -2_001, -2_000, -500, -401, -400, -1, 0, 1, 500];
    let state = || prop::option::weighted(0.7, 0..2u8);
    let kept = vec![Ok(()), Err(NotKept::Changed), Err(NotKept::Unwritten)];
    let helds = vec![-1, 0, 0, 0, 80, 400, 3_000];
    let target = prop_oneof![
        2 => Just(Target::Front),
        2 => any::<Index>().prop_map(Target::Waiting),
        1 => (0..12u64).prop_map(Target::Any),
    ];
    prop_oneof![
        4 => select(waits).prop_map(Op::Pass),
        12 => (who(2), 0..6u8).prop_map(|(who, c)| Op::Ask(who, c)),
        1 => (who(2), 0..6u8).prop_map(|(who, c)| Op::AskWhilePaused(who, c)),
        6 => any::<(Index, bool)>().prop_map(|(i, a)| Op::AskMade(i, a)),
        1 => (any::<Index>(), 0..6u8).prop_map(|(i, c)| Op::AskAgain(i, c)),
        1 => who(3).prop_map(Op::AskElsewhere),
        1 => any::<Index>().prop_map(Op::AskElsewhereAgain),
        3 => (any::<Index>(), any::<bool>()).prop_map(|(i, r)| Op::End(i, r)),
        14 => (prop::bool::weighted(0.7), select(vec![0, 100, 399, 400, 400, 500]))
            .prop_map(|(whole, wait)| Op::Draw(whole, wait)),
        2 => (select(lies), any::<Index>()).prop_map(|(lie, i)| Op::DrawWrongly(lie, i)),
        2 => (any::<Index>(), any::<bool>()).prop_map(|(i, whole)| Op::DrawLate(i, whole)),
        1 => Just(Op::Undrawn),
        1 => prop::option::of(any::<Index>()).prop_map(Op::KeysBound),
        14 => choice().prop_map(Op::Act),
        6 => (target, prop::bool::weighted(0.8), select(helds), select(offsets), choice()).prop_map(
            |(target, right_binding, held, ended, choice)| {
                Op::ActWrongly { target, right_binding, held, ended, choice }
            }
        ),
        7 => (who(3), 0..15u8, 0..3u8).prop_map(|(who, h, c)| Op::Happened(who, h, c)),
        2 => (0..12u64).prop_map(Op::Bring),
        1 => (0..3u8, prop::bool::weighted(0.3)).prop_map(|(s, on)| Op::HandBack(s, on)),
        1 => prop::bool::weighted(0.2).prop_map(Op::Pause),
        1 => any::<bool>().prop_map(Op::ProcessEnded),
        9 => [state(), state()].prop_map(Op::HooksRead),
        1 => (any::<Index>(), select(kept)).prop_map(|(i, kept)| Op::HooksKept(i, kept)),
        1 => Just(Op::ReviewHooks),
        1 => any::<Index>().prop_map(Op::RemoveRule),
        1 => any::<bool>().prop_map(Op::Serving),
        1 => Just(Op::Clock),
    ]
}

pub(crate) fn lied(lie: Lie, index: &Index, view: &View) -> Drawn {
    let mut drawn = drawn(view, true);
    match lie {
        Lie::WrongBinding => {
            if let Some(front) = &mut drawn.front {
                front.binding = "0".repeat(64);
            }
        }
        Lie::OtherCard => {
            let card = CardId(index.index(12) as u64);
            let binding = in_front(view).map(|(_, binding)| binding).unwrap_or_default();
            drawn.front = Some(DrawnCard { card, binding, whole: true });
        }
        Lie::NoFront => drawn.front = None,
        Lie::NoQueue => drawn.queued.clear(),
        Lie::FutureRevision => drawn.revision += 1,
    }
    drawn
}

/// Mostly the main agent of one of these sessions, from its own process.
fn who(sessions: u8) -> impl Strategy<Value = Who> {
    let sender = prop_oneof![
        8 => Just(Sender::Told(AGENT)),
        2 => Just(Sender::Told(OTHER)),
        1 => select(vec![Some(AGENT), Some(OTHER), None]).prop_map(Sender::Gone),
    ];
    (0..sessions, prop::bool::weighted(0.2), sender, prop::bool::weighted(0.2))
        .prop_map(|(session, helper, sender, auto)| Who { session, helper, sender, auto })
}

impl Who {
    pub(crate) fn origin(self) -> Origin {
        let session = format!("session {}", self.session);
        let ancestry = match self.sender {
            Sender::Told(process) => Ancestry::of(process),
            Sender::Gone(claimed) => Ancestry { claimed, ..Ancestry::default() },
        };
        let mode = self.auto.then_some(Mode::Auto);
        let of = if self.helper { subagent(&session, "helper") } else { origin(&session) };
        Origin { mode, ancestry, ..of }
    }
}

fn what(command: u8) -> String {
    format!("command {command}")
}

/// A request for one of two commands, each with and without another field that changes what runs,
/// or two questions.
pub(crate) fn request(number: u8) -> Ask {
    if number >= 4 {
        return questions();
    }
    let facts: &[(&str, &str)] = if number < 2 { &[] } else { &[("timeout", "5000")] };
    ask_with(&what(number % 2), facts)
}

pub(crate) fn happening(kind: u8, command: u8) -> Happening {
    match kind {
        0 => Happening::SessionStarted,
        1 => Happening::Prompted,
        2 => tool_started(&what(command)),
        3 | 4 if command == 2 => Happening::ToolEnded(question_call()),
        3 | 4 => Happening::ToolEnded(call(&what(command))),
        5 => Happening::AsksInTerminal,
        6 => select_end(command),
        7 => Happening::SessionEnded,
        8 => Happening::SubagentStarted,
        9 => Happening::GoesOn(None),
        10 => Happening::Idle,
        11 if command == 0 => Happening::CompactionStarted,
        11 => Happening::CompactionEnded,
        12 => Happening::Used(Usage {
            cost_micro_usd: Some(u64::from(command)),
            windows: vec![UsedWindow {
                minutes: 300,
                used_percent: 40 + command,
                resets_unix_ms: Some(EPOCH_MS + 60_000 * (1 + u64::from(command))),
            }],
        }),
        13 => Happening::HandlersRan(Box::new(handlers_ran(command))),
        _ => Happening::Seen,
    }
}

/// Hooks that ran on the only call of a session, or on one of which nothing was heard.
fn handlers_ran(command: u8) -> HandlersRan {
    HandlersRan {
        point: HookPoint::BeforeTool,
        call: (command == 2).then(|| "unknown".to_owned()),
        tool: None,
        blocked: (command > 0).then(|| "no".to_owned()),
        context: Some("yes".to_owned()),
        warnings: Vec::new(),
        runs: Vec::new(),
    }
}

fn select_end(command: u8) -> Happening {
    if command == 0 { Happening::TurnFailed } else { turn_ended() }
}
