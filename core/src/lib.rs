//! What is true of the agents, and what may happen.
//!
//! One function: [`State::reduce`] takes an [`Input`] and the time and gives [`Effect`]s;
//! [`State::view`] is all that a window shows. No input or output, no async, no clock, no
//! randomness, and no agent is known by name.
//!
//! The rule that everything here serves: only [`Input::Person`] with a [`Choice::Allow`] on the
//! very card that is drawn whole gives [`Effect::Reply`] with an allow, and only one with a
//! [`Choice::Answer`] gives [`Effect::Answer`]. The one exception is a person's own:
//! [`Choice::AllowAlways`] makes a [`Rule`], which allows the very same request again.

mod ancestry;
mod answered;
mod approvals;
mod ask;
mod canon;
mod card;
mod choice;
mod content;
mod diff;
mod effect;
mod ended;
mod hex;
mod input;
mod ledger;
mod plan;
mod preferences;
mod present;
pub mod redact;
mod reduce;
mod request;
mod rules;
mod session;
mod setup;
mod view;
mod visible;

pub use ancestry::{Ancestry, Process};
pub use approvals::{ApprovalsView, DecisionView, HistoryPage, RuleView};
pub use ask::{
    Action, Ask, CellMode, Change, Fields, FileEdit, Hunk, Offered, Question, Replacement,
};
pub use card::CardId;
pub use choice::{Choice, OWN_WORDS_CHARS, Picked};
pub use content::{
    ArgumentValue, ArgumentView, Content, Fact, FileChange, FileView, OptionView, Passage,
    QuestionView, Unread,
};
pub use diff::{DiffView, HunkView, LineChange, LineView};
pub use effect::{Effect, News, Outcome, Record, Told};
pub use input::{
    Act, Background, Call, ConnectionId, Drawn, DrawnCard, Happening, Input, Now, Origin,
    SessionKey, Step, TurnEnd, Usage, UsedWindow,
};
pub use ledger::{ACT_AGE, CLICK_GUARD};
pub use plan::KeptPlan;
pub use preferences::{Language, Marks, Prefer, PreferencesView, ScreenView};
pub use present::{Ground, Place, Present};
pub use reduce::State;
pub use request::{FOLDER_BYTES, Request};
pub use rules::{KeptRule, RULES, Rule, RuleKey, Seal};
pub use session::{Kept, KeptSession};
pub use setup::{
    Dead, Drift, EntryView, FolderState, FolderView, Obstacle, ProblemView, ProgramView,
    ReviewView, SetupView, Shrunk, StatusLine, TestView, TestedHook, WrittenView,
};
pub use view::{
    ActionView, AlwaysView, CardView, Mode, OutcomeView, PlanView, QueueEntry, Segment,
    SessionView, Status, StepView, Text, View, WindowView,
};
