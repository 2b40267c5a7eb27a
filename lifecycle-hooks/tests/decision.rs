//! A handler's end, read: exit code, event and stdout (LH-45 to LH-53).

use proptest::prelude::*;
use serde_json::json;
use vults_lifecycle_hooks::{DECISION_BYTES, Decision, Event, Verdict, decide};

/// What is printed on stdout.
struct Printed {
    stdout: String,
    /// Whether it blocks where the exit is 0.
    blocks: bool,
    /// The reason in it.
    reason: Option<&'static str>,
    /// What it adds where the exit is 0.
    context: Option<&'static str>,
}

fn printed() -> Vec<Printed> {
    let row = |stdout: &str, blocks, reason, context| Printed {
        stdout: stdout.to_owned(),
        blocks,
        reason,
        context,
    };
    let long = |size: usize| {
        let text = json!({ "decision": "block", "reason": "why", "x": "" }).to_string();
        let rest = "x".repeat(size - text.len());
        json!({ "decision": "block", "reason": "why", "x": rest }).to_string()
    };
    let nested = format!(r#"{{"decision":"block","x":{}{}}}"#, "[".repeat(4000), "]".repeat(4000));
    let why = Some("why");
    vec![
        // Nothing, or an ordinary log.
        row("", false, None, None),
        row("formatted 3 files", false, None, None),
        row(r#"["block"]"#, false, None, None),
        row("7", false, None, None),
        row("null", false, None, None),
        row(r#"{"decision":"block""#, false, None, None),
        row(r#"{"decision":"block"} trailing"#, false, None, None),
        row(r#"log {"decision":"block"}"#, false, None, None),
        row(&long(DECISION_BYTES + 1), false, None, None),
        row(&nested, false, None, None),
        // An object that decides nothing.
        row("{}", false, None, None),
        row(r#"{"decision":"deny"}"#, false, None, None),
        row(r#"{"decision":"BLOCK"}"#, false, None, None),
        row(r#"{"decision":true}"#, false, None, None),
        row(r#"{"decision":["block"]}"#, false, None, None),
        row(r#"{"hookSpecificOutput":{"permissionDecision":"deny"}}"#, false, None, None),
        row(r#"{"decision":"allow","reason":"why"}"#, false, why, None),
        row(r#"{"reason":"why"}"#, false, why, None),
        // A block.
        row(r#"{"decision":"block"}"#, true, None, None),
        row(r#"{"decision":"block","reason":"why"}"#, true, why, None),
        row(" \n{ \"decision\": \"block\", \"reason\": \" why\\n\" }\n", true, why, None),
        row(r#"{"decision":"block","reason":7}"#, true, None, None),
        row(r#"{"decision":"block","reason":" "}"#, true, None, None),
        row(r#"{"decision":"block","reason":"why","unknown":{}}"#, true, why, None),
        row(&long(DECISION_BYTES), true, why, None),
        // A context, alone or beside a decision.
        row(r#"{"additionalContext":"more"}"#, false, None, Some("more")),
        row(r#"{"additionalContext":" a\n b "}"#, false, None, Some(" a\n b ")),
        row(r#"{"additionalContext":["more"]}"#, false, None, None),
        row(r#"{"additionalContext":" "}"#, false, None, None),
        row(r#"{"decision":"allow","additionalContext":"more"}"#, false, None, Some("more")),
        row(r#"{"decision":"block","additionalContext":"more"}"#, true, None, Some("more")),
        row(r#"{"decision":7,"reason":{},"additionalContext":"more"}"#, false, None, Some("more")),
    ]
}

/// What each cell of exit, event and stdout says, with nothing on stderr and with something.
fn expected(event: Event, exit: Option<i32>, printed: &Printed, stderr: &str) -> Decision {
    let before = event == Event::PreToolUse;
    let block = |reason: Option<&str>| Verdict::Block { reason: reason.map(str::to_owned) };
    let context = printed.context.map(str::to_owned);
    match exit {
        Some(0) if before && printed.blocks => Decision { verdict: block(printed.reason), context },
        Some(0) => Decision { verdict: Verdict::Proceed, context },
        Some(2) if before => {
            let reason = if stderr.trim().is_empty() { printed.reason } else { Some("stderr") };
            Decision { verdict: block(reason), context: None }
        }
        _ => Decision { verdict: Verdict::Proceed, context: None },
    }
}

#[test]
fn every_cell_of_the_table() {
    for printed in printed() {
        for event in Event::ALL {
            for exit in [Some(0), Some(1), Some(2), Some(3), Some(127), Some(-1), Some(255), None] {
                for stderr in ["", " \n", " stderr\n"] {
                    let said = decide(event, exit, &printed.stdout, stderr);
                    let wanted = expected(event, exit, &printed, stderr);
                    assert_eq!(said, wanted, "{event:?} {exit:?} {} {stderr:?}", printed.stdout);
                }
            }
        }
    }
}

fn anything() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "{",
        "}",
        ":",
        ",",
        "\"decision\"",
        "\"block\"",
        "\"allow\"",
        "\"reason\"",
        "\"additionalContext\"",
        "\"why\"",
        "\" \"",
        "null",
        "[",
        "]",
        "\n",
        "\u{feff}",
    ]);
    prop_oneof![
        ".*",
        prop::collection::vec(words, 0..12).prop_map(|words| words.concat()),
        prop::sample::select(
            printed().into_iter().map(|printed| printed.stdout).collect::<Vec<_>>()
        ),
    ]
}

proptest! {
    #[test]
    fn nothing_blocks_what_cannot_be_blocked(
        event in prop::sample::select(Event::ALL.to_vec()),
        exit in prop::option::of(prop_oneof![Just(0), Just(2), any::<i32>()]),
        stdout in anything(),
        stderr in ".*",
    ) {
        let Decision { verdict, context } = decide(event, exit, &stdout, &stderr);
        if let Verdict::Block { reason } = verdict {
            prop_assert_eq!(event, Event::PreToolUse);
            prop_assert!(matches!(exit, Some(0 | 2)));
            prop_assert!(reason.is_none_or(|reason| !reason.trim().is_empty()));
        }
        if let Some(context) = context {
            prop_assert_eq!(exit, Some(0));
            prop_assert!(!context.trim().is_empty());
        }
    }
}
