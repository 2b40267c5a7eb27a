//! The app's way from a line to its state, with no person near.

use std::time::Duration;

use vults_agents::{Report, report};
use vults_core::{
    ConnectionId, Drawn, DrawnCard, Effect, Happening, Input, Now, Present, Request, State,
};
use vults_protocol::Event;

use crate::leaves;

/// Any lines from any hooks, each view drawn as an honest page would: nothing is ever answered,
/// and a card shows every field of what it asks.
pub fn app(lines: &[u8]) {
    let mut state = State::default();
    let mut elapsed = Duration::ZERO;
    for (number, line) in (0..).zip(lines.split(|&byte| byte == b'\n').take(64)) {
        let Ok(event) = Event::decode(line) else { continue };
        let waits = event.wants_reply && event.may_wait();
        let report = report(&event, waits);
        if let Some(report) = &report {
            check(&event, waits, report);
        }
        let heard = report.map(|report| heard(report, ConnectionId(number), elapsed));
        let mut inputs = Vec::from_iter(heard);
        inputs.extend([Input::Clock, Input::Drawn(drawn(&state)), Input::Clock]);
        for input in inputs {
            elapsed += Duration::from_millis(u64::from(line.last().copied().unwrap_or(1)) * 40);
            step(&mut state, input, elapsed);
            let drawn = drawn(&state);
            step(&mut state, Input::Drawn(drawn), elapsed);
        }
    }
    while let Some(deadline) = state.next_deadline() {
        assert!(deadline > elapsed, "a deadline that is over stays");
        elapsed = deadline;
        step(&mut state, Input::Clock, elapsed);
    }
    assert!(state.view().front.is_none(), "a card outlives its time");
}

fn step(state: &mut State, input: Input, elapsed: Duration) {
    for effect in state.reduce(input, Now { elapsed, unix_ms: 0 }) {
        let answers = matches!(effect, Effect::Reply(..) | Effect::Answer(..));
        assert!(!answers, "nobody answered, and yet: {effect:?}");
    }
}

/// All of the view, as a page reports it that shows every card whole.
fn drawn(state: &State) -> Drawn {
    let view = state.view();
    Drawn {
        revision: view.revision,
        queued: view.queue.iter().map(|entry| entry.card).collect(),
        front: view.front.map(|card| DrawnCard {
            card: card.id,
            binding: card.binding,
            whole: true,
        }),
    }
}

/// What the core hears of a report, as the runtime prepares it.
fn heard(report: Report, connection: ConnectionId, arrived: Duration) -> Input {
    match report {
        Report::Happened(origin, happening) => Input::Happened(origin, happening),
        Report::AsksElsewhere(origin) => Input::AskedElsewhere(origin, connection),
        Report::Asks(origin, ask) => {
            let input = ask.input.clone();
            match Request::prepare(&origin, *ask, &Present::default()) {
                Some(request) => {
                    leaves::check(&input, request.content());
                    Input::Asked { origin, connection, arrived, request: Box::new(request) }
                }
                None => Input::AskedElsewhere(origin, connection),
            }
        }
    }
}

fn check(event: &Event, waits: bool, report: &Report) {
    assert!(!event.zeca, "the chat's own agent is shown");
    match report {
        Report::Happened(origin, happening) => {
            // A waiting hook that is not asked for is let go, so the session may not wait either.
            assert!(!waits || *happening == Happening::Seen);
            assert!(!origin.key.session.is_empty());
        }
        Report::Asks(..) | Report::AsksElsewhere(_) => assert!(waits),
    }
}
