//! Someone else's settings files: read, edited, written.
#![allow(clippy::unwrap_used)]

mod apply;
mod diff;
mod generated;
mod json;
mod read;
mod toml;

use serde_json::Value;
use vults_disk::{Edit, Format, Step, edit_text};

/// `"hooks.Stop[0]"` as steps.
fn steps(path: &str) -> Vec<Step> {
    let path = path.replace('[', ".[");
    let step = |part: &str| match part.strip_prefix('[') {
        Some(index) => Step::Index(index.trim_end_matches(']').parse().unwrap()),
        None => Step::Key(part.to_owned()),
    };
    path.split('.').filter(|part| !part.is_empty()).map(step).collect()
}

fn append(to: &str, value: Value) -> Edit {
    Edit::Append { to: steps(to), value }
}

fn set(at: &str, value: Value) -> Edit {
    Edit::Set { at: steps(at), value }
}

fn remove(at: &str) -> Edit {
    Edit::Remove { at: steps(at) }
}

#[track_caller]
fn edited(text: &str, format: Format, edit: &Edit) -> String {
    edit_text(text, format, std::slice::from_ref(edit))
        .unwrap_or_else(|error| panic!("{error:?}: {edit:?} in {text:?}"))
}

/// What a JSON text with comments says, read by another reader than ours.
fn jsonc(text: &str) -> Value {
    let options = jsonc_parser::ParseOptions::default();
    jsonc_parser::parse_to_serde_value(text.trim_start_matches('\u{feff}'), &options).unwrap()
}
