//! Ctrl+Alt+Y allows and Ctrl+Alt+N denies the card in front, while it is drawn whole.
//!
//! The keys are taken from the other programs only as long as the runtime's view asks for it, and
//! a press counts only if a person can see the card at that moment. A connection of our own and
//! one thread that sleeps until the server or the app has something to say; the window's focus
//! is not touched.

mod cover;
mod keymap;
mod light;

use std::collections::HashSet;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use anyhow::Context;
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use vults_core::CardId;
use vults_runtime::Handle;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::errors::ReplyError;
use x11rb::protocol::Event;
use x11rb::protocol::xkb::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt as _, GrabMode, KeyPressEvent, ModMask, Window};
use x11rb::rust_connection::RustConnection;

pub(crate) use self::cover::Hidden;
use self::keymap::Keymap;
use self::light::Light;
use crate::area::Area;
use crate::clock;
use crate::display::Display;
use crate::gate::Refusal;
use crate::island::{Gatekeeper, Shared};
use crate::mark::mark;

/// The bit of an event that another program sent.
const SENT: u8 = 0x80;

/// The card that the keys answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) card: CardId,
    pub(crate) binding: String,
}

/// Tells the thread that holds the keys what to do. Cheap to clone, never blocks.
#[derive(Clone, Debug)]
pub(crate) struct Shortcut {
    wish: Shared<Wish>,
    wake: Arc<OwnedFd>,
}

/// What the app wants.
#[derive(Debug, Default)]
struct Wish {
    target: Option<Target>,
    /// A person writes on the island: every key is theirs.
    suspended: bool,
    window: Option<Window>,
    /// Where the island is drawn, in device pixels of the window.
    areas: Vec<Area>,
}

impl Wish {
    fn wanted(&self) -> Option<Target> {
        self.target.clone().filter(|_| !self.suspended)
    }
}

impl Shortcut {
    /// A handle for a thread that [`Shortcut::start`] starts.
    ///
    /// # Errors
    ///
    /// When the process has no descriptor left.
    pub(crate) fn new() -> io::Result<Shortcut> {
        let wake = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Shortcut { wish: Shared::default(), wake: Arc::new(wake) })
    }

    /// Binds the keys to this card, or to none.
    pub(crate) fn want(&self, target: Option<Target>) {
        let mut wish = self.wish.lock();
        if wish.target != target {
            wish.target = target;
            drop(wish);
            self.wake();
        }
    }

    /// Lets the keys go while a person writes on the island.
    pub(crate) fn suspend(&self, suspended: bool) {
        self.wish.lock().suspended = suspended;
        self.wake();
    }

    /// Where a card has to be seen for a press to count.
    pub(crate) fn watch(&self, window: Option<Window>, areas: Vec<Area>) {
        let mut wish = self.wish.lock();
        wish.window = window;
        wish.areas = areas;
    }

    /// Why the island is not to be seen now, whether or not the keys are bound. In a Wayland session the
    /// X server does not know.
    pub(crate) fn hidden(&self) -> Option<Hidden> {
        if crate::surface::wayland_session() {
            return None;
        }
        let wish = self.wish.lock();
        let (window, areas) = (wish.window, wish.areas.clone());
        drop(wish);
        let Some(window) = window else { return Some(Hidden::NotShown) };
        // Another connection than that of the keys, which sleeps.
        let display = Display::connect().ok()?;
        cover::hidden(&display.connection, display.root()?, window, &areas).ok().flatten()
    }

    /// Starts the thread on a connection to the display. Without it the app works by clicks alone.
    /// The gate hears when the screen wakes.
    pub(crate) fn start(&self, display: Display, runtime: Handle, gate: Gatekeeper) {
        let shortcut = self.clone();
        let spawned = thread::Builder::new().name("vults-shortcut".into()).spawn(move || {
            let ended = Keys::new(display, shortcut, runtime.clone(), gate).and_then(Keys::run);
            if let Err(error) = ended {
                tracing::warn!(%error, "the shortcuts do not work");
            }
            runtime.keys_bound(None);
        });
        if let Err(error) = spawned {
            tracing::warn!(%error, "the shortcuts do not work");
        }
    }

    fn wake(&self) {
        // The counter is full only when a wake-up is due anyway.
        _ = rustix::io::write(&*self.wake, &1_u64.to_ne_bytes());
    }

    fn woken(&self) {
        _ = rustix::io::read(&*self.wake, &mut [0_u8; 8]);
    }
}

/// The keys, bound or not.
#[derive(Debug)]
struct Keys {
    connection: RustConnection,
    root: Window,
    keymap: Keymap,
    shortcut: Shortcut,
    runtime: Handle,
    gate: Gatekeeper,
    bound: Option<Bound>,
    /// Keys that are down: their repetitions are no presses.
    down: HashSet<u8>,
    light: Light,
}

/// The card that the keys are bound to.
#[derive(Debug)]
struct Bound {
    target: Target,
    since: Instant,
    /// Whether the server gave us the keys; another program may own them.
    held: bool,
}

impl Keys {
    fn new(
        display: Display,
        shortcut: Shortcut,
        runtime: Handle,
        gate: Gatekeeper,
    ) -> anyhow::Result<Keys> {
        let root = display.root().context("the display has no screen")?;
        let Display { connection, .. } = display;
        use_keyboard(&connection)?;
        let keymap = Keymap::read(&connection)?;
        let light = Light::watch(&connection, root)?;
        let (bound, down) = (None, HashSet::new());
        Ok(Keys { connection, root, keymap, shortcut, runtime, gate, bound, down, light })
    }

    fn run(mut self) -> anyhow::Result<()> {
        loop {
            // What was pressed comes before what is wanted now: it was for the card of then.
            while let Some(event) = self.connection.poll_for_event()? {
                self.hear(event)?;
            }
            self.follow()?;
            self.connection.flush()?;
            // Binding waits for answers, and events may have come with them.
            if let Some(event) = self.connection.poll_for_event()? {
                self.hear(event)?;
                continue;
            }
            let mut sources = [
                PollFd::new(self.connection.stream(), PollFlags::IN),
                PollFd::from_borrowed_fd(self.shortcut.wake.as_fd(), PollFlags::IN),
            ];
            match poll(&mut sources, None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => self.shortcut.woken(),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn hear(&mut self, event: Event) -> anyhow::Result<()> {
        match event {
            Event::KeyPress(press) if press.response_type & SENT != 0 => {
                mark!("refused", why = "sent_event");
            }
            Event::KeyPress(press) => self.press(&press)?,
            Event::KeyRelease(release) if release.response_type & SENT == 0 => {
                self.down.remove(&release.detail);
            }
            Event::MappingNotify(_) | Event::XkbMapNotify(_) | Event::XkbNewKeyboardNotify(_) => {
                self.relearn()?;
            }
            event => {
                if let Some(lit) = self.light.hear(&event) {
                    self.gate.lock().disturbed(lit);
                }
            }
        }
        Ok(())
    }

    fn press(&mut self, press: &KeyPressEvent) -> anyhow::Result<()> {
        let repeated = !self.down.insert(press.detail);
        let Some(button) = self.keymap.button(press.detail, press.state.into()) else {
            return Ok(());
        };
        let at = clock::instant_of(press.time);
        let Some(bound) = self.bound.as_ref().filter(|bound| bound.held) else {
            return Ok(());
        };
        let card = bound.target.card;
        if repeated {
            mark!("refused", card = card.0, why = "repeated");
            return Ok(());
        }
        if at < bound.since {
            mark!("refused", card = card.0, why = "before_bound");
            return Ok(());
        }
        if !self.light.shone(at) {
            mark!("refused", card = card.0, why = cover::Hidden::ScreenOff.word());
            return Ok(());
        }
        let (window, areas) = {
            let wish = self.shortcut.wish.lock();
            (wish.window, wish.areas.clone())
        };
        let hidden = match window {
            Some(window) => cover::hidden(&self.connection, self.root, window, &areas)?,
            None => Some(cover::Hidden::NotShown),
        };
        if let Some(hidden) = hidden {
            mark!("refused", card = card.0, why = hidden.word());
            return Ok(());
        }
        if !self.gate.lock().in_sight(card, &bound.target.binding, button, at) {
            mark!("refused", card = card.0, why = Refusal::Disturbed.word());
            return Ok(());
        }
        let Some(choice) = button.choice(None, None) else { return Ok(()) };
        self.runtime.act(at, at, card, bound.target.binding.clone(), choice);
        mark!("acted", card = card.0, button = button.word(), by = "shortcut");
        Ok(())
    }

    /// Binds or lets go, as the app wants now.
    fn follow(&mut self) -> anyhow::Result<()> {
        let wanted = self.shortcut.wish.lock().wanted();
        if wanted.as_ref() == self.bound.as_ref().map(|bound| &bound.target) {
            return Ok(());
        }
        let held = self.bound.take().is_some_and(|bound| bound.held);
        match wanted {
            Some(target) => {
                let held = held || self.grab()?;
                let since = Instant::now();
                mark!("keys", card = target.card.0, bound = held);
                self.runtime.keys_bound(held.then_some(target.card));
                self.bound = Some(Bound { target, since, held });
            }
            None => {
                if held {
                    self.ungrab()?;
                }
                mark!("keys", bound = false);
                self.runtime.keys_bound(None);
            }
        }
        Ok(())
    }

    /// The keyboard may have changed: its letters may be on other keys. The server says so each
    /// time a person turns to another keyboard, mostly to one with the same letters, and a press
    /// just then must not fall into a gap between two grabs.
    fn relearn(&mut self) -> anyhow::Result<()> {
        let keymap = Keymap::read(&self.connection)?;
        if keymap == self.keymap {
            return Ok(());
        }
        let held = self.bound.as_ref().is_some_and(|bound| bound.held);
        if held {
            self.ungrab()?;
        }
        self.keymap = keymap;
        if self.bound.is_some() {
            let now_held = self.grab()?;
            if let Some(bound) = &mut self.bound {
                bound.held = now_held;
                if now_held != held {
                    self.runtime.keys_bound(now_held.then_some(bound.target.card));
                }
            }
        }
        Ok(())
    }

    /// Takes all keys, or none: a button that shows a key must be answered by it.
    fn grab(&mut self) -> Result<bool, ReplyError> {
        let mut requests = Vec::new();
        for keycode in self.keymap.keycodes() {
            for modifiers in self.keymap.modifiers() {
                requests.push(self.connection.grab_key(
                    false,
                    self.root,
                    ModMask::from(modifiers),
                    keycode,
                    GrabMode::ASYNC,
                    GrabMode::ASYNC,
                )?);
            }
        }
        let mut held = !requests.is_empty();
        for request in requests {
            match request.check() {
                Ok(()) => {}
                // Another program owns it.
                Err(ReplyError::X11Error(_)) => held = false,
                Err(error) => return Err(error),
            }
        }
        if !held {
            self.ungrab()?;
            tracing::info!("another program owns the shortcuts");
            return Ok(false);
        }
        // A key that was down before would repeat into our hands.
        let keys = self.connection.query_keymap()?.reply()?.keys;
        let is_down = |code: &u8| keys[usize::from(code / 8)] & 1 << (code % 8) != 0;
        self.down = self.keymap.keycodes().into_iter().filter(is_down).collect();
        Ok(true)
    }

    fn ungrab(&mut self) -> Result<(), ReplyError> {
        for keycode in self.keymap.keycodes() {
            for modifiers in self.keymap.modifiers() {
                self.connection.ungrab_key(keycode, self.root, ModMask::from(modifiers))?;
            }
        }
        self.connection.flush()?;
        Ok(())
    }
}

/// Asks the server to repeat a held key as presses alone, so that a release is one, and to say when
/// the keyboard changes.
fn use_keyboard(connection: &RustConnection) -> anyhow::Result<()> {
    if connection.extension_information(xkb::X11_EXTENSION_NAME)?.is_none() {
        anyhow::bail!("the display has no XKB extension");
    }
    connection.xkb_use_extension(1, 0)?.reply()?;
    let flag = xkb::PerClientFlag::DETECTABLE_AUTO_REPEAT;
    let none = xkb::BoolCtrl::from(0_u8 as u32);
    let device = u16::from(xkb::ID::USE_CORE_KBD);
    connection.xkb_per_client_flags(device, flag, flag, none, none, none)?.reply()?;
    let events = xkb::EventType::NEW_KEYBOARD_NOTIFY | xkb::EventType::MAP_NOTIFY;
    let (nothing, map) = (xkb::EventType::from(0_u16), xkb::MapPart::KEY_SYMS);
    let details = xkb::SelectEventsAux::new();
    connection.xkb_select_events(device, nothing, events, map, map, &details)?.check()?;
    Ok(())
}
