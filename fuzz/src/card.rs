//! Text from outside, on a card.

use std::time::Duration;

use vults_core::{
    Action, ActionView, Ancestry, Ask, Call, ConnectionId, Content, Ground, Input, Now, Origin,
    Present, Process, Request, Segment, SessionKey, State, Text, redact,
};

/// A text of this length that holds nothing but letters, digits and signs has a card.
const ORDINARY: usize = 2_000;

/// Any text as a command, a folder and a description: no character that would not be seen, or
/// would reorder what is seen, reaches the window as it is, and every other one does.
pub fn text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    if text.trim().is_empty() {
        return;
    }
    let input = serde_json::json!({ "command": text, "description": text });
    let origin = Origin {
        key: SessionKey { agent: "claude".to_owned(), session: "s".to_owned() },
        agent_name: "Claude Code".to_owned(),
        cwd: Some(text.clone()),
        subagent: Some(text.clone()),
        subagent_name: Some(text.clone()),
        mode: None,
        ancestry: Ancestry::of(Process { pid: 1, began: 1 }),
    };
    let ground = Some(Ground { project: text.clone(), folder: "/p".to_owned() });
    let present = Present { ground, ..Present::default() };
    let ask = Ask {
        call: Call::new("Bash", &input),
        input,
        comments: Some(&["description"]),
        action: Action::Command {
            command: text.clone(),
            description: Some(text.clone()),
            facts: vec![(text.clone(), text.clone())],
        },
    };
    let Some(request) = Request::prepare(&origin, ask, &present) else {
        // Nobody reads a text that is too long or mostly tokens: its agent asks in the terminal.
        assert!(text.len() > ORDINARY || text.chars().any(|c| !c.is_ascii_graphic()));
        return;
    };
    let mut state = State::default();
    let (elapsed, connection) = (Duration::from_secs(1), ConnectionId(1));
    let asked = Input::Asked { origin, connection, arrived: elapsed, request: Box::new(request) };
    state.reduce(asked, Now { elapsed, unix_ms: 0 });
    let view = state.view();
    let Some(card) = view.front else { panic!("a request that is ready has no card") };
    let Content::Command { command, description, facts } = &*card.content else {
        panic!("a command is shown as something else")
    };
    assert_eq!(command.characters as usize, text.chars().count());
    // A rule is offered for what stands on its button as it is.
    if let Some(always) = card.always {
        assert_eq!(always.what, Text(vec![Segment::Plain(text.clone())]));
        assert!(text.trim() == text && !text.contains('\n') && text.chars().count() <= 300);
    }
    let seen: usize = text.chars().filter(|c| c.is_alphanumeric() && c.is_ascii()).count();
    assert_eq!(plain(&command.text).filter(char::is_ascii_alphanumeric).count(), seen);
    let line = |action: ActionView| match action {
        ActionView::Command { line } => line,
        other => panic!("a command is shown as {other:?}"),
    };
    let entries = view.queue.into_iter().flat_map(|entry| [entry.project, line(entry.action)]);
    let facts = facts.iter().flat_map(|fact| [fact.name.clone(), fact.value.clone()]);
    let texts = [command.text.clone(), card.project, card.folder, line(card.action)].into_iter();
    let description = description.iter().map(|passage| passage.text.clone());
    for text in texts.chain(description).chain(card.subagent).chain(facts).chain(entries) {
        assert!(!plain(&text).any(unseen), "{text:?}");
    }
}

fn plain(text: &Text) -> impl Iterator<Item = char> {
    text.0.iter().flat_map(|segment| match segment {
        Segment::Plain(plain) => plain.chars(),
        Segment::Hidden(_) => "".chars(),
    })
}

/// Characters that no one sees, or that move others about.
fn unseen(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Any text: what is not a secret stays where it was, and nothing is made up.
pub fn redaction(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let redacted = redact::redact(&text);
    let mut rest = text.as_ref();
    for kept in redacted.split("[hidden]") {
        let Some((_, after)) = rest.split_once(kept) else { panic!("made up: {kept}") };
        rest = after;
    }
}
