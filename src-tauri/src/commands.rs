//! What the island's page says to the app. These alone, and nothing else.

use std::time::Instant;

use serde::Deserialize;
use tauri::ipc::Response;
use tauri::{AppHandle, State, WebviewWindow};
use vults_core::{CardId, Drawn, DrawnCard, Picked};

use crate::button::Button;
use crate::gate::{Buttons, Claim};
use crate::island::Island;
use crate::mark::mark;
use crate::rect::Rect;
use crate::shown::Shown;
use crate::{paint, rest, settings, tray, typing, window};

/// More rectangles than this are no island of ours.
const MOST_RECTS: usize = 64;

/// The page is there: what it shall show. Every later view comes as the event `view`.
#[tauri::command]
pub(crate) fn attach(island: State<'_, Island>) -> Shown {
    *island.attached.lock() = true;
    island.shown.lock().clone()
}

/// What the card in front shows, where that is too large to come with each view. It is written as
/// JSON beside the window's thread, which may have a click to attend to.
///
/// # Errors
///
/// Another card is in front by now; its view is on its way.
#[tauri::command(async)]
pub(crate) fn content(
    island: State<'_, Island>,
    card: u64,
    binding: String,
) -> Result<Response, &'static str> {
    let found = island.shown.lock().content(CardId(card), &binding);
    let content = found.ok_or("another card is in front")?;
    let json = serde_json::to_string(&*content).map_err(|_| "it cannot be written as JSON")?;
    Ok(Response::new(json))
}

/// The card in front, as the page has drawn it.
#[derive(Debug, Deserialize)]
pub(crate) struct DrawnFront {
    card: u64,
    binding: String,
    whole: bool,
    buttons: DrawnButtons,
    focus: Option<Button>,
}

#[derive(Debug, Deserialize)]
struct DrawnButtons {
    allow: Option<Rect>,
    always: Option<Rect>,
    deny: Option<Rect>,
    answer: Option<Rect>,
    terminal: Option<Rect>,
    trust: Option<Rect>,
    not_now: Option<Rect>,
}

/// The page has drawn a view: it is in the frame that comes next on screen.
#[tauri::command]
pub(crate) fn drawn(
    window: WebviewWindow,
    app: AppHandle,
    island: State<'_, Island>,
    revision: u64,
    queued: Vec<u64>,
    front: Option<DrawnFront>,
) {
    if !*island.attached.lock() {
        return;
    }
    let before = island.painted.lock().replace(revision);
    if before.is_none() {
        mark!("painted");
        settings::welcome(&app);
        tray::start(&app);
    }
    island.sight.painted(true);
    if before != Some(revision) {
        window::wipe(&window);
    }
    rest::drawn(&window);
    let front = front.map(|front| {
        let card = CardId(front.card);
        let buttons = front.active();
        if !buttons.plausible(window::size(&window)) {
            // The gate asks again when one is pressed: the window may be about to change.
            tracing::warn!("the page claims impossible buttons");
        }
        mark_card(&window, card, &buttons, front.focus);
        let (binding, focus) = (front.binding.clone(), front.focus);
        let claim = Claim { card, binding, buttons, focus };
        if island.gate.lock().drawn(claim, Instant::now()) {
            paint::wait(&window);
        }
        DrawnCard { card, binding: front.binding, whole: front.whole }
    });
    if front.is_none() {
        island.gate.lock().undrawn();
    }
    let queued = queued.into_iter().map(CardId).collect();
    island.runtime.drawn(Drawn { revision, queued, front });
}

impl DrawnFront {
    /// The buttons that can be pressed: nothing that lets something run on a card of which a part
    /// was not on screen.
    fn active(&self) -> Buttons {
        let DrawnButtons { allow, always, deny, answer, terminal, trust, not_now } = self.buttons;
        let whole = |rect: Option<Rect>| rect.filter(|_| self.whole);
        Buttons {
            allow: whole(allow),
            always: whole(always),
            deny,
            answer: whole(answer),
            terminal,
            trust: whole(trust),
            not_now,
        }
    }
}

fn mark_card(window: &WebviewWindow, card: CardId, buttons: &Buttons, focus: Option<Button>) {
    let place = |rect: Option<Rect>| match rect.and_then(|rect| window::on_screen(window, &rect)) {
        Some([x, y, width, height]) => format!("{x},{y},{width},{height}"),
        None => "-".to_owned(),
    };
    mark!(
        "card_drawn",
        card = card.0,
        allow = place(buttons.allow),
        always = place(buttons.always),
        deny = place(buttons.deny),
        answer = place(buttons.answer),
        terminal = place(buttons.terminal),
        trust = place(buttons.trust),
        not_now = place(buttons.not_now),
        focus = focus.map_or("-", Button::word)
    );
}

/// What a person answers to one question, as the page says it.
#[derive(Debug, Deserialize)]
pub(crate) struct Answered {
    options: Vec<usize>,
    own: Option<String>,
}

impl From<Answered> for Picked {
    fn from(Answered { options, own }: Answered) -> Picked {
        Picked { options, own }
    }
}

/// The page says what a person decided, with the words of a deny and the answers to questions. It
/// counts only together with the person's own act on the window; without one nothing happens.
#[tauri::command]
pub(crate) fn decide(
    island: State<'_, Island>,
    card: u64,
    binding: String,
    choice: Button,
    words: Option<String>,
    answers: Option<Vec<Answered>>,
) {
    let (card, button) = (CardId(card), choice);
    // First of all: an act that came with a decision which cannot be is used up as well.
    let verdict = island.gate.lock().redeem(card, &binding, button, Instant::now());
    let answers = answers.map(|answers| answers.into_iter().map(Picked::from).collect());
    match verdict.map(|times| (times, button.choice(words, answers))) {
        Ok(((began, ended), Some(choice))) => {
            island.runtime.act(began, ended, card, binding, choice);
            mark!("acted", card = card.0, button = button.word(), by = "hand");
        }
        Ok((_, None)) => mark!("refused", card = card.0, why = "no_choice"),
        Err(refusal) => mark!("refused", card = card.0, why = refusal.word()),
    }
}

/// A person wants to see this card first.
#[tauri::command]
pub(crate) fn bring(island: State<'_, Island>, card: u64) {
    island.runtime.bring(CardId(card));
}

/// A person hands a session back to its terminal until it ends, or wants its cards again.
#[tauri::command]
pub(crate) fn hand_back(island: State<'_, Island>, session: String, handed_back: bool) {
    island.runtime.hand_back(session, handed_back);
}

/// A person wants to be asked again about the hooks of a session's project, which they have put off.
#[tauri::command]
pub(crate) fn review_hooks(island: State<'_, Island>, session: String) {
    island.runtime.review_hooks(session);
}

/// Where the page draws. Clicks beside it reach what lies below.
#[tauri::command]
pub(crate) fn region(window: WebviewWindow, island: State<'_, Island>, mut rects: Vec<Rect>) {
    if !*island.attached.lock() {
        return;
    }
    rects.truncate(MOST_RECTS);
    let before = std::mem::replace(&mut *island.region.lock(), rects.clone());
    window::show_region(&window);
    if before.iter().any(|rect| !rects.iter().any(|now| rect.lies_in(now))) {
        window::wipe(&window);
    }
}

/// A person has pressed a text field of the island, or is done with it.
#[tauri::command]
pub(crate) fn typing(window: WebviewWindow, on: bool) {
    typing::ask(&window, on);
}

/// A person has pressed Escape on an island that was called, with nothing left to close.
#[tauri::command]
pub(crate) fn unfocus(window: WebviewWindow) {
    typing::end(&window);
}

/// A person asks for the settings window.
#[tauri::command]
pub(crate) fn open_settings(app: AppHandle) {
    settings::open(&app);
}

/// A person sends every request back to its terminal from now on, or no longer.
#[tauri::command]
pub(crate) fn pause(island: State<'_, Island>, paused: bool) {
    mark!("pause", paused = paused);
    island.runtime.pause(paused);
}
