//! Whether the app starts with the desktop: an entry of ours in the desktop's autostart folder (the
//! XDG Autostart specification). The entry is the truth; nothing else remembers it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use vults_disk::{read_own, said, write_own};

use crate::error::PreferError;
use crate::install::is_program;

/// The entry's name in the autostart folder.
const NAME: &str = "vults.desktop";
const GROUP: &str = "[Desktop Entry]";

/// Keys with which a person, or a tool of the desktop, switches an entry off and leaves it there.
const HIDDEN: &str = "Hidden";
const ENABLED: &str = "X-GNOME-Autostart-enabled";

/// The entry.
#[derive(Clone, Debug)]
pub(super) struct Autostart {
    path: PathBuf,
    /// The program that it starts.
    program: Option<PathBuf>,
}

impl Autostart {
    /// The entry in this user's folder for settings.
    pub(super) fn new(config: &Path, program: Option<PathBuf>) -> Autostart {
        Autostart { path: config.join("autostart").join(NAME), program }
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it starts the app. One that cannot be read starts nothing here.
    pub(super) fn is_on(&self) -> bool {
        // The desktop follows a link.
        let read = fs::canonicalize(&self.path).and_then(|path| read_own(&path));
        let text = read.ok().flatten().and_then(|bytes| String::from_utf8(bytes).ok());
        text.is_some_and(|text| starts(&text))
    }

    /// Makes it start the app, or takes it away. One that somebody has changed is changed by the keys
    /// that say so, and stays.
    pub(super) fn set(&self, on: bool) -> Result<(), PreferError> {
        let failed = |why: String| PreferError::Autostart { path: self.path.clone(), why };
        let there = read_own(&self.path).map_err(|cause| failed(said(&cause)))?;
        let there = there.map(String::from_utf8).transpose();
        let there = there.map_err(|_| failed("it is not UTF-8 text".to_owned()))?;
        let there = there.filter(|text| !text.trim().is_empty());
        if there.as_deref().is_some_and(|text| begins(text).is_none()) {
            return Err(failed("what stands in it is no desktop entry".to_owned()));
        }
        let program = self.program.as_deref().and_then(Path::to_str);
        let ours = program.and_then(entry);
        let done = match (on, there) {
            (true, there) => {
                let ours = ours.ok_or_else(|| {
                    failed("the path of Vults cannot stand in such an entry".to_owned())
                })?;
                let text = match there {
                    Some(text) => switched_on(&text, &ours),
                    None => ours,
                };
                write_own(&self.path, text.as_bytes(), 0o644).map(drop)
            }
            (false, Some(text)) if Some(&text) == ours.as_ref() => fs::remove_file(&self.path),
            (false, Some(text)) => {
                write_own(&self.path, with(&text, HIDDEN, "true").as_bytes(), 0o644).map(drop)
            }
            (false, None) => Ok(()),
        };
        done.map_err(|cause: io::Error| failed(said(&cause)))
    }
}

/// The whole entry that starts a program; none for a path that cannot stand in one.
fn entry(program: &str) -> Option<String> {
    // Neither may be in a program's path, says the Desktop Entry specification; a control character
    // has no spelling there.
    if program.contains('=') || program.chars().any(char::is_control) {
        return None;
    }
    Some(format!(
        "{GROUP}\n\
         Type=Application\n\
         Name=Vults\n\
         Comment=Every coding agent's questions on one island\n\
         Comment[pt_BR]=As perguntas de todos os agentes de código em uma só ilha\n\
         Exec={}\n\
         TryExec={}\n\
         Terminal=false\n",
        value(&quoted(program)),
        value(program)
    ))
}

/// A program's path as one argument of `Exec`.
fn quoted(program: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in program.chars() {
        match letter {
            '"' | '`' | '$' | '\\' => quoted.extend(['\\', letter]),
            '%' => quoted.push_str("%%"),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}

/// A text as an entry's value.
fn value(text: &str) -> String {
    text.replace('\\', "\\\\")
}

/// The other way round.
fn text_of(value: &str) -> String {
    let mut text = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next() {
                Some('s') => ' ',
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    text
}

/// Whether an entry starts anything: it is not switched off, and its program is there.
fn starts(text: &str) -> bool {
    let off = get(text, HIDDEN) == Some("true") || get(text, ENABLED) == Some("false");
    let there = |program: &str| {
        let program = text_of(program);
        !program.starts_with('/') || is_program(Path::new(&program))
    };
    get(text, "Exec").is_some() && !off && get(text, "TryExec").is_none_or(there)
}

/// An entry that somebody has changed, so that it starts what ours would.
fn switched_on(text: &str, ours: &str) -> String {
    let mut text = text.to_owned();
    for key in ["Exec", "TryExec"] {
        if let Some(value) = get(ours, key) {
            text = with(&text, key, value);
        }
    }
    for (key, on) in [(HIDDEN, "false"), (ENABLED, "true")] {
        if get(&text, key).is_some() {
            text = with(&text, key, on);
        }
    }
    text
}

/// The number of the line in which the entry's group begins.
fn begins(text: &str) -> Option<usize> {
    text.lines().position(|line| line.trim_end() == GROUP)
}

/// The lines of the entry's group: number and text.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let first = begins(text).map_or(usize::MAX, |line| line + 1);
    text.lines().enumerate().skip(first).take_while(|(_, line)| !line.starts_with('['))
}

fn find<'a>(text: &'a str, key: &str) -> Option<(usize, &'a str)> {
    lines(text).find_map(|(number, line)| {
        let (found, value) = line.split_once('=')?;
        (found.trim_end() == key).then_some((number, value.trim()))
    })
}

fn get<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    find(text, key).map(|(_, value)| value)
}

/// The text with another value of a key, and every other line as it is.
fn with(text: &str, key: &str, value: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (place, is_new) = match (find(text, key), begins(text)) {
        (Some((number, _)), _) => (number, false),
        (None, Some(group)) => (group, true),
        (None, None) => return text.to_owned(),
    };
    let end = end_of(lines[place]);
    let line = match (is_new, end) {
        (false, end) => format!("{key}={value}{end}"),
        (true, "") => format!("{}\n{key}={value}\n", lines[place]),
        (true, end) => format!("{}{key}={value}{end}", lines[place]),
    };
    lines[place] = &line;
    lines.concat()
}

/// How a line ends; the last one may end in nothing.
fn end_of(line: &str) -> &str {
    let end = if line.ends_with("\r\n") { 2 } else { usize::from(line.ends_with('\n')) };
    &line[line.len() - end..]
}

#[cfg(test)]
mod tests;
