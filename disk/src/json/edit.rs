//! The smallest change of a JSON text that makes an edit.

use std::ops::Range;

use jsonc_parser::ast::{self, Object};
use jsonc_parser::common::Ranged;
use serde_json::Value;

use super::render::{quoted, render};
use super::style::DEFAULT_UNIT;
use super::{Json, plain};
use crate::edit::{nested, place};
use crate::layout::{Layout, indent_of_line, newline_near, newlines, own_indent};
use crate::list::{Comments, Habits, List};
use crate::splice::{Change, Splice, line_and_column};
use crate::{ConfigError, Edit, Step};

/// A value of the document that an edit reached, and where the member or element begins whose value
/// it is.
#[derive(Clone, Copy)]
struct Reached<'d, 'a> {
    value: &'d ast::Value<'a>,
    begin: usize,
}

impl<'a> Json<'a> {
    /// The changes of the text that make an edit.
    pub(crate) fn edit(&self, edit: &Edit) -> Result<Change, ConfigError> {
        let Some(root) = &self.root else { return self.begin(edit) };
        match edit {
            Edit::Append { to, value } => match self.reach(root, to)? {
                (Reached { value: ast::Value::Array(array), begin }, []) => {
                    Ok(self.insert(self.elements(array), begin, None, value))
                }
                (here, []) => Err(shape(self.text, here.value, to, "an array")),
                (here, rest) => self.add(here, to, rest, Value::Array(vec![value.clone()])),
            },
            Edit::Set { at, value } => match self.reach(root, at)? {
                (_, []) if at.is_empty() => Err(ConfigError::Unsafe),
                (here, []) => Ok(self.replace(here, value)),
                (here, rest) => self.add(here, at, rest, value.clone()),
            },
            Edit::Remove { at } => {
                let missing = || ConfigError::Missing { place: place(at) };
                let (last, above) = at.split_last().ok_or(ConfigError::Unsafe)?;
                let (here, []) = self.reach(root, above)? else { return Err(missing()) };
                let (list, index) = match (here.value, last) {
                    (ast::Value::Object(object), Step::Key(key)) => {
                        let named = |member: &ast::ObjectProp<'_>| member.name.as_str() == key;
                        let index = object.properties.iter().position(named);
                        (self.members(object), index.ok_or_else(missing)?)
                    }
                    (ast::Value::Array(array), Step::Index(index)) => {
                        (self.elements(array), *index)
                    }
                    (other, step) => return Err(shape(self.text, other, above, expected(step))),
                };
                let ours = list.items.get(index).ok_or_else(missing)?.clone();
                let splices = list.remove(index).ok_or(ConfigError::Unsafe)?;
                Ok(Change { splices, ours })
            }
        }
    }

    /// Goes as far as there is something, and gives the rest of the way.
    fn reach<'d, 's>(
        &self,
        root: &'d ast::Value<'a>,
        steps: &'s [Step],
    ) -> Result<(Reached<'d, 'a>, &'s [Step]), ConfigError> {
        let mut here = Reached { value: root, begin: root.start() };
        for (taken, step) in steps.iter().enumerate() {
            let next = match (here.value, step) {
                (ast::Value::Object(object), Step::Key(key)) => object
                    .get(key)
                    .map(|member| Reached { value: &member.value, begin: member.start() }),
                (ast::Value::Array(array), Step::Index(index)) => {
                    array.elements.get(*index).map(|value| Reached { value, begin: value.start() })
                }
                (other, step) => {
                    return Err(shape(self.text, other, &steps[..taken], expected(step)));
                }
            };
            match next {
                Some(next) => here = next,
                None => return Ok((here, &steps[taken..])),
            }
        }
        Ok((here, &[]))
    }

    /// A new member or element, with what must be made around the value.
    fn add(
        &self,
        here: Reached<'_, 'a>,
        steps: &[Step],
        rest: &[Step],
        value: Value,
    ) -> Result<Change, ConfigError> {
        let missing = || ConfigError::Missing { place: place(steps) };
        let (step, inner) = rest.split_first().ok_or(ConfigError::Unsafe)?;
        let value = nested(inner, value).ok_or_else(missing)?;
        match (here.value, step) {
            (ast::Value::Object(object), Step::Key(key)) => {
                let list = self.members(object);
                let colon = self.colon(object);
                Ok(self.insert(list, here.begin, Some((key, colon)), &value))
            }
            (ast::Value::Array(array), Step::Index(index)) if *index == array.elements.len() => {
                Ok(self.insert(self.elements(array), here.begin, None, &value))
            }
            _ => Err(missing()),
        }
    }

    fn insert(
        &self,
        list: List<'_>,
        begin: usize,
        key: Option<(&str, &str)>,
        value: &Value,
    ) -> Change {
        let is_root = self.root.as_ref().is_some_and(|root| root.start() == begin);
        let habits = Habits {
            unit: self.unit(),
            space: self.space(),
            opens: is_root || own_indent(self.text, begin).is_some(),
        };
        let splices = list.insert(&habits, &|layout| {
            let mut text = String::new();
            if let Some((key, colon)) = key {
                text.push_str(&quoted(key));
                text.push_str(colon);
            }
            render(value, layout, &mut text);
            text
        });
        Change { splices, ours: list.close..list.close }
    }

    fn replace(&self, here: Reached<'_, 'a>, value: &Value) -> Change {
        let span = here.value.start()..here.value.end();
        if plain(here.value) == *value {
            return Change { splices: Vec::new(), ours: span };
        }
        let old = &self.text[span.clone()];
        let empty = match here.value {
            ast::Value::Object(object) => object.properties.is_empty(),
            ast::Value::Array(array) => array.elements.is_empty(),
            _ => true,
        };
        let lines = match empty {
            true => own_indent(self.text, here.begin).is_some(),
            false => newlines(old) > 0,
        };
        let layout = if lines {
            Layout::Lines {
                newline: newline_near(self.text, here.begin),
                indent: indent_of_line(self.text, span.start).to_owned(),
                unit: self.unit(),
            }
        } else {
            Layout::Inline { space: self.space() }
        };
        let mut text = String::new();
        render(value, &layout, &mut text);
        Change { splices: vec![Splice { span: span.clone(), with: text }], ours: span }
    }

    /// The first edit of a text without a value: the whole object, after the comments.
    fn begin(&self, edit: &Edit) -> Result<Change, ConfigError> {
        let (steps, value) = match edit {
            Edit::Append { to, value } => (to, Value::Array(vec![value.clone()])),
            Edit::Set { at, value } => (at, value.clone()),
            Edit::Remove { at } => return Err(ConfigError::Missing { place: place(at) }),
        };
        let root = match steps.first() {
            Some(Step::Key(_)) => nested(steps, value),
            Some(Step::Index(_)) => {
                let (line, column) = line_and_column(self.text, self.text.len());
                let place = place(&[]);
                return Err(ConfigError::Shape { place, expected: "an array", line, column });
            }
            None => return Err(ConfigError::Unsafe),
        };
        let root = root.ok_or_else(|| ConfigError::Missing { place: place(steps) })?;
        let end = self.text.len();
        let newline = newline_near(self.text, end);
        let ended = self.text.is_empty() || self.text.ends_with(['\n', '\r']);
        let mut text = if ended { String::new() } else { newline.to_owned() };
        let layout =
            Layout::Lines { newline, indent: String::new(), unit: DEFAULT_UNIT.to_owned() };
        render(&root, &layout, &mut text);
        text.push_str(if ended { newline } else { "" });
        Ok(Change { splices: vec![Splice::insert(end, text)], ours: end..end })
    }

    fn members(&self, object: &Object<'a>) -> List<'a> {
        let items = object.properties.iter().map(|member| member.start()..member.end()).collect();
        self.list(object.start(), object.end(), items)
    }

    fn elements(&self, array: &ast::Array<'a>) -> List<'a> {
        let items = array.elements.iter().map(|value| value.start()..value.end()).collect();
        self.list(array.start(), array.end(), items)
    }

    fn list(&self, start: usize, end: usize, items: Vec<Range<usize>>) -> List<'a> {
        let (text, comments) = (self.text, Comments::Slashes);
        List { text, comments, open: start + 1, close: end - 1, items }
    }
}

pub(super) fn shape(
    text: &str,
    value: &ast::Value<'_>,
    steps: &[Step],
    expected: &'static str,
) -> ConfigError {
    let (line, column) = line_and_column(text, value.start());
    ConfigError::Shape { place: place(steps), expected, line, column }
}

/// What a step leads through.
fn expected(step: &Step) -> &'static str {
    match step {
        Step::Key(_) => "an object",
        Step::Index(_) => "an array",
    }
}
