//! The X server as a person meets it: hands, and what lies beside the island.

use std::process::Command;
use std::time::{Duration, Instant};

use x11rb::COPY_DEPTH_FROM_PARENT;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, CreateWindowAux,
    EventMask, ImageFormat, PropMode, StackMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::app::{PATIENCE, Place, SILENCE};
use crate::desktop::tool;

/// Clicks with the real pointer.
#[track_caller]
pub(crate) fn click((x, y): (i32, i32)) {
    tool("xdotool", &["mousemove", &x.to_string(), &y.to_string(), "click", "1"]);
}

/// Holds the real pointer's button down for a while.
#[track_caller]
pub(crate) fn hold((x, y): (i32, i32), time: Duration) {
    tool("xdotool", &["mousemove", &x.to_string(), &y.to_string(), "mousedown", "1"]);
    std::thread::sleep(time);
    tool("xdotool", &["mouseup", "1"]);
}

/// Moves the real pointer.
#[track_caller]
pub(crate) fn point((x, y): (i32, i32)) {
    tool("xdotool", &["mousemove", &x.to_string(), &y.to_string()]);
}

/// Turns the real wheel down.
#[track_caller]
pub(crate) fn scroll_down(notches: u32) {
    tool("xdotool", &["click", "--repeat", &notches.to_string(), "--delay", "15", "5"]);
}

/// Presses real keys.
#[track_caller]
pub(crate) fn press(keys: &str) {
    tool("xdotool", &["key", keys]);
}

/// Types this text, as fast as a quick hand does.
#[track_caller]
pub(crate) fn write(text: &str) {
    tool("xdotool", &["type", "--delay", "30", text]);
}

/// Presses these keys again and again while the server announces the same keyboard anew.
#[track_caller]
pub(crate) fn press_while_announced(keys: &str) {
    let announcer = std::thread::spawn(|| {
        for _ in 0..40 {
            tool("setxkbmap", &["us"]);
        }
    });
    while !announcer.is_finished() {
        press(keys);
        std::thread::sleep(Duration::from_millis(30));
    }
    announcer.join().unwrap();
}

/// Whether the server sends on an XI2 button press that a program has made up.
pub(crate) fn can_send_xi2((x, y): (i32, i32)) -> bool {
    const GENERIC_EVENT: u8 = 35;
    const XI_BUTTON_PRESS: u8 = 4;
    let (connection, _) = RustConnection::connect(None).unwrap();
    let mut event = [0_u8; 32];
    (event[0], event[8]) = (GENERIC_EVENT, XI_BUTTON_PRESS);
    event[20..22].copy_from_slice(&(x as u16).to_ne_bytes());
    event[22..24].copy_from_slice(&(y as u16).to_ne_bytes());
    let window: Window = island().parse().unwrap();
    connection.send_event(false, window, EventMask::NO_EVENT, event).unwrap().check().is_ok()
}

/// Asks the window manager to close a window, as a task list does.
#[track_caller]
pub(crate) fn close(window: &str) {
    let (connection, screen) = RustConnection::connect(None).unwrap();
    let root = connection.setup().roots[screen].root;
    let close = connection.intern_atom(false, b"_NET_CLOSE_WINDOW").unwrap().reply().unwrap().atom;
    let message = ClientMessageEvent::new(32, window.parse().unwrap(), close, [0; 5]);
    let to = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
    connection.send_event(false, root, to, message).unwrap().check().unwrap();
}

/// The number of the island's window.
#[track_caller]
pub(crate) fn island() -> String {
    window("Vults")
}

/// The number of a visible window with this title.
#[track_caller]
pub(crate) fn window(title: &str) -> String {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = find_window(title) {
            return found;
        }
        assert!(Instant::now() < end, "no window {title:?} is on the screen");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The same, where there is one now.
pub(crate) fn find_window(title: &str) -> Option<String> {
    // Without a match it fails.
    let found = std::process::Command::new("xdotool")
        .args(["search", "--onlyvisible", "--name", &format!("^{title}$")])
        .output()
        .unwrap();
    String::from_utf8(found.stdout).unwrap().lines().next().map(str::to_owned)
}

/// The top left corner of the inside of the window with this title.
#[track_caller]
pub(crate) fn corner(title: &str) -> (i32, i32) {
    let (connection, screen) = RustConnection::connect(None).unwrap();
    let root = connection.setup().roots[screen].root;
    let window: Window = window(title).parse().unwrap();
    let place = connection.translate_coordinates(window, root, 0, 0).unwrap().reply().unwrap();
    (place.dst_x.into(), place.dst_y.into())
}

/// The window that has the focus, by the window manager's word. While it gives it to another there is
/// none for a moment.
#[track_caller]
pub(crate) fn active_window() -> String {
    for _ in 0..20 {
        let said = Command::new("xdotool").arg("getactivewindow").output().unwrap();
        if said.status.success() {
            return String::from_utf8(said.stdout).unwrap().trim().to_owned();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("no window has the focus");
}

/// Moves the island's left edge there, and waits until it is there: a window manager takes its time.
#[track_caller]
pub(crate) fn move_island(left: i32) {
    let island = island();
    tool("xdotool", &["windowmove", &island, &left.to_string(), "0"]);
    let (connection, screen) = RustConnection::connect(None).unwrap();
    let root = connection.setup().roots[screen].root;
    let window: Window = island.parse().unwrap();
    let end = Instant::now() + PATIENCE;
    loop {
        let place = connection.translate_coordinates(window, root, 0, 0).unwrap().reply().unwrap();
        if i32::from(place.dst_x) == left {
            return;
        }
        assert!(Instant::now() < end, "the island is at {}, not {left}", place.dst_x);
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A window of another program.
#[derive(Debug)]
pub(crate) struct Other {
    connection: RustConnection,
    root: Window,
    window: Window,
}

impl Other {
    /// An ordinary window, which the window manager places and gives the focus.
    #[track_caller]
    pub(crate) fn ordinary(place: Place) -> Other {
        let other = Other::map(place, false);
        other.wait_for_focus();
        other
    }

    /// A window that lies above all, as a menu or a screen lock does.
    pub(crate) fn above_all(place: Place) -> Other {
        let other = Other::map(place, true);
        let raise = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        other.connection.configure_window(other.window, &raise).unwrap();
        other.connection.sync().unwrap();
        other
    }

    fn map(place: Place, unmanaged: bool) -> Other {
        let (connection, screen) = RustConnection::connect(None).unwrap();
        let screen = &connection.setup().roots[screen];
        let (root, visual) = (screen.root, screen.root_visual);
        let window = connection.generate_id().unwrap();
        let listen = EventMask::BUTTON_PRESS | EventMask::KEY_PRESS | EventMask::STRUCTURE_NOTIFY;
        let look = CreateWindowAux::new()
            .background_pixel(0x00ff_ffff)
            .event_mask(listen)
            .override_redirect(u32::from(unmanaged));
        connection
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                window,
                root,
                place.x as i16,
                place.y as i16,
                place.width as u16,
                place.height as u16,
                0,
                WindowClass::INPUT_OUTPUT,
                visual,
                &look,
            )
            .unwrap();
        connection
            .change_property8(
                PropMode::REPLACE,
                window,
                AtomEnum::WM_NAME,
                AtomEnum::STRING,
                b"another program",
            )
            .unwrap();
        connection.map_window(window).unwrap();
        connection.flush().unwrap();
        let other = Other { connection, root, window };
        other.wait_for("being mapped", |event| matches!(event, Event::MapNotify(_)));
        other
    }

    /// Asks the window manager for full screen, or for its end.
    #[track_caller]
    pub(crate) fn full_screen(&self, on: bool) {
        let atom = |name: &str| {
            self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
        };
        let (state, full) = (atom("_NET_WM_STATE"), atom("_NET_WM_STATE_FULLSCREEN"));
        let data = [u32::from(on), full, 0, 1, 0];
        let message = ClientMessageEvent::new(32, self.window, state, data);
        let to = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        self.connection.send_event(false, self.root, to, message).unwrap().check().unwrap();
    }

    /// Says that it is a panel, which takes so much of the screen's upper edge.
    #[track_caller]
    pub(crate) fn take_edge(&self, height: u32) {
        let name = b"_NET_WM_STRUT_PARTIAL";
        let name = self.connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let strut = [0, 0, height, 0, 0, 0, 0, 0, 0, 1279, 0, 0];
        let (mode, kind) = (PropMode::REPLACE, AtomEnum::CARDINAL);
        self.connection.change_property32(mode, self.window, name, kind, &strut).unwrap();
        self.connection.sync().unwrap();
    }

    /// Who has the keyboard now.
    pub(crate) fn focus(&self) -> Window {
        self.connection.get_input_focus().unwrap().reply().unwrap().focus
    }

    /// Waits until it has the keyboard.
    #[track_caller]
    pub(crate) fn wait_for_focus(&self) {
        let end = Instant::now() + PATIENCE;
        while self.focus() != self.window {
            assert!(Instant::now() < end, "the other window does not get the focus");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    pub(crate) fn assert_has_focus(&self) {
        assert_eq!(self.focus(), self.window, "the focus went elsewhere");
    }

    /// Waits for a click.
    #[track_caller]
    pub(crate) fn assert_clicked(&self) {
        self.wait_for("a click", |event| matches!(event, Event::ButtonPress(_)));
    }

    /// Waits for a key that is no modifier.
    #[track_caller]
    pub(crate) fn assert_typed(&self) {
        self.wait_for("a key", |event| self.is_letter(event));
    }

    /// Waits for any key but Control and Alt.
    #[track_caller]
    pub(crate) fn assert_pressed(&self) {
        // The keycodes of the left Control and Alt on every PC keyboard.
        let plain = |event: &Event| matches!(event, Event::KeyPress(key) if ![37, 64].contains(&key.detail));
        self.wait_for("a key", plain);
    }

    /// No such key comes.
    #[track_caller]
    pub(crate) fn assert_not_typed(&self) {
        let end = Instant::now() + SILENCE;
        while Instant::now() < end {
            while let Some(event) = self.connection.poll_for_event().unwrap() {
                assert!(!self.is_letter(&event), "the other window got the key");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether the Y key is free for every program to take.
    pub(crate) fn can_own_keys(&self) -> bool {
        use x11rb::protocol::xproto::{GrabMode, ModMask};
        let code = self.keycode(u32::from(b'y'));
        let keys = ModMask::CONTROL | ModMask::M1;
        let (sync, root) = (GrabMode::ASYNC, self.root);
        self.connection.grab_key(false, root, keys, code, sync, sync).unwrap().check().is_ok()
    }

    fn keycode(&self, keysym: u32) -> u8 {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let map =
            self.connection.get_keyboard_mapping(first, last - first + 1).unwrap().reply().unwrap();
        let columns = usize::from(map.keysyms_per_keycode);
        let row = map.keysyms.chunks(columns).position(|row| row[0] == keysym).unwrap();
        first + row as u8
    }

    fn is_letter(&self, event: &Event) -> bool {
        let letters = [self.keycode(u32::from(b'y')), self.keycode(u32::from(b'n'))];
        matches!(event, Event::KeyPress(key) if letters.contains(&key.detail))
    }

    #[track_caller]
    fn wait_for(&self, what: &str, fits: impl Fn(&Event) -> bool) {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            match self.connection.poll_for_event().unwrap() {
                Some(event) if fits(&event) => return,
                Some(_) => {}
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        panic!("the other window waited in vain for {what}");
    }
}

/// The colour of a point of the desktop, as the server keeps it.
pub(crate) fn colour((x, y): (i32, i32)) -> Vec<u8> {
    let (connection, screen) = x11rb::connect(None).unwrap();
    let root = connection.setup().roots[screen].root;
    let (x, y) = (i16::try_from(x).unwrap(), i16::try_from(y).unwrap());
    let image = connection.get_image(ImageFormat::Z_PIXMAP, root, x, y, 1, 1, u32::MAX).unwrap();
    image.reply().unwrap().data
}
