//! Which characters a person would not see as they are.

/// The names of the first 32 characters (ASCII).
pub(super) const CONTROLS: [&str; 32] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US",
];

/// Whether a character would not be seen, or changes how others are seen.
pub(super) fn is_hidden(c: char) -> bool {
    // A tab and a line break are dealt with before.
    let code = c as u32;
    // The last two of every plane are no characters.
    code & 0xfffe == 0xfffe || in_ranges(HIDDEN, code)
}

/// Whether a character is drawn on the one before it.
pub(super) fn is_mark(c: char) -> bool {
    in_ranges(MARK_RANGES, c as u32)
}

/// Whether sorted ranges, both ends included, hold a code point.
fn in_ranges(ranges: &[(u32, u32)], code: u32) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= code);
    after > 0 && code <= ranges[after - 1].1
}

/// Characters that would not be seen, or change how others are seen (Unicode 16).
const HIDDEN: &[(u32, u32)] = &[
    (0x0000, 0x001f),    // controls
    (0x007f, 0x00a0),    // controls, no-break space
    (0x00ad, 0x00ad),    // soft hyphen
    (0x034f, 0x034f),    // grapheme joiner
    (0x061c, 0x061c),    // Arabic letter mark
    (0x115f, 0x1160),    // Hangul fillers
    (0x1680, 0x1680),    // Ogham space
    (0x17b4, 0x17b5),    // Khmer inherent vowels
    (0x180b, 0x180f),    // Mongolian selectors, vowel separator
    (0x2000, 0x200f),    // spaces, joiners, direction marks
    (0x2028, 0x202f),    // separators, direction controls, narrow space
    (0x205f, 0x206f),    // space, invisible operators, direction isolates
    (0x2800, 0x2800),    // blank Braille
    (0x3000, 0x3000),    // ideographic space
    (0x3164, 0x3164),    // Hangul filler
    (0xe000, 0xf8ff),    // private use
    (0xfdd0, 0xfdef),    // no characters
    (0xfe00, 0xfe0f),    // variation selectors
    (0xfeff, 0xfeff),    // byte order mark
    (0xffa0, 0xffa0),    // half-width Hangul filler
    (0xfff0, 0xfffc),    // interlinear marks, object replacement
    (0x1107f, 0x1107f),  // Brahmi number joiner
    (0x13430, 0x1345f),  // Egyptian format controls
    (0x16fe4, 0x16fe4),  // Khitan filler
    (0x1bca0, 0x1bca3),  // shorthand format controls
    (0x1d159, 0x1d159),  // null note head
    (0x1d173, 0x1d17a),  // musical format controls
    (0x40000, 0x10ffff), // unassigned planes, tags, selectors, private use
];

/// Characters that are drawn on the one before them, as far as they can pile up.
const MARK_RANGES: &[(u32, u32)] = &[
    (0x0300, 0x036f),
    (0x0483, 0x0489),
    (0x0591, 0x05bd),
    (0x05bf, 0x05bf),
    (0x05c1, 0x05c2),
    (0x05c4, 0x05c5),
    (0x05c7, 0x05c7),
    (0x0610, 0x061a),
    (0x064b, 0x065f),
    (0x0670, 0x0670),
    (0x06d6, 0x06dc),
    (0x06df, 0x06e4),
    (0x06e7, 0x06e8),
    (0x06ea, 0x06ed),
    (0x0711, 0x0711),
    (0x0730, 0x074a),
    (0x0816, 0x082d),
    (0x08ca, 0x08e1),
    (0x08e3, 0x0902),
    (0x093c, 0x093c),
    (0x0941, 0x0948),
    (0x0951, 0x0957),
    (0x0e31, 0x0e31),
    (0x0e34, 0x0e3a),
    (0x0e47, 0x0e4e),
    (0x0eb1, 0x0eb1),
    (0x0eb4, 0x0ebc),
    (0x0ec8, 0x0ece),
    (0x0f71, 0x0f7e),
    (0x1ab0, 0x1aff),
    (0x1dc0, 0x1dff),
    (0x20d0, 0x20ff),
    (0x302a, 0x302f),
    (0x3099, 0x309a),
    (0xa66f, 0xa672),
    (0xa674, 0xa67d),
    (0xfe20, 0xfe2f),
    (0x1d165, 0x1d169),
    (0x1d16d, 0x1d172),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_sorted() {
        for ranges in [HIDDEN, MARK_RANGES] {
            assert!(ranges.iter().all(|(first, last)| first <= last));
            assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }
}
