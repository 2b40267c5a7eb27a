//! TOML, edited like JSON by the smallest change of its text. `toml_edit` reads it and says where
//! everything is; writing it out again would change every line end to LF.

mod extent;
mod lines;
mod value;

use std::ops::Range;

use serde_json::{Map, Value};
use toml_edit::{ArrayOfTables, Document, InlineTable, Item, Table};

use self::extent::{end_of_own_lines, end_of_table, headers};
use crate::edit::{nested, place};
use crate::layout::{indent_of_line, newline_near};
use crate::list::{Comments, Habits, List};
use crate::splice::{Change, Splice, line_and_column};
use crate::{ConfigError, Edit, Step};

/// A document, with the places of its parts.
pub(crate) struct Toml<'a> {
    text: &'a str,
    document: Document<&'a str>,
}

/// A part of a document.
#[derive(Clone, Copy)]
enum Part<'d> {
    /// The top level, or what a header begins.
    Table(&'d Table),
    /// What `[[headers]]` begin.
    Tables(&'d ArrayOfTables),
    /// What stands behind a `=`, or within it.
    Value(&'d toml_edit::Value),
}

impl<'a> Toml<'a> {
    /// Reads a document.
    pub(crate) fn parse(text: &'a str) -> Result<Toml<'a>, ConfigError> {
        let document = Document::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let (line, column) = line_and_column(text, at);
            ConfigError::Syntax { line, column, reason: error.message().to_owned() }
        })?;
        Ok(Toml { text, document })
    }

    /// What it says.
    pub(crate) fn root(&self) -> Map<String, Value> {
        value::table(self.document.as_table())
    }

    /// The changes of the text that make an edit.
    pub(crate) fn edit(&self, edit: &Edit) -> Result<Change, ConfigError> {
        match edit {
            Edit::Append { to, value } => match self.reach(to)? {
                (Part::Tables(tables), []) => {
                    let end = tables.iter().filter_map(end_of_table).max();
                    self.insert_section(to, true, value, end.ok_or(ConfigError::Unsafe)?)
                }
                (Part::Value(toml_edit::Value::Array(array)), []) => {
                    let list = self.elements(array).ok_or(ConfigError::Unsafe)?;
                    insert(&list, &value::written(value).ok_or(ConfigError::Unsafe)?)
                }
                (part, []) => Err(self.shape(part, to, "an array")),
                (part, rest) => self.add(part, to, rest, value, true),
            },
            Edit::Set { at, value } => match self.reach(at)? {
                (part, []) if value::part(part) == *value => Ok(Change::none()),
                (Part::Value(old), []) => {
                    let ours = old.span().ok_or(ConfigError::Unsafe)?;
                    let with = value::written(value).ok_or(ConfigError::Unsafe)?;
                    Ok(Change { splices: vec![Splice { span: ours.clone(), with }], ours })
                }
                // A table is changed key by key.
                (_, []) => Err(ConfigError::Unsafe),
                (part, rest) => self.add(part, at, rest, value, false),
            },
            Edit::Remove { at } => {
                let missing = || ConfigError::Missing { place: place(at) };
                let (last, above) = at.split_last().ok_or(ConfigError::Unsafe)?;
                let (parent, []) = self.reach(above)? else { return Err(missing()) };
                step(parent, last)
                    .ok_or_else(|| self.shape(parent, above, expected(last)))?
                    .ok_or_else(missing)?;
                self.remove(parent, last).ok_or(ConfigError::Unsafe)
            }
        }
    }

    /// Goes as far as there is something, and gives the rest of the way.
    fn reach<'s>(&self, steps: &'s [Step]) -> Result<(Part<'_>, &'s [Step]), ConfigError> {
        let mut here = Part::Table(self.document.as_table());
        for (taken, next) in steps.iter().enumerate() {
            match step(here, next) {
                Some(Some(part)) => here = part,
                Some(None) => return Ok((here, &steps[taken..])),
                None => return Err(self.shape(here, &steps[..taken], expected(next))),
            }
        }
        Ok((here, &[]))
    }

    /// A new value, table or array below a part, with what must be made around it.
    fn add(
        &self,
        parent: Part<'_>,
        steps: &[Step],
        rest: &[Step],
        value: &Value,
        append: bool,
    ) -> Result<Change, ConfigError> {
        let (next, inner) = rest.split_first().ok_or(ConfigError::Unsafe)?;
        let missing = || ConfigError::Missing { place: place(steps) };
        match (parent, next) {
            // A header of its own: `[[a.b]]` for an array of tables, `[a.b]` for a new table.
            (Part::Table(table), Step::Key(_)) if append && value.is_object() => {
                self.insert_section(steps, true, value, self.end_of(table))
            }
            (Part::Table(table), Step::Key(_)) if !append && value.is_object() => {
                self.insert_section(steps, false, value, self.end_of(table))
            }
            (Part::Table(table), Step::Key(key)) => {
                let value = if append { Value::Array(vec![value.clone()]) } else { value.clone() };
                match inner {
                    [] => self.insert_line(table, key, &value),
                    [.., Step::Key(last)] => {
                        let members = Value::Object([(last.clone(), value)].into_iter().collect());
                        let above = &steps[..steps.len() - 1];
                        self.insert_section(above, false, &members, self.end_of(table))
                    }
                    [..] => Err(ConfigError::Unsafe),
                }
            }
            (Part::Value(parent), next) => {
                let value = if append { Value::Array(vec![value.clone()]) } else { value.clone() };
                let value = nested(inner, value).ok_or_else(missing)?;
                let written = value::written(&value).ok_or(ConfigError::Unsafe)?;
                match (parent, next) {
                    (toml_edit::Value::InlineTable(table), Step::Key(key)) => {
                        let list = self.members(table).ok_or(ConfigError::Unsafe)?;
                        insert(&list, &format!("{} = {written}", value::key(key)))
                    }
                    (toml_edit::Value::Array(array), Step::Index(index))
                        if *index == array.len() =>
                    {
                        insert(&self.elements(array).ok_or(ConfigError::Unsafe)?, &written)
                    }
                    _ => Err(missing()),
                }
            }
            (Part::Tables(tables), Step::Index(index)) if *index == tables.len() => {
                Err(ConfigError::Unsafe)
            }
            _ => Err(missing()),
        }
    }

    /// `[header]` or `[[header]]` with its lines, after the line of `after`.
    fn insert_section(
        &self,
        steps: &[Step],
        of_array: bool,
        value: &Value,
        after: usize,
    ) -> Result<Change, ConfigError> {
        let members = value.as_object().ok_or(ConfigError::Unsafe)?;
        let keys = steps.iter().filter_map(|step| match step {
            Step::Key(key) => Some(value::key(key)),
            Step::Index(_) => None,
        });
        let header = keys.collect::<Vec<_>>().join(".");
        let newline = newline_near(self.text, after);
        let mut section = if of_array { format!("[[{header}]]") } else { format!("[{header}]") };
        for (key, value) in members {
            let value = value::written(value).ok_or(ConfigError::Unsafe)?;
            section.push_str(&format!("{newline}{} = {value}", value::key(key)));
        }
        Ok(lines::insert(self.text, after, &section, true))
    }

    /// `key = value` at the end of a table's own lines.
    fn insert_line(&self, table: &Table, key: &str, value: &Value) -> Result<Change, ConfigError> {
        let value = value::written(value).ok_or(ConfigError::Unsafe)?;
        let line = format!("{} = {value}", value::key(key));
        let is_root = std::ptr::eq(table, self.document.as_table());
        if table.is_dotted() || (table.is_implicit() && !is_root) {
            return Err(ConfigError::Unsafe);
        }
        let own_line = |(key, item): (&str, &Item)| {
            Some((end_of_own_lines(item)?, table.key(key)?.span()?.start))
        };
        let own = table.iter().filter_map(own_line).max();
        let header = if is_root { None } else { table.span().map(|span| (span.end, span.start)) };
        match own.or(header) {
            Some((after, start)) => {
                let indent = indent_of_line(self.text, start);
                Ok(lines::insert(self.text, after, &format!("{indent}{line}"), false))
            }
            None => Ok(lines::insert_on_top(self.text, &line)),
        }
    }

    fn remove(&self, parent: Part<'_>, last: &Step) -> Option<Change> {
        match (parent, last) {
            (Part::Table(table), Step::Key(key)) => match table.get(key)? {
                Item::Value(value) => {
                    let key = table.key(key)?.span()?;
                    // With the parts of a dotted key before it.
                    let start = lines::start(self.text, key.start);
                    Some(lines::remove_line(self.text, start..value.span()?.end))
                }
                Item::Table(table) => self.remove_sections(&[table]),
                Item::ArrayOfTables(tables) => {
                    self.remove_sections(&tables.iter().collect::<Vec<_>>())
                }
                Item::None => None,
            },
            (Part::Tables(tables), Step::Index(index)) => {
                self.remove_sections(&[tables.get(*index)?])
            }
            (Part::Value(toml_edit::Value::Array(array)), Step::Index(index)) => {
                take(&self.elements(array)?, *index)
            }
            (Part::Value(toml_edit::Value::InlineTable(table)), Step::Key(key)) => {
                let index = table.iter().position(|(name, _)| name == key)?;
                take(&self.members(table)?, index)
            }
            _ => None,
        }
    }

    /// Takes tables away with their headers, if nobody else's stands between them.
    fn remove_sections(&self, tables: &[&Table]) -> Option<Change> {
        let mut ours = Vec::new();
        for table in tables {
            if !headers(table, &mut ours) {
                return None;
            }
        }
        let start = *ours.iter().min()?;
        let end = tables.iter().copied().filter_map(end_of_table).max()?;
        let mut all = Vec::new();
        headers(self.document.as_table(), &mut all);
        let between = all.iter().filter(|at| (start..end).contains(*at)).count();
        let first_line = lines::start(self.text, start);
        (between == ours.len()).then(|| lines::remove_section(self.text, first_line..end))
    }

    /// Where a table ends: the last thing in it or below it, or the document's last line.
    fn end_of(&self, table: &Table) -> usize {
        if std::ptr::eq(table, self.document.as_table()) {
            return self.text.trim_end().len();
        }
        end_of_table(table).unwrap_or(self.text.len())
    }

    fn elements(&self, array: &toml_edit::Array) -> Option<List<'a>> {
        let items = array.iter().map(toml_edit::Value::span).collect::<Option<Vec<_>>>()?;
        Some(self.list(array.span()?, items))
    }

    /// None where dotted keys make one member of several.
    fn members(&self, table: &InlineTable) -> Option<List<'a>> {
        let member = |(key, value): (&str, &toml_edit::Value)| {
            if matches!(value, toml_edit::Value::InlineTable(inner) if inner.is_dotted()) {
                return None;
            }
            Some(table.key(key)?.span()?.start..value.span()?.end)
        };
        let items = table.iter().map(member).collect::<Option<Vec<_>>>()?;
        Some(self.list(table.span()?, items))
    }

    fn list(&self, span: Range<usize>, items: Vec<Range<usize>>) -> List<'a> {
        let (text, comments) = (self.text, Comments::Hash);
        List { text, comments, open: span.start + 1, close: span.end - 1, items }
    }

    fn shape(&self, part: Part<'_>, steps: &[Step], expected: &'static str) -> ConfigError {
        let at = match part {
            Part::Table(table) => table.span(),
            Part::Tables(tables) => tables.span(),
            Part::Value(value) => value.span(),
        };
        let (line, column) = line_and_column(self.text, at.map_or(0, |span| span.start));
        ConfigError::Shape { place: place(steps), expected, line, column }
    }
}

/// What a step leads through.
fn expected(step: &Step) -> &'static str {
    match step {
        Step::Key(_) => "a table",
        Step::Index(_) => "an array",
    }
}

/// What is one step further; none where the step does not fit the part at all.
fn step<'d>(here: Part<'d>, step: &Step) -> Option<Option<Part<'d>>> {
    let of_item = |item: &'d Item| match item {
        Item::None => None,
        Item::Value(value) => Some(Part::Value(value)),
        Item::Table(table) => Some(Part::Table(table)),
        Item::ArrayOfTables(tables) => Some(Part::Tables(tables)),
    };
    match (here, step) {
        (Part::Table(table), Step::Key(key)) => Some(table.get(key).and_then(of_item)),
        (Part::Tables(tables), Step::Index(index)) => Some(tables.get(*index).map(Part::Table)),
        (Part::Value(toml_edit::Value::InlineTable(table)), Step::Key(key)) => {
            Some(table.get(key).map(Part::Value))
        }
        (Part::Value(toml_edit::Value::Array(array)), Step::Index(index)) => {
            Some(array.get(*index).map(Part::Value))
        }
        _ => None,
    }
}

/// Adds to an array or inline table, on its line.
fn insert(list: &List<'_>, item: &str) -> Result<Change, ConfigError> {
    let habits = Habits { unit: "  ".to_owned(), space: " ", opens: false };
    let splices = list.insert(&habits, &|_| item.to_owned());
    Ok(Change { splices, ours: list.close..list.close })
}

fn take(list: &List<'_>, index: usize) -> Option<Change> {
    Some(Change { splices: list.remove(index)?, ours: list.items.get(index)?.clone() })
}
