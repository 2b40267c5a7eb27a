use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::levels::{BRANDS, real};
use crate::words::{Word, words};
use crate::{Fault, Group, Program, file};

/// So many different words of a file's commands are looked at.
const MOST_WORDS: usize = 500;
/// So many files they may name.
const MOST_FILES: usize = 64;
/// So many bytes the files may have together that the commands of all of a project's settings files name.
pub(crate) const MOST_BYTES: u64 = 16 << 20;
/// How deep a line may stand in a line, as in `sh -c "sh -c 'x'"`.
const DEEPEST: usize = 3;
/// So many folders they may name, from each of which the relative words are tried.
const MOST_FOLDERS: usize = 16;
/// So many entries of a folder are looked at whose files count.
const MOST_ENTRIES: usize = 1_000;

/// A project's settings file, as whoever knows what the person trusts is asked about it (D8).
#[derive(Debug)]
pub struct ProjectFile<'a> {
    /// The settings file, without links in its path: one half of what trust is keyed by.
    pub path: &'a Path,
    /// Its value of `hooks`.
    pub hooks: &'a Value,
    /// What of it would run.
    pub groups: &'a [Group],
    pub(crate) root: &'a Path,
    pub(crate) home: Option<&'a Path>,
    /// What is left of [`MOST_BYTES`].
    pub(crate) left: &'a Cell<u64>,
    pub(crate) looked_at: OnceCell<Option<LookedAt>>,
}

/// What a project's settings file would run, as it was when it was looked at.
#[derive(Debug)]
pub(crate) struct LookedAt {
    fingerprint: Fingerprint,
    files: Vec<PathBuf>,
    /// The content of each of the files; none of one that cannot be read.
    contents: Vec<Option<Vec<u8>>>,
}

impl ProjectFile<'_> {
    /// The other half of what trust is keyed by. It is another one as soon as the value of `hooks`, the
    /// folder in which the commands run, the project's root or the content of a file of the project that
    /// a command names is; how `hooks` is laid out, and the
    /// order of keys, say nothing. None where the commands name more than can be looked at on every
    /// event: such a file cannot be trusted.
    ///
    /// A command names a file where one of its words is the path of one: absolute, from the folder in
    /// which it runs, from the project's root, or below a folder that another word names. Where a word
    /// is `.vults`, `.levelcode` or a folder in them, or a pattern for names in such a folder
    /// (`.vults/hooks/*.sh`), every file right in that folder counts as named, but for the settings
    /// file.
    ///
    /// Not covered are the files in other folders that a word or a pattern names, since every edit there
    /// would ask anew; those that lie deeper; names with braces; what only the shell can work out; and
    /// what a named file itself reads or starts.
    #[must_use]
    pub fn fingerprint(&self) -> Option<&Fingerprint> {
        self.looked_at().map(|looked_at| &looked_at.fingerprint)
    }

    /// The files of the project that its commands name; none where they are too many.
    #[must_use]
    pub fn named_files(&self) -> &[PathBuf] {
        self.looked_at().map_or(&[], |looked_at| &looked_at.files)
    }

    /// The same with the very bytes that the fingerprint was taken of, so that whoever shows them shows
    /// what is trusted; none of a file that cannot be read.
    pub fn contents(&self) -> impl Iterator<Item = (&Path, Option<&[u8]>)> {
        self.looked_at().into_iter().flat_map(|LookedAt { files, contents, .. }| {
            files.iter().zip(contents).map(|(path, content)| (path.as_path(), content.as_deref()))
        })
    }

    fn looked_at(&self) -> Option<&LookedAt> {
        self.looked_at.get_or_init(|| self.look()).as_ref()
    }

    fn look(&self) -> Option<LookedAt> {
        let files = self.find_files()?;
        let mut contents = Vec::new();
        for path in &files {
            // One that cannot be read has no content, and gets another fingerprint when it can.
            let content = match file::read(path, self.left.get()) {
                Ok(content) => content.map(|content| content.bytes),
                Err(Fault::TooLong) => return None,
                Err(_) => None,
            };
            let length = content.as_ref().map_or(0, |content| content.len() as u64);
            self.left.set(self.left.get().saturating_sub(length));
            contents.push(content);
        }
        let fingerprint =
            Fingerprint::of(self.hooks, self.works_in(), self.root, &files, &contents);
        Some(LookedAt { fingerprint, files, contents })
    }

    /// The folder in which its commands run.
    fn works_in(&self) -> &Path {
        self.groups.first().map_or(self.root, |group| group.source.folder.as_path())
    }

    fn find_files(&self) -> Option<Vec<PathBuf>> {
        let words = self.words();
        if words.len() > MOST_WORDS {
            return None;
        }
        let real_root = real(self.root);
        let is_inside = |path: &Path| path.starts_with(self.root) || path.starts_with(&real_root);
        let inside = |path: &Path| {
            is_inside(&normal(path)) || path.canonicalize().is_ok_and(|path| is_inside(&path))
        };
        let mut starts = vec![self.root, self.works_in()];
        starts.dedup();
        let (mut files, mut folders) = (BTreeSet::new(), BTreeSet::new());
        let (own, mut listed) = (self.own_folders(), BTreeSet::new());
        let is_own = |path: &Path| {
            let (normal, real) = (normal(path), real(path));
            own.iter().any(|own| normal.starts_with(own) || real.starts_with(own))
        };
        for path in words.iter().flat_map(|word| paths(word, &starts, self.home)) {
            let Ok(found) = path.metadata() else { continue };
            if found.is_file() && inside(&path) {
                files.insert(real(&path));
            } else if found.is_dir() && inside(&path) {
                folders.insert(real(&path));
                listed.extend(is_own(&path).then(|| real(&path)));
            }
        }
        let patterns = words.iter().filter_map(|word| folder_of_pattern(word));
        let behind = patterns.flat_map(|folder| paths(folder, &starts, self.home));
        let behind = behind.filter(|path| path.is_dir() && inside(path) && is_own(path));
        listed.extend(behind.map(|path| real(&path)));
        if folders.len().max(listed.len()) > MOST_FOLDERS {
            return None;
        }
        for folder in &listed {
            files.extend(self.files_in(folder)?);
        }
        for folder in &folders {
            let relative = words.iter().filter(|word| !is_open(word));
            let paths = relative.map(|word| folder.join(word));
            files.extend(paths.filter(|path| path.is_file()).map(|path| real(&path)));
        }
        (files.len() <= MOST_FILES).then(|| files.into_iter().collect())
    }

    /// The folders whose files are the hooks' own: the settings file's, and those of all brands where it
    /// lies, by their paths and by what is really there.
    fn own_folders(&self) -> BTreeSet<PathBuf> {
        let named = self.groups.first().and_then(|group| group.source.file.parent());
        let of_brands = [self.root, self.works_in()]
            .map(|folder| BRANDS.map(|brand| folder.join(format!(".{brand}"))));
        let folders = named.map(Path::to_owned).into_iter().chain(of_brands.into_iter().flatten());
        folders.flat_map(|folder| [real(&folder), folder]).collect()
    }

    /// The files right in a folder, without the settings file, whose other keys say nothing; none where
    /// they are too many.
    fn files_in(&self, folder: &Path) -> Option<BTreeSet<PathBuf>> {
        let mut files = BTreeSet::new();
        for (number, entry) in folder.read_dir().into_iter().flatten().flatten().enumerate() {
            if number == MOST_ENTRIES || files.len() > MOST_FILES {
                return None;
            }
            let path = entry.path();
            if path.is_file() {
                files.insert(real(&path));
            }
        }
        files.remove(self.path);
        Some(files)
    }

    /// The words of all commands, once each.
    fn words(&self) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for handler in self.groups.iter().flat_map(|group| &group.handlers) {
            match &handler.program {
                Program::Shell(line) => collect(line, DEEPEST, &mut all),
                Program::Argv(arguments) => {
                    for argument in arguments {
                        all.insert(argument.clone());
                        collect(argument, DEEPEST, &mut all);
                    }
                }
            }
        }
        // It leads to a folder itself, which says nothing.
        all.remove("");
        all
    }
}

/// The words of a line that may be paths, and those of lines that stand in it in quotes.
fn collect(line: &str, depth: usize, into: &mut BTreeSet<String>) {
    for word in words(line).iter().filter_map(Word::text) {
        if into.len() > MOST_WORDS {
            return;
        }
        into.insert(word.to_owned());
        if let Some((_, value)) = word.split_once('=') {
            into.insert(value.to_owned());
        }
        if depth > 0 && word != line {
            collect(word, depth - 1, into);
        }
    }
}

/// A path without `.` and `..`, whatever links there are.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            part => normal.push(part),
        }
    }
    normal
}

/// Whether a word is a path from elsewhere than a folder of the project: from the top, from home, or
/// from what only the shell knows, as in `$VULTS_PROJECT_DIR/x`.
fn is_open(word: &str) -> bool {
    word.starts_with(['/', '$', '~'])
}

/// The folder in which a pattern of the shell's looks for names, as far as it has one that is fixed.
fn folder_of_pattern(word: &str) -> Option<&str> {
    let fixed = word.get(..word.find(['*', '?', '['])?)?;
    fixed.rsplit_once('/').map(|(folder, _)| folder).filter(|folder| !folder.is_empty())
}

/// Where a word may lead as a path. Of one from elsewhere the rest is tried as well.
fn paths(word: &str, starts: &[&Path], home: Option<&Path>) -> Vec<PathBuf> {
    if !is_open(word) {
        return starts.iter().map(|start| start.join(word)).collect();
    }
    let rest = word.split_once('/').map(|(_, rest)| rest).filter(|rest| !rest.is_empty());
    let rests = rest
        .into_iter()
        .flat_map(|rest| starts.iter().copied().chain(home).map(move |start| start.join(rest)));
    let whole = Path::new(word);
    rests.chain(whole.is_absolute().then(|| whole.to_owned())).collect()
}

/// What of a project's settings file the person trusted, as a SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of a value of `hooks`, of the folder in which its commands run, of the project's
    /// root, and of files with their content. The folders count because another project may reach the
    /// same settings file by a link: its commands would run elsewhere.
    fn of(
        hooks: &Value,
        works_in: &Path,
        root: &Path,
        files: &[PathBuf],
        contents: &[Option<Vec<u8>>],
    ) -> Fingerprint {
        let mut digest = Framed(Sha256::new());
        digest.part(b'v', b"vults lifecycle hooks 2");
        for folder in [works_in, root] {
            digest.part(b'd', real(folder).as_os_str().as_encoded_bytes());
        }
        digest.value(hooks);
        for (path, content) in files.iter().zip(contents) {
            digest.part(b'p', path.as_os_str().as_encoded_bytes());
            match content {
                Some(content) => digest.part(b'c', content),
                None => digest.part(b'-', b""),
            }
        }
        Fingerprint(digest.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// As 64 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

/// A digest of parts, each with its kind and its length before it: no two lists of parts are fed as the
/// same bytes.
struct Framed(Sha256);

impl Framed {
    fn part(&mut self, kind: u8, bytes: &[u8]) {
        self.0.update([kind]);
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Array(items) => {
                self.part(b'a', &(items.len() as u64).to_le_bytes());
                items.iter().for_each(|item| self.value(item));
            }
            Value::Object(fields) => {
                self.part(b'o', &(fields.len() as u64).to_le_bytes());
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_unstable_by_key(|(name, _)| *name);
                for (name, value) in fields {
                    self.part(b'k', name.as_bytes());
                    self.value(value);
                }
            }
            scalar => self.part(b's', scalar.to_string().as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests;
