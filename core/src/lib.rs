//! What is true of the agents, and what may happen.
//!
//! One function: [`State::reduce`] takes an [`Input`] and the time and gives [`Effect`]s;
//! [`State::view`] is all that a window shows. No input or output, no async, no clock, no
//! randomness, and no agent is known by name.
//!
//! The rule that everything here serves: only [`Input::Person`] with a [`Choice::Allow`] on the
//! very card that is drawn whole gives [`Effect::Reply`] with an allow.

mod card;
mod effect;
mod input;
mod view;

use std::time::Duration;

pub use card::CardId;
pub use effect::{Effect, Outcome, Record};
pub use input::{
    Act, Action, Call, Choice, ConnectionId, Drawn, DrawnCard, Happening, Input, Now, Origin,
    Request, SessionKey, Step,
};
pub use view::{
    ActionView, CardView, Fact, OutcomeView, QueueEntry, Segment, SessionView, Status, StepView,
    Text, View,
};

/// How long after a card came to the front a click or key press counts for nothing.
pub const CLICK_GUARD: Duration = Duration::from_millis(400);

/// All that the app knows.
#[derive(Debug, Default)]
pub struct State {}

impl State {
    /// Takes one thing that happened and says what is to be done.
    pub fn reduce(&mut self, _input: Input, _now: Now) -> Vec<Effect> {
        Vec::new()
    }

    /// All that a window shows.
    pub fn view(&self) -> View {
        View::default()
    }

    /// When [`Input::Clock`] is due next, as [`Now::elapsed`].
    pub fn next_deadline(&self) -> Option<Duration> {
        None
    }
}
