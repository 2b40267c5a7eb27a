//! What is known, in words for a terminal. Text from outside comes with everything visible, so that
//! no file name can write to the terminal.

use std::path::Path;

use vults_core::{
    AgentProgramView, Dead, DiffView, FolderState, FolderView, LineChange, ReviewView, Segment,
    StatusLine, TestedHook, Text,
};

use super::clock::minute;

/// How many characters of what a hook prints are shown.
const MOST_SHOWN: usize = 300;

/// Words of ours, with text from outside in them, on one line: nothing of it acts on the terminal.
pub(super) fn safe(line: &str) -> String {
    plain(&Text::of(line))
}

/// Text with its hidden characters as labels.
pub(super) fn plain(text: &Text) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Plain(plain) => plain.replace('\n', "⟨line break⟩"),
        Segment::Hidden(label) => format!("⟨{label}⟩"),
    };
    text.0.iter().map(segment).collect()
}

/// Who reads the words.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader<'a> {
    /// The person, in their terminal: every path as it is.
    Person,
    /// Whoever is given a report: no project of the person's, and the home folder as `~`.
    Others {
        /// The home folder.
        home: Option<&'a Path>,
    },
}

impl Reader<'_> {
    /// A path.
    fn path(self, path: &Text) -> String {
        let path = plain(path);
        match self {
            Reader::Person => path,
            Reader::Others { home } => {
                let home = home.map(|home| plain(&Text::of(&home.to_string_lossy())));
                let below = home.and_then(|home| path.strip_prefix(&home)?.strip_prefix('/'));
                below.map_or_else(|| path.clone(), |below| format!("~/{below}"))
            }
        }
    }

    /// What is a project's.
    fn projects(self, path: &Text, name: &str) -> String {
        match self {
            Reader::Person => plain(path),
            Reader::Others { .. } => format!("a project's {name}"),
        }
    }

    /// A sentence that may name paths.
    fn sentence(self, sentence: &str) -> String {
        match self {
            Reader::Others { home: Some(home) } => {
                sentence.replace(&format!("{}/", home.display()), "~/")
            }
            _ => sentence.to_owned(),
        }
    }
}

/// A path, with the home folder as people write it.
pub(super) fn short(path: &Path, home: Option<&Path>) -> String {
    let below = home.and_then(|home| path.strip_prefix(home).ok());
    let path = path.to_string_lossy();
    plain(&Text::of(&below.map_or(path.into_owned(), |below| format!("~/{}", below.display()))))
}

/// How the hooks stand in a file, in a few words.
pub(super) fn state(folder: &FolderView) -> String {
    let absent: Vec<&str> = folder
        .entries
        .iter()
        .filter(|entry| !entry.present)
        .map(|entry| entry.event.as_str())
        .collect();
    let since = folder.since_unix_ms.map(|since| format!(" since {}", minute(since)));
    let since = since.unwrap_or_default();
    match folder.state {
        FolderState::Installed => format!("installed{since}"),
        FolderState::Partial => format!("partly missing{since}: {}", absent.join(", ")),
        FolderState::Missing => format!("missing{since}, though nobody removed them here"),
        FolderState::Removed => format!("removed{since}"),
        FolderState::NotInstalled => "not installed".to_owned(),
        FolderState::NotEditable => "left alone".to_owned(),
    }
}

/// What a person should know of a file besides, a line each.
pub(super) fn remarks(folder: &FolderView, reader: Reader<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(target) = &folder.target {
        remarks.push(format!("It is a link to {}.", reader.path(target)));
    }
    if let Some(problem) = &folder.problem {
        let place = match (problem.line, problem.column) {
            (Some(line), Some(column)) => format!("Line {line}, column {column}: "),
            _ => String::new(),
        };
        remarks.push(format!("{place}{}", reader.sentence(&problem.sentence)));
    }
    if let Some(cut) = &folder.shrunk {
        remarks.push(format!(
            "It may have been cut: it had {} bytes when Vults last wrote it, and has {} now.",
            cut.before, cut.now
        ));
        let backup = folder.backup.as_ref();
        remarks
            .extend(backup.map(|backup| format!("The last copy of it: {}", reader.path(backup))));
    }
    match folder.status_line {
        StatusLine::Untouched | StatusLine::Chained | StatusLine::Ours => {}
        StatusLine::Theirs => {
            remarks.push("The status line is another one now, and stays as it is.".to_owned());
        }
    }
    remarks.extend(folder.dead.iter().map(|dead| why(folder, dead, reader)));
    remarks
}

/// Why hooks that are there do not run.
fn why(folder: &FolderView, dead: &Dead, reader: Reader<'_>) -> String {
    let agent = &folder.agent_name;
    match dead {
        Dead::Disabled { file } => {
            let is_own = *file == folder.file;
            let file = if is_own { reader.path(file) } else { reader.projects(file, "settings") };
            format!("All hooks are switched off in {file}.")
        }
        Dead::NotLoaded { line, column } => {
            format!("{agent} does not load this file: line {line}, column {column}.")
        }
        Dead::Review => {
            format!(
                "Waiting for your review in {agent}: it runs these hooks once you have said so."
            )
        }
        Dead::ManagedOff { file } => {
            format!("The administrator has switched all hooks off: {}.", reader.path(file))
        }
        Dead::Managed { file } => {
            format!("The administrator allows only hooks of theirs: {}.", reader.path(file))
        }
        Dead::Untrusted { folder } => {
            format!("A session waits to be told to trust {}.", reader.projects(folder, "folder"))
        }
        Dead::OlderSessions { count } => {
            format!("Sessions that were open before, and have not reported yet: {count}.")
        }
    }
}

/// An agent's program.
pub(super) fn program(program: &AgentProgramView) -> String {
    let file = plain(&program.file);
    match &program.version {
        Some(version) => format!("{file} is {}.", plain(version)),
        None => format!("{file} does not say its version."),
    }
}

/// What an agent says of the person's review.
pub(super) fn review(agent: &str, review: &ReviewView) -> String {
    match review {
        ReviewView::Given => format!("You have reviewed the hooks in {agent}: it runs them."),
        ReviewView::Waits { hooks } => {
            let hooks = counted(u64::from(*hooks), "hook");
            format!("{agent} does not run {hooks} yet: it waits for your review at its next start.")
        }
        ReviewView::Unlisted => {
            format!("{agent} does not list these hooks: its settings may switch hooks off.")
        }
        ReviewView::Silent => format!("{agent} did not say whether you have reviewed the hooks."),
    }
}

/// The lines that change, as `diff -u` writes them.
pub(super) fn diff(diff: &DiffView) -> String {
    let mut text = String::new();
    for hunk in &diff.hunks {
        let count = |but: LineChange| hunk.lines.iter().filter(|line| line.change != but).count();
        let (old, new) = (count(LineChange::Added), count(LineChange::Removed));
        text += &format!("  @@ -{},{old} +{},{new} @@\n", hunk.before, hunk.after);
        for line in &hunk.lines {
            let sign = match line.change {
                LineChange::Same => ' ',
                LineChange::Added => '+',
                LineChange::Removed => '-',
            };
            text += format!("  {sign}{}", plain(&line.text)).trim_end();
            text.push('\n');
        }
    }
    text
}

/// How many lines change.
pub(super) fn lines(diff: &DiffView) -> String {
    format!("{} added, {} removed", counted(u64::from(diff.added), "line"), diff.removed)
}

/// So many of something, by its name in the singular.
pub(super) fn counted(count: u64, name: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {name}{plural}")
}

/// What a tested hook came to.
pub(super) fn tested(hook: &TestedHook) -> Vec<String> {
    let outcome = hook.trouble.clone().unwrap_or_else(|| "good, printed nothing".to_owned());
    let printed = hook.printed.as_ref().map(|printed| {
        let printed = plain(printed);
        let shown: String = printed.chars().take(MOST_SHOWN).collect();
        let more = if shown.len() < printed.len() { " …" } else { "" };
        format!(" It printed: {shown}{more}")
    });
    vec![hook.event.clone(), format!("{:>5} ms", hook.ms), outcome + &printed.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_one() {
        let check = |count: u64, expected: &str| assert_eq!(counted(count, "line"), expected);
        check(0, "0 lines");
        check(1, "1 line");
        check(2, "2 lines");
    }
}
