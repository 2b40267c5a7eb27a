//! What the page is given: a view, and with it what the card in front shows, unless that is large.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use tauri::{AppHandle, Emitter};
use vults_core::{CardId, Content, View};

use crate::island::Shared;
use crate::window::LABEL;

/// More bytes than this do not come with the view: each later view would carry them again, and a
/// message to the page is for the page to parse before it can do anything else. The page then asks
/// for them, once.
const WITH_VIEW: usize = 16 << 10;

/// A view as it goes to the page.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Shown {
    #[serde(flatten)]
    view: View,
    /// What the card in front shows, where it comes with the view.
    content: Option<Box<RawValue>>,
    /// Whether only the pill may be drawn: a window of another program fills the screen.
    compact: bool,
    /// Counts up with each one that is made. They can overtake each other on their way, and what is
    /// not of the view may change without its revision.
    serial: u64,
}

/// Gives the page what this makes of what it was given last. It is sent while no other can be made,
/// so they go in their order. Not for the window's own thread, where sending overtakes the others.
pub(crate) fn show(
    app: Option<&AppHandle>,
    shown: &Shared<Shown>,
    change: impl FnOnce(&Shown) -> Shown,
) {
    // Kept before it is sent: a page that attaches between the two gets it twice, not never.
    let mut kept = shown.lock();
    let serial = kept.serial + 1;
    *kept = Shown { serial, ..change(&kept) };
    if let Some(app) = app
        && let Err(error) = app.emit_to(LABEL, "view", &*kept)
    {
        tracing::warn!(%error, "the page did not get the view");
    }
}

impl Shown {
    /// The newest view, after the one that was shown before. The content of a card is written as
    /// JSON when it comes to the front, not with each view.
    pub(crate) fn next(view: View, before: &Shown) -> Shown {
        let content = match (card(&view), card(&before.view)) {
            (Some(front), Some(was)) if front == was => before.content.clone(),
            (Some((card, binding)), _) => {
                view.content(card, binding).and_then(|content| small_json(&content))
            }
            (None, _) => None,
        };
        Shown { view, content, compact: before.compact, serial: before.serial }
    }

    /// The same, on a screen that a window of another program fills, or does not.
    pub(crate) fn compact(&self, compact: bool) -> Shown {
        Shown { compact, ..self.clone() }
    }

    /// Whether only the pill may be drawn.
    pub(crate) fn is_compact(&self) -> bool {
        self.compact
    }

    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// What the card in front shows, if it is this one.
    pub(crate) fn content(&self, card: CardId, binding: &str) -> Option<Arc<Content>> {
        self.view.content(card, binding)
    }
}

/// The card that a view shows, and what it is bound to.
fn card(view: &View) -> Option<(CardId, &str)> {
    let front = view.front.as_ref().map(|front| (front.id, front.binding.as_str()));
    front.or_else(|| view.trust.as_ref().map(|trust| (trust.id, trust.binding.as_str())))
}

/// A content as JSON; none where that is large. It takes no longer than what is small.
fn small_json(content: &Content) -> Option<Box<RawValue>> {
    let mut json = Bounded(Vec::new());
    serde_json::to_writer(&mut json, content).ok()?;
    RawValue::from_string(String::from_utf8(json.0).ok()?).ok()
}

/// Takes so many bytes and then fails.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > WITH_VIEW {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use vults_core::{ActionView, CardView, Passage, Text};

    use super::*;

    fn card(id: u64, binding: &str, command: &str) -> CardView {
        let text = Text::of(command);
        CardView {
            id: CardId(id),
            binding: binding.to_owned(),
            agent: "claude".to_owned(),
            agent_name: "Claude Code".to_owned(),
            project: Text::of("project"),
            folder: Text::of("/project"),
            subagent: None,
            project_folder: None,
            action: ActionView::Command { line: text.clone() },
            content: Arc::new(Content::Command {
                command: Passage { text, lines: 1, characters: 1, hidden: 0 },
                description: None,
                facts: Vec::new(),
            }),
            whole: false,
            keys: false,
            expires_unix_ms: 0,
            position: 1,
            of: 1,
            always: None,
            session: String::new(),
            many: false,
        }
    }

    fn shown(front: Option<CardView>, before: &Shown) -> Shown {
        Shown::next(View { front, ..View::default() }, before)
    }

    /// What the page reads as the content's command.
    fn command(shown: &Shown) -> Option<String> {
        let json = serde_json::to_value(shown).unwrap();
        assert_eq!(json["front"].is_null(), shown.view.front.is_none());
        json["content"]["command"]["text"][0]["plain"].as_str().map(str::to_owned)
    }

    #[test]
    fn a_small_content_comes_with_each_view_of_its_card() {
        let first = shown(Some(card(1, "a", "ls")), &Shown::default());
        assert_eq!(command(&first).as_deref(), Some("ls"));
        let again = shown(Some(card(1, "a", "ls")), &first);
        assert_eq!(command(&again).as_deref(), Some("ls"));
    }

    #[test]
    fn another_card_brings_its_own() {
        let first = shown(Some(card(1, "a", "ls")), &Shown::default());
        for (id, binding) in [(2, "a"), (1, "b")] {
            let next = shown(Some(card(id, binding, "pwd")), &first);
            assert_eq!(command(&next).as_deref(), Some("pwd"));
        }
        let none = shown(None, &first);
        assert_eq!(command(&none), None);
        assert!(none.content.is_none());
    }

    #[test]
    fn a_large_one_is_for_the_page_to_ask_for() {
        let line = "x".repeat(WITH_VIEW);
        let large = shown(Some(card(1, "a", &line)), &Shown::default());
        assert!(large.content.is_none());
        let content = large.content(CardId(1), "a").unwrap();
        let Content::Command { command, .. } = &*content else { panic!("a command") };
        assert_eq!(command.text, Text::of(&line));
    }

    #[test]
    fn a_later_view_stays_compact() {
        let first = shown(None, &Shown::default()).compact(true);
        let next = shown(Some(card(1, "a", "ls")), &first);
        assert!(next.compact);
        let free = next.compact(false);
        assert!(!free.compact);
        assert_eq!(command(&free).as_deref(), Some("ls"));
    }

    #[test]
    fn each_one_counts_up() {
        let kept = Shared::<Shown>::default();
        show(None, &kept, |before| Shown::next(View::default(), before));
        show(None, &kept, |before| before.compact(true));
        let kept = kept.lock();
        assert_eq!((kept.serial, kept.compact), (2, true));
    }

    #[test]
    fn only_the_card_in_front_gives_its_content() {
        let front = shown(Some(card(1, "a", "ls")), &Shown::default());
        assert!(front.content(CardId(1), "b").is_none());
        assert!(front.content(CardId(2), "a").is_none());
        assert!(Shown::default().content(CardId(1), "a").is_none());
    }
}
