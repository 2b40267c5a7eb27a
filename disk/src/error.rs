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
    #[error("{failed}: {}", said(cause))]
    Io {
        /// What did not come about, as the beginning of a sentence.
        failed: &'static str,
        /// The answer.
        cause: io::Error,
    },
}

/// The file system's answer as the end of a sentence: "no space left on device".
pub fn said(cause: &io::Error) -> String {
    let text = cause.to_string();
    // The number tells a person nothing.
    let words = match (cause.raw_os_error(), text.rfind(" (os error ")) {
        (Some(_), Some(end)) => text.get(..end).unwrap_or(&text),
        _ => &text,
    };
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

impl ConfigError {
    /// Says what did not come about when the file system refused.
    pub(crate) fn io<E: Into<io::Error>>(failed: &'static str) -> impl FnOnce(E) -> ConfigError {
        move |cause| ConfigError::Io { failed, cause: cause.into() }
    }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn a_failure_is_a_plain_sentence() {
        let full = ConfigError::io("the copy of it could not be written")(Errno::NOSPC);
        let expected = "the copy of it could not be written: no space left on device";
        assert_eq!(full.to_string(), expected);
        assert_eq!(said(&io::Error::other("It is so")), "it is so");
        assert_eq!(said(&io::Error::other("")), "");
    }
}
