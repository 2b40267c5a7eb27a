//! Careful with files: changes of someone else's settings that leave every other byte alone, and
//! writes of our own that a crash cannot tear. Knows nothing about agents.
//!
//! [`ConfigFile::read`] reads strictly, [`ConfigFile::edit`] shows what would change,
//! [`Preview::apply`] writes it: after a backup, atomically, and only if the file's bytes are still
//! those that were read.

mod atomic;
mod backups;
mod crash;
mod diff;
mod edit;
mod error;
mod file;
mod json;
mod layout;
mod list;
mod plain;
mod preview;
mod splice;
mod text;
mod toml;

pub use atomic::{make_folder, write_own};
pub use backups::Backups;
pub use diff::{Change, Diff, Hunk};
pub use edit::{Edit, Format, Step};
pub use error::{ConfigError, said};
pub use file::{ConfigFile, Fingerprint, read_own};
pub use preview::{Applied, Preview};
pub use text::{LONGEST, edit_text, read as read_text};
