//! A tool's input, field by field: what is not taken is a fact, since it may change what runs.

use serde_json::{Map, Value};
use vults_core::Fields;

/// Takes the known fields out of an input; what is left are facts.
pub(crate) struct Reading(Map<String, Value>);

impl Reading {
    pub(crate) fn of(input: &Map<String, Value>) -> Reading {
        Reading(input.clone())
    }

    pub(crate) fn new(fields: Map<String, Value>) -> Reading {
        Reading(fields)
    }

    /// A field, whatever it is.
    pub(crate) fn take(&mut self, field: &str) -> Option<Value> {
        self.0.shift_remove(field)
    }

    /// A field that must be a list.
    pub(crate) fn list(&mut self, field: &str) -> Option<Vec<Value>> {
        match self.take(field)? {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// A field that must be text.
    pub(crate) fn text(&mut self, field: &str) -> Option<String> {
        match self.take(field)? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// A field that is text where it is there. One that is something else stays, as a fact.
    pub(crate) fn words(&mut self, field: &str) -> Option<String> {
        self.0.get(field)?.as_str()?;
        self.text(field)
    }

    /// A switch; none where it is something else.
    pub(crate) fn switch(&mut self, field: &str) -> Option<bool> {
        match self.0.get(field) {
            None => Some(false),
            Some(on) => on.as_bool(),
        }
    }

    pub(crate) fn facts(self) -> Fields {
        self.0.into_iter().map(|(name, value)| (name, value.to_string())).collect()
    }

    /// The facts about a part of the input, by its place in it.
    pub(crate) fn facts_of(self, place: &str) -> Fields {
        let of_this = |(name, value)| (format!("{place}: {name}"), value);
        self.facts().into_iter().map(of_this).collect()
    }
}
