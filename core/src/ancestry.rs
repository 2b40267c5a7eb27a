//! From which process an event came: what tells an agent's own events from another program's that
//! speak of its session (specs C8).

use serde::{Deserialize, Serialize};

/// One process of the machine. A number alone is used anew once its process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Process {
    /// Its number.
    pub pid: u32,
    /// When it began, in clock ticks since the machine started.
    pub began: u64,
}

/// The processes above an event's sender, as the system tells them, and the agent's as the sender
/// does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ancestry {
    /// The sender, its parent, and so on, as far as they could be told: a sender that does not wait
    /// has often ended by then.
    pub chain: Vec<Process>,
    /// Whether that is all of them.
    pub complete: bool,
    /// The agent's process, as the sender says.
    pub claimed: Option<Process>,
}

/// How a sender stands to a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is the process, or one that it started, itself or through others.
    Inside,
    /// It says so, and had ended before anybody could look.
    Claims,
    /// It is another program.
    Outside,
}

impl Ancestry {
    /// That of a process that speaks for itself.
    pub fn of(process: Process) -> Ancestry {
        Ancestry { chain: vec![process], complete: true, claimed: Some(process) }
    }

    /// The agent's process: the one that the sender names, if it is above the sender. None where it
    /// could not be told.
    pub fn process(&self) -> Option<Process> {
        self.claimed.filter(|process| self.chain.contains(process))
    }

    /// How the sender stands to a process. Nobody is outside of one that is not known.
    pub(crate) fn standing(&self, owner: Option<Process>) -> Standing {
        let Some(owner) = owner else { return Standing::Inside };
        if self.chain.contains(&owner) {
            Standing::Inside
        } else if !self.complete && self.claimed == Some(owner) {
            Standing::Claims
        } else {
            Standing::Outside
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_started_a_sender_is_above_it() {
        let [hook, agent, terminal] = [3, 2, 1].map(|pid| Process { pid, began: 5 });
        let again = Process { began: 6, ..agent };
        let told =
            |claimed| Ancestry { chain: vec![hook, agent, terminal], complete: true, claimed };
        let cut = |claimed| Ancestry { chain: vec![hook], complete: false, claimed };
        let check = |ancestry: Ancestry, process: Option<Process>, standing: Standing| {
            assert_eq!(ancestry.process(), process);
            assert_eq!(ancestry.standing(Some(agent)), standing);
            assert_eq!(ancestry.standing(None), Standing::Inside);
        };
        check(told(Some(agent)), Some(agent), Standing::Inside);
        check(told(Some(again)), None, Standing::Inside);
        check(told(None), None, Standing::Inside);
        check(cut(Some(agent)), None, Standing::Claims);
        check(cut(Some(again)), None, Standing::Outside);
        check(cut(Some(hook)), Some(hook), Standing::Outside);
        check(cut(None), None, Standing::Outside);
        check(Ancestry::default(), None, Standing::Outside);
        check(Ancestry::of(agent), Some(agent), Standing::Inside);
        check(Ancestry::of(again), Some(again), Standing::Outside);
        // It has been told whole, so what it says besides counts for nothing.
        let other = Ancestry { claimed: Some(agent), ..Ancestry::of(terminal) };
        check(other, None, Standing::Outside);
    }
}
