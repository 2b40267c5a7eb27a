//! Which keys are Ctrl+Alt+Y and Ctrl+Alt+N on this keyboard.

use vults_core::Choice;
use x11rb::connection::Connection;
use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{ConnectionExt, ModMask};

/// Upper-case forms stand in the next column, so the lower ones are enough.
const ALLOW: u32 = b'y' as u32;
const DENY: u32 = b'n' as u32;

const ALT_L: u32 = 0xffe9;
const ALT_R: u32 = 0xffea;
const NUM_LOCK: u32 = 0xff7f;
const SCROLL_LOCK: u32 = 0xff14;

/// Each layout (group) of the keyboard has two columns in the server's table.
const COLUMNS_PER_GROUP: usize = 2;
/// The current layout's place in an event's state.
const GROUP_SHIFT: u16 = 13;

/// The server's keyboard table.
#[derive(Clone, Debug)]
pub(crate) struct Keymap {
    first: u8,
    columns: usize,
    keysyms: Vec<u32>,
    alt: u16,
    /// Locks that may be on or off when the shortcut is pressed.
    locks: Vec<u16>,
}

impl Keymap {
    /// Reads the table from the server.
    ///
    /// # Errors
    ///
    /// Whatever the server answers.
    pub(crate) fn read(connection: &impl Connection) -> Result<Keymap, ReplyError> {
        let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
        let keys = connection.get_keyboard_mapping(first, last - first + 1)?;
        let modifiers = connection.get_modifier_mapping()?;
        let (keys, modifiers) = (keys.reply()?, modifiers.reply()?);
        let mut keymap = Keymap {
            first,
            columns: keys.keysyms_per_keycode.into(),
            keysyms: keys.keysyms,
            alt: 0,
            locks: vec![u16::from(ModMask::LOCK)],
        };
        let per_modifier = usize::from(modifiers.keycodes_per_modifier());
        let keycodes = modifiers.keycodes;
        let bit_of = |wanted: &[u32]| {
            let held = |codes: &[u8]| codes.iter().any(|code| keymap.has_any(*code, wanted));
            keycodes.chunks(per_modifier.max(1)).position(held).map(|index| 1_u16 << index)
        };
        let alt = bit_of(&[ALT_L, ALT_R]).unwrap_or(u16::from(ModMask::M1));
        let locks = [NUM_LOCK, SCROLL_LOCK].map(|keysym| bit_of(&[keysym]));
        keymap.alt = alt;
        keymap.locks.extend(locks.into_iter().flatten());
        Ok(keymap)
    }

    /// The keys that are Y or N in any layout.
    pub(crate) fn keycodes(&self) -> Vec<u8> {
        let (first, count) = (usize::from(self.first), self.keysyms.len() / self.columns.max(1));
        (first..first + count)
            .filter_map(|code| u8::try_from(code).ok())
            .filter(|code| self.has_any(*code, &[ALLOW, DENY]))
            .collect()
    }

    /// Every state of the modifiers that counts as Ctrl+Alt: with each lock on or off.
    pub(crate) fn modifiers(&self) -> Vec<u16> {
        let mut states = vec![u16::from(ModMask::CONTROL) | self.alt];
        for lock in &self.locks {
            let locked: Vec<u16> = states.iter().map(|state| state | lock).collect();
            states.extend(locked);
        }
        states.sort_unstable();
        states.dedup();
        states
    }

    /// What a press of this key means. Where the layout in use has Latin letters the key must be
    /// Y or N there; where it has none (Cyrillic, Greek) it is the key's letter in another one.
    pub(crate) fn choice(&self, keycode: u8, state: u16) -> Option<Choice> {
        let row = self.row(keycode)?;
        let group = usize::from(state >> GROUP_SHIFT & 3);
        let in_use = row.get(group * COLUMNS_PER_GROUP).copied().filter(|keysym| *keysym != 0);
        let in_use = in_use.or_else(|| row.first().copied())?;
        if (0x20..0x7f).contains(&in_use) {
            return letter(in_use);
        }
        row.iter().find_map(|keysym| letter(*keysym))
    }

    fn has_any(&self, keycode: u8, wanted: &[u32]) -> bool {
        self.row(keycode).is_some_and(|row| row.iter().any(|keysym| wanted.contains(keysym)))
    }

    fn row(&self, keycode: u8) -> Option<&[u32]> {
        let index = usize::from(keycode.checked_sub(self.first)?);
        self.keysyms.get(index * self.columns..(index + 1) * self.columns)
    }
}

fn letter(keysym: u32) -> Option<Choice> {
    match keysym {
        ALLOW => Some(Choice::Allow),
        DENY => Some(Choice::Deny),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A keyboard of three keys, from code 10 on, with two layouts.
    fn keymap(rows: [[u32; 4]; 3]) -> Keymap {
        Keymap { first: 10, columns: 4, keysyms: rows.concat(), alt: 8, locks: vec![2, 16] }
    }

    fn row(first: char, second: char) -> [u32; 4] {
        // Letters outside Latin-1 have keysyms of their own range.
        let keysym = |letter: char| match u32::from(letter) {
            latin @ 0..0x100 => latin,
            other => 0x0100_0000 | other,
        };
        [
            keysym(first),
            keysym(first.to_ascii_uppercase()),
            keysym(second),
            keysym(second.to_ascii_uppercase()),
        ]
    }

    #[test]
    fn a_key_means_its_letter_in_the_layout_in_use() {
        let layout = |group: u16| group << GROUP_SHIFT | 12;
        #[track_caller]
        fn check(keymap: &Keymap, keycode: u8, state: u16, expected: Option<Choice>) {
            assert_eq!(keymap.choice(keycode, state), expected, "key {keycode} state {state:#x}");
        }
        // English and German: Y and Z change places.
        let german = keymap([row('y', 'z'), row('z', 'y'), row('n', 'n')]);
        check(&german, 10, layout(0), Some(Choice::Allow));
        check(&german, 10, layout(1), None);
        check(&german, 11, layout(0), None);
        check(&german, 11, layout(1), Some(Choice::Allow));
        check(&german, 12, layout(1), Some(Choice::Deny));
        assert_eq!(german.keycodes(), [10, 11, 12]);

        // English and Russian: the Russian layout has no Latin letter.
        let russian = keymap([row('y', 'н'), row('n', 'т'), row('x', 'ч')]);
        check(&russian, 10, layout(1), Some(Choice::Allow));
        check(&russian, 11, layout(1), Some(Choice::Deny));
        check(&russian, 12, layout(1), None);
        assert_eq!(russian.keycodes(), [10, 11]);

        // Outside the table.
        check(&german, 9, layout(0), None);
        check(&german, 13, layout(0), None);
    }

    #[test]
    fn a_layout_that_the_table_lacks_is_the_first_one() {
        let single = Keymap { columns: 2, keysyms: vec![ALLOW, 0x59], ..keymap([[0; 4]; 3]) };
        assert_eq!(single.choice(10, 1 << GROUP_SHIFT), Some(Choice::Allow));
    }

    #[test]
    fn locks_do_not_matter() {
        let keymap = keymap([[0; 4]; 3]);
        assert_eq!(keymap.modifiers(), [12, 14, 28, 30]);
    }
}
