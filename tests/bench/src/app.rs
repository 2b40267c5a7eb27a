//! The real app, started for a measurement, and the marks it leaves on its standard error.

use std::collections::HashMap;
use std::fs::Permissions;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::Programs;
use crate::table::{Table, verdict};
use crate::timing::{Times, milliseconds, monotonic_ns};

const PATIENCE: Duration = Duration::from_secs(30);
const STARTS: usize = 50;
const FIRST_PAINT_BOUND: Duration = Duration::from_millis(600);

/// One mark: something happened in the app, at a time of the monotonic clock.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) name: String,
    fields: HashMap<String, String>,
}

impl Mark {
    /// Reads a mark from a line of the app's log; none for any other line.
    fn parse(line: &str) -> Option<Mark> {
        let (_, rest) = line.split_once("vults::mark: ")?;
        let mut fields: HashMap<String, String> = rest
            .split_whitespace()
            .filter_map(|field| field.split_once('='))
            .map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned()))
            .collect();
        Some(Mark { name: fields.remove("mark")?, fields })
    }

    pub(crate) fn t_ns(&self) -> Result<u64> {
        self.field("t_ns")?.parse().context("t_ns is no number")
    }

    pub(crate) fn card(&self) -> Result<u64> {
        self.field("card")?.parse().context("card is no number")
    }

    /// The centre of a rectangle on the screen.
    pub(crate) fn centre_of(&self, button: &str) -> Result<(i16, i16)> {
        let parts: Vec<f64> =
            self.field(button)?.split(',').map(str::parse).collect::<Result<_, _>>()?;
        let [x, y, width, height] = parts[..] else { bail!("{button} is no rectangle") };
        Ok(((x + width / 2.0) as i16, (y + height / 2.0) as i16))
    }

    fn field(&self, name: &str) -> Result<&String> {
        self.fields.get(name).with_context(|| format!("the mark {} has no {name}", self.name))
    }
}

/// The app, alone with its own socket and data; ended when dropped.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) started_ns: u64,
    child: Child,
    marks: Receiver<Mark>,
    home: TempDir,
}

impl App {
    pub(crate) fn start(program: &Path) -> Result<App> {
        App::start_with(program, |_| Ok(()), |_| {})
    }

    /// Starts the app, with an island that rests when nothing has happened for so long.
    pub(crate) fn start_to_rest(program: &Path, after: Duration) -> Result<App> {
        let after = after.as_millis().to_string();
        let app = App::start_with(
            program,
            |_| Ok(()),
            |command| {
                command.env("VULTS_REST_AFTER_MS", after);
            },
        )?;
        app.wait_for("painted")?;
        Ok(app)
    }

    /// Starts the app with what is put into its data folder before, and with more in its environment.
    pub(crate) fn start_with(
        program: &Path,
        prepare: impl FnOnce(&Path) -> Result<()>,
        change: impl FnOnce(&mut Command),
    ) -> Result<App> {
        // The app serves from a private folder only.
        let home = tempfile::Builder::new()
            .prefix("vults-bench.")
            .permissions(Permissions::from_mode(0o700))
            .tempdir()?;
        let started_ns = monotonic_ns();
        let folder = |name: &str| home.path().join(name);
        std::fs::create_dir(folder("home"))?;
        // Not its first run, at which it would open a window by itself.
        std::fs::create_dir_all(folder("data/vults"))?;
        std::fs::write(folder("data/vults/installed.json"), r#"{"v": 1, "seen": true}"#)?;
        prepare(&folder("data/vults"))?;
        // All of its own: it writes into the settings of the agents that it finds.
        let mut command = Command::new(program);
        command
            .env_remove("CLAUDE_CONFIG_DIR")
            .env("HOME", folder("home"))
            .env("XDG_RUNTIME_DIR", home.path())
            .env("XDG_CACHE_HOME", folder("cache"))
            .env("XDG_CONFIG_HOME", folder("config"))
            .env("XDG_DATA_HOME", folder("data"))
            .env("XDG_STATE_HOME", folder("state"))
            .env("VULTS_LOG", "vults=debug")
            .stdin(Stdio::null())
            .stderr(Stdio::piped());
        change(&mut command);
        let mut child = command.spawn()?;
        let stderr = child.stderr.take().context("no standard error")?;
        let (sender, marks) = channel();
        std::thread::spawn(move || {
            BufReader::new(stderr)
                .lines()
                .map_while(Result::ok)
                .filter_map(|line| Mark::parse(&line))
                .try_for_each(|mark| sender.send(mark))
        });
        Ok(App { started_ns, child, marks, home })
    }

    /// Starts the app and waits until the island has been painted.
    pub(crate) fn start_and_paint(program: &Path) -> Result<App> {
        let app = App::start(program)?;
        app.wait_for("painted")?;
        Ok(app)
    }

    /// The next mark of this name; others before it are passed over.
    pub(crate) fn wait_for(&self, name: &str) -> Result<Mark> {
        loop {
            match self.marks.recv_timeout(PATIENCE) {
                Ok(mark) if mark.name == name => return Ok(mark),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => bail!("waited in vain for the mark {name}"),
                Err(RecvTimeoutError::Disconnected) => bail!("the app ended before {name}"),
            }
        }
    }

    /// The first mark of the next card after this one, and the mark that shows its Allow active.
    pub(crate) fn wait_for_card(&self, after: u64) -> Result<(Mark, Mark)> {
        let first = self.wait_for_drawn(after)?;
        let mut active = first.clone();
        while active.centre_of("allow").is_err() {
            active = self.wait_for_drawn(after)?;
        }
        Ok((first, active))
    }

    /// The first mark of a card after this one.
    pub(crate) fn wait_for_drawn(&self, after: u64) -> Result<Mark> {
        loop {
            // A card is reported again when something about it changes.
            let mark = self.wait_for("card_drawn")?;
            if mark.card()? > after {
                return Ok(mark);
            }
        }
    }

    /// The folder that stands for `XDG_RUNTIME_DIR`.
    pub(crate) fn runtime_dir(&self) -> &Path {
        self.home.path()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for App {
    fn drop(&mut self) {
        if let Some(pid) = Pid::from_raw(self.child.id() as i32) {
            let _ = kill_process(pid, Signal::TERM);
        }
        let _ = self.child.wait();
    }
}

/// From just before exec to the socket, the window and the first paint.
pub(crate) fn measure_start(programs: &Programs) -> Result<Table> {
    let mut socket = Times::default();
    let mut window = Times::default();
    let mut paint = Times::default();
    for _ in 0..STARTS {
        let app = App::start(&programs.app)?;
        for (name, times) in
            [("socket_open", &mut socket), ("window_mapped", &mut window), ("painted", &mut paint)]
        {
            let at = app.wait_for(name)?.t_ns()?;
            times.push(Duration::from_nanos(at.saturating_sub(app.started_ns)));
        }
    }
    let mut table = Table::new(&["From exec to", "runs", "median", "p95", "bound", ""]);
    for (what, times, bound) in [
        ("socket open", &socket, None),
        ("window mapped", &window, None),
        ("first paint", &paint, Some(FIRST_PAINT_BOUND)),
    ] {
        table.row([
            what.to_owned(),
            times.len().to_string(),
            milliseconds(times.median()),
            milliseconds(times.quantile(0.95)),
            bound.map(milliseconds).unwrap_or_default(),
            bound.map(|bound| verdict(times.median() <= bound)).unwrap_or_default(),
        ]);
    }
    Ok(table)
}

/// A payload as an agent sends it, in a file.
pub(crate) fn payload_file(folder: &Path, payload: &serde_json::Value) -> Result<PathBuf> {
    let file = folder.join("payload.json");
    std::fs::write(&file, payload.to_string())?;
    Ok(file)
}
