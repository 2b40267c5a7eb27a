//! What is true of the agents, and what may happen.
//!
//! One function: [`State::reduce`] takes an [`Input`] and the time and gives [`Effect`]s;
//! [`State::view`] is all that a window shows. No input or output, no async, no clock, no
//! randomness, and no agent is known by name.
//!
//! The rule that everything here serves: only [`Input::Person`] with a [`Choice::Allow`] on the
//! very card that is drawn whole gives [`Effect::Reply`] with an allow.

mod answered;
mod canon;
mod card;
mod effect;
mod input;
mod ledger;
pub mod redact;
mod reduce;
mod session;
mod setup;
mod view;
mod visible;

pub use card::CardId;
pub use effect::{Effect, Outcome, Record};
pub use input::{
    Act, Action, Call, Choice, ConnectionId, Drawn, DrawnCard, Happening, Input, Now, Origin,
    Request, SessionKey, Step,
};
pub use ledger::{ACT_AGE, CLICK_GUARD};
pub use reduce::State;
pub use setup::{
    Dead, DiffView, Drift, EntryView, FolderState, FolderView, HunkView, LineChange, LineView,
    Obstacle, ProblemView, SetupView, Shrunk, StatusLine, TestView, TestedHook, WrittenView,
};
pub use view::{
    ActionView, CardView, Fact, OutcomeView, QueueEntry, Segment, SessionView, Status, StepView,
    Text, View,
};
