//! What goes on in a Wayland session beside the island: screens that come, go or change, and windows
//! that become full-screen.
//!
//! A connection of our own and one thread that sleeps until the compositor has something to say: the
//! toolkit tells of neither connectors nor other programs' windows.

use std::thread;

use wayland_client::protocol::wl_output::{self, WlOutput};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::{
    Connection, Dispatch, Proxy, QueueHandle, delegate_noop, event_created_child,
};
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_manager_v1::ZxdgOutputManagerV1;
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_v1::{self, ZxdgOutputV1};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_handle_v1::{
    self as handle, ZwlrForeignToplevelHandleV1 as Handle,
};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_manager_v1::{
    self as list, EVT_TOPLEVEL_OPCODE, ZwlrForeignToplevelManagerV1 as List,
};

use super::compositor;
use super::toplevels::{Toplevel, covered};
use crate::area::Area;
use crate::screen::Screen;

/// Tells of the screens at once, and again whenever something about them changes, on a thread of
/// its own.
pub(super) fn start(told: impl Fn(Vec<Screen>) + Send + 'static) {
    let spawned = thread::Builder::new().name("vults-wayland".into()).spawn(move || {
        if let Err(error) = run(told) {
            tracing::warn!(%error, "the screens are not watched");
        }
    });
    if let Err(error) = spawned {
        tracing::warn!(%error, "the screens are not watched");
    }
}

fn run(told: impl Fn(Vec<Screen>)) -> anyhow::Result<()> {
    let connection = compositor::open()?;
    let mut queue = connection.new_event_queue();
    connection.display().get_registry(&queue.handle(), ());
    let mut session = Session::default();
    // The first round brings what there is, the second what was asked about it.
    queue.roundtrip(&mut session)?;
    queue.roundtrip(&mut session)?;
    let mut last = None;
    loop {
        let outputs = session.outputs();
        if last.as_ref() != Some(&outputs) {
            told(outputs.clone());
            last = Some(outputs);
        }
        queue.blocking_dispatch(&mut session)?;
    }
}

/// What the compositor has said so far.
#[derive(Debug, Default)]
struct Session {
    heads: Vec<Head>,
    places: Option<ZxdgOutputManagerV1>,
    windows: Vec<(Handle, Toplevel)>,
    /// How often another window was turned to.
    turns: u64,
}

/// A screen of which not all may be known yet.
#[derive(Debug)]
struct Head {
    /// Its number among all that the compositor offers.
    number: u32,
    output: WlOutput,
    details: Option<ZxdgOutputV1>,
    name: Option<String>,
    model: String,
    position: Option<(i32, i32)>,
    size: Option<(i32, i32)>,
}

impl Drop for Head {
    fn drop(&mut self) {
        if let Some(details) = &self.details {
            details.destroy();
        }
        // The third version can say that nobody looks at it any more.
        if self.output.version() >= 3 {
            self.output.release();
        }
    }
}

impl Session {
    /// The screens of which all is known.
    fn outputs(&self) -> Vec<Screen> {
        let output = |head: &Head| {
            let ((x, y), (width, height)) = (head.position?, head.size?);
            Some(Screen {
                name: head.name.clone()?,
                model: head.model.clone(),
                // A compositor prefers none.
                primary: false,
                area: Area { x, y, width, height },
                // It keeps the island off them.
                top: 0,
                filled: covered(self.windows.iter().map(|(_, window)| window), head.number),
            })
        };
        self.heads.iter().filter_map(output).collect()
    }

    /// Asks where the screens are, once both the screen and who knows its place are known.
    fn ask_places(&mut self, queue: &QueueHandle<Session>) {
        let Some(places) = &self.places else { return };
        for head in self.heads.iter_mut().filter(|head| head.details.is_none()) {
            head.details = Some(places.get_xdg_output(&head.output, queue, head.number));
        }
    }

    fn head(&mut self, number: u32) -> Option<&mut Head> {
        self.heads.iter_mut().find(|head| head.number == number)
    }

    fn window(&mut self, handle: &Handle) -> Option<&mut Toplevel> {
        self.windows.iter_mut().find(|(known, _)| known == handle).map(|(_, window)| window)
    }

    fn number(&self, output: &WlOutput) -> Option<u32> {
        self.heads.iter().find(|head| head.output == *output).map(|head| head.number)
    }
}

impl Dispatch<WlRegistry, ()> for Session {
    fn event(
        session: &mut Session,
        registry: &WlRegistry,
        event: wl_registry::Event,
        (): &(),
        _: &Connection,
        queue: &QueueHandle<Session>,
    ) {
        match event {
            wl_registry::Event::Global { name: number, interface, version } => {
                let is = |known: &str| interface == known;
                if is(WlOutput::interface().name) {
                    let output = registry.bind(number, version.min(3), queue, number);
                    session.heads.push(Head {
                        number,
                        output,
                        details: None,
                        name: None,
                        model: String::new(),
                        position: None,
                        size: None,
                    });
                } else if is(ZxdgOutputManagerV1::interface().name) {
                    // The second version tells names.
                    session.places = Some(registry.bind(number, version.min(2), queue, ()));
                } else if is(List::interface().name) {
                    // The second version tells of full-screen windows.
                    registry.bind::<List, _, _>(number, version.min(2), queue, ());
                }
                session.ask_places(queue);
            }
            wl_registry::Event::GlobalRemove { name: number } => {
                session.heads.retain(|head| head.number != number);
                for (_, window) in &mut session.windows {
                    window.outputs.remove(&number);
                }
            }
            _ => {}
        }
    }
}

impl Dispatch<WlOutput, u32> for Session {
    fn event(
        session: &mut Session,
        _: &WlOutput,
        event: wl_output::Event,
        number: &u32,
        _: &Connection,
        _: &QueueHandle<Session>,
    ) {
        if let (wl_output::Event::Geometry { make, model, .. }, Some(head)) =
            (event, session.head(*number))
        {
            head.model = format!("{make} {model}").trim().to_owned();
        }
    }
}

impl Dispatch<ZxdgOutputV1, u32> for Session {
    fn event(
        session: &mut Session,
        _: &ZxdgOutputV1,
        event: zxdg_output_v1::Event,
        number: &u32,
        _: &Connection,
        _: &QueueHandle<Session>,
    ) {
        let Some(head) = session.head(*number) else { return };
        match event {
            zxdg_output_v1::Event::LogicalPosition { x, y } => head.position = Some((x, y)),
            zxdg_output_v1::Event::LogicalSize { width, height } => {
                head.size = Some((width, height));
            }
            zxdg_output_v1::Event::Name { name } => head.name = Some(name),
            _ => {}
        }
    }
}

impl Dispatch<List, ()> for Session {
    fn event(
        session: &mut Session,
        _: &List,
        event: list::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Session>,
    ) {
        if let list::Event::Toplevel { toplevel } = event {
            session.windows.push((toplevel, Toplevel::default()));
        }
    }

    event_created_child!(Session, List, [EVT_TOPLEVEL_OPCODE => (Handle, ())]);
}

impl Dispatch<Handle, ()> for Session {
    fn event(
        session: &mut Session,
        which: &Handle,
        event: handle::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Session>,
    ) {
        match event {
            handle::Event::OutputEnter { output } => {
                let number = session.number(&output);
                if let Some(window) = session.window(which) {
                    window.outputs.extend(number);
                }
            }
            handle::Event::OutputLeave { output } => {
                let number = session.number(&output);
                if let (Some(window), Some(number)) = (session.window(which), number) {
                    window.outputs.remove(&number);
                }
            }
            handle::Event::State { state } => {
                let is = |wanted: handle::State| {
                    let (words, _) = state.as_chunks::<4>();
                    words.iter().any(|word| u32::from_ne_bytes(*word) == u32::from(wanted))
                };
                session.turns += 1;
                let turn = session.turns;
                if let Some(window) = session.window(which) {
                    window.full_screen = is(handle::State::Fullscreen);
                    window.minimised = is(handle::State::Minimized);
                    if is(handle::State::Activated) {
                        window.used = turn;
                    }
                }
            }
            handle::Event::Closed => {
                session.windows.retain(|(known, _)| known != which);
                which.destroy();
            }
            _ => {}
        }
    }
}

delegate_noop!(Session: ignore ZxdgOutputManagerV1);
