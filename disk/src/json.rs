//! JSON with comments and trailing commas: read strictly, edited by the smallest change of its
//! text.

use std::collections::HashSet;
use std::ops::Range;

use jsonc_parser::ast::{self, Object};
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::ParseError;
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, ParseOptions, Scanner, ScannerOptions, parse_to_ast};
use serde_json::{Map, Value};

use crate::edit::{nested, place};
use crate::layout::{Layout, indent_of_line, newline_near, newlines, own_indent};
use crate::list::{Comments, Habits, List};
use crate::splice::{Change, Splice, line_and_column};
use crate::{ConfigError, Edit, Step};

/// A document, with the places of its parts.
pub(crate) struct Json<'a> {
    text: &'a str,
    /// None where there are only blanks and comments.
    root: Option<ast::Value<'a>>,
}

/// A value of the document that an edit reached, and where the member or element begins whose value
/// it is.
#[derive(Clone, Copy)]
struct Reached<'d, 'a> {
    value: &'d ast::Value<'a>,
    begin: usize,
}

impl<'a> Json<'a> {
    /// Reads a document.
    pub(crate) fn parse(text: &'a str) -> Result<Json<'a>, ConfigError> {
        check_tokens(text)?;
        let options = ParseOptions {
            allow_comments: true,
            allow_loose_object_property_names: false,
            allow_trailing_commas: true,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let root = parse_to_ast(text, &CollectOptions::default(), &options)
            .map_err(|error| syntax(text, &error))?
            .value;
        match &root {
            None | Some(ast::Value::Object(_)) => {}
            Some(other) => return Err(shape(text, other, &[], "an object")),
        }
        let json = Json { text, root };
        json.root.as_ref().map_or(Ok(()), |root| json.check(root))?;
        Ok(json)
    }

    /// No key twice, no number that nothing can hold.
    fn check(&self, value: &ast::Value<'a>) -> Result<(), ConfigError> {
        match value {
            ast::Value::Object(object) => {
                let mut seen = HashSet::with_capacity(object.properties.len());
                for member in &object.properties {
                    if !seen.insert(member.name.as_str()) {
                        let (line, column) = line_and_column(self.text, member.start());
                        let key = member.name.as_str().to_owned();
                        return Err(ConfigError::Twice { key, line, column });
                    }
                    self.check(&member.value)?;
                }
                Ok(())
            }
            ast::Value::Array(array) => {
                array.elements.iter().try_for_each(|element| self.check(element))
            }
            ast::Value::NumberLit(number) => match number.value.parse::<serde_json::Number>() {
                Ok(_) => Ok(()),
                Err(_) => Err(refuse(self.text, number.start(), "the number is too large")),
            },
            _ => Ok(()),
        }
    }

    /// What it says.
    pub(crate) fn root(&self) -> Map<String, Value> {
        match self.root.as_ref().map(plain) {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        }
    }

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

    /// What stands between a key and its value: as beside it, else as in the first member.
    fn colon(&self, object: &Object<'a>) -> &'a str {
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
    fn space(&self) -> &'static str {
        match &self.root {
            Some(ast::Value::Object(root)) if self.colon(root) == ":" => "",
            _ => " ",
        }
    }

    /// What each level of indentation adds: what the first indented item shows.
    fn unit(&self) -> String {
        self.root.as_ref().and_then(|root| self.unit_of(root)).unwrap_or(DEFAULT_UNIT).to_owned()
    }

    fn unit_of(&self, value: &ast::Value<'a>) -> Option<&'a str> {
        let here = |first: usize| {
            let outer = indent_of_line(self.text, value.start());
            own_indent(self.text, first)?.strip_prefix(outer).filter(|unit| !unit.is_empty())
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

/// What a new file is indented with.
const DEFAULT_UNIT: &str = "  ";

/// What the parser takes but JSON does not: other white space, and control characters in strings.
fn check_tokens(text: &str) -> Result<(), ConfigError> {
    let options = ScannerOptions {
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let mut scanner = Scanner::new(text, &options);
    let mut end = 0;
    loop {
        let token = scanner.scan().map_err(|error| syntax(text, &error))?;
        let start = scanner.token_start();
        let strange = |c: char| !matches!(c, ' ' | '\t' | '\r' | '\n');
        if let Some(at) = text[end..start].find(strange) {
            return Err(refuse(text, end + at, "this white space is not allowed in JSON"));
        }
        end = scanner.token_end();
        match token {
            None => return Ok(()),
            Some(Token::String(_)) => {
                if let Some(at) = text[start..end].find(|c: char| c < ' ') {
                    let reason = "a string must not contain a line break or control character";
                    return Err(refuse(text, start + at, reason));
                }
            }
            Some(_) => {}
        }
    }
}

fn syntax(text: &str, error: &ParseError) -> ConfigError {
    let reason = error.kind().to_string();
    let mut letters = reason.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    let reason = format!("{}{}", first.unwrap_or_default(), letters.as_str());
    refuse(text, error.range().start, &reason)
}

fn refuse(text: &str, at: usize, reason: &str) -> ConfigError {
    let (line, column) = line_and_column(text, at);
    ConfigError::Syntax { line, column, reason: reason.to_owned() }
}

fn shape(
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

fn plain(value: &ast::Value<'_>) -> Value {
    match value {
        ast::Value::StringLit(string) => Value::String(string.value.clone().into_owned()),
        ast::Value::NumberLit(number) => number.value.parse().map_or(Value::Null, Value::Number),
        ast::Value::BooleanLit(boolean) => Value::Bool(boolean.value),
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::Array(array) => Value::Array(array.elements.iter().map(plain).collect()),
        ast::Value::Object(object) => {
            let member = |member: &ast::ObjectProp<'_>| {
                (member.name.as_str().to_owned(), plain(&member.value))
            };
            Value::Object(object.properties.iter().map(member).collect())
        }
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Writes a value in a layout.
fn render(value: &Value, layout: &Layout, text: &mut String) {
    let items: Vec<(Option<&str>, &Value)> = match value {
        Value::Array(elements) => elements.iter().map(|element| (None, element)).collect(),
        Value::Object(members) => members.iter().map(|(key, v)| (Some(key.as_str()), v)).collect(),
        scalar => return text.push_str(&scalar.to_string()),
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    let (inner, space) = match layout {
        Layout::Lines { newline, indent, unit } => {
            let (indent, unit) = (format!("{indent}{unit}"), unit.clone());
            (Layout::Lines { newline, indent, unit }, " ")
        }
        Layout::Inline { space } => (layout.clone(), *space),
    };
    for (index, (key, item)) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        match &inner {
            Layout::Lines { newline, indent, .. } => {
                text.push_str(newline);
                text.push_str(indent);
            }
            Layout::Inline { .. } if index > 0 => text.push_str(space),
            Layout::Inline { .. } => {}
        }
        if let Some(key) = key {
            text.push_str(&quoted(key));
            text.push(':');
            text.push_str(space);
        }
        render(item, &inner, text);
    }
    if let (Layout::Lines { newline, indent, .. }, false) = (layout, items.is_empty()) {
        text.push_str(newline);
        text.push_str(indent);
    }
    text.push(close);
}
