//! The same edits on plain values: what an edited text must say.

use serde_json::{Map, Value};

use crate::edit::nested;
use crate::{Edit, Step};

/// The value after an edit, or none where the edit makes no sense.
pub(crate) fn apply(mut root: Value, edit: &Edit) -> Option<Value> {
    match edit {
        Edit::Append { to, value } => match reach(&mut root, to)? {
            (Value::Array(elements), []) => elements.push(value.clone()),
            (parent, rest @ [_, ..]) => {
                let made = nested(&rest[1..], Value::Array(vec![value.clone()]))?;
                add(parent, &rest[0], made)?;
            }
            _ => return None,
        },
        Edit::Set { at, value } => match reach(&mut root, at)? {
            // The order of equal members is left as it is.
            (place, []) if !at.is_empty() && place == value => {}
            (place, []) if !at.is_empty() => *place = value.clone(),
            (parent, rest @ [_, ..]) => {
                let made = nested(&rest[1..], value.clone())?;
                add(parent, &rest[0], made)?;
            }
            _ => return None,
        },
        Edit::Remove { at } => {
            let (last, above) = at.split_last()?;
            let (parent, []) = reach(&mut root, above)? else { return None };
            match (parent, last) {
                (Value::Object(members), Step::Key(key)) => drop(members.shift_remove(key)?),
                (Value::Array(elements), Step::Index(index)) if *index < elements.len() => {
                    elements.remove(*index);
                }
                _ => return None,
            }
        }
    }
    Some(root)
}

/// Goes as far as there is something, and gives the rest of the way.
fn reach<'a, 's>(root: &'a mut Value, steps: &'s [Step]) -> Option<(&'a mut Value, &'s [Step])> {
    let mut here = root;
    for (taken, step) in steps.iter().enumerate() {
        let there = match (&*here, step) {
            (Value::Object(members), Step::Key(key)) => members.contains_key(key),
            (Value::Array(elements), Step::Index(index)) => *index < elements.len(),
            _ => return None,
        };
        if !there {
            return Some((here, &steps[taken..]));
        }
        here = match (here, step) {
            (Value::Object(members), Step::Key(key)) => members.get_mut(key)?,
            (Value::Array(elements), Step::Index(index)) => elements.get_mut(*index)?,
            _ => return None,
        };
    }
    Some((here, &[]))
}

fn add(parent: &mut Value, step: &Step, value: Value) -> Option<()> {
    match (parent, step) {
        (Value::Object(members), Step::Key(key)) => drop(members.insert(key.clone(), value)),
        (Value::Array(elements), Step::Index(index)) if *index == elements.len() => {
            elements.push(value);
        }
        _ => return None,
    }
    Some(())
}

/// Whether two documents say the same, in the same order.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => same_members(one, other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(a, b))
        }
        _ => one == other,
    }
}

fn same_members(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|((k, a), (l, b))| k == l && same(a, b))
}
