//! One settings file has many names: as sessions call it, and the one at the end of every link.

use std::fs;

use crate::install::error::{InstallError, text};
use crate::install::folders::Folder;
use crate::install::record::{FileRecord, Record};

/// What the record says of a file, by whichever of its names, and the name.
pub(crate) fn recorded<'a>(
    record: &'a Record,
    folder: &Folder,
) -> Result<(String, Option<&'a FileRecord>), InstallError> {
    let names = names(folder)?;
    let real = real_name(folder);
    let by_name = names.iter().find_map(|name| record.files.get_key_value(*name));
    // A link by which it was called may be gone.
    let by_real = || record.files.iter().find(|(_, file)| real.is_some() && file.real == real);
    let found = by_name.or_else(by_real);
    match found {
        Some((key, written)) => Ok((key.clone(), Some(written))),
        None => Ok((text(&folder.file)?.to_owned(), None)),
    }
}

/// The names under which a file's status line is saved: as sessions call it, and the one at the end
/// of every link, which the relay tries where it knows no other.
pub(super) fn line_names(folder: &Folder) -> Result<Vec<String>, InstallError> {
    let mut names: Vec<String> = names(folder)?.into_iter().map(str::to_owned).collect();
    names.extend(real_name(folder).filter(|real| !names.contains(real)));
    Ok(names)
}

/// The name at the end of every link, where the file is there.
pub(super) fn real_name(folder: &Folder) -> Option<String> {
    fs::canonicalize(&folder.file).ok()?.into_os_string().into_string().ok()
}

fn names(folder: &Folder) -> Result<Vec<&str>, InstallError> {
    folder.names().map(text).collect()
}
