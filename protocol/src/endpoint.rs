//! Where hook and app meet, as pure functions of the environment (specs C1).

use std::path::{Path, PathBuf};

/// The socket's name in its folder.
pub const SOCKET_NAME: &str = "vults.sock";

/// The local socket on Unix, and whether its folder is ours to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocketPath {
    /// The folder that must be private to the user.
    pub folder: PathBuf,
    /// Whether the app makes the folder: the fallback below `/tmp`, not the session's own
    /// runtime folder.
    pub made_by_app: bool,
}

impl SocketPath {
    /// `$XDG_RUNTIME_DIR/vults.sock`, or `/tmp/vults-<uid>/vults.sock` without a runtime folder.
    /// An empty or relative `XDG_RUNTIME_DIR` counts as unset, as the base directory
    /// specification says.
    pub fn new(runtime_dir: Option<&Path>, uid: u32) -> SocketPath {
        match runtime_dir.filter(|dir| dir.is_absolute()) {
            Some(dir) => SocketPath { folder: dir.to_owned(), made_by_app: false },
            None => {
                SocketPath { folder: PathBuf::from(format!("/tmp/vults-{uid}")), made_by_app: true }
            }
        }
    }

    /// The socket itself.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(SOCKET_NAME)
    }
}

/// A user's security identifier on Windows, in its text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sid(String);

impl Sid {
    /// Reads `S-1-…`; none for text that is no identifier, so that no other text ever becomes
    /// part of a pipe's name.
    pub fn parse(text: &str) -> Option<Sid> {
        let number =
            |part: &str| (1..=20).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        let parts: Vec<&str> = text.strip_prefix("S-1-")?.split('-').collect();
        // An authority and one to fifteen sub-authorities.
        let fits = (2..=16).contains(&parts.len()) && parts.into_iter().all(number);
        fits.then(|| Sid(text.to_owned()))
    }

    /// The pipe of this user.
    pub fn pipe_name(&self) -> String {
        format!(r"\\.\pipe\vults-{}", self.0)
    }

    /// Whether the process at the other end belongs to the same user.
    pub fn same_user(&self, peer: &Sid) -> bool {
        self == peer
    }
}
