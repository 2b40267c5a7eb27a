//! `trust` and `distrust`: a person says on a terminal which project's hooks may run (specs D8).

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use vults_lifecycle_hooks::{Group, Level, Loaded, Untrusted};
use vults_protocol::TrustedHooks;

use super::{Lifecycle, Report, TrustError, Typist, absolute, existing, said, trusts};
use crate::cli::descent::Above;
use crate::cli::{print, words};

const QUESTION: &str = "Trust these hooks? [y/N] ";
/// So many characters of a command are made visible at a time: a longer text would be cut.
const PIECE: usize = 1_000;
/// No answer is longer, in bytes.
const LONGEST_ANSWER: u64 = 64;

/// A settings file that a person is asked about.
struct Asked {
    file: String,
    fingerprint: String,
}

impl Lifecycle {
    /// `trust`. What is to be trusted and the question go to `out`, before the answer is read.
    pub(super) fn trust(
        &self,
        folder: &Path,
        typist: &mut Typist<'_>,
        out: &mut dyn Write,
    ) -> Report {
        let mut report = Report::new();
        if let Err(sentence) = self.ask(folder, typist, out, &mut report) {
            report.trouble(&sentence);
        }
        report
    }

    fn ask(
        &self,
        folder: &Path,
        typist: &mut Typist<'_>,
        out: &mut dyn Write,
        report: &mut Report,
    ) -> Result<(), String> {
        may_ask(typist)?;
        let folder = existing(folder)?;
        let trusted = self.store.read().or_else(|error| match error {
            // Trusting puts it aside.
            TrustError::Damaged { .. } => Ok(TrustedHooks::default()),
            error => Err(format!("{error}.")),
        })?;
        let loaded = self.look(&folder, &trusted);
        if loaded.untrusted.is_empty() {
            let has = loaded.hooks.groups.iter().any(|it| it.source.level == Level::Project);
            report.line(if has {
                "All hooks of this project are trusted already."
            } else {
                "This project has no hooks."
            });
            return Ok(());
        }
        let asked = loaded.untrusted.iter().map(asked).collect::<Result<Vec<_>, _>>()?;
        if !print(out, &self.shown(&loaded)) {
            return Err("nobody can read the question.".to_owned());
        }
        // What was typed before is no answer to what has just been shown.
        (typist.forget)().map_err(|error| {
            format!("the terminal cannot be asked ({}).", vults_disk::said(&error))
        })?;
        if !print(out, QUESTION) {
            return Err("nobody can read the question.".to_owned());
        }
        if !says_yes(typist.input) {
            report.line("Nothing was trusted.");
            return Ok(());
        }
        let now = self.look(&folder, &trusted);
        let still = now.untrusted.iter().map(self::asked).collect::<Result<Vec<_>, _>>()?;
        let same = |one: &Asked, other: &Asked| {
            one.file == other.file && one.fingerprint == other.fingerprint
        };
        let unchanged = asked.len() == still.len()
            && asked.iter().zip(&still).all(|(one, other)| same(one, other));
        if !unchanged {
            return Err("the hooks have changed meanwhile, so nothing was trusted.".to_owned());
        }
        for Asked { file, fingerprint } in asked {
            self.store.trust(&file, &fingerprint).map_err(|error| format!("{error}."))?;
            report.line(&format!("Trusted: {}", self.short(Path::new(&file))));
        }
        Ok(())
    }

    fn look(&self, folder: &Path, trusted: &TrustedHooks) -> Loaded {
        self.load(&self.project(folder), &|file| trusts(trusted, file))
    }

    /// Everything that a yes would let run.
    fn shown(&self, loaded: &Loaded) -> String {
        let mut report = Report::new();
        report.line(
            "These commands come with the project. Once trusted they run by themselves, with your \
             rights, whenever an agent works there.",
        );
        for file in &loaded.untrusted {
            report.line("");
            report.line(&self.short(&file.path));
            if let Some(group) = file.groups.first() {
                report.line(&format!("  runs in {}", self.short(&group.source.folder)));
            }
            file.groups.iter().for_each(|group| list(&mut report, group));
            if !file.named_files.is_empty() {
                report.line("  Files of the project that these commands name:");
            }
            for named in &file.named_files {
                report.line(&format!("    {}", self.short(named)));
            }
        }
        report.line("");
        report.line(
            "When a command or one of these files changes, you are asked again. What the files \
             themselves start or load is not looked at: read them first.",
        );
        report.text
    }

    /// `distrust`: forgets the settings files that count for a folder, and those below it.
    pub(super) fn distrust(&self, folder: &Path) -> Report {
        let mut report = Report::new();
        let folder = absolute(folder);
        // One that is gone has the path that it was named by.
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.components().collect());
        let trusted = match self.store.read() {
            Ok(trusted) => trusted,
            Err(error) => {
                report.trouble(&format!("{error}."));
                return report;
            }
        };
        let loaded = self.load(&self.project(&folder), &|_| true);
        let of_project: Vec<PathBuf> = loaded
            .looked_for()
            .filter(|(source, _)| source.level == Level::Project)
            .map(|(source, _)| source.file.canonicalize().unwrap_or_else(|_| source.file.clone()))
            .collect();
        for file in trusted.files() {
            let path = Path::new(file);
            if !path.starts_with(&folder) && !of_project.iter().any(|of_project| of_project == path)
            {
                continue;
            }
            match self.store.distrust(file) {
                Ok(_) => report.line(&format!("No longer trusted: {}", self.short(path))),
                Err(error) => report.trouble(&format!("{error}.")),
            }
        }
        if report.text.is_empty() && report.good {
            report.line("No hooks of this project were trusted.");
        }
        report
    }
}

/// Whether whoever is there may be asked: only a person approves.
fn may_ask(typist: &Typist<'_>) -> Result<(), String> {
    if !typist.is_terminal {
        return Err(
            "only a person can trust hooks, and the standard input is no terminal.".to_owned()
        );
    }
    if !typist.sees_terminal {
        return Err("only a person can trust hooks, and the standard output, where they would be shown, is no terminal.".to_owned());
    }
    match (typist.above)() {
        Above::NoAgent => Ok(()),
        Above::Agent(agent) => Err(format!(
            "only a person can trust hooks, and this runs below {agent}. Run it in a terminal of your own."
        )),
        Above::Unknown => Err(
            "only a person can trust hooks, and it cannot be told whether this runs below an agent. \
             The app can ask you."
                .to_owned(),
        ),
    }
}

/// What a person would trust of a file.
fn asked(file: &Untrusted) -> Result<Asked, String> {
    let path = file.path.display();
    let Some(fingerprint) = &file.fingerprint else {
        return Err(format!(
            "{path} cannot be trusted: its commands name too many or too large files of the project."
        ));
    };
    let Some(name) = file.path.to_str() else {
        return Err(format!("{path} cannot be trusted: its path is not UTF-8."));
    };
    Ok(Asked { file: name.to_owned(), fingerprint: fingerprint.to_string() })
}

/// What a group runs, and when.
fn list(report: &mut Report, group: &Group) {
    report.text += &format!("  {}, {}:\n", group.event.name(), whole(&said::matcher(group)));
    for handler in &group.handlers {
        let program = whole(&said::program(handler));
        report.text += &format!("    {:>11}  {program}\n", said::limit(handler));
    }
}

/// A text on one line, all of it.
fn whole(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let pieces =
        characters.chunks(PIECE).map(|piece| words::safe(&piece.iter().collect::<String>()));
    pieces.collect()
}

/// Whether the next line is a plain yes. The end of the input is none.
fn says_yes(input: &mut dyn BufRead) -> bool {
    let mut line = Vec::new();
    let read = std::io::Read::take(input, LONGEST_ANSWER).read_until(b'\n', &mut line);
    let answer = line.trim_ascii().to_ascii_lowercase();
    read.is_ok() && line.ends_with(b"\n") && (answer == b"y" || answer == b"yes")
}
