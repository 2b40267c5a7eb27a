//! Whether a handler is at work above us: no handler runs handlers (LH-36).

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The variable that marks everything that a handler starts.
pub const MARKER: &str = "VULTS_IN_HOOK";

/// Our programs that run handlers, each by the name of its file and the words that its arguments begin
/// with: what [`inside_handler`] looks for.
pub const RUNNERS: [&[&str]; 2] = [&["vults-hook"], &["vults", "hooks", "run"]];

/// Far more processes than an agent of an agent has above it.
const MOST_ANCESTORS: usize = 128;

/// A process, this one or one above it.
struct Process {
    /// The process that started it; 0 for the first of all.
    parent: u32,
    /// The name of the file that it runs.
    program: OsString,
    /// Its arguments, without the program's own name.
    arguments: Vec<OsString>,
}

/// Whether this process has been started by a handler that still runs: it has the marker, and one of
/// `programs` is among its live ancestors. The marker alone says nothing, since anyone can set it.
///
/// A program is the name of its file and the words that its arguments begin with:
///
/// ```
/// use vults_lifecycle_hooks::{RUNNERS, inside_handler};
///
/// assert!(!inside_handler(&RUNNERS));
/// ```
///
/// False where processes cannot be looked at (Linux alone shows them).
#[must_use]
pub fn inside_handler(programs: &[&[&str]]) -> bool {
    let marker = std::env::var_os(MARKER);
    marker.is_some() && is_inside(marker.as_deref(), std::process::id(), programs, look)
}

/// [`inside_handler`] of a process, with its marker; `look` tells about a process.
fn is_inside(
    marker: Option<&OsStr>,
    process: u32,
    programs: &[&[&str]],
    look: impl Fn(u32) -> Option<Process>,
) -> bool {
    if marker.is_none_or(|marker| marker != "1") {
        return false;
    }
    let above = |process: &Process| look(process.parent);
    std::iter::successors(look(process), above)
        .skip(1)
        .take(MOST_ANCESTORS)
        .any(|ancestor| programs.iter().any(|program| ancestor.runs(program)))
}

impl Process {
    fn runs(&self, program: &[&str]) -> bool {
        let Some((name, words)) = program.split_first() else { return false };
        self.program == *name
            && self.arguments.len() >= words.len()
            && self.arguments.iter().zip(words).all(|(argument, word)| argument == word)
    }
}

/// Reads a process from `/proc`.
fn look(pid: u32) -> Option<Process> {
    let parent = parent(&std::fs::read(format!("/proc/{pid}/stat")).ok()?)?;
    // What it runs and not what it calls itself. Of another user's process neither can be seen.
    let program = std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
    let arguments = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let arguments = arguments.split(|byte| *byte == 0).skip(1).map(os_string);
    Some(Process { parent, program: file_name(&program), arguments: arguments.collect() })
}

/// The parent in a `stat` line: `pid (name) state parent …`, where the name may hold anything.
fn parent(stat: &[u8]) -> Option<u32> {
    let stat = String::from_utf8_lossy(stat);
    stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// The file's name. One that has been replaced since it was started is marked as deleted.
fn file_name(program: &Path) -> OsString {
    let name = program.file_name().unwrap_or_default();
    let current = name.to_str().and_then(|name| name.strip_suffix(" (deleted)"));
    current.map_or_else(|| name.to_owned(), OsString::from)
}

fn os_string(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Process 1 started the first line, that one the second, and so on.
    fn check(marker: Option<&str>, lines: &[&str], inside: bool) {
        let look = |pid: u32| {
            let mut words = lines.get(usize::try_from(pid).ok()?.checked_sub(2)?)?.split(' ');
            let program = words.next()?.into();
            Some(Process { parent: pid - 1, program, arguments: words.map(Into::into).collect() })
        };
        let this = u32::try_from(lines.len()).unwrap() + 1;
        assert_eq!(is_inside(marker.map(OsStr::new), this, &RUNNERS, look), inside, "{lines:?}");
    }

    #[test]
    fn a_handler_above_counts_with_the_marker_alone() {
        let relay = ["claude", "vults-hook PreToolUse", "sh -c", "claude -p", "vults-hook"];
        check(Some("1"), &relay, true);
        check(None, &relay, false);
        check(Some(""), &relay, false);
        check(Some("0"), &relay, false);
    }

    #[test]
    fn the_marker_counts_below_a_handler_alone() {
        check(Some("1"), &["bash", "claude", "vults-hook"], false);
        check(Some("1"), &["bash", "vults", "sh -c", "claude", "vults-hook"], false);
        check(Some("1"), &["bash", "vults hooks check", "claude", "vults-hook"], false);
        check(Some("1"), &["bash", "cat vults-hook", "claude", "vults-hook"], false);
        check(Some("1"), &["bash", "vults hooks run Stop", "sh", "claude", "vults-hook"], true);
    }

    #[test]
    fn many_processes_above_are_not_followed_for_ever() {
        let endless = |_| {
            let program = OsString::from("sh");
            Some(Process { parent: 7, program, arguments: Vec::new() })
        };
        assert!(!is_inside(Some(OsStr::new("1")), 7, &RUNNERS, endless));
    }

    #[test]
    fn a_process_is_read_as_it_is() {
        assert_eq!(parent(b"7 (a) b) (c) S 42 7 7"), Some(42));
        assert_eq!(parent(b""), None);
        assert_eq!(file_name(Path::new("/opt/vults-hook (deleted)")), "vults-hook");
        let this = look(std::process::id()).unwrap();
        assert_eq!(this.parent, std::os::unix::process::parent_id());
        let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
        assert!(this.arguments.starts_with(&arguments));
    }
}
