//! The words that a denied agent reads.

const DENIED: &str = "Denied from Vults";

/// The message of a deny: the person's own words, or the fixed sentence without any (specs C9).
pub(crate) fn denied(reason: &Option<String>) -> &str {
    own(reason).unwrap_or(DENIED)
}

/// The person's own words, where there are any.
pub(crate) fn own(reason: &Option<String>) -> Option<&str> {
    reason.as_deref().filter(|words| !words.trim().is_empty())
}
