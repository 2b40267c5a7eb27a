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
//!
//! In the same way only a [`Choice::Trust`] on the card that shows all of a project's own hooks gives
//! [`Effect::TrustHooks`].

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
mod handlers;
mod hex;
mod hooks;
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
mod trust;
mod view;
mod visible;

pub use ancestry::{Ancestry, Process};
pub use approvals::{ApprovalsView, DecisionView, HistoryPage, RuleView, TrustedView};
pub use ask::{
    Action, Ask, CellMode, Change, Fields, FileEdit, Hunk, Offered, Question, Replacement,
};
pub use card::CardId;
pub use choice::{Choice, OWN_WORDS_CHARS, Picked};
pub use content::{
    ArgumentValue, ArgumentView, Content, Fact, FileChange, FileView, HookFileText, HookFileView,
    HookView, OptionView, Passage, ProgramView, QuestionView, Unread, Untold,
};
pub use diff::{DiffView, HunkView, LineChange, LineView};
pub use effect::{Effect, News, Outcome, Record, Told};
pub use handlers::{HandlerEnd, HandlerRun, HandlersRan, HookPoint};
pub use hooks::{HookCommand, HookEvent, HookFile, HookProgram, ProjectHooks, UntrustedHooks};
pub use input::{
    Act, Background, Call, ConnectionId, Drawn, DrawnCard, Happening, Input, NotKept, Now, Origin,
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
    AgentProgramView, Dead, Drift, EntryView, FolderState, FolderView, Obstacle, ProblemView,
    ReviewView, SetupView, Shrunk, StatusLine, TestView, TestedHook, WrittenView,
};
pub use view::{
    ActionView, AlwaysView, CardView, HookEnd, HookReport, HookRun, HookTrouble, HookWord,
    HooksView, Mode, OutcomeView, PlanView, QueueEntry, Segment, SessionView, Status, StepView,
    Text, TrustView, View, WindowView,
};
