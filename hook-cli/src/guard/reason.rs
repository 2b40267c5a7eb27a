//! What the model reads of a handler's block.

use vults_protocol::cut::cut;

/// The most of a reason that is printed, in bytes: what somebody's program said is no reason to fill a
/// model's context.
const MOST_BYTES: usize = 4 << 10;
/// Some agents let the tool run where there is no reason.
const NONE: &str = "denied by a hook";

/// The reason without control characters but for line breaks and tabs, never empty.
pub(super) fn clean(reason: &str) -> String {
    let readable = |letter: &char| !letter.is_control() || matches!(letter, '\n' | '\t');
    let mut clean: String = reason.chars().filter(readable).collect();
    cut(&mut clean, MOST_BYTES);
    if clean.trim().is_empty() { NONE.to_owned() } else { clean }
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, clean};

    #[test]
    fn a_reason_is_readable_bounded_and_never_empty() {
        assert_eq!(clean("a\r\n\tb\u{1b}[31mc\u{0}\u{9b}\u{7f} \"é\""), "a\n\tb[31mc \"é\"");
        for nothing in ["", " \n", "\u{1b}\u{0}"] {
            assert_eq!(clean(nothing), "denied by a hook");
        }
        let long = clean(&"é".repeat(MOST_BYTES));
        assert!((MOST_BYTES - 2..=MOST_BYTES).contains(&long.len()) && long.ends_with("é…"));
    }
}
