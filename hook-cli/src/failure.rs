//! Why an event did not go its way.

/// Why the relay prints nothing. The words go into the log (VP-13), so they hold no content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// No app listens; no failure of anything, and never logged.
    #[error("no app is listening")]
    NoApp,
    /// The agent went away while its hook waited; never logged.
    #[error("the agent is gone")]
    AgentGone,
    /// The app closed the connection without a decision: the terminal asks; never logged.
    #[error("the app left it to the terminal")]
    Declined,
    /// The socket's folder is a link, not ours or open to others (VP-05).
    #[error("the socket's folder is not private")]
    FolderNotPrivate,
    /// The process behind the socket belongs to another user (VP-04).
    #[error("the socket's owner is another user")]
    ForeignPeer,
    /// The process behind the socket is not the app that installed this relay (VP-07).
    #[error("the program behind the socket is not the app")]
    NotTheApp,
    /// Stdin did not end in time.
    #[error("stdin did not end in time")]
    StdinTooSlow,
    /// Stdin holds more than any event may.
    #[error("stdin is too large")]
    StdinTooLarge,
    /// Stdin is no JSON object.
    #[error("stdin is no JSON object")]
    NotAnObject,
    /// Stdin is an object of more parts than any event has.
    #[error("stdin holds too many values")]
    TooManyValues,
    /// Even the reduced event is too large (VP-25).
    #[error("the event is too large")]
    EventTooLarge,
    /// The app did not take the connection in time.
    #[error("connecting took too long")]
    ConnectTimeout,
    /// The app did not take the event in time.
    #[error("sending took too long")]
    SendTimeout,
    /// The app said neither `waiting` nor a decision in time.
    #[error("the app did not answer in time")]
    NotHeard,
    /// Nobody decided in time.
    #[error("no decision in time")]
    NotDecided,
    /// The connection broke.
    #[error("the connection broke")]
    Broken,
    /// The reply is no message of this version.
    #[error("the reply is not of this protocol")]
    BadReply,
    /// The reply is longer than a message may be.
    #[error("the reply is too long")]
    ReplyTooLong,
    /// The reply is for another event.
    #[error("the reply is for another event")]
    OtherId,
    /// The app speaks another version.
    #[error("the app speaks another version")]
    Unsupported,
    /// The reply does not fit what was asked (VP-42 to VP-44).
    #[error("the reply does not fit the event")]
    WrongReply,
    /// A fault of the relay itself.
    #[error("the relay failed")]
    Panicked,
    /// The agent did not read its hook's output in time.
    #[error("stdout could not be written")]
    NotPrinted,
}

impl Failure {
    /// Whether it is worth a line in the log, or an ordinary end.
    pub(crate) fn is_logged(self) -> bool {
        !matches!(self, Failure::NoApp | Failure::AgentGone | Failure::Declined)
    }
}
