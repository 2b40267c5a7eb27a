//! JSON from programs whose strings are not Unicode.
//!
//! A string of JavaScript may end in the middle of a character, where a program cut it by its
//! length. In JSON that half is an escape such as `\ud83d` without its partner, which is no text
//! and which strict readers refuse together with the whole message.

/// Replaces every half of a surrogate pair that stands alone with U+FFFD. Everything else stays,
/// byte for byte.
pub fn mend(json: &[u8]) -> Vec<u8> {
    let mut json = json.to_vec();
    let mut at = 0;
    let backslash = |byte: &u8| *byte == b'\\';
    while let Some(ahead) = json.get(at..).and_then(|rest| rest.iter().position(backslash)) {
        at += ahead;
        at += match (unit(&json, at), unit(&json, at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                if let Some(digits) = json.get_mut(at + 2..at + 6) {
                    digits.copy_from_slice(b"fffd");
                }
                6
            }
            (Some(_), _) => 6,
            // Any other escape, an escaped backslash above all.
            (None, _) => 2,
        };
    }
    json
}

/// The code unit of the `\uXXXX` that stands here.
fn unit(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix(br"\u")?;
    u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}
