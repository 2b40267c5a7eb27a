//! Files and folders of every kind, as an agent may name them.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;

use rustix::fs::{FileType, Mode, mknodat};

use super::*;
use crate::testing::is_root;

/// A project beside another folder.
struct Folders {
    top: tempfile::TempDir,
    project: String,
}

impl Folders {
    fn new() -> Folders {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir_all(top.path().join("project/src")).unwrap();
        fs::create_dir(top.path().join("other")).unwrap();
        // The folder for temporary files may itself be behind a link.
        let project = top.path().canonicalize().unwrap().join("project");
        Folders { top, project: project.to_str().unwrap().to_owned() }
    }

    /// A path below the top.
    fn path(&self, name: &str) -> String {
        let top = self.top.path().canonicalize().unwrap();
        format!("{}/{name}", top.display())
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn link(&self, name: &str, target: &str) -> String {
        let path = self.path(name);
        symlink(target, &path).unwrap();
        path
    }

    fn look(&self, path: &str) -> Place {
        look(path, Some(&self.project), true)
    }

    #[track_caller]
    fn check(&self, path: &str, leads_to: Option<&str>, outside: bool, text: Text) {
        let leads_to = leads_to.map(|name| self.path(name));
        let text = text.map(|text| text.map(str::to_owned));
        let place = self.look(path);
        assert_eq!(place, Place { leads_to, is_link: place.is_link, outside, text }, "{path}");
    }
}

type Text = Result<Option<&'static str>, Unread>;

#[test]
fn files_as_they_are() {
    let folders = Folders::new();
    let file = folders.write("project/src/main.rs", "fn main() {}\n");
    folders.check(&file, None, false, Ok(Some("fn main() {}\n")));
    folders.check(&folders.path("project/new.rs"), None, false, Ok(None));
    folders.check(&folders.path("project/not/yet/there.rs"), None, false, Ok(None));
    let outside = folders.write("other/notes.txt", "");
    folders.check(&outside, None, true, Ok(Some("")));
    folders.check(&folders.path("project-2/new"), None, true, Ok(None));
}

#[test]
fn where_links_lead() {
    let folders = Folders::new();
    folders.write("other/secret.txt", "secret");
    folders.write("project/real.txt", "real");
    let link = folders.link("project/link.txt", "../other/secret.txt");
    folders.check(&link, Some("other/secret.txt"), true, Ok(Some("secret")));
    let link = folders.link("project/inside.txt", "real.txt");
    folders.check(&link, Some("project/real.txt"), false, Ok(Some("real")));
    // A folder on the way, a file that is not there yet.
    folders.link("project/way", "../other");
    let new = folders.path("project/way/new/deep.txt");
    folders.check(&new, Some("other/new/deep.txt"), true, Ok(None));
    // A link to nothing, by way of another: writing makes the file at its end.
    folders.link("project/first", "second");
    folders.link("project/second", "../other/absent.txt");
    folders.check(&folders.path("project/first"), Some("other/absent.txt"), true, Ok(None));
    // From outside into the project.
    let link = folders.link("other/back", "../project/real.txt");
    folders.check(&link, Some("project/real.txt"), false, Ok(Some("real")));
}

#[test]
fn what_is_a_link_itself() {
    let folders = Folders::new();
    let file = folders.write("project/real.txt", "real");
    folders.write("other/below.txt", "below");
    folders.link("project/way", "../other");
    let links = [
        folders.link("project/link.txt", "real.txt"),
        folders.link("project/nothing", "absent"),
        folders.link("project/round", "round"),
        folders.path("project/way"),
    ];
    for path in links {
        assert!(folders.look(&path).is_link, "{path}");
    }
    for path in [file, folders.path("project/way/below.txt"), folders.path("project/absent")] {
        assert!(!folders.look(&path).is_link, "{path}");
    }
}

#[test]
fn links_that_lead_nowhere() {
    let folders = Folders::new();
    let one = folders.link("project/one", "two");
    folders.link("project/two", "one");
    folders.check(&one, None, false, Err(Unread::NotAFile));
    folders.check(&format!("{one}/file"), None, false, Err(Unread::Unreadable));
}

#[test]
fn paths_that_are_not_clear() {
    let folders = Folders::new();
    folders.write("project/real.txt", "real");
    let real = folders.path("project/real.txt");
    let unclear = Place { text: Err(Unread::UnclearPath), ..Place::default() };
    assert!(unclear.outside);
    for path in ["", "real.txt", "./real.txt", "~/real.txt", "file:///etc/passwd"] {
        assert_eq!(folders.look(path), unclear, "{path}");
    }
    for path in [format!(" {real}"), format!("{real}\n"), format!("{real}\0")] {
        assert_eq!(folders.look(&path), unclear, "{path:?}");
    }
    // Further up from a link is another place for the system than for one who reads the path.
    fs::create_dir(folders.path("other/deep")).unwrap();
    folders.link("project/way", "../other/deep");
    assert_eq!(folders.look(&folders.path("project/way/../real.txt")), unclear);
    // Without a link it is the same.
    let roundabout = folders.path("project/src/../real.txt");
    folders.check(&roundabout, Some("project/real.txt"), false, Ok(Some("real")));
    let doubled = folders.path("project//./real.txt");
    folders.check(&doubled, Some("project/real.txt"), false, Ok(Some("real")));
}

#[test]
fn what_is_no_file_is_not_opened() {
    let folders = Folders::new();
    let pipe = folders.path("project/pipe");
    mknodat(rustix::fs::CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    folders.check(&pipe, None, false, Err(Unread::NotAFile));
    let socket = folders.path("project/socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    folders.check(&socket, None, false, Err(Unread::NotAFile));
    folders.check(&folders.path("project/src"), None, false, Err(Unread::NotAFile));
    for device in ["/dev/zero", "/dev/null", "/dev/tty"] {
        folders.check(device, None, true, Err(Unread::NotAFile));
    }
    let link = folders.link("project/zero", "/dev/zero");
    assert_eq!(folders.look(&link).text, Err(Unread::NotAFile));
    folders.write("project/file", "");
    folders.check(&folders.path("project/file/below"), None, false, Err(Unread::Unreadable));
}

#[test]
fn text_within_bounds() {
    let folders = Folders::new();
    let most = folders.write("project/most", vec![b'x'; 1 << 20]);
    assert_eq!(folders.look(&most).text.unwrap().unwrap().len(), 1 << 20);
    let more = folders.write("project/more", vec![b'x'; (1 << 20) + 1]);
    folders.check(&more, None, false, Err(Unread::TooLarge));
    // A file of holes takes no room on the disk, and would in memory.
    let huge = folders.write("project/huge", "");
    fs::File::options().write(true).open(&huge).unwrap().set_len(1 << 40).unwrap();
    folders.check(&huge, None, false, Err(Unread::TooLarge));
    let binary = folders.write("project/binary", [0xff, 0xfe, 0]);
    folders.check(&binary, None, false, Err(Unread::NotText));
    let cut = folders.write("project/cut", &"é".as_bytes()[..1]);
    folders.check(&cut, None, false, Err(Unread::NotText));
    // A file that says it is empty, and is not.
    assert!(matches!(folders.look("/proc/self/status").text, Ok(Some(text)) if !text.is_empty()));
}

#[test]
fn a_file_of_another_s() {
    let folders = Folders::new();
    let file = folders.write("project/locked", "x");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    let expected = if is_root() { Ok(Some("x")) } else { Err(Unread::Unreadable) };
    folders.check(&file, None, false, expected);
}

#[test]
fn a_project_behind_a_link_is_the_same_project() {
    let folders = Folders::new();
    let file = folders.write("project/a.txt", "a");
    let link = folders.link("link", "project");
    assert!(!look(&file, Some(&link), false).outside);
    let through = format!("{link}/a.txt");
    assert!(!look(&through, Some(&folders.project), false).outside);
    assert_eq!(look(&through, Some(&link), false).leads_to, Some(file.clone()));
    // Not known to lie inside.
    assert!(look(&file, None, false).outside);
}

#[test]
fn text_is_read_only_where_it_is_needed() {
    let folders = Folders::new();
    let file = folders.write("project/a.txt", "a");
    assert_eq!(look(&file, Some(&folders.project), false).text, Err(Unread::Unreadable));
}

#[test]
fn folders_within_folders() {
    assert!(lies_in("/w/project", "/w/project"));
    assert!(lies_in("/w/project/sub", "/w/project/"));
    assert!(!lies_in("/w/project-2", "/w/project"));
    assert!(!lies_in("/w", "/w/project"));
}
