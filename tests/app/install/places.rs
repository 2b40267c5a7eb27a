//! Homes and disks that are not as one would like them: the app serves all the same, and says why
//! it could not write.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::screen::until_shown;
use super::{
    TENDED, assert_carries_a_click, parsed, read, relay, relay_in, settings_in, start_installed,
    tree, until_hooks, until_up, with_settings,
};
use crate::agent::{Asking, ready};
use crate::app::{App, command, fresh_home, new_home};
use crate::desktop::{inside, shot};
use crate::page::{ISLAND, Pages, SETTINGS};
use crate::screen::click;

#[test]
fn a_home_may_have_any_name() {
    inside(|| {
        for name in
            ["with some blanks", "it's \"quoted\"", "$HOME `id` $(id)", "Übergröße 日本", "a;b&c|d"]
        {
            let home = with_settings(new_home(), TENDED);
            let odd = home.path().join(name);
            std::fs::create_dir(&odd).unwrap();
            for folder in ["home", "data"] {
                std::fs::rename(home.path().join(folder), odd.join(folder)).unwrap();
            }
            let app = start_installed(home, |command| {
                command.env("HOME", odd.join("home")).env("XDG_DATA_HOME", odd.join("data"));
            });
            assert!(relay_in(&odd).is_file(), "{name}");
            assert_carries_a_click(&app, &settings_in(&odd));
        }
    });
}

/// A card can be answered: the app serves.
#[track_caller]
fn assert_serves(app: &App) {
    let asking = Asking::begin(app, "one", "true");
    click(ready(app, &asking).button("deny").unwrap().centre());
    assert_eq!(asking.decision().as_deref(), Some("deny"));
}

/// Takes write access away; and starts the app as one who needs it. An administrator's programs may
/// write everywhere unless they give that up.
fn without_write_access(home: TempDir, pages: &Pages) -> App {
    let plain = command(home.path());
    let mut command = Command::new("setpriv");
    command.args(["--bounding-set", "-dac_override,-dac_read_search,-fowner"]);
    if !rustix::process::geteuid().is_root() {
        command = Command::new("env");
    }
    command.arg(plain.get_program());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    pages.load(&mut command);
    App::spawn(home, command)
}

fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[track_caller]
fn check_settings(file_mode: u32, folder_mode: u32, why: &str) {
    relay();
    let home = with_settings(new_home(), TENDED);
    let file = settings_in(home.path());
    set_mode(&file, file_mode);
    set_mode(file.parent().unwrap(), folder_mode);
    let pages = Pages::new();
    let app = without_write_access(home, &pages);
    until_up(&app, "NotInstalled");
    assert_eq!(read(&file), TENDED);
    assert_serves(&app);
    pages.press(ISLAND, "Settings");
    app.wait_for("settings_attached", |_| true);
    until_shown(&pages, SETTINGS, why);
    shot(&format!("settings-{file_mode:o}-{folder_mode:o}"));
    set_mode(file.parent().unwrap(), 0o755);
}

#[test]
fn a_read_only_settings_file_stays_as_it_is_and_the_app_says_so() {
    inside(|| check_settings(0o444, 0o755, "read-only"));
}

#[test]
fn a_read_only_settings_folder_stays_as_it_is_and_the_app_says_why() {
    inside(|| check_settings(0o644, 0o555, "Permission denied"));
}

#[test]
fn a_data_folder_that_cannot_be_written_keeps_every_settings_file_as_it_is() {
    inside(|| {
        relay();
        let home = with_settings(new_home(), TENDED);
        let (file, data) = (settings_in(home.path()), home.path().join("data/vults"));
        set_mode(&data, 0o555);
        let pages = Pages::new();
        let app = without_write_access(home, &pages);
        app.wait_for("painted", |_| true);
        assert_serves(&app);
        // No hook without its relay, and no change without a copy.
        assert_eq!(read(&file), TENDED);
        pages.press(ISLAND, "Settings");
        app.wait_for("settings_attached", |_| true);
        until_shown(&pages, SETTINGS, "Permission denied");
        shot("read-only-data");
        set_mode(&data, 0o755);
    });
}

#[test]
fn a_full_disk_keeps_every_settings_file_as_it_is() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: mounting a small disk needs root");
        return;
    }
    inside(|| {
        relay();
        let home = with_settings(new_home(), TENDED);
        let (file, data) = (settings_in(home.path()), home.path().join("data/vults"));
        let plain = command(home.path());
        // Seen by the app alone, and gone with it.
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c"]);
        command.arg(
            "mount -t tmpfs -o size=64k none \"$1\" && cd \"$1\" &&
            echo '{\"v\": 1, \"seen\": true}' >installed.json &&
            { cat /dev/zero >full 2>/dev/null; exec \"$2\"; }",
        );
        command.arg("sh").arg(&data).arg(plain.get_program());
        command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let pages = Pages::new();
        pages.load(&mut command);
        let app = App::spawn(home, command);
        app.wait_for("painted", |_| true);
        assert_serves(&app);
        assert_eq!(read(&file), TENDED);
        pages.press(ISLAND, "Settings");
        app.wait_for("settings_attached", |_| true);
        until_shown(&pages, SETTINGS, "No space left on device");
        shot("full-disk");
    });
}

#[test]
fn two_apps_that_start_at_once_install_once() {
    inside(|| {
        relay();
        // Each with a socket of its own, so that neither leaves the work to the other.
        let shared = with_settings(fresh_home(), TENDED);
        let [one, two] = [new_home(), new_home()].map(|own| {
            App::launch(own, |command| {
                command
                    .env("HOME", shared.path().join("home"))
                    .env("XDG_DATA_HOME", shared.path().join("data"));
            })
        });
        for app in [&one, &two] {
            until_hooks(app, "Installed");
        }
        let settings = parsed(&settings_in(shared.path()));
        let ours = settings["hooks"]["PermissionRequest"].as_array().unwrap();
        assert_eq!(ours.len(), 1, "{settings:#}");
        let data = shared.path().join("data/vults");
        assert_eq!(parsed(&data.join("installed.json"))["v"], 1);
        let copies = tree(&[data.join("backups")]);
        let copies: Vec<_> = copies.values().filter(|(bytes, ..)| !bytes.is_empty()).collect();
        assert_eq!(copies.len(), 1);
        assert_eq!(copies[0].0, TENDED.as_bytes());
    });
}
