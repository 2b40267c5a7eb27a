//! From the start of a waiting hook to its card on screen, and from a click on Allow to the end of
//! the hook.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, MOTION_NOTIFY_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use crate::Programs;
use crate::app::{App, payload_file};
use crate::table::{Table, verdict};
use crate::timing::{Times, milliseconds, monotonic_ns};

const RUNS: usize = 60;
const CARD_BOUND: Duration = Duration::from_millis(60);
const CLICK_BOUND: Duration = Duration::from_millis(15);
/// A click within 400 ms of a card change counts for nothing.
const AFTER_THE_GUARD: Duration = Duration::from_millis(500);

/// The mouse, as a person's hand moves it.
struct Pointer {
    x11: RustConnection,
    root: u32,
}

impl Pointer {
    fn new() -> Result<Pointer> {
        let (x11, screen) = x11rb::connect(None).context("no X11 display")?;
        let root = x11.setup().roots[screen].root;
        Ok(Pointer { x11, root })
    }

    fn fake(&self, kind: u8, detail: u8, (x, y): (i16, i16)) -> Result<()> {
        self.x11.xtest_fake_input(kind, detail, 0, self.root, x, y, 0)?;
        self.x11.flush()?;
        Ok(())
    }

    /// Moves there and clicks; gives the moment at which the button was let go.
    fn click(&self, at: (i16, i16)) -> Result<u64> {
        self.fake(MOTION_NOTIFY_EVENT, 0, at)?;
        std::thread::sleep(Duration::from_millis(30));
        self.fake(BUTTON_PRESS_EVENT, 1, at)?;
        std::thread::sleep(Duration::from_millis(20));
        let released = monotonic_ns();
        self.fake(BUTTON_RELEASE_EVENT, 1, at)?;
        Ok(released)
    }
}

/// The relay, asking with this payload.
pub(crate) fn ask(relay: &Path, runtime_dir: &Path, payload: &Path) -> Command {
    hook("PermissionRequest", relay, runtime_dir, payload)
}

/// The relay of any event.
pub(crate) fn hook(event: &str, relay: &Path, runtime_dir: &Path, payload: &Path) -> Command {
    let mut command = Command::new(relay);
    command
        .args(["--agent", "claude", event])
        .env("XDG_RUNTIME_DIR", runtime_dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Ok(file) = File::open(payload) {
        command.stdin(file);
    }
    command
}

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    let app = App::start_and_paint(&programs.app)?;
    let pointer = Pointer::new()?;
    let mut drawn = Times::default();
    let mut obeyed = Times::default();
    let mut card = 0;
    for run in 0..RUNS {
        let payload = payload_file(
            app.runtime_dir(),
            &json!({
                "session_id": "bench", "cwd": "/tmp/payments-api", "permission_mode": "default",
                "hook_event_name": "PermissionRequest", "tool_name": "Bash",
                "tool_input": {
                    "command": format!("cargo test --workspace -- refund_{run}"),
                    "description": "Run the refund tests",
                },
            }),
        )?;
        let mut command = ask(&programs.relay, app.runtime_dir(), &payload);
        let start = monotonic_ns();
        let hook = command.spawn()?;
        let (first, active) = app.wait_for_card(card)?;
        card = first.card()?;
        drawn.push(Duration::from_nanos(first.t_ns()?.saturating_sub(start)));
        std::thread::sleep(AFTER_THE_GUARD);
        let released = pointer.click(active.centre_of("allow")?)?;
        let output = hook.wait_with_output()?;
        obeyed.push(Duration::from_nanos(monotonic_ns().saturating_sub(released)));
        let said = String::from_utf8_lossy(&output.stdout);
        ensure!(said.contains(r#""behavior":"allow""#), "the click was not obeyed: {said:?}");
        // The strip over the empty place goes first, so that every card meets the same island.
        std::thread::sleep(Duration::from_millis(1500));
    }
    let mut table = Table::new(&["What", "runs", "median", "p95", "bound (p95)", ""]);
    for (what, times, bound) in [
        ("hook start to card drawn", &drawn, CARD_BOUND),
        ("click on Allow to hook exit", &obeyed, CLICK_BOUND),
    ] {
        let p95 = times.quantile(0.95);
        table.row([
            what.to_owned(),
            times.len().to_string(),
            milliseconds(times.median()),
            milliseconds(p95),
            milliseconds(bound),
            verdict(p95 <= bound),
        ]);
    }
    Ok(table)
}
