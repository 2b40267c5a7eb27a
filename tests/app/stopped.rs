//! The app may be stopped at any moment, and then paints nothing. What a person presses meanwhile is about
//! what they see.

use std::cell::Cell;
use std::time::Duration;

use crate::agent::{Asking, guard, tell};
use crate::app::{App, Mark};
use crate::desktop::inside;
use crate::screen::{click, press};

/// The moment of the stop is left to chance, so it is tried several times.
const ROUNDS: usize = 6;
/// A card is drawn by then, or its agent asks in its terminal.
const DRAWN: Duration = Duration::from_secs(5);
/// A person's act comes from the display by then, and is counted or refused.
const HEARD: Duration = Duration::from_millis(1500);

/// Stops the app at once when a mark of a new card's comes, and lets a person act meanwhile: what is
/// allowed was in sight before.
#[track_caller]
fn check(app: &App, rests: bool, fits: impl Fn(&Mark, &Asking) -> bool, act: impl Fn(&Mark)) {
    let mut tried = 0;
    for round in 0..ROUNDS {
        if rests {
            app.wait_for("released", |_| true);
        }
        let asking = Asking::begin(app, &format!("r{round}"), "true");
        let seen = Cell::new(None);
        let note = |mark: &Mark| {
            if mark.name == "seen" && mark.is_about(&asking) {
                seen.set(mark.field("t_ns").parse::<u64>().ok());
            }
        };
        let mark = app.look_for(DRAWN, |mark| {
            note(mark);
            fits(mark, &asking)
        });
        // On a busy machine it may not be drawn in time, and goes back to its terminal.
        let Some(mark) = mark else { continue };
        tried += 1;
        let stopped = app.stopped_during(|| {
            guard();
            act(&mark);
        });
        let acted = app.look_for(HEARD, |mark| {
            note(mark);
            mark.name == "acted"
        });
        let in_sight = seen.get().is_some_and(|seen| seen < stopped);
        assert!(acted.is_none() || in_sight, "{acted:?}, stopped at {stopped}, seen at {seen:?}");
        drop(asking);
        if acted.is_some() {
            // The agent goes on with it, and is done.
            tell(app, &format!("session-r{round}"), "Stop");
        }
        app.wait_for("keys", |mark| mark.field("bound") == "false");
    }
    assert!(tried > 0, "no card was drawn in time");
}

fn card_drawn(mark: &Mark, asking: &Asking) -> bool {
    mark.name == "card_drawn" && mark.is_about(asking) && mark.button("allow").is_some()
}

#[test]
fn a_click_on_what_was_not_painted_yet_allows_nothing() {
    inside(|| {
        let app = App::start();
        check(&app, false, card_drawn, |mark| click(mark.button("allow").unwrap().centre()));
    });
}

#[test]
fn a_key_on_a_card_that_the_picture_of_a_rest_covers_allows_nothing() {
    inside(|| {
        let app = App::start_with(|command| {
            command.env("VULTS_REST_AFTER_MS", "1000");
        });
        let bound = |mark: &Mark, _: &Asking| mark.name == "keys" && mark.field("bound") == "true";
        check(&app, true, bound, |_| press("ctrl+alt+y"));
    });
}
