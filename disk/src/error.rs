//! Why a settings file is left alone.

use std::io;

/// Why a settings file is left alone.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It is no JSON or TOML, even with comments and trailing commas.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// The line, from 1.
        line: u32,
        /// The character in it, from 1.
        column: u32,
        /// What is wrong there.
        reason: String,
    },
    /// It is not UTF-8.
    #[error("it is not UTF-8 text")]
    NotText,
    /// Its root, or what a step leads through, is of another shape.
    #[error("{place} is not {expected}")]
    Shape {
        /// Where, as a person would say it.
        place: String,
        /// "an object", "a table" or "an array".
        expected: &'static str,
        /// The line where it begins, from 1.
        line: u32,
        /// The character in it, from 1.
        column: u32,
    },
    /// An edit names a member or an element that is not there.
    #[error("{place} is not there")]
    Missing {
        /// Where, as a person would say it.
        place: String,
    },
    /// A JSON object has the same key twice: nobody can say which one counts. (In TOML that is no
    /// syntax.)
    #[error("line {line}: the key {key:?} stands twice")]
    Twice {
        /// The key.
        key: String,
        /// The line of the second, from 1.
        line: u32,
        /// The character in it, from 1.
        column: u32,
    },
    /// It is longer than 4 MiB.
    #[error("it is longer than 4 MiB")]
    TooLong,
    /// It is a folder, a device or a pipe.
    #[error("it is not a regular file")]
    NotAFile,
    /// Its owner took the right to write away from it.
    #[error("it is read-only")]
    ReadOnly,
    /// It belongs to another user.
    #[error("it belongs to another user")]
    NotOurs,
    /// Somebody has written it since it was read.
    #[error("another program has just changed it")]
    Changed,
    /// The edited text would not say what it should.
    #[error("it cannot be edited without changing more than our own entries")]
    Unsafe,
    /// The file system's answer.
    #[error("{doing}: {cause}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The answer.
        cause: io::Error,
    },
}

impl ConfigError {
    /// Says what was tried when the file system refused.
    pub(crate) fn io<E: Into<io::Error>>(doing: &'static str) -> impl FnOnce(E) -> ConfigError {
        move |cause| ConfigError::Io { doing, cause: cause.into() }
    }
}
