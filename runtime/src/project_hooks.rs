//! What hooks of its own a project has, read from its files and never taken from what an event says of
//! them (specs D8).

use std::cell::RefCell;
use std::path::Path;

use vults_core::{HookCommand, HookEvent, HookFile, HookProgram, ProjectHooks, Unread};
use vults_lifecycle_hooks::{
    Event, Group, Handler, Matcher, Places, Program, Project, ProjectFile, Terms, load,
};

/// All settings files of the project around a folder of which something would run, whether they are
/// trusted or not.
pub(crate) fn find(folder: &Path, places: &Places) -> Vec<ProjectHooks> {
    let found = RefCell::new(Vec::new());
    let note = |file: &ProjectFile<'_>| {
        // A path that is no text has no place in what is trusted.
        found.borrow_mut().extend(hooks_of(file));
        false
    };
    let project = Project::around(folder, places);
    drop(load(places, &project, &Terms { trusts: &note, ..Terms::default() }));
    found.into_inner()
}

fn hooks_of(file: &ProjectFile<'_>) -> Option<ProjectHooks> {
    let text = |path: &Path| path.to_str().map(str::to_owned);
    let each = |(path, content): (&Path, Option<&[u8]>)| {
        let content = content.map(|bytes| String::from_utf8(bytes.to_vec()));
        let shown = match content {
            Some(Ok(text)) => Ok(text),
            Some(Err(_)) => Err(Unread::NotText),
            None => Err(Unread::Unreadable),
        };
        HookFile { path: path.to_string_lossy().into_owned(), text: shown }
    };
    Some(ProjectHooks {
        file: text(file.path)?,
        folder: text(&file.groups.first()?.source.folder)?,
        fingerprint: file.fingerprint().map(|fingerprint| fingerprint.as_str().to_owned()),
        commands: file.groups.iter().flat_map(commands).collect(),
        files: file.contents().map(each).collect(),
    })
}

fn commands(group: &Group) -> impl Iterator<Item = HookCommand> {
    group.handlers.iter().map(|Handler { program, timeout }| HookCommand {
        event: match group.event {
            Event::SessionStart => HookEvent::SessionStart,
            Event::PreToolUse => HookEvent::PreToolUse,
            Event::PostToolUse => HookEvent::PostToolUse,
            Event::Stop => HookEvent::Stop,
        },
        matcher: match &group.matcher {
            Matcher::All => None,
            matcher => Some(matcher.to_string()),
        },
        program: match program {
            Program::Shell(line) => HookProgram::Shell(line.clone()),
            Program::Argv(words) => HookProgram::Argv(words.clone()),
        },
        timeout_s: timeout.as_secs().try_into().unwrap_or(u32::MAX),
    })
}
