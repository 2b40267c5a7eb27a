//! A window of another program in a Wayland session.

use std::cell::Cell;
use std::io::Write;
use std::os::fd::AsFd;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use rustix::fs::{MemfdFlags, memfd_create};
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_compositor::WlCompositor;
use wayland_client::protocol::wl_keyboard::{self, KeyState, WlKeyboard};
use wayland_client::protocol::wl_pointer::{self, ButtonState, WlPointer};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::{self, Capability, WlSeat};
use wayland_client::protocol::wl_shm::{Format, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::protocol::wl_surface::WlSurface;
use wayland_client::{Connection, Dispatch, QueueHandle, WEnum, delegate_noop};
use wayland_protocols::xdg::shell::client::xdg_surface::{self, XdgSurface};
use wayland_protocols::xdg::shell::client::xdg_toplevel::{self, XdgToplevel};
use wayland_protocols::xdg::shell::client::xdg_wm_base::{self, XdgWmBase};

use crate::app::{PATIENCE, SILENCE};

/// What such a window is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    Click,
    Key,
    /// The keyboard comes or goes.
    Focus(bool),
}

/// An ordinary window, which Sway makes as large as the screen and gives the keyboard.
#[derive(Debug)]
pub(crate) struct Below {
    heard: Receiver<Heard>,
    focus: Cell<bool>,
    connection: Connection,
    toplevel: XdgToplevel,
}

impl Below {
    #[track_caller]
    pub(crate) fn new() -> Below {
        let connection = Connection::connect_to_env().unwrap();
        let (globals, mut queue) = registry_queue_init::<Window>(&connection).unwrap();
        let handle = queue.handle();
        let compositor: WlCompositor = globals.bind(&handle, 1..=4, ()).unwrap();
        let shell: XdgWmBase = globals.bind(&handle, 1..=1, ()).unwrap();
        let shm: WlShm = globals.bind(&handle, 1..=1, ()).unwrap();
        let _seat: WlSeat = globals.bind(&handle, 1..=5, ()).unwrap();
        let surface = compositor.create_surface(&handle, ());
        let xdg = shell.get_xdg_surface(&surface, &handle, ());
        let toplevel = xdg.get_toplevel(&handle, ());
        toplevel.set_title("another program".to_owned());
        surface.commit();
        let (told, heard) = channel();
        let mut window = Window { told, shm, surface, size: (0, 0), pointer: None, keyboard: None };
        thread::spawn(move || while queue.blocking_dispatch(&mut window).is_ok() {});
        let below = Below { heard, focus: Cell::new(false), connection, toplevel };
        below.wait_for_focus();
        below
    }

    /// Fills the screen, with nothing above, or no longer.
    pub(crate) fn full_screen(&self, on: bool) {
        if on {
            self.toplevel.set_fullscreen(None);
        } else {
            self.toplevel.unset_fullscreen();
        }
        self.connection.flush().unwrap();
    }

    #[track_caller]
    pub(crate) fn wait_for_focus(&self) {
        if !self.focus.get() {
            self.wait_for(Heard::Focus(true));
        }
    }

    #[track_caller]
    pub(crate) fn wait_for_focus_lost(&self) {
        self.wait_for(Heard::Focus(false));
    }

    #[track_caller]
    pub(crate) fn assert_clicked(&self) {
        self.wait_for(Heard::Click);
    }

    #[track_caller]
    pub(crate) fn assert_typed(&self) {
        self.wait_for(Heard::Key);
    }

    /// It has the keyboard, had it all the time, and nobody typed.
    #[track_caller]
    pub(crate) fn assert_undisturbed(&self) {
        assert!(self.focus.get());
        let end = Instant::now() + SILENCE;
        while let Ok(heard) = self.heard.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            assert_eq!(heard, Heard::Click, "the window below was disturbed");
        }
    }

    #[track_caller]
    fn wait_for(&self, what: Heard) {
        let end = Instant::now() + PATIENCE;
        loop {
            let rest = end.saturating_duration_since(Instant::now());
            let heard = self.heard.recv_timeout(rest);
            let heard = heard.unwrap_or_else(|_| panic!("waited in vain for {what:?}"));
            if let Heard::Focus(on) = heard {
                self.focus.set(on);
            }
            if heard == what {
                return;
            }
        }
    }
}

/// The window's own side.
#[derive(Debug)]
struct Window {
    told: Sender<Heard>,
    shm: WlShm,
    surface: WlSurface,
    size: (i32, i32),
    pointer: Option<WlPointer>,
    keyboard: Option<WlKeyboard>,
}

impl Window {
    fn tell(&self, heard: Heard) {
        _ = self.told.send(heard);
    }

    /// White all over.
    fn draw(&self, queue: &QueueHandle<Window>) {
        let (width, height) = self.size;
        let bytes = vec![0xff; (width * height * 4) as usize];
        let memory = memfd_create("window", MemfdFlags::CLOEXEC).unwrap();
        let mut file = std::fs::File::from(memory);
        file.write_all(&bytes).unwrap();
        let pool = self.shm.create_pool(file.as_fd(), width * height * 4, queue, ());
        let buffer = pool.create_buffer(0, width, height, width * 4, Format::Xrgb8888, queue, ());
        pool.destroy();
        self.surface.attach(Some(&buffer), 0, 0);
        self.surface.damage(0, 0, width, height);
        self.surface.commit();
    }
}

impl Dispatch<XdgToplevel, ()> for Window {
    fn event(
        window: &mut Window,
        _: &XdgToplevel,
        event: xdg_toplevel::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Window>,
    ) {
        if let xdg_toplevel::Event::Configure { width, height, .. } = event {
            window.size = (width.max(100), height.max(100));
        }
    }
}

impl Dispatch<XdgSurface, ()> for Window {
    fn event(
        window: &mut Window,
        surface: &XdgSurface,
        event: xdg_surface::Event,
        (): &(),
        _: &Connection,
        queue: &QueueHandle<Window>,
    ) {
        if let xdg_surface::Event::Configure { serial } = event {
            surface.ack_configure(serial);
            window.draw(queue);
        }
    }
}

impl Dispatch<XdgWmBase, ()> for Window {
    fn event(
        _: &mut Window,
        shell: &XdgWmBase,
        event: xdg_wm_base::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Window>,
    ) {
        if let xdg_wm_base::Event::Ping { serial } = event {
            shell.pong(serial);
        }
    }
}

impl Dispatch<WlSeat, ()> for Window {
    fn event(
        window: &mut Window,
        seat: &WlSeat,
        event: wl_seat::Event,
        (): &(),
        _: &Connection,
        queue: &QueueHandle<Window>,
    ) {
        let wl_seat::Event::Capabilities { capabilities: WEnum::Value(has) } = event else {
            return;
        };
        if has.contains(Capability::Pointer) && window.pointer.is_none() {
            window.pointer = Some(seat.get_pointer(queue, ()));
        }
        if has.contains(Capability::Keyboard) && window.keyboard.is_none() {
            window.keyboard = Some(seat.get_keyboard(queue, ()));
        }
    }
}

impl Dispatch<WlPointer, ()> for Window {
    fn event(
        window: &mut Window,
        _: &WlPointer,
        event: wl_pointer::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Window>,
    ) {
        let pressed = WEnum::Value(ButtonState::Pressed);
        if matches!(event, wl_pointer::Event::Button { state, .. } if state == pressed) {
            window.tell(Heard::Click);
        }
    }
}

impl Dispatch<WlKeyboard, ()> for Window {
    fn event(
        window: &mut Window,
        _: &WlKeyboard,
        event: wl_keyboard::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Window>,
    ) {
        let pressed = WEnum::Value(KeyState::Pressed);
        match event {
            wl_keyboard::Event::Enter { .. } => window.tell(Heard::Focus(true)),
            wl_keyboard::Event::Leave { .. } => window.tell(Heard::Focus(false)),
            wl_keyboard::Event::Key { state, .. } if state == pressed => window.tell(Heard::Key),
            _ => {}
        }
    }
}

impl Dispatch<WlRegistry, GlobalListContents> for Window {
    fn event(
        _: &mut Window,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Window>,
    ) {
    }
}

delegate_noop!(Window: ignore WlBuffer);
delegate_noop!(Window: ignore WlCompositor);
delegate_noop!(Window: ignore WlShm);
delegate_noop!(Window: ignore WlShmPool);
delegate_noop!(Window: ignore WlSurface);
