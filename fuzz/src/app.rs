//! The app's way from a line to its state, with no person near.

use std::time::Duration;

use vults_agents::adapter;
use vults_core::{Action, ConnectionId, Drawn, DrawnCard, Effect, Happening, Input, Now, State};
use vults_protocol::Event;

/// Any lines from any hooks, each view drawn as an honest page would: nothing is ever answered,
/// and a card shows every field of what it asks.
pub fn app(lines: &[u8]) {
    let mut state = State::default();
    let mut elapsed = Duration::ZERO;
    for (number, line) in (0..).zip(lines.split(|&byte| byte == b'\n').take(64)) {
        let Ok(event) = Event::decode(line) else { continue };
        let connection = event.wants_reply.then_some(ConnectionId(number));
        let mut inputs = adapter(&event.agent).inputs(&event, connection);
        for input in &inputs {
            check(&event, connection, input);
        }
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
        assert!(!matches!(effect, Effect::Reply(..)), "nobody answered, and yet: {effect:?}");
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

fn check(event: &Event, connection: Option<ConnectionId>, input: &Input) {
    assert!(!event.zeca, "the chat's own agent is shown");
    match input {
        Input::Happened(origin, happening) => {
            // A waiting hook that is not asked for is let go, so the session may not wait either.
            assert!(connection.is_none() || *happening == Happening::Seen);
            assert!(!origin.key.session.is_empty());
        }
        Input::AskedElsewhere(_, asking) => assert_eq!(Some(*asking), connection),
        Input::Asked(_, asking, request) => {
            assert_eq!(Some(*asking), connection);
            assert!(event.may_wait());
            let Action::Command { command, description, facts } = &request.action;
            assert!(!command.trim().is_empty());
            assert_eq!(request.input["command"], command.as_str());
            let fields = request.input.as_object().map_or(0, serde_json::Map::len);
            assert_eq!(fields, 1 + usize::from(description.is_some()) + facts.len());
        }
        other => panic!("an adapter says what is not its to say: {other:?}"),
    }
}
