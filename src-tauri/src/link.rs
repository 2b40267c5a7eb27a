//! Links on a card open outside, in whatever the person has chosen for them.

use std::time::Instant;

use gtk::gio;
use gtk::prelude::*;
use tauri::{State, Url};

use crate::environment;
use crate::island::Island;
use crate::mark::mark;
use crate::window;

/// No address is longer. Browsers and servers take no more of them either.
const LONGEST: usize = 2048;

/// A person has pressed a link. It counts only right after a press of theirs.
#[tauri::command]
pub(crate) fn open_link(island: State<'_, Island>, url: String) {
    let Some(address) = address(&url) else {
        mark!("link", refused = "address");
        return;
    };
    if !island.gate.lock().touched(Instant::now()) {
        mark!("link", refused = "no_person");
        return;
    }
    mark!("link", opened = true);
    launch(&address);
}

/// The address as it is opened; none of one that is no page of the web, or that says more than
/// which page.
fn address(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let url = Url::parse(text).ok()?;
    let web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let plain = url.username().is_empty() && url.password().is_none();
    let address = String::from(url);
    (web && plain && address.len() <= LONGEST).then_some(address)
}

/// Hands it to the desktop, which starts a program without a shell.
fn launch(address: &str) {
    let Some(context) = gtk::gdk::Display::default().and_then(|it| it.app_launch_context()) else {
        return;
    };
    context.set_timestamp(window::user_time());
    // What we have changed for our own window is none of the other program's.
    for (name, value) in environment::before() {
        match value {
            Some(value) => context.setenv(name, value),
            None => context.unsetenv(name),
        }
    }
    let none = None::<&gio::Cancellable>;
    gio::AppInfo::launch_default_for_uri_async(address, Some(&context), none, |launched| {
        if let Err(error) = launched {
            tracing::warn!(%error, "the link was not opened");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_of_the_web_is_opened() {
        #[track_caller]
        fn check(text: &str, expected: Option<&str>) {
            assert_eq!(address(text).as_deref(), expected, "{text}");
        }
        check("https://example.org", Some("https://example.org/"));
        check("http://example.org:8080/a?b=c#d", Some("http://example.org:8080/a?b=c#d"));
        check("HTTPS://EXAMPLE.ORG/A b", Some("https://example.org/A%20b"));
        check("https://bücher.example/", Some("https://xn--bcher-kva.example/"));
        check("https://ada@example.org/", None);
        check("https://ada:secret@example.org/", None);
        check("https://:secret@example.org/", None);
        check("https://", None);
        check("file:///etc/passwd", None);
        check("javascript:alert(1)", None);
        check("data:text/html,hello", None);
        check("mailto:ada@example.org", None);
        check("vscode://file/etc/passwd", None);
        check("example.org", None);
        check("--help", None);
        check("", None);
        check(&format!("https://example.org/{}", "a".repeat(LONGEST)), None);
        // What is written out becomes longer.
        check(&format!("https://example.org/{}", "é".repeat(1_000)), None);
    }
}
