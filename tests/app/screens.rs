//! The screen that the island is on. One X server has as many monitors as it is told to have.

use std::time::{Duration, Instant};

use crate::agent::{Asking, ready};
use crate::app::{App, PATIENCE, Place, SILENCE, new_home};
use crate::desktop::{inside, inside_with, tool};
use crate::page::ISLAND;
use crate::screen::{Other, click, corner};

/// Makes a monitor of a part of the desktop; the first one is given the server's output.
fn plug(name: &str, geometry: &str, output: &str) {
    tool("xrandr", &["--setmonitor", name, geometry, output]);
}

fn unplug(name: &str) {
    tool("xrandr", &["--delmonitor", name]);
}

/// Waits until the island's upper left corner is there.
#[track_caller]
fn hangs_at(expected: (i32, i32)) {
    let end = Instant::now() + PATIENCE;
    loop {
        let now = corner(ISLAND);
        if now == expected {
            return;
        }
        assert!(Instant::now() < end, "the island is at {now:?}, not {expected:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_island_is_on_the_primary_screen_and_answers_there() {
    inside_with(&["--size", "2560x800x24"], || {
        let app = App::start();
        hangs_at((960, 0));
        // Two of a kind, of which the second is primary.
        plug("DP-1", "1280/340x800/210+0+0", "screen");
        plug("*DP-2", "1280/340x800/210+1280+0", "none");
        hangs_at((1600, 0));
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        let allow = card.button("allow").unwrap();
        assert!(allow.x > 1600, "{allow:?}");
        click(allow.centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
        // It is unplugged, and plugged again.
        unplug("DP-2");
        hangs_at((320, 0));
        plug("*DP-2", "1280/340x800/210+1280+0", "none");
        hangs_at((1600, 0));
    });
}

#[test]
fn the_island_follows_a_screen_that_changes() {
    inside(|| {
        let app = App::start();
        hangs_at((320, 0));
        plug("DP-1", "1000/340x800/210+200+100", "screen");
        hangs_at((380, 100));
        unplug("DP-1");
        plug("DP-1", "1280/340x800/210+0+0", "screen");
        hangs_at((320, 0));
        drop(app);
    });
}

#[test]
fn the_island_keeps_below_a_panel() {
    inside(|| {
        let app = App::start();
        hangs_at((320, 0));
        let panel = Other::ordinary(Place { x: 0, y: 0, width: 1280, height: 30 });
        panel.take_edge(30);
        hangs_at((320, 30));
        panel.take_edge(44);
        hangs_at((320, 44));
        drop(panel);
        hangs_at((320, 0));
        drop(app);
    });
}

#[test]
fn the_island_is_on_the_screen_that_the_person_has_chosen() {
    inside_with(&["--size", "2560x800x24"], || {
        plug("*DP-1", "1280/340x800/210+0+0", "screen");
        plug("DP-2", "1280/340x800/210+1280+0", "none");
        let home = new_home();
        let file = home.path().join("config/vults/settings.json");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, r#"{"screen": "DP-2"}"#).unwrap();
        let app = App::launch(home, |_| {});
        app.wait_for("painted", |_| true);
        hangs_at((1600, 0));
        std::fs::write(&file, r#"{"screen": null}"#).unwrap();
        hangs_at((320, 0));
        // One that is not there just now.
        std::fs::write(&file, r#"{"screen": "DP-3"}"#).unwrap();
        std::thread::sleep(SILENCE);
        hangs_at((320, 0));
        plug("DP-3", "640/170x800/210+1920+0", "none");
        hangs_at((1920, 0));
    });
}
