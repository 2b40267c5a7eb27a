//! The pages of the app from within: scripts in them, run by a library that is loaded into the app.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::app::{App, PATIENCE, Place, new_home};
use crate::desktop::root;
use crate::screen::{click, corner};

/// The titles of the windows.
pub(crate) const ISLAND: &str = "Vults";
pub(crate) const SETTINGS: &str = "Vults settings";

/// The way into the pages of one app.
#[derive(Debug)]
pub(crate) struct Pages {
    folder: TempDir,
    library: PathBuf,
}

impl Pages {
    pub(crate) fn new() -> Pages {
        let folder = new_home();
        let library = compile(folder.path());
        Pages { folder, library }
    }

    /// Loads the library into the app that this command starts.
    pub(crate) fn load(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("SCRIPT", self.script());
    }

    /// Runs the body of an asynchronous function in a window's page, once there is one, and gives
    /// back what it returns.
    #[track_caller]
    pub(crate) fn run(&self, window: &str, body: &str) -> Value {
        self.answer(window, body).unwrap_or_else(|why| panic!("the page of {window:?}: {why}"))
    }

    /// The same, or why it gave back nothing.
    #[track_caller]
    fn answer(&self, window: &str, body: &str) -> Result<Value, String> {
        let result = self.script().with_extension("js.result");
        let beside = self.script().with_extension("new");
        std::fs::write(&beside, format!("{window}\n{body}")).unwrap();
        std::fs::rename(&beside, self.script()).unwrap();
        let end = Instant::now() + PATIENCE;
        while !result.exists() {
            assert!(Instant::now() < end, "the page of {window:?} does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
        let text = std::fs::read_to_string(&result).unwrap();
        std::fs::remove_file(&result).unwrap();
        serde_json::from_str(&text).map_err(|_| text)
    }

    fn script(&self) -> PathBuf {
        self.folder.path().join("script.js")
    }

    /// Waits until a script gives something other than null. A page that has just broken gives
    /// nothing.
    #[track_caller]
    pub(crate) fn until(&self, window: &str, what: &str, body: &str) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.answer(window, body) {
                Ok(Value::Null) | Err(_) => {}
                Ok(value) => return value,
            }
            assert!(Instant::now() < end, "waited in vain in {window:?}: {what}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Where the first button with these words in it is on the screen, once it can be pressed, has
    /// been scrolled into sight and stands still.
    #[track_caller]
    pub(crate) fn button(&self, window: &str, words: &str) -> Place {
        moved(self.button_in(window, words), corner(window))
    }

    /// The same in the page.
    #[track_caller]
    pub(crate) fn button_in(&self, window: &str, words: &str) -> Place {
        let body = format!(
            "const named = button => button.getAttribute('aria-label') ?? button.textContent;
            const button = [...document.querySelectorAll('button')].find(button =>
                button.getAttribute('aria-disabled') !== 'true' && named(button).includes({words:?}));
            if (!button) return null;
            button.scrollIntoView({{ block: 'center', behavior: 'instant' }});
            const place = () => JSON.stringify([...document.querySelectorAll('button')]
                .map(button => button.getBoundingClientRect()));
            for (let still = 0, before = place(); still < 15; still++) {{
                await new Promise(requestAnimationFrame);
                if (place() !== before) [still, before] = [0, place()];
            }}
            if (!button.isConnected) return null;
            const {{ x, y, width, height }} = button.getBoundingClientRect();
            return [x, y, width, height].map(Math.round);"
        );
        place(&self.until(window, words, &body))
    }

    /// Where the first text field is on the screen.
    #[track_caller]
    pub(crate) fn field(&self, window: &str) -> Place {
        let body = "const field = document.querySelector('textarea, input');
            if (!field) return null;
            field.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { x, y, width, height } = field.getBoundingClientRect();
            return [x, y, width, height].map(Math.round);";
        moved(place(&self.until(window, "a text field", body)), corner(window))
    }

    /// Clicks that button with the real pointer.
    #[track_caller]
    pub(crate) fn press(&self, window: &str, words: &str) {
        click(self.button(window, words).centre());
    }
}

/// A place in a window's page, as a script gives it back.
fn place(rect: &Value) -> Place {
    let [x, y, width, height] =
        [0, 1, 2, 3].map(|side| i32::try_from(rect[side].as_i64().unwrap()).unwrap());
    Place { x, y, width, height }
}

/// The same on the screen, on which the page begins there.
fn moved(place: Place, (x, y): (i32, i32)) -> Place {
    Place { x: place.x + x, y: place.y + y, ..place }
}

/// Starts the app with a way into its pages.
pub(crate) fn start_with_pages() -> (App, Pages) {
    let pages = Pages::new();
    let app = App::start_with(|command| pages.load(command));
    (app, pages)
}

/// Compiles the library.
fn compile(folder: &Path) -> PathBuf {
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "webkit2gtk-4.1"])
        .output()
        .expect("pkg-config");
    let flags = String::from_utf8(flags.stdout).unwrap();
    let library = folder.join("page.so");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(root().join("tests/app/page.c"))
        .args(flags.split_whitespace())
        .status()
        .expect("a C compiler");
    assert!(compiled.success());
    library
}
