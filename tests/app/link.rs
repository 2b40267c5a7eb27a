//! Links open outside, once a person has pressed one.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::agent::{Asking, Call, ready};
use crate::app::{App, SILENCE, new_home};
use crate::desktop::inside;
use crate::page::{ISLAND, Pages};
use crate::settings::until;

/// A home in which a program of the test opens every page of the web, and the file into which it
/// writes what it was given.
fn with_browser() -> (tempfile::TempDir, PathBuf) {
    let home = new_home();
    let (program, said) = (home.path().join("browser"), home.path().join("opened"));
    let script = format!(
        "#!/bin/sh\nfor word; do echo \"$word\"; done >>'{0}'\n\
         echo \"${{GDK_BACKEND-unset}} ${{WEBKIT_DISABLE_DMABUF_RENDERER-unset}}\" >>'{0}'\n",
        said.display()
    );
    write(&program, &script);
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let entry = format!(
        "[Desktop Entry]\nType=Application\nName=Browser\nExec={} %u\n\
         MimeType=x-scheme-handler/http;x-scheme-handler/https;\n",
        program.display()
    );
    write(&home.path().join("data/applications/browser.desktop"), &entry);
    let list = "[Default Applications]\nx-scheme-handler/http=browser.desktop\n\
                x-scheme-handler/https=browser.desktop\n";
    write(&home.path().join("config/mimeapps.list"), list);
    (home, said)
}

fn write(file: &Path, text: &str) {
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

/// The page asks for it.
fn ask(pages: &Pages, url: &str) {
    let call = format!("window.__TAURI_INTERNALS__.invoke('open_link', {{ url: {url:?} }})");
    pages.run(ISLAND, &call);
}

#[test]
fn a_link_opens_outside_and_only_when_a_person_has_pressed() {
    inside(|| {
        let (home, said) = with_browser();
        let pages = Pages::new();
        let app = App::launch(home, |command| {
            pages.load(command);
            command.env_remove("GDK_BACKEND").env_remove("WEBKIT_DISABLE_DMABUF_RENDERER");
        });
        app.wait_for("painted", |_| true);
        let plan = "# Plan\n\n1. See [the docs](https://example.com/$(id);'a'?q=1&r=2).\n";
        let asking = Asking::begin_call(&app, "one", &Call::plan(plan));
        ready(&app, &asking);
        ask(&pages, "https://example.com/");
        app.wait_for("link", |mark| mark.field("refused") == "no_person");

        pages.press(ISLAND, "example.com");
        app.wait_for("link", |mark| mark.field("opened") == "true");
        until("the browser is started", || {
            std::fs::read_to_string(&said).is_ok_and(|said| said.lines().count() == 2)
        });
        let opened = std::fs::read_to_string(&said).unwrap();
        assert_eq!(opened, "https://example.com/$(id);'a'?q=1&r=2\nunset unset\n");

        // One press opens one page, and no press opens anything but a page.
        ask(&pages, "https://example.com/");
        app.wait_for("link", |mark| mark.field("refused") == "no_person");
        for url in ["file:///etc/passwd", "https://ada@example.com/", "javascript:alert(1)"] {
            ask(&pages, url);
            app.wait_for("link", |mark| mark.field("refused") == "address");
        }
        std::thread::sleep(SILENCE);
        assert_eq!(std::fs::read_to_string(&said).unwrap(), opened);
        drop(asking);
    });
}
