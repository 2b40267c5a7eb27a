//! What is on disk when an agent asks, as far as its card shows it. The runtime reads it.

use crate::content::Unread;

/// What surrounds a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Present {
    /// The folder in which the session began, where it is known and the agent's working folder
    /// lies outside it.
    pub project: Option<String>,
    /// What there is at each of [`crate::Action::paths`], in its order.
    pub places: Vec<Place>,
    /// For which folders a rule could be made; none where one of them could not be told.
    pub ground: Option<Ground>,
}

/// Where a rule holds: folders with every link in their paths followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The folder in which the session began.
    pub project: String,
    /// The agent's working folder.
    pub folder: String,
}

/// What there is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it really leads, where that is not how the agent writes it.
    pub leads_to: Option<String>,
    /// Whether what stands there is itself a link.
    pub is_link: bool,
    /// Whether that lies outside the session's project, or it is not known that it lies inside.
    pub outside: bool,
    /// The file's text; none where there is no file, an error where it cannot be read.
    pub text: Result<Option<String>, Unread>,
}

impl Default for Place {
    /// A place of which nothing is known.
    fn default() -> Place {
        Place { leads_to: None, is_link: false, outside: true, text: Err(Unread::Unreadable) }
    }
}
