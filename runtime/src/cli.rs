//! The command line without a display: `vults hooks …`.

use std::ffi::OsString;
use std::io::Write;

use crate::places::Places;

/// Does what the words after the program's name ask for, and gives the exit code: 0 where all is
/// good, 1 where something could not be done, 2 where the words make no sense. None where they are
/// not for the command line, so that the window opens.
pub fn run(
    arguments: &[OsString],
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
    places: &Places,
) -> Option<u8> {
    let first = arguments.first()?;
    if first != "hooks" {
        return None;
    }
    _ = (stdout, places);
    _ = writeln!(stderr, "vults: hooks: not yet");
    Some(2)
}
