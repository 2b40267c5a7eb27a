//! The machine and the desktop.

use std::fs;

use super::{About, Section, row};
use crate::install::Surroundings;

/// Variables whose values tell which desktop it is.
const DESKTOP: [&str; 4] =
    ["XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "XDG_SESSION_DESKTOP", "LANG"];
/// Variables of which it matters that they are set: their values say nothing.
const SET: [&str; 4] =
    ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"];

pub(super) fn section(around: &Surroundings, about: &About<'_>) -> Section {
    let read = |path: &str| fs::read_to_string(around.root.join(path)).unwrap_or_default();
    let kernel = read("proc/sys/kernel/osrelease");
    let mut rows = vec![
        row("system", pretty_name(&read("etc/os-release"))),
        row("kernel", format!("Linux {} {}", kernel.trim(), std::env::consts::ARCH)),
    ];
    rows.extend(about.libraries.iter().map(|(name, version)| row(name, version.as_str())));
    for name in DESKTOP {
        let value = (about.variable)(name).map(|value| value.to_string_lossy().into_owned());
        rows.push(row(name, value.unwrap_or_else(|| "not set".to_owned())));
    }
    for name in SET {
        let set = (about.variable)(name).is_some_and(|value| !value.is_empty());
        rows.push(row(name, if set { "set" } else { "not set" }));
    }
    Section { title: "System", rows }
}

/// The distribution, as `os-release` calls it.
fn pretty_name(os_release: &str) -> String {
    let line = os_release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    line.map_or("unknown", |name| name.trim().trim_matches(['"', '\''])).to_owned()
}

#[cfg(test)]
mod tests {
    use super::pretty_name;

    #[test]
    fn the_name_of_a_distribution() {
        let check = |text: &str, expected: &str| assert_eq!(pretty_name(text), expected);
        check(
            "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
            "Debian GNU/Linux 12 (bookworm)",
        );
        check("PRETTY_NAME='Arch Linux'\r\n", "Arch Linux");
        check("PRETTY_NAME=Alpine\n", "Alpine");
        check("ID=x\n", "unknown");
        check("", "unknown");
    }
}
