//! JSON with comments and trailing commas: read strictly, edited by the smallest change of its
//! text.

mod edit;
mod render;
mod style;

use std::collections::HashSet;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::ParseError;
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, ParseOptions, Scanner, ScannerOptions, parse_to_ast};
use serde_json::{Map, Value};

use crate::ConfigError;
use crate::splice::line_and_column;

/// A document, with the places of its parts.
pub(crate) struct Json<'a> {
    text: &'a str,
    /// None where there are only blanks and comments.
    root: Option<ast::Value<'a>>,
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
            Some(other) => return Err(edit::shape(text, other, &[], "an object")),
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
}

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
