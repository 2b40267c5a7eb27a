//! Which keys are Ctrl+Alt+Y and Ctrl+Alt+N on this keyboard.

use x11rb::connection::Connection;
use x11rb::errors::ReplyError;
use x11rb::protocol::xkb::{self, ConnectionExt as _, KeySymMap};
use x11rb::protocol::xproto::{ConnectionExt as _, ModMask};

use crate::button::Button;

/// Upper-case forms stand on the next level, so the lower ones are enough.
const ALLOW: u32 = b'y' as u32;
const DENY: u32 = b'n' as u32;

const ALT_L: u32 = 0xffe9;
const ALT_R: u32 = 0xffea;
const NUM_LOCK: u32 = 0xff7f;
const SCROLL_LOCK: u32 = 0xff14;

/// The most layouts (groups) that a keyboard can have.
const GROUPS: usize = 4;
/// The current layout's place in an event's state.
const GROUP_SHIFT: u16 = 13;

/// The server's keyboard table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keymap {
    first: u8,
    keys: Vec<Key>,
    alt: u16,
    /// Locks that may be on or off when the shortcut is pressed.
    locks: Vec<u16>,
}

/// What one key types.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    /// By layout, without Shift. Only the layouts that this key has.
    plain: Vec<u32>,
    /// What it types in a layout that it lacks.
    beyond: Beyond,
    /// Whatever else it types.
    all: Vec<u32>,
}

/// How a key finds its own layout when the one in use is beyond those that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beyond {
    Wrap,
    Clamp,
    Redirect(usize),
}

impl Keymap {
    /// Reads the table from the server.
    ///
    /// # Errors
    ///
    /// Whatever the server answers.
    pub(crate) fn read(connection: &impl Connection) -> Result<Keymap, ReplyError> {
        let keyboard = u16::from(xkb::ID::USE_CORE_KBD);
        let (nothing, no_modifier) = (xkb::MapPart::from(0_u16), xkb::VMod::from(0_u16));
        let symbols = connection.xkb_get_map(
            keyboard,
            xkb::MapPart::KEY_SYMS,
            nothing,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            no_modifier,
            0,
            0,
            0,
            0,
            0,
            0,
        )?;
        let modifiers = connection.get_modifier_mapping()?;
        let (symbols, modifiers) = (symbols.reply()?, modifiers.reply()?);
        let keys = symbols.map.syms_rtrn.unwrap_or_default();
        let mut keymap = Keymap {
            first: symbols.first_key_sym,
            keys: keys.iter().map(Key::from).collect(),
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

    /// The keys that mean something in any layout.
    pub(crate) fn keycodes(&self) -> Vec<u8> {
        let means = |code: &u8| (0..GROUPS).any(|group| self.means(*code, group).is_some());
        (self.first..=u8::MAX).take(self.keys.len()).filter(means).collect()
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

    /// What a press of this key means.
    pub(crate) fn button(&self, keycode: u8, state: u16) -> Option<Button> {
        self.means(keycode, usize::from(state >> GROUP_SHIFT & 3))
    }

    /// A layout with the letters Y and N means those keys alone. In one without them (Cyrillic,
    /// Greek) it is the keys of the first layout that has them.
    fn means(&self, keycode: u8, group: usize) -> Option<Button> {
        let has_letters = |group: &usize| {
            let has = |keysym| self.keys.iter().any(|key| key.types(*group) == Some(keysym));
            has(ALLOW) && has(DENY)
        };
        let group = [group].into_iter().chain(0..GROUPS).find(has_letters)?;
        match self.key(keycode)?.types(group)? {
            ALLOW => Some(Button::Allow),
            DENY => Some(Button::Deny),
            _ => None,
        }
    }

    fn has_any(&self, keycode: u8, wanted: &[u32]) -> bool {
        self.key(keycode).is_some_and(|key| key.all.iter().any(|keysym| wanted.contains(keysym)))
    }

    fn key(&self, keycode: u8) -> Option<&Key> {
        self.keys.get(usize::from(keycode.checked_sub(self.first)?))
    }
}

impl Key {
    /// What it types in a layout, without Shift.
    fn types(&self, group: usize) -> Option<u32> {
        let last = self.plain.len().checked_sub(1)?;
        let group = match self.beyond {
            _ if group <= last => group,
            Beyond::Wrap => group % self.plain.len(),
            Beyond::Clamp => last,
            Beyond::Redirect(other) if other <= last => other,
            Beyond::Redirect(_) => 0,
        };
        self.plain.get(group).copied()
    }
}

impl From<&KeySymMap> for Key {
    fn from(map: &KeySymMap) -> Key {
        // The number of layouts, where to look beyond them, and how (the XKB protocol's groupInfo).
        let info = usize::from(map.group_info);
        let (groups, other, how) = (info & 0x0f, info >> 4 & 0x03, info >> 6);
        let levels = map.syms.chunks(usize::from(map.width).max(1));
        let beyond = match how {
            1 => Beyond::Clamp,
            2 => Beyond::Redirect(other),
            _ => Beyond::Wrap,
        };
        let plain = levels.take(groups).filter_map(|levels| levels.first().copied()).collect();
        Key { plain, beyond, all: map.syms.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A keyboard whose keys, from code 10 on, type these letters, one for each layout.
    fn keymap(keys: &[&str]) -> Keymap {
        let key = |letters: &&str| {
            // Letters outside Latin-1 have keysyms of their own range.
            let keysym = |letter: char| match u32::from(letter) {
                latin @ 0..0x100 => latin,
                other => 0x0100_0000 | other,
            };
            let plain: Vec<u32> = letters.chars().map(keysym).collect();
            Key { all: plain.clone(), plain, beyond: Beyond::Wrap }
        };
        Keymap { first: 10, keys: keys.iter().map(key).collect(), alt: 8, locks: vec![2, 16] }
    }

    #[track_caller]
    fn check(keymap: &Keymap, keycode: u8, group: u16, expected: Option<Button>) {
        let state = group << GROUP_SHIFT | 12;
        assert_eq!(keymap.button(keycode, state), expected, "key {keycode} group {group}");
    }

    #[test]
    fn a_key_means_its_letter_in_the_layout_in_use() {
        // English and German: Y and Z change places.
        let german = keymap(&["yz", "zy", "n"]);
        check(&german, 10, 0, Some(Button::Allow));
        check(&german, 10, 1, None);
        check(&german, 11, 0, None);
        check(&german, 11, 1, Some(Button::Allow));
        check(&german, 12, 1, Some(Button::Deny));
        assert_eq!(german.keycodes(), [10, 11, 12]);

        // Outside the table.
        check(&german, 9, 0, None);
        check(&german, 13, 0, None);
    }

    #[test]
    fn a_layout_without_the_letters_has_them_where_another_has() {
        let russian = keymap(&["yн", "nт", "xч"]);
        check(&russian, 10, 1, Some(Button::Allow));
        check(&russian, 11, 1, Some(Button::Deny));
        check(&russian, 12, 1, None);
        assert_eq!(russian.keycodes(), [10, 11]);

        // The other way round, and with a third layout in between.
        let three = keymap(&["нzy", "тnn", "чyz"]);
        check(&three, 12, 0, Some(Button::Allow));
        check(&three, 10, 0, None);
        check(&three, 10, 2, Some(Button::Allow));
        check(&three, 12, 2, None);
    }

    #[test]
    fn a_key_that_types_another_letter_here_is_not_the_key_of_elsewhere() {
        // Where Y stands in English, a layout with letters of its own beside the Latin ones.
        let other = keymap(&["yé", "ny", "xn"]);
        check(&other, 10, 1, None);
        check(&other, 11, 1, Some(Button::Allow));
        check(&other, 12, 1, Some(Button::Deny));
    }

    #[test]
    fn a_layout_that_a_key_lacks_is_one_that_it_has() {
        let with = |group_info| {
            Key::from(&KeySymMap {
                kt_index: [0; 4],
                group_info,
                width: 2,
                syms: vec![ALLOW, 0x59, DENY, 0x4e],
            })
        };
        #[track_caller]
        fn check(key: &Key, group: usize, expected: u32) {
            assert_eq!(key.types(group), Some(expected), "{key:?} group {group}");
        }
        let (wrap, clamp, redirect) = (with(0x02), with(0x42), with(0x92));
        check(&wrap, 1, DENY);
        check(&wrap, 2, ALLOW);
        check(&clamp, 2, DENY);
        check(&redirect, 2, DENY);
        check(&with(0x82), 3, ALLOW);
        let dead = Key { plain: Vec::new(), ..wrap };
        assert_eq!(dead.types(0), None);
    }

    #[test]
    fn locks_do_not_matter() {
        assert_eq!(keymap(&[]).modifiers(), [12, 14, 28, 30]);
    }
}
