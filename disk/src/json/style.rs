//! How a JSON document is written, so that what is added looks like the rest.

use jsonc_parser::ast::{self, Object};
use jsonc_parser::common::Ranged;

use super::Json;
use crate::layout::{indent_of_line, own_indent};

/// What a new file is indented with.
pub(super) const DEFAULT_UNIT: &str = "  ";

impl<'a> Json<'a> {
    /// What stands between a key and its value: as beside it, else as in the first member.
    pub(super) fn colon(&self, object: &Object<'a>) -> &'a str {
        let first = match &self.root {
            Some(ast::Value::Object(root)) => root.properties.first(),
            _ => None,
        };
        object
            .properties
            .last()
            .or(first)
            .and_then(|member| self.text.get(member.name.end()..member.value.start()))
            .filter(|between| between.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b':')))
            .unwrap_or(": ")
    }

    /// What follows a colon or a comma within a line.
    pub(super) fn space(&self) -> &'static str {
        match &self.root {
            Some(ast::Value::Object(root)) if self.colon(root) == ":" => "",
            _ => " ",
        }
    }

    /// What each level of indentation adds: what the first indented item shows.
    pub(super) fn unit(&self) -> String {
        self.root.as_ref().and_then(|root| self.unit_of(root)).unwrap_or(DEFAULT_UNIT).to_owned()
    }

    fn unit_of(&self, value: &ast::Value<'a>) -> Option<&'a str> {
        let here = |first: usize| {
            // The line's beginning second: it is far away in a long line.
            let own = own_indent(self.text, first)?;
            let unit = own.strip_prefix(indent_of_line(self.text, value.start()))?;
            (!unit.is_empty()).then_some(unit)
        };
        match value {
            ast::Value::Object(object) => {
                object.properties.first().and_then(|member| here(member.start())).or_else(|| {
                    object.properties.iter().find_map(|member| self.unit_of(&member.value))
                })
            }
            ast::Value::Array(array) => array
                .elements
                .first()
                .and_then(|element| here(element.start()))
                .or_else(|| array.elements.iter().find_map(|element| self.unit_of(element))),
            _ => None,
        }
    }
}
