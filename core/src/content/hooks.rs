//! A project's own hooks: each command, and the whole text of each file that one names.

use serde::Serialize;

use super::{Passage, Room, Unread};
use crate::hooks::{HookCommand, HookEvent, HookFile, HookProgram, ProjectHooks};
use crate::request::FOLDER_BYTES;
use crate::view::Text;
use crate::visible;

/// Commands on one card. Nobody keeps hold of more.
const COMMANDS: usize = 64;
/// Words of one command's list.
const WORDS: usize = 256;
/// What is shown of a command that has no room, or of each of its words, in characters.
const START_CHARS: usize = 400;
/// Words of such a command.
const START_WORDS: usize = 16;

/// One command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HookView {
    /// On which event it runs.
    pub event: HookEvent,
    /// For which tools, as it is written; none for all.
    pub matcher: Option<Text>,
    /// What it runs.
    pub program: ProgramView,
    /// How long it may take, in seconds.
    pub timeout_s: u32,
}

/// What a command runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ProgramView {
    /// A line for the shell.
    Shell(Passage),
    /// A program with its arguments, without a shell.
    Argv(Vec<Passage>),
}

/// A file that a command names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HookFileView {
    /// Its path.
    pub path: Text,
    /// What is in it.
    pub text: HookFileText,
}

/// What a card shows of a file that a command names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HookFileText {
    /// All of it.
    Whole(Passage),
    /// Nothing: it has no room.
    NoRoom,
    /// Nothing, for this reason.
    Unread(Unread),
}

/// Why a card offers no trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Untold {
    /// There is more than a person can read on a card.
    TooMuch,
    /// A file that a command names is no text, or cannot be read.
    Unread,
}

/// What a card shows of hooks.
pub(crate) type Parts = (Vec<HookView>, Vec<HookFileView>);

/// All of them, or why a person could not read all of them.
pub(crate) fn draw(hooks: &ProjectHooks) -> Result<Parts, Untold> {
    let mut room = Room::new();
    let longest = FOLDER_BYTES;
    let too_long = hooks.folder.len() > longest || hooks.file.len() > longest;
    if too_long || hooks.commands.len() > COMMANDS {
        return Err(Untold::TooMuch);
    }
    let draw = |one| command(one, &mut room);
    let commands = hooks.commands.iter().map(draw).collect::<Option<_>>().ok_or(Untold::TooMuch)?;
    let mut files = Vec::new();
    for HookFile { path, text } in &hooks.files {
        let text = text.as_ref().map_err(|_| Untold::Unread)?;
        let path = room.line(path).ok_or(Untold::TooMuch)?;
        let text = HookFileText::Whole(room.passage(text).ok_or(Untold::TooMuch)?);
        files.push(HookFileView { path, text });
    }
    Ok((commands, files))
}

/// What of them has room, so that a person sees at least what it is about.
pub(crate) fn draw_start(hooks: &ProjectHooks) -> Parts {
    let mut room = Room::new();
    let short = |one: &HookCommand| HookCommand {
        matcher: one.matcher.as_deref().map(cut),
        program: match &one.program {
            HookProgram::Shell(line) => HookProgram::Shell(cut(line)),
            HookProgram::Argv(words) => {
                HookProgram::Argv(words.iter().take(START_WORDS).map(|word| cut(word)).collect())
            }
        },
        ..one.clone()
    };
    let commands = hooks.commands.iter().take(COMMANDS);
    let commands = commands.map_while(|one| command(&short(one), &mut room)).collect();
    let mut file = |HookFile { path, text }: &HookFile| HookFileView {
        path: visible::one_line(path, START_CHARS),
        text: match text {
            Ok(text) => room.passage(text).map_or(HookFileText::NoRoom, HookFileText::Whole),
            Err(why) => HookFileText::Unread(*why),
        },
    };
    (commands, hooks.files.iter().take(COMMANDS).map(&mut file).collect())
}

fn command(command: &HookCommand, room: &mut Room) -> Option<HookView> {
    Some(HookView {
        event: command.event,
        matcher: match &command.matcher {
            Some(matcher) => Some(room.line(matcher)?),
            None => None,
        },
        program: match &command.program {
            HookProgram::Shell(line) => ProgramView::Shell(room.passage(line)?),
            HookProgram::Argv(words) if words.len() > WORDS => return None,
            HookProgram::Argv(words) => {
                let words = words.iter().map(|word| room.passage(word));
                ProgramView::Argv(words.collect::<Option<_>>()?)
            }
        },
        timeout_s: command.timeout_s,
    })
}

/// The start of a text, with an ellipsis for the rest.
fn cut(text: &str) -> String {
    match text.char_indices().nth(START_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
