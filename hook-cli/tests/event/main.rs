//! From arguments and hook JSON to the event: everything pure.

#![allow(clippy::unwrap_used)]

mod args;
mod fixtures;
mod large;
#[cfg(target_os = "linux")]
mod log;
mod mending;
mod naming;
#[cfg(target_os = "linux")]
mod process;
mod reduction;
#[cfg(target_os = "linux")]
mod status_line;
mod waiting;

use serde_json::{Map, Value};
use vults_hook::args::Args;
use vults_hook::event::{Outgoing, Surroundings, outgoing};
use vults_hook::failure::Failure;

/// The arguments of a command line.
pub fn args(line: &str) -> Args {
    Args::parse(line.split_whitespace().map(Into::into)).unwrap()
}

/// An object.
pub fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("{other} is no object"),
    }
}

/// What the command line makes of a payload, with these variables set.
pub fn build_with(
    line: &str,
    payload: Value,
    variables: &[(&str, &str)],
) -> Result<Option<Outgoing>, Failure> {
    let variable = |name: &str| {
        variables.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned())
    };
    let around = Surroundings {
        id: "18f-1a2b".to_owned(),
        cwd: Some("/own".to_owned()),
        pid: Some(4242),
        variable: &variable,
    };
    outgoing(&args(line), object(payload), around)
}

/// What the command line makes of a payload that becomes an event.
pub fn build(line: &str, payload: Value) -> Outgoing {
    build_with(line, payload, &[]).unwrap().unwrap()
}
