//! A person's hand in a Sway session: a mouse that stays plugged in, and keys.

use std::cell::Cell;
use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use std::thread;
use std::time::Duration;

use rustix::fs::{MemfdFlags, memfd_create};
use serde_json::Value;
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_keyboard::KeymapFormat;
use wayland_client::protocol::wl_pointer::ButtonState;
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::{Connection, Dispatch, QueueHandle, delegate_noop};
use wayland_protocols_misc::zwp_virtual_keyboard_v1::client::{
    zwp_virtual_keyboard_manager_v1::ZwpVirtualKeyboardManagerV1 as Keyboards,
    zwp_virtual_keyboard_v1::ZwpVirtualKeyboardV1 as Keyboard,
};
use wayland_protocols_wlr::virtual_pointer::v1::client::{
    zwlr_virtual_pointer_manager_v1::ZwlrVirtualPointerManagerV1 as Mice,
    zwlr_virtual_pointer_v1::ZwlrVirtualPointerV1 as Mouse,
};

use crate::desktop::tool;

/// The left button, as the kernel numbers it.
const LEFT: u32 = 0x110;

/// How often a mouse tells where it is.
const BEAT: Duration = Duration::from_millis(8);

/// The keys of three rows of a US keyboard, with the kernel's number of each row's first.
const ROWS: [(u32, &str); 4] =
    [(16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm,."), (57, " ")];
const SHIFT: u32 = 42;
pub(crate) const ENTER: u32 = 28;
pub(crate) const ESCAPE: u32 = 1;
pub(crate) const TAB: u32 = 15;

/// How the compositor is to read the keys.
const KEYMAP: &str = "xkb_keymap { xkb_keycodes { include \"evdev\" }; \
    xkb_types { include \"complete\" }; xkb_compat { include \"complete\" }; \
    xkb_symbols { include \"pc+us\" }; };";

/// A mouse and a keyboard. A program asks for them only once they are there, so they are plugged in
/// before the app starts, and stay.
#[derive(Debug)]
pub(crate) struct Hand {
    connection: Connection,
    mouse: Mouse,
    keyboard: Keyboard,
    at: Cell<(i32, i32)>,
}

impl Hand {
    /// Plugs them in. The pointer is at the lower left.
    pub(crate) fn new() -> Hand {
        let connection = Connection::connect_to_env().unwrap();
        let (globals, mut queue) = registry_queue_init::<Nothing>(&connection).unwrap();
        let handle = queue.handle();
        let seat: WlSeat = globals.bind(&handle, 1..=1, ()).unwrap();
        let mice: Mice = globals.bind(&handle, 1..=1, ()).unwrap();
        let mouse = mice.create_virtual_pointer(Some(&seat), &handle, ());
        let keyboards: Keyboards = globals.bind(&handle, 1..=1, ()).unwrap();
        let keyboard = keyboards.create_virtual_keyboard(&seat, &handle, ());
        let mut keymap = File::from(memfd_create("keymap", MemfdFlags::CLOEXEC).unwrap());
        keymap.write_all(KEYMAP.as_bytes()).unwrap();
        keymap.write_all(&[0]).unwrap();
        let size = u32::try_from(KEYMAP.len() + 1).unwrap();
        keyboard.keymap(KeymapFormat::XkbV1.into(), keymap.as_fd(), size);
        queue.roundtrip(&mut Nothing).unwrap();
        let hand = Hand { connection, mouse, keyboard, at: Cell::new((20, 700)) };
        hand.jump(hand.at.get());
        hand
    }

    /// Types this text into whatever has the keyboard.
    pub(crate) fn write(&self, text: &str) {
        for letter in text.chars() {
            let key = code(letter.to_ascii_lowercase());
            if letter.is_ascii_uppercase() {
                self.key(SHIFT, true);
                self.keyboard.modifiers(1, 0, 0, 0);
                self.press(key);
                self.key(SHIFT, false);
                self.keyboard.modifiers(0, 0, 0, 0);
            } else {
                self.press(key);
            }
        }
    }

    /// Presses a key and lets it go.
    pub(crate) fn press(&self, key: u32) {
        self.key(key, true);
        self.key(key, false);
    }

    fn key(&self, key: u32, down: bool) {
        self.keyboard.key(time(), key, u32::from(down));
        self.connection.roundtrip().unwrap();
        thread::sleep(BEAT);
    }

    /// Goes there as a hand does, in many small steps.
    pub(crate) fn go(&self, (x, y): (i32, i32)) {
        const STEPS: i32 = 16;
        let (from_x, from_y) = self.at.get();
        for step in 1..=STEPS {
            let part = |from: i32, to: i32| from + (to - from) * step / STEPS;
            self.jump((part(from_x, x), part(from_y, y)));
            thread::sleep(BEAT);
        }
    }

    /// Is there all at once.
    pub(crate) fn jump(&self, (x, y): (i32, i32)) {
        let (width, height) = desk();
        self.at.set((x, y));
        let (x, y) = (u32::try_from(x).unwrap(), u32::try_from(y).unwrap());
        self.mouse.motion_absolute(time(), x, y, width, height);
        self.frame();
    }

    /// Goes there and clicks.
    pub(crate) fn click(&self, place: (i32, i32)) {
        self.go(place);
        self.click_here();
    }

    /// Clicks where the pointer is.
    pub(crate) fn click_here(&self) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.mouse.button(time(), LEFT, state);
            self.frame();
            thread::sleep(Duration::from_millis(40));
        }
    }

    fn frame(&self) {
        self.mouse.frame();
        self.connection.roundtrip().unwrap();
    }
}

/// The machine's monotonic time in milliseconds, as real devices' events have it.
fn time() -> u32 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    (now.tv_sec * 1000 + now.tv_nsec / 1_000_000) as u32
}

/// The number of the key with this letter.
#[track_caller]
fn code(letter: char) -> u32 {
    let on_row =
        |(first, row): (u32, &str)| Some(first + u32::try_from(row.find(letter)?).unwrap());
    let found = ROWS.into_iter().find_map(on_row);
    found.unwrap_or_else(|| panic!("no key for {letter:?}"))
}

/// What Sway says in answer to a question.
#[track_caller]
fn ask(question: &str) -> Value {
    serde_json::from_str(&tool("swaymsg", &["-r", "-t", question])).unwrap()
}

/// Width and height of all screens together.
fn desk() -> (u32, u32) {
    let outputs = ask("get_outputs");
    let rects = outputs.as_array().unwrap().iter().map(|output| &output["rect"]);
    let far = |start: &str, length: &str| {
        let end = |rect: &Value| rect[start].as_u64().unwrap() + rect[length].as_u64().unwrap();
        u32::try_from(rects.clone().map(end).max().unwrap()).unwrap()
    };
    (far("x", "width"), far("y", "height"))
}

/// Nothing is heard on this connection.
#[derive(Debug)]
struct Nothing;

impl Dispatch<WlRegistry, GlobalListContents> for Nothing {
    fn event(
        _: &mut Nothing,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Nothing>,
    ) {
    }
}

delegate_noop!(Nothing: ignore WlSeat);
delegate_noop!(Nothing: ignore Mice);
delegate_noop!(Nothing: ignore Mouse);
delegate_noop!(Nothing: ignore Keyboards);
delegate_noop!(Nothing: ignore Keyboard);
