//! Whether a card shows all of its request: the input is put together again from what is shown.

use std::slice;

use serde_json::{Map, Value, json};
use vults_agents::{Report, adapter};
use vults_core::{
    ArgumentValue, ArgumentView, Content, Fact, FileView, HookFileText, HookProgram, LineChange,
    Origin, Passage, Present, ProgramView, ProjectHooks, QuestionView, Request, Segment,
    SessionKey, Text, UntrustedHooks,
};
use vults_protocol::event::{ASK_USER_QUESTION, PERMISSION_REQUEST, PRE_TOOL_USE};
use vults_protocol::{Agent, Event, Terminal};

/// Fields of which a card may say nothing, since a tool does the same without them.
const HARMLESS: [(&str, Value); 1] = [("replace_all", Value::Bool(false))];

/// Any input of any tool of Claude Code, as `name` and JSON on two lines.
pub fn tools(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (tool, input) = text.split_once('\n').unwrap_or((&text, "{}"));
    if let Ok(input) = serde_json::from_str::<Value>(input) {
        asked(tool, &input);
    }
}

/// Asks for a tool, and checks its card where there is one; whether there is.
pub fn asked(tool: &str, input: &Value) -> bool {
    let name = if tool == ASK_USER_QUESTION { PRE_TOOL_USE } else { PERMISSION_REQUEST };
    let payload = json!({
        "hook_event_name": name, "session_id": "s", "cwd": "/w",
        "tool_name": tool, "tool_input": input,
    });
    let Value::Object(payload) = payload else { return false };
    let event = Event {
        id: "1".to_owned(),
        agent: Agent::Claude,
        event: name.to_owned(),
        wants_reply: true,
        zeca: false,
        terminal: Terminal::default(),
        payload,
        input: None,
    };
    let Some(Report::Asks(_, ask)) = adapter(&event.agent).report(&event, true) else {
        return false;
    };
    assert_eq!(ask.input, *input);
    let origin = Origin {
        key: SessionKey { agent: "claude".to_owned(), session: "s".to_owned() },
        agent_name: "Claude Code".to_owned(),
        cwd: Some("/w".to_owned()),
        subagent: None,
        subagent_name: None,
        mode: None,
        ancestry: vults_core::Ancestry::default(),
    };
    let request = Request::prepare(&origin, *ask, &Present::default());
    if let Some(request) = &request {
        check(input, request.content());
    }
    request.is_some()
}

/// Draws a project's hooks, and checks that their card shows all that it offers to trust; whether it
/// offers that.
pub fn trust(hooks: ProjectHooks) -> bool {
    let card = UntrustedHooks::prepare(hooks.clone());
    let Content::Hooks { commands, files, why } = card.content() else { panic!("{card:?}") };
    if why.is_some() {
        return false;
    }
    assert_eq!(commands.len(), hooks.commands.len());
    for (shown, command) in commands.iter().zip(&hooks.commands) {
        assert_eq!((shown.event, shown.timeout_s), (command.event, command.timeout_s));
        assert_eq!(shown.matcher.as_ref().map(restored), command.matcher);
        let program = match &shown.program {
            ProgramView::Shell(line) => HookProgram::Shell(restored(&line.text)),
            ProgramView::Argv(words) => {
                HookProgram::Argv(words.iter().map(|word| restored(&word.text)).collect())
            }
        };
        assert_eq!(program, command.program);
    }
    assert_eq!(files.len(), hooks.files.len());
    for (shown, file) in files.iter().zip(&hooks.files) {
        let HookFileText::Whole(text) = &shown.text else { panic!("{shown:?}") };
        assert_eq!(
            (restored(&shown.path), Ok(restored(&text.text))),
            (file.path.clone(), file.text.clone())
        );
    }
    true
}

/// Panics where a part of the input is not shown.
pub(crate) fn check(input: &Value, content: &Content) {
    let Some(fields) = input.as_object() else { panic!("a card of no object: {input}") };
    let (facts, shown) = match content {
        Content::Tool { arguments, .. } => {
            let mut rows = arguments.iter();
            let whole = fields.len();
            assert_eq!(object(&mut rows, 0, whole), *fields, "{content:?}");
            assert!(rows.next().is_none());
            return;
        }
        Content::Command { command, description, facts } => {
            let texts = [Some(command), description.as_ref()];
            (facts, texts.into_iter().flatten().map(|passage| restored(&passage.text)).collect())
        }
        Content::Files { files, facts, .. } => {
            let command = fields.get("command").and_then(Value::as_str);
            if let Some(patch) = command.filter(|text| text.starts_with("*** Begin Patch")) {
                check_patch(patch, files);
                let mut rest = fields.clone();
                rest.shift_remove("command");
                check_fields(&rest, "", facts, &[]);
                return;
            }
            (facts, files.iter().flat_map(pieces).collect())
        }
        Content::Open { url, prompt, facts, .. } => {
            let prompt = prompt.as_ref().map(|prompt| restored(&prompt.text));
            (facts, Vec::from_iter([Some(restored(url)), prompt].into_iter().flatten()))
        }
        Content::Plan { plan, facts } => (facts, vec![restored(&plan.text)]),
        Content::Questions { questions, facts } => {
            check_questions(fields, questions, facts);
            return;
        }
        Content::Hooks { .. } => panic!("no agent asks for hooks: {content:?}"),
        Content::Subagent { name, description, prompt, facts } => {
            let passages = [description.as_ref(), Some(prompt)].into_iter().flatten();
            let mut texts: Vec<String> = passages.map(|text| restored(&text.text)).collect();
            texts.extend(name.as_ref().map(restored));
            (facts, texts)
        }
    };
    check_fields(fields, "", facts, &shown);
}

/// Each question's and each option's fields are in its own place, or facts.
fn check_questions(fields: &Map<String, Value>, questions: &[QuestionView], facts: &[Fact]) {
    let list = |value: Option<&Value>| match value {
        Some(Value::Array(items)) => items.clone(),
        other => panic!("no list: {other:?}"),
    };
    let rest = |whole: &Value, places: &[&str]| match whole {
        Value::Object(fields) => {
            let mut fields = fields.clone();
            fields.retain(|name, value| !(value.is_string() && places.contains(&name.as_str())));
            fields
        }
        other => panic!("no object: {other}"),
    };
    let at = |whole: &Value, field: &str, shown: Option<String>| {
        assert_eq!(whole.get(field).and_then(Value::as_str), shown.as_deref(), "{field}");
    };
    let asked = list(fields.get("questions"));
    assert_eq!(asked.len(), questions.len());
    for ((number, asked), question) in (1..).zip(&asked).zip(questions) {
        at(asked, "question", Some(restored(&question.question.text)));
        at(asked, "header", question.header.as_ref().map(restored));
        let several = asked.get("multiSelect").unwrap_or(&Value::Bool(false));
        assert_eq!(*several, Value::Bool(question.several));
        let options = list(asked.get("options"));
        assert_eq!(options.len(), question.options.len());
        for ((place, option), shown) in (1..).zip(&options).zip(&question.options) {
            let text = |passage: &Option<Passage>| passage.as_ref().map(|one| restored(&one.text));
            at(option, "label", Some(restored(&shown.label)));
            at(option, "description", text(&shown.description));
            at(option, "preview", text(&shown.preview));
            let before = format!("question {number}, option {place}: ");
            let rest = rest(option, &["label", "description", "preview"]);
            check_fields(&rest, &before, facts, &[]);
        }
        let mut rest = rest(asked, &["question", "header"]);
        rest.retain(|name, _| name != "multiSelect" && name != "options");
        check_fields(&rest, &format!("question {number}: "), facts, &[]);
    }
    let mut rest = fields.clone();
    rest.shift_remove("questions");
    check_fields(&rest, "", facts, &[]);
}

/// Each file of a patch is shown in its place, with every line that comes into it.
fn check_patch(patch: &str, files: &[FileView]) {
    let headings = ["*** Add File: ", "*** Update File: ", "*** Delete File: "];
    let mut asked: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in patch.lines() {
        if let Some(path) = headings.iter().find_map(|heading| line.strip_prefix(heading)) {
            asked.push((path, Vec::new()));
        } else if let (Some(added), Some((_, lines))) = (line.strip_prefix('+'), asked.last_mut()) {
            lines.push(added);
        }
    }
    assert_eq!(asked.len(), files.len(), "{patch}");
    for ((path, lines), file) in asked.iter().zip(files) {
        assert_eq!(restored(&file.path), *path);
        let shown = file.diff.hunks.iter().flat_map(|hunk| &hunk.lines);
        let shown = shown.filter(|line| line.change == LineChange::Added);
        let shown: Vec<String> = shown.map(|line| restored(&line.text)).collect();
        assert_eq!(shown, *lines, "{path}");
    }
}

/// Every field is a fact or a text that is shown.
fn check_fields(fields: &Map<String, Value>, before: &str, facts: &[Fact], shown: &[String]) {
    for (name, value) in fields {
        let is_fact = facts.iter().any(|fact| {
            restored(&fact.name) == format!("{before}{name}")
                && serde_json::from_str::<Value>(&restored(&fact.value)).ok().as_ref()
                    == Some(value)
        });
        let harmless = HARMLESS.iter().any(|(field, harmless)| name == field && value == harmless);
        if is_fact || harmless {
            continue;
        }
        match value {
            // A diff shows lines, of which the last one may end or not: that has a token.
            Value::String(text) => {
                let line = text.strip_suffix('\n').unwrap_or(text);
                let is_shown = |shown: &String| shown == text || shown == line;
                assert!(
                    text.is_empty() || shown.iter().any(is_shown),
                    "{name} is not shown: {text:?}"
                );
            }
            Value::Array(edits) if name == "edits" => {
                for (number, edit) in (1..).zip(edits) {
                    let Some(edit) = edit.as_object() else { panic!("no edit: {edit}") };
                    check_fields(edit, &format!("edit {number}: "), facts, shown);
                }
            }
            _ => panic!("{before}{name} is not shown: {value}"),
        }
    }
}

/// The path of a file, and each text that goes or comes.
fn pieces(file: &FileView) -> Vec<String> {
    let mut pieces = vec![restored(&file.path)];
    for hunk in &file.diff.hunks {
        for change in [LineChange::Removed, LineChange::Added] {
            let lines = hunk.lines.iter().filter(|line| line.change == change);
            let lines: Vec<String> = lines.map(|line| restored(&line.text)).collect();
            pieces.push(lines.join("\n"));
        }
    }
    pieces
}

/// An object of so many fields from the rows that follow.
fn object(
    rows: &mut slice::Iter<'_, ArgumentView>,
    depth: u32,
    fields: usize,
) -> Map<String, Value> {
    let field = |_| {
        let Some((Some(name), value)) = row(rows, depth) else { panic!("a field without a name") };
        (name, value)
    };
    (0..fields).map(field).collect()
}

/// The next value, with all that is in it.
fn row(rows: &mut slice::Iter<'_, ArgumentView>, depth: u32) -> Option<(Option<String>, Value)> {
    let row_here = rows.next()?;
    assert_eq!(row_here.depth, depth);
    let value = match &row_here.value {
        ArgumentValue::Text(passage) => Value::String(restored(&passage.text)),
        ArgumentValue::Literal(literal) => serde_json::from_str(literal).unwrap_or_default(),
        ArgumentValue::List(items) => {
            let item = |_| match row(rows, depth + 1) {
                Some((None, value)) => value,
                other => panic!("no item: {other:?}"),
            };
            Value::Array((0..*items).map(item).collect())
        }
        ArgumentValue::Object(fields) => Value::Object(object(rows, depth + 1, *fields as usize)),
    };
    Some((row_here.name.as_ref().map(restored), value))
}

/// A text as it was before it was made visible.
fn restored(text: &Text) -> String {
    let piece = |segment: &Segment| match segment {
        Segment::Plain(plain) => plain.clone(),
        Segment::Hidden(label) => hidden(label),
    };
    text.0.iter().map(piece).collect()
}

fn hidden(label: &str) -> String {
    // The names of the first 32 characters, in their order.
    const CONTROLS: &str = "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 \
                            DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US";
    if label == "no line break" {
        return String::new();
    }
    for (word, c) in [(" space", " "), (" tab", "\t"), (" line break", "\n")] {
        let count = label.trim_end_matches('s').strip_suffix(word);
        if let Some(count) = count.and_then(|count| count.parse().ok()) {
            return c.repeat(count);
        }
    }
    let (name, count) = label.split_once(" ×").unwrap_or((label, "1"));
    let code = match name.strip_prefix("U+") {
        Some(code) => u32::from_str_radix(code, 16).ok(),
        None if name == "DEL" => Some(0x7f),
        None => CONTROLS.split(' ').position(|control| control == name).map(|code| code as u32),
    };
    let (Some(c), Ok(count)) = (code.and_then(char::from_u32), count.parse()) else {
        panic!("an unknown label: {label}")
    };
    std::iter::repeat_n(c, count).collect()
}
