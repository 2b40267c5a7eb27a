//! What has just ended: a request that was still being prepared by then needs no card.

use std::collections::VecDeque;
use std::time::Duration;

use vults_protocol::limits::CARD_DRAWN;

use crate::input::{Call, Happening, Origin, SessionKey};

/// How long it is remembered. A request that took longer to prepare has no card anyway.
const REMEMBERED: Duration = CARD_DRAWN;
/// How much is remembered.
const ENDS: usize = 64;

#[derive(Debug)]
struct End {
    at: Duration,
    key: SessionKey,
    what: What,
}

#[derive(Debug)]
enum What {
    Call(Option<String>, Call),
    /// Of the main agent, or of a sub-agent.
    Turn(Option<String>),
    Session,
}

/// The calls, turns and sessions that have just ended.
#[derive(Debug, Default)]
pub(crate) struct Ended(VecDeque<End>);

impl Ended {
    pub(crate) fn happened(&mut self, origin: &Origin, happening: &Happening, now: Duration) {
        let subagent = || origin.subagent.clone();
        let what = match happening {
            Happening::ToolEnded(call) => What::Call(subagent(), call.clone()),
            Happening::Prompted | Happening::TurnEnded(_) | Happening::TurnFailed => {
                What::Turn(subagent())
            }
            Happening::SessionEnded => What::Session,
            _ => return,
        };
        self.push(&origin.key, what, now);
    }

    /// A hook has blocked a call.
    pub(crate) fn blocked(&mut self, origin: &Origin, call: &Call, now: Duration) {
        self.push(&origin.key, What::Call(origin.subagent.clone(), call.clone()), now);
    }

    fn push(&mut self, key: &SessionKey, what: What, now: Duration) {
        self.0.retain(|end| end.at.saturating_add(REMEMBERED) > now);
        if self.0.len() == ENDS {
            self.0.pop_front();
        }
        self.0.push_back(End { at: now, key: key.clone(), what });
    }

    /// Whether that call, its turn or its session has ended since that moment.
    pub(crate) fn since(&self, moment: Duration, origin: &Origin, call: &Call) -> bool {
        self.0.iter().any(|end| {
            end.at > moment
                && end.key == origin.key
                && match &end.what {
                    What::Call(subagent, ended) => *subagent == origin.subagent && ended == call,
                    What::Turn(subagent) => *subagent == origin.subagent,
                    What::Session => true,
                }
        })
    }
}
