//! The same edits on plain values: what an edited text must say.

use serde_json::Value;

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

/// Whether a JSON text says what it should, in the same order.
pub(crate) fn same_json(said: &Value, wanted: &Value) -> bool {
    match (said, wanted) {
        (Value::Object(said), Value::Object(wanted)) => {
            let both = || said.iter().zip(wanted);
            said.len() == wanted.len() && both().all(|((k, a), (l, b))| k == l && same_json(a, b))
        }
        (Value::Array(said), Value::Array(wanted)) => {
            said.len() == wanted.len() && said.iter().zip(wanted).all(|(a, b)| same_json(a, b))
        }
        _ => said == wanted,
    }
}

/// Whether a TOML text says what it should. The order of keys means nothing there, and it has no
/// words for an array of tables without a table: that, and the tables that stood only around it,
/// may be missing.
pub(crate) fn same_toml(said: &Value, wanted: &Value) -> bool {
    match (said, wanted) {
        (Value::Object(said), Value::Object(wanted)) => {
            let told = |(key, wanted): (&String, &Value)| match said.get(key) {
                Some(said) => same_toml(said, wanted),
                None => is_hollow(wanted),
            };
            said.keys().all(|key| wanted.contains_key(key)) && wanted.iter().all(told)
        }
        (Value::Array(said), Value::Array(wanted)) => {
            said.len() == wanted.len() && said.iter().zip(wanted).all(|(a, b)| same_toml(a, b))
        }
        _ => said == wanted,
    }
}

/// Whether there is nothing at this place but empty arrays and objects.
pub(crate) fn is_hollow_at(root: &Value, steps: &[Step]) -> bool {
    let found = steps.iter().try_fold(root, |here, step| match step {
        Step::Key(key) => here.get(key),
        Step::Index(index) => here.get(index),
    });
    found.is_some_and(is_hollow)
}

fn is_hollow(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.values().all(is_hollow),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(said: Value, wanted: Value, json: bool, toml: bool) {
        assert_eq!((same_json(&said, &wanted), same_toml(&said, &wanted)), (json, toml));
    }

    #[test]
    fn a_lost_or_moved_member_is_noticed() {
        check(json!({"a": [1]}), json!({"a": [1]}), true, true);
        check(json!({"a": [1]}), json!({"a": [1], "b": 1}), false, false);
        check(json!({"a": [1], "b": 1}), json!({"a": [1]}), false, false);
        check(json!({"a": [1, 2]}), json!({"a": [2, 1]}), false, false);
        check(json!({"a": 1, "b": 2}), json!({"b": 2, "a": 1}), false, true);
        check(json!({"a": 1.0}), json!({"a": 1}), false, false);
        check(json!({}), json!({"a": {"b": []}}), false, true);
        check(json!({}), json!({"a": {"b": [{}]}}), false, false);
    }
}
