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

/// Where the relay notes what failed: `$XDG_STATE_HOME/vults/hook.log`, else below `~/.local/state`
/// (VP-13). A relative folder counts as unset, as the base directory specification says.
pub fn hook_log(state_home: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let state = state_home.filter(|folder| folder.is_absolute());
    let state =
        state.or_else(|| Some(home.filter(|folder| folder.is_absolute())?.join(".local/state")))?;
    Some(state.join("vults/hook.log"))
}

/// Where the app keeps which projects' lifecycle hooks are trusted (specs D8):
/// `$XDG_DATA_HOME/vults/trusted-hooks.json`, else below `~/.local/share`. A relative folder counts as
/// unset, as the base directory specification says.
pub fn trusted_hooks(data_home: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let data = data_home.filter(|folder| folder.is_absolute());
    let data =
        data.or_else(|| Some(home.filter(|folder| folder.is_absolute())?.join(".local/share")))?;
    Some(data.join("vults/trusted-hooks.json"))
}

/// A user's security identifier on Windows, in its text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sid(String);

impl Sid {
    /// Reads `S-1-…` as Windows writes it; none for any other text, so that no other text ever
    /// becomes part of a pipe's name.
    pub fn parse(text: &str) -> Option<Sid> {
        let mut parts = text.strip_prefix("S-1-")?.split('-');
        let authority = number(parts.next()?)?;
        let rest = parts.map(number).collect::<Option<Vec<u64>>>()?;
        // An authority of 48 bits, then one to fifteen parts of 32 bits.
        let fits = authority < 1 << 48
            && (1..=15).contains(&rest.len())
            && rest.iter().all(|&part| part <= u32::MAX.into());
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

/// A decimal number without a sign or leading zeros, which would make two texts of one number.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
