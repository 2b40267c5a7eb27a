//! The words that `vults-hook` and the app exchange, version 8.
//!
//! Hook and app exchange one JSON object a line over a local socket. A hook connects, sends one
//! [`Event`] and, when it wants no reply, closes. A hook that waits hears [`Reply::Waiting`] once
//! its card is on screen, then a decision or an answer; a connection that closes without one
//! means "ask in your own terminal". A person's own command may ask the app for the island in the same
//! way, and hears nothing ([`Message::Focus`]).
//!
//! Types and limits only: no input or output, no clock. The reference for people is
//! `docs/reference/protocol.md`.

mod agent;
pub mod cut;
pub mod endpoint;
pub mod event;
mod lifecycle;
pub mod limits;
mod lines;
mod message;
mod reply;
mod trusted;

pub use agent::{Agent, AgentKind, AgentName, BadAgentName};
pub use event::{DecodeError, Event, Terminal, TooLong};
pub use lifecycle::{LifecycleHooks, Run};
pub use message::Message;
pub use reply::{Addressed, Answer, Decision, Reply};
pub use trusted::TrustedHooks;

/// The protocol's version. An event of another one is answered with [`Reply::Unsupported`].
pub const VERSION: u32 = 8;
