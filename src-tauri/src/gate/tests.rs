//! What passes the gate, and all that does not: the pointer, and what is drawn.

mod keys;

use std::time::Duration;

use super::*;

const CARD: CardId = CardId(7);
const ALLOW: (f64, f64) = (400.0, 210.0);
const ALWAYS: (f64, f64) = (550.0, 210.0);
const DENY: (f64, f64) = (250.0, 210.0);
/// As large as the island's window on a small screen.
const WINDOW: (f64, f64) = (640.0, 500.0);
const BESIDE: (f64, f64) = (400.0, 100.0);

fn rect(x: f64, y: f64) -> Rect {
    Rect { x, y, width: 120.0, height: 32.0 }
}

fn buttons() -> Buttons {
    Buttons {
        allow: Some(rect(350.0, 200.0)),
        deny: Some(rect(200.0, 200.0)),
        terminal: Some(rect(20.0, 200.0)),
        always: Some(rect(500.0, 200.0)),
        answer: Some(rect(20.0, 240.0)),
        trust: Some(rect(350.0, 240.0)),
        not_now: Some(rect(200.0, 240.0)),
    }
}

fn claim(buttons: Buttons, focus: Option<Button>) -> Claim {
    Claim { card: CARD, binding: "bound".into(), buttons, focus }
}

/// The card after it, with its buttons at the same places.
fn next_card(focus: Option<Button>) -> Claim {
    Claim { card: CardId(8), binding: "other".into(), ..claim(buttons(), focus) }
}

/// One gate, and a clock that counts milliseconds from its start.
struct Scene {
    gate: Gate,
    start: Instant,
}

impl Scene {
    /// The card is drawn at 0 ms, and was in sight before.
    fn new() -> Scene {
        let seen = Instant::now();
        let mut scene = Scene { gate: Gate::default(), start: seen + CLICK_GUARD };
        scene.draw(claim(buttons(), None), seen);
        scene
    }

    /// The page draws, and the window paints it at once.
    fn draw(&mut self, claim: Claim, at: Instant) {
        self.gate.drawn(claim, at);
        self.gate.painted(at);
    }

    fn at(&self, ms: u64) -> Instant {
        self.start + Duration::from_millis(ms)
    }

    fn press(&mut self, place: (f64, f64), ms: u64) {
        let at = self.at(ms);
        self.gate.press(place, WINDOW, at);
    }

    fn release(&mut self, (x, y): (f64, f64), ms: u64) {
        let at = self.at(ms);
        self.gate.release(x, y, at);
    }

    fn click(&mut self, place: (f64, f64), ms: u64) {
        self.press(place, ms);
        self.release(place, ms + 50);
    }

    /// When the act began that lets a decision pass.
    fn redeem(&mut self, button: Button, ms: u64) -> Result<u64, Refusal> {
        self.redeem_act(button, ms).map(|(began, _)| began)
    }

    /// When it began and ended.
    fn redeem_act(&mut self, button: Button, ms: u64) -> Result<(u64, u64), Refusal> {
        let now = self.at(ms);
        let (began, ended) = self.gate.redeem(CARD, "bound", button, now)?;
        let ms = |at: Instant| at.duration_since(self.start).as_millis() as u64;
        Ok((ms(began), ms(ended)))
    }
}

#[test]
fn a_click_on_a_button_carries_its_meaning_and_counts_from_the_press() {
    for (button, place) in [
        (Button::Allow, ALLOW),
        (Button::Deny, DENY),
        (Button::Terminal, (30.0, 210.0)),
        (Button::Always, ALWAYS),
        (Button::Answer, (30.0, 250.0)),
    ] {
        let mut scene = Scene::new();
        scene.click(place, 1000);
        assert_eq!(scene.redeem(button, 1060), Ok(1000), "{button:?}");
    }
}

#[test]
fn a_decision_that_nobody_made_is_refused() {
    assert_eq!(Scene::new().redeem(Button::Allow, 1000), Err(Refusal::NoPerson));
}

#[test]
fn one_click_carries_one_decision() {
    let mut scene = Scene::new();
    scene.click(ALLOW, 1000);
    assert_eq!(scene.redeem(Button::Allow, 1060), Ok(1000));
    assert_eq!(scene.redeem(Button::Allow, 1061), Err(Refusal::NoPerson));
}

#[test]
fn a_click_elsewhere_carries_nothing() {
    let mut scene = Scene::new();
    scene.click(BESIDE, 1000);
    assert_eq!(scene.redeem(Button::Allow, 1060), Err(Refusal::NoPerson));
}

#[test]
fn a_click_on_deny_never_allows_and_is_used_up_by_the_attempt() {
    let mut scene = Scene::new();
    scene.click(DENY, 1000);
    assert_eq!(scene.redeem(Button::Allow, 1060), Err(Refusal::OtherButton));
    assert_eq!(scene.redeem(Button::Deny, 1061), Err(Refusal::NoPerson));
}

#[test]
fn press_and_release_belong_to_the_same_button() {
    for (down, up) in [(ALLOW, DENY), (DENY, ALLOW), (BESIDE, ALLOW), (ALLOW, BESIDE)] {
        let mut scene = Scene::new();
        scene.press(down, 1000);
        scene.release(up, 1050);
        assert_eq!(scene.redeem(Button::Allow, 1060), Err(Refusal::NoPerson), "{down:?} {up:?}");
    }
}

#[test]
fn a_press_without_its_release_is_no_click() {
    let mut scene = Scene::new();
    scene.press(ALLOW, 1000);
    assert_eq!(scene.redeem(Button::Allow, 1010), Err(Refusal::NoPerson));
    let mut scene = Scene::new();
    scene.release(ALLOW, 1000);
    assert_eq!(scene.redeem(Button::Allow, 1010), Err(Refusal::NoPerson));
}

#[test]
fn a_click_does_not_stay_fresh() {
    let released = 1050;
    let mut scene = Scene::new();
    scene.click(ALLOW, 1000);
    assert_eq!(scene.redeem(Button::Allow, released + 2000), Ok(1000));
    let mut scene = Scene::new();
    scene.click(ALLOW, 1000);
    assert_eq!(scene.redeem(Button::Allow, released + 2001), Err(Refusal::TooLate));
}

#[test]
fn a_slow_press_is_as_fresh_as_its_release() {
    let mut scene = Scene::new();
    scene.press(ALLOW, 1000);
    scene.release(ALLOW, 9000);
    assert_eq!(scene.redeem_act(Button::Allow, 11_000), Ok((1000, 9000)));
}

#[test]
fn no_act_ends_before_it_began() {
    let mut scene = Scene::new();
    scene.press(ALLOW, 1000);
    scene.release(ALLOW, 999);
    assert_eq!(scene.redeem_act(Button::Allow, 1060), Ok((1000, 1000)));
}

#[test]
fn a_click_that_began_before_the_card_was_drawn_is_not_about_it() {
    let mut scene = Scene::new();
    scene.gate.undrawn();
    scene.press(ALLOW, 900);
    let drawn = scene.at(1000);
    scene.draw(claim(buttons(), None), drawn);
    scene.release(ALLOW, 1050);
    assert_eq!(scene.redeem(Button::Allow, 1060), Err(Refusal::NoPerson));

    // The same when the server's queue brings the press late.
    scene.press(ALLOW, 950);
    scene.release(ALLOW, 1050);
    assert_eq!(scene.redeem(Button::Allow, 1060), Err(Refusal::NoPerson));
}

#[test]
fn what_was_not_painted_yet_cannot_be_pressed() {
    let mut scene = Scene::new();
    let drawn = scene.at(1000);
    scene.gate.drawn(next_card(None), drawn);
    let next = |scene: &mut Scene, button, ms| {
        let now = scene.at(ms);
        scene.gate.redeem(CardId(8), "other", button, now).map(|_| ())
    };
    // However long the app was stopped before it painted.
    scene.click(ALLOW, 5000);
    assert_eq!(next(&mut scene, Button::Allow, 5060), Err(Refusal::NoPerson));
    scene.click(DENY, 5100);
    assert_eq!(next(&mut scene, Button::Deny, 5160), Err(Refusal::NoPerson));

    let painted = scene.at(6000);
    assert_eq!(scene.gate.painted(painted), Some(CardId(8)));
    // The server says when something was pressed, and its queue may have been read late.
    scene.click(ALLOW, 5999);
    assert_eq!(next(&mut scene, Button::Allow, 6060), Err(Refusal::NoPerson));
    scene.click(ALLOW, 6399);
    assert_eq!(next(&mut scene, Button::Allow, 6460), Err(Refusal::Disturbed));
    scene.click(ALLOW, 6500);
    assert_eq!(next(&mut scene, Button::Allow, 6560), Ok(()));
    assert_eq!(scene.gate.painted(scene.at(7000)), None, "it came into sight before");
}

#[test]
fn a_button_that_moved_is_there_when_it_was_painted() {
    let mut scene = Scene::new();
    let (allow, deny) = (buttons().deny, buttons().allow);
    let drawn = scene.at(1000);
    assert!(scene.gate.drawn(claim(Buttons { allow, deny, ..buttons() }, None), drawn));
    // The person sees Deny there.
    scene.click(DENY, 1500);
    assert_eq!(scene.redeem(Button::Allow, 1560), Err(Refusal::NoPerson));
    scene.gate.painted(scene.at(1600));
    scene.click(DENY, 1700);
    assert_eq!(scene.redeem(Button::Allow, 1760), Ok(1700));
    let again = scene.at(1800);
    assert!(!scene.gate.drawn(claim(Buttons { allow, deny, ..buttons() }, None), again));
}

#[test]
fn a_key_pressed_elsewhere_counts_once_the_card_was_in_sight() {
    #[track_caller]
    fn check(gate: &Gate, button: Button, at: Instant, expected: bool) {
        assert_eq!(gate.in_sight(CARD, "bound", button, at), expected, "{button:?}");
        assert!(!gate.in_sight(CARD, "other", button, at));
        assert!(!gate.in_sight(CardId(8), "bound", button, at));
    }
    let start = Instant::now();
    let at = |ms| start + Duration::from_millis(ms);
    let mut gate = Gate::default();
    check(&gate, Button::Deny, at(9000), false);
    gate.drawn(claim(buttons(), None), start);
    check(&gate, Button::Allow, at(9000), false);
    check(&gate, Button::Deny, at(9000), false);
    gate.painted(at(1000));
    check(&gate, Button::Deny, at(999), false);
    check(&gate, Button::Deny, at(1000), true);
    check(&gate, Button::Allow, at(1399), false);
    check(&gate, Button::Allow, at(1400), true);
    // It stays the card that it is, whatever else of it is drawn anew.
    gate.drawn(claim(buttons(), Some(Button::Deny)), at(1500));
    check(&gate, Button::Allow, at(1500), true);
    gate.undrawn();
    check(&gate, Button::Allow, at(9000), false);
}

#[test]
fn a_click_on_one_card_does_not_answer_the_next() {
    let mut scene = Scene::new();
    scene.click(ALLOW, 1000);
    let drawn = scene.at(1060);
    scene.draw(next_card(None), drawn);
    let now = scene.at(1070);
    assert_eq!(scene.gate.redeem(CardId(8), "other", Button::Allow, now), Err(Refusal::NoPerson));
    assert_eq!(scene.redeem(Button::Allow, 1071), Err(Refusal::NotDrawn));
}

#[test]
fn the_binding_is_part_of_the_card() {
    let mut scene = Scene::new();
    scene.click(ALLOW, 1000);
    let now = scene.at(1060);
    assert_eq!(scene.gate.redeem(CARD, "changed", Button::Allow, now), Err(Refusal::NotDrawn));
}

#[test]
fn a_button_that_moved_under_the_pointer_was_not_pressed() {
    let mut scene = Scene::new();
    scene.press(DENY, 1000);
    let swapped = Buttons { allow: buttons().deny, deny: buttons().allow, ..buttons() };
    let drawn = scene.at(1020);
    scene.draw(claim(swapped, None), drawn);
    scene.release(DENY, 1050);
    assert_eq!(scene.redeem(Button::Allow, 1060), Err(Refusal::NoPerson));
}

#[test]
fn drawing_the_same_again_does_not_disturb_a_click() {
    let mut scene = Scene::new();
    scene.press(ALLOW, 1000);
    let drawn = scene.at(1020);
    scene.draw(claim(buttons(), None), drawn);
    scene.release(ALLOW, 1050);
    assert_eq!(scene.redeem(Button::Allow, 1060), Ok(1000));
}

#[test]
fn an_inactive_allow_takes_no_click_until_it_is_active() {
    let mut scene = Scene::new();
    let inactive = Buttons { allow: None, ..buttons() };
    let drawn = scene.at(100);
    scene.draw(claim(inactive, None), drawn);
    scene.click(ALLOW, 1000);
    assert_eq!(scene.redeem(Button::Allow, 1060), Err(Refusal::NoButton));

    let drawn = scene.at(2000);
    scene.draw(claim(buttons(), None), drawn);
    scene.click(ALLOW, 2100);
    assert_eq!(scene.redeem(Button::Allow, 2160), Ok(2100));
}

#[test]
fn a_click_waits_for_the_page_while_the_person_goes_on() {
    // The page has not said yet what the click meant when the next press comes.
    let mut scene = Scene::new();
    scene.click(ALLOW, 1000);
    scene.press(BESIDE, 1055);
    assert_eq!(scene.redeem(Button::Allow, 1060), Ok(1000));

    // Nor when the card is drawn again.
    let mut scene = Scene::new();
    scene.click(ALLOW, 1000);
    let drawn = scene.at(1055);
    scene.draw(claim(buttons(), None), drawn);
    assert_eq!(scene.redeem(Button::Allow, 1060), Ok(1000));

    // A second click takes the place of the first.
    let mut scene = Scene::new();
    scene.click(ALLOW, 1000);
    scene.click(DENY, 1060);
    assert_eq!(scene.redeem(Button::Allow, 1120), Err(Refusal::OtherButton));
}

#[test]
fn a_button_may_move_a_little_under_a_click() {
    let mut scene = Scene::new();
    scene.press(ALLOW, 1000);
    let moved = Buttons { allow: Some(rect(350.3, 200.0)), ..buttons() };
    let drawn = scene.at(1020);
    scene.draw(claim(moved, None), drawn);
    scene.release(ALLOW, 1050);
    assert_eq!(scene.redeem(Button::Allow, 1060), Ok(1000));
}

#[test]
fn a_press_right_after_a_disturbance_allows_nothing() {
    #[track_caller]
    fn check(place: (f64, f64), button: Button, disturbed: u64, expected: Result<u64, Refusal>) {
        let mut scene = Scene::new();
        let moment = scene.at(disturbed);
        scene.gate.disturbed(moment);
        scene.click(place, 1000);
        assert_eq!(scene.redeem(button, 1060), expected);
    }
    check(ALLOW, Button::Allow, 600, Ok(1000));
    check(ALLOW, Button::Allow, 601, Err(Refusal::Disturbed));
    check(ALLOW, Button::Allow, 1010, Err(Refusal::Disturbed));
    check(ALWAYS, Button::Always, 1010, Err(Refusal::Disturbed));
    check(DENY, Button::Deny, 999, Ok(1000));

    // What happens once the button is down is no matter.
    let mut scene = Scene::new();
    scene.press(ALLOW, 1000);
    let moment = scene.at(1020);
    scene.gate.disturbed(moment);
    scene.release(ALLOW, 1050);
    assert_eq!(scene.redeem(Button::Allow, 1060), Ok(1000));
}

#[test]
fn a_claim_is_held_against_the_window_of_the_press() {
    let mut scene = Scene::new();
    let at = scene.at(1000);
    assert_eq!(scene.gate.press(ALLOW, (300.0, 500.0), at), None);
    assert_eq!(scene.gate.press(ALLOW, WINDOW, at), Some(Button::Allow));
}

#[test]
fn buttons_that_could_not_be_ours_are_not_believed() {
    #[track_caller]
    fn check(change: impl FnOnce(&mut Buttons), expected: bool) {
        let mut claimed = buttons();
        change(&mut claimed);
        assert_eq!(claimed.plausible((640.0, 500.0)), expected, "{claimed:?}");
    }
    check(|_| {}, true);
    check(|claimed| *claimed = Buttons::default(), true);
    let window = Rect { x: 0.0, y: 0.0, width: 640.0, height: 500.0 };
    check(|claimed| claimed.allow = Some(window), false);
    check(|claimed| claimed.allow = claimed.deny, false);
    check(|claimed| claimed.allow = Some(rect(600.0, 200.0)), false);
    check(|claimed| claimed.allow = Some(rect(f64::NAN, 200.0)), false);
}
