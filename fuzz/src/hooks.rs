//! Settings files with lifecycle hooks, which any repository can bring along.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};
use vults_lifecycle_hooks::{Config, Fault, Level, Matcher, Program, Source};

/// Alternations of plain names up to here fit into a compiled expression, in bytes.
const LONGEST_COMPILED: usize = 1_000;

/// Any settings file: what runs is sound, what is no strict JSON runs nothing and says so, and what an
/// entry would run stands in the file as it is.
pub fn hooks(data: &[u8]) {
    let folder = PathBuf::from("/p");
    let source = Source { file: folder.join("settings.json"), level: Level::Project, folder };
    let config = Config::read(data, &source, "vults-hook");
    let text = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data);
    match serde_json::from_slice::<Map<String, Value>>(text) {
        Ok(root) => assert_eq!(config.hooks.as_ref(), root.get("hooks")),
        Err(_) => {
            assert!(config.groups.is_empty() && config.hooks.is_none());
            assert_eq!(config.warnings.is_empty(), text.trim_ascii().is_empty());
        }
    }
    assert!(config.warnings.len() <= 21);
    for warning in &config.warnings {
        assert!(warning.to_string().chars().all(|letter| !letter.is_control()), "{warning}");
    }
    let hooks = config.hooks.unwrap_or_default();
    for group in &config.groups {
        assert!(!group.handlers.is_empty());
        for handler in &group.handlers {
            assert!(handler.timeout >= Duration::from_secs(1));
            assert!(handler.timeout <= Duration::from_secs(600));
            let value = match &handler.program {
                Program::Shell(line) => Value::from(line.as_str()),
                Program::Argv(argv) => Value::from(argv.as_slice()),
            };
            assert!(holds(&hooks, &value), "{value} is made up");
        }
    }
}

/// Whether a value stands anywhere in another one.
fn holds(all: &Value, value: &Value) -> bool {
    all == value
        || match all {
            Value::Array(items) => items.iter().any(|item| holds(item, value)),
            Value::Object(fields) => fields.values().any(|field| holds(field, value)),
            _ => false,
        }
}

/// A matcher, and a tool's name below it: it always says the same, an invalid one says so for every
/// name, and plain names do what an expression does that cannot be taken for plain names.
pub fn matcher(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (text, name) = text.split_once('\n').unwrap_or((&text, ""));
    let matcher = Matcher::new(text);
    let said = matcher.try_match(name);
    assert_eq!(said, matcher.clone().try_match(name));
    match &matcher {
        Matcher::All => assert_eq!(said, Ok(true)),
        // Longer ones are not compiled.
        Matcher::Names(_) if text.len() > LONGEST_COMPILED => {}
        Matcher::Names(_) => {
            let expression = Matcher::new(&format!("(?:{text})(?:)"));
            assert!(matches!(expression, Matcher::Expression(_)));
            if expression.try_match(name) != Err(Fault::CostlyMatcher) {
                assert_eq!(said, expression.try_match(name), "{text} and {name}");
            }
        }
        Matcher::Expression(_) => {
            let is_invalid = matches!(said, Err(Fault::InvalidMatcher(_)));
            let invalid = matches!(matcher.try_match(""), Err(Fault::InvalidMatcher(_)));
            assert_eq!(is_invalid, invalid);
        }
    }
}
