//! What a shell makes of each place of a text, found out once.

/// For each byte, the quote that a shell would have open before it; 0 for none.
pub(super) fn open_quotes(text: &str) -> Vec<u8> {
    let mut open = 0;
    let mut escaped = false;
    let state = |byte| {
        let before = open;
        if escaped {
            escaped = false;
        } else if byte == b'\\' && open != b'\'' {
            escaped = true;
        } else if byte == open {
            open = 0;
        } else if open == 0 && matches!(byte, b'\'' | b'"') {
            open = byte;
        }
        before
    };
    text.bytes().map(state).collect()
}

/// For each place, and for the end, the first one from there on whose byte fits.
pub(super) fn next(text: &str, fits: impl Fn(u8) -> bool) -> Vec<usize> {
    let mut nearest = text.len();
    let mut places = vec![nearest; text.len() + 1];
    for (at, byte) in text.bytes().enumerate().rev() {
        if fits(byte) {
            nearest = at;
        }
        places[at] = nearest;
    }
    places
}

/// For each place, where the first word of the command begins that stands there.
pub(super) fn programs(text: &str) -> Vec<usize> {
    let mut start = 0;
    let begins = |(at, byte)| {
        let before = start;
        if ends_value(byte) && (!is_blank(byte) || start == at) {
            start = at + 1;
        }
        before
    };
    text.bytes().enumerate().map(begins).collect()
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether an unquoted value ends at this byte: at a blank, a quote or a shell's separator.
pub(super) fn ends_value(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b'"' | b'\'' | b'`' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}
