//! Lifecycle hooks in words.

use vults_lifecycle_hooks::{Event, Fault, Group, Handler, Level, Matcher, Program};

/// For which tools a group runs.
pub(super) fn matcher(group: &Group) -> String {
    let matcher = &group.matcher;
    let has_tool = matches!(group.event, Event::PreToolUse | Event::PostToolUse);
    match matcher.try_match("") {
        Err(fault @ Fault::InvalidMatcher(_)) => {
            let fault = fault.to_string();
            // The fault is a sentence whose subject is the matcher.
            let why = fault.strip_prefix("It ").unwrap_or(&fault).trim_end_matches('.');
            return format!("no tool; the matcher `{matcher}` {why}");
        }
        Ok(met) if !has_tool => {
            let never = format!("never: the event is about no tool, and `{matcher}` wants one");
            return if met { "every time".to_owned() } else { never };
        }
        _ => {}
    }
    match matcher {
        Matcher::All => "every tool".to_owned(),
        Matcher::Expression(_) => format!("tools in whose name `{matcher}` is found"),
        Matcher::Names(names) => {
            let mut said = "tools whose name".to_owned();
            let mut before = "";
            for (starts, name, ends) in names.each() {
                let how = match (starts, ends) {
                    (true, true) => "is",
                    (true, false) => "begins with",
                    (false, true) => "ends with",
                    (false, false) => "has",
                };
                said += if before.is_empty() { "" } else { " or" };
                if how != before {
                    said += &format!(" {how}");
                }
                said += &format!(" `{name}`");
                before = how;
            }
            said
        }
    }
}

/// What a handler runs, so that nothing of it can be mistaken for something else.
pub(super) fn program(handler: &Handler) -> String {
    match &handler.program {
        Program::Shell(line) => line.clone(),
        // As it is written in a settings file: each argument is seen by itself.
        Program::Argv(argv) => format!("{} (without a shell)", serde_json::json!(argv)),
    }
}

/// How long it may take.
pub(super) fn limit(handler: &Handler) -> String {
    format!("up to {} s", handler.timeout.as_secs())
}

/// Whose a settings file is.
pub(super) fn level(level: Level) -> &'static str {
    match level {
        Level::User => "yours",
        Level::Project => "the project's",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use vults_lifecycle_hooks::Source;

    use super::*;

    #[test]
    fn matchers() {
        let check = |event: Event, text: &str, expected: &str| {
            let source = Source { file: "f".into(), level: Level::User, folder: "d".into() };
            let group = Group { event, matcher: Matcher::new(text), handlers: Vec::new(), source };
            assert_eq!(matcher(&group), expected, "{text}");
        };
        check(Event::PreToolUse, "", "every tool");
        check(Event::PostToolUse, "*", "every tool");
        check(
            Event::PreToolUse,
            "write_file|^Bash$|^mcp__|Edit$",
            "tools whose name has `write_file` or is `Bash` or begins with `mcp__` or ends with `Edit`",
        );
        check(Event::PreToolUse, "^(a|b)", "tools whose name begins with `a` or `b`");
        check(Event::PreToolUse, r"^mcp__\w+$", r"tools in whose name `^mcp__\w+$` is found");
        check(
            Event::PreToolUse,
            "write(",
            "no tool; the matcher `write(` is not a valid regular expression (after 6 bytes: \
             Opening parenthesis without closing parenthesis), so it matches no tool: this guard is off",
        );
        check(Event::Stop, "", "every time");
        check(Event::SessionStart, ".*", "every time");
        check(Event::Stop, "Bash", "never: the event is about no tool, and `Bash` wants one");
    }

    #[test]
    fn programs() {
        let check = |of: Program, expected: &str| {
            let handler = Handler { program: of, timeout: Duration::from_secs(10) };
            assert_eq!(program(&handler), expected);
        };
        check(Program::Shell("a  'b c' | d".to_owned()), "a  'b c' | d");
        let argv = ["notify-send", "a b", "", "\"\n"].map(str::to_owned).to_vec();
        check(Program::Argv(argv), r#"["notify-send","a b","","\"\n"] (without a shell)"#);
    }
}
