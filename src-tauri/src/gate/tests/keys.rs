//! What a key passes the gate with, and when it does not.

use super::*;

/// The codes of keys on every PC keyboard.
const TAB: u16 = 23;
const ENTER: u16 = 36;
const SPACE: u16 = 65;
const LETTER: u16 = 38;

impl Scene {
    /// The page says where the focus is.
    fn focus(&mut self, focus: Option<Button>, ms: u64) {
        let at = self.at(ms);
        self.draw(claim(buttons(), focus), at);
    }

    /// A key goes down, and up again.
    fn key(&mut self, code: u16, ms: u64) -> Option<Button> {
        let hit = self.key_down(code, ms);
        let up = self.at(ms + 30);
        self.gate.key_up(code, up);
        hit
    }

    fn key_down(&mut self, code: u16, ms: u64) -> Option<Button> {
        let key = match code {
            TAB => Key::Tab,
            ENTER => Key::Enter,
            SPACE => Key::Space,
            _ => Key::Other,
        };
        let at = self.at(ms);
        self.gate.key(code, key, WINDOW, at)
    }

    /// A person has come to a button with Tab.
    fn at_button(button: Button) -> Scene {
        let mut scene = Scene::new();
        scene.key(TAB, 800);
        scene.focus(Some(button), 830);
        scene
    }
}

#[test]
fn a_key_on_the_focused_button_carries_its_meaning_once() {
    for button in Button::ALL {
        for code in [ENTER, SPACE] {
            let mut scene = Scene::at_button(button);
            assert_eq!(scene.key(code, 1000), Some(button));
            assert_eq!(scene.redeem_act(button, 1040), Ok((1000, 1030)), "{button:?} {code}");
            assert_eq!(scene.redeem(button, 1041), Err(Refusal::NoPerson));
        }
    }
}

#[test]
fn a_key_presses_no_button_but_the_focused_one() {
    let mut scene = Scene::at_button(Button::Deny);
    scene.key(ENTER, 1000);
    assert_eq!(scene.redeem(Button::Allow, 1040), Err(Refusal::OtherButton));
    assert_eq!(scene.redeem(Button::Deny, 1041), Err(Refusal::NoPerson));

    let mut scene = Scene::new();
    scene.key(TAB, 800);
    assert_eq!(scene.key(ENTER, 1000), None);
    assert_eq!(scene.redeem(Button::Allow, 1040), Err(Refusal::NoPerson));

    let mut scene = Scene::at_button(Button::Allow);
    assert_eq!(scene.key(LETTER, 1000), None);
    assert_eq!(scene.redeem(Button::Allow, 1040), Err(Refusal::NoPerson));
}

#[test]
fn a_focus_counts_from_the_moment_that_the_page_says_so() {
    let mut scene = Scene::new();
    scene.key(TAB, 990);
    scene.focus(Some(Button::Allow), 1010);
    assert_eq!(scene.key(ENTER, 1000), None);
    assert_eq!(scene.key(ENTER, 1100), Some(Button::Allow));
    // Saying it again changes nothing.
    scene.focus(Some(Button::Allow), 1120);
    assert_eq!(scene.redeem(Button::Allow, 1140), Ok(1100));
    // The focus goes elsewhere and comes back, all by itself.
    scene.focus(None, 3000);
    scene.focus(Some(Button::Allow), 3100);
    assert_eq!(scene.key(ENTER, 3200), None);
}

/// What a person does before the focus is said to be on a button, and what Enter and Space then
/// press.
#[track_caller]
fn check_way(button: Button, way: impl Fn(&mut Scene), expected: [bool; 2]) {
    for (code, expected) in [ENTER, SPACE].into_iter().zip(expected) {
        let mut scene = Scene::new();
        way(&mut scene);
        assert_eq!(scene.key(code, 5000), expected.then_some(button), "{button:?} {code}");
    }
}

#[test]
fn what_lets_something_run_is_reached_by_tab_alone() {
    let tab = |scene: &mut Scene| {
        scene.key(TAB, 800);
        scene.focus(Some(Button::Allow), 830);
    };
    check_way(Button::Allow, tab, [true, true]);
    // A script moves the focus while the person writes.
    let writes = |scene: &mut Scene| {
        scene.focus(Some(Button::Deny), 700);
        scene.key(LETTER, 800);
        scene.focus(Some(Button::Allow), 830);
    };
    check_way(Button::Allow, writes, [false, false]);
    let writes_after_tab = |scene: &mut Scene| {
        scene.key(TAB, 790);
        scene.focus(Some(Button::Deny), 795);
        scene.key(LETTER, 800);
        scene.focus(Some(Button::Allow), 830);
    };
    check_way(Button::Allow, writes_after_tab, [false, false]);
    // It was there before the person came.
    let before = |scene: &mut Scene| {
        scene.focus(Some(Button::Always), 700);
        scene.key(TAB, 800);
    };
    check_way(Button::Always, before, [false, false]);
    // It comes there long after.
    let late = |scene: &mut Scene| {
        scene.key(TAB, 800);
        scene.focus(Some(Button::Allow), 1801);
    };
    check_way(Button::Allow, late, [false, false]);
    // The pointer moves the focus too.
    let click = |scene: &mut Scene| {
        scene.key(TAB, 800);
        scene.click(BESIDE, 810);
        scene.focus(Some(Button::Allow), 830);
    };
    check_way(Button::Allow, click, [false, false]);
    let typed_since = |scene: &mut Scene| {
        scene.key(TAB, 800);
        scene.focus(Some(Button::Allow), 830);
        scene.key(LETTER, 900);
    };
    check_way(Button::Allow, typed_since, [false, false]);
    let keyboard_gone = |scene: &mut Scene| {
        scene.key(TAB, 800);
        scene.focus(Some(Button::Allow), 830);
        scene.gate.keyboard_gone();
    };
    check_way(Button::Allow, keyboard_gone, [false, false]);
    // A modifier alone does nothing.
    let modifier = |scene: &mut Scene| {
        tab(scene);
        let at = scene.at(900);
        scene.gate.key(50, Key::Modifier, WINDOW, at);
    };
    check_way(Button::Allow, modifier, [true, true]);
}

#[test]
fn enter_in_a_text_field_sends_it_and_space_is_a_letter() {
    for button in [Button::Deny, Button::Answer] {
        let writes = |scene: &mut Scene| {
            scene.focus(Some(button), 700);
            scene.key(LETTER, 800);
        };
        check_way(button, writes, [true, false]);
    }
}

#[test]
fn a_key_held_down_is_one_press() {
    let mut scene = Scene::at_button(Button::Allow);
    assert_eq!(scene.key_down(ENTER, 1000), Some(Button::Allow));
    assert_eq!(scene.redeem(Button::Allow, 1010), Ok(1000));
    let drawn = scene.at(1100);
    scene.draw(next_card(Some(Button::Deny)), drawn);
    assert_eq!(scene.key_down(ENTER, 1600), None, "it repeats");
    let up = scene.at(1700);
    scene.gate.key_up(ENTER, up);
    assert_eq!(scene.key_down(ENTER, 1800), Some(Button::Deny));
}

#[test]
fn space_presses_when_it_comes_up() {
    let mut scene = Scene::at_button(Button::Allow);
    scene.key_down(SPACE, 1000);
    let up = scene.at(9000);
    scene.gate.key_up(SPACE, up);
    assert_eq!(scene.redeem_act(Button::Allow, 9010), Ok((1000, 9000)));
}

#[test]
fn the_next_card_is_reached_anew() {
    let mut scene = Scene::at_button(Button::Allow);
    let drawn = scene.at(840);
    scene.draw(next_card(Some(Button::Allow)), drawn);
    assert_eq!(scene.key(ENTER, 5000), None);
    let tab = scene.at(6000);
    scene.gate.key(TAB, Key::Tab, WINDOW, tab);
    let drawn = scene.at(6010);
    scene.draw(next_card(Some(Button::Always)), drawn);
    assert_eq!(scene.key(ENTER, 6100), Some(Button::Always));
}

#[test]
fn a_key_right_after_a_disturbance_allows_nothing() {
    let mut scene = Scene::at_button(Button::Allow);
    let moment = scene.at(900);
    scene.gate.disturbed(moment);
    scene.key(ENTER, 1299);
    assert_eq!(scene.redeem(Button::Allow, 1310), Err(Refusal::Disturbed));
    scene.key(ENTER, 1400);
    assert_eq!(scene.redeem(Button::Allow, 1410), Ok(1400));
}

#[test]
fn a_key_presses_no_button_that_is_inactive_or_cannot_be_there() {
    let mut scene = Scene::at_button(Button::Allow);
    let inactive = Buttons { allow: None, ..buttons() };
    let drawn = scene.at(840);
    scene.draw(claim(inactive, Some(Button::Allow)), drawn);
    assert_eq!(scene.key(ENTER, 1000), None);

    let mut scene = Scene::at_button(Button::Allow);
    let at = scene.at(1000);
    assert_eq!(scene.gate.key(ENTER, Key::Enter, (300.0, 500.0), at), None);
}

#[test]
fn a_press_stands_behind_one_wish_of_the_page() {
    #[track_caller]
    fn check(press: impl Fn(&mut Scene), ms: u64, expected: bool) {
        let mut scene = Scene::new();
        press(&mut scene);
        let now = scene.at(ms);
        assert_eq!(scene.gate.touched(now), expected);
        assert!(!scene.gate.touched(now));
    }
    check(|_| {}, 1000, false);
    check(|scene| scene.press(BESIDE, 1000), 3000, true);
    check(|scene| scene.press(BESIDE, 1000), 3001, false);
    check(|scene| _ = scene.key(ENTER, 1000), 1100, true);
    check(|scene| _ = scene.key(LETTER, 1000), 1100, false);
}

#[test]
fn a_card_that_comes_under_the_hands_of_a_writer_hears_no_key_until_they_pause() {
    let mut scene = Scene::new();
    scene.focus(Some(Button::Deny), 700);
    scene.key(LETTER, 900);
    let drawn = scene.at(1000);
    scene.draw(next_card(Some(Button::Deny)), drawn);
    for ms in [1100, 2200, 3300] {
        assert_eq!(scene.key(ENTER, ms), None, "{ms}");
    }
    assert_eq!(scene.key(ENTER, 4500), Some(Button::Deny));

    // Who has answered the one before goes on at once.
    let mut scene = Scene::at_button(Button::Deny);
    scene.key(ENTER, 1000);
    assert_eq!(scene.redeem(Button::Deny, 1010), Ok(1000));
    let drawn = scene.at(1100);
    scene.draw(next_card(Some(Button::Deny)), drawn);
    assert_eq!(scene.key(ENTER, 1600), Some(Button::Deny));

    // An act that has not answered it, after which they write on it, is no such answer.
    let mut scene = Scene::new();
    scene.click(ALLOW, 100);
    assert_eq!(scene.redeem(Button::Allow, 160), Ok(100));
    scene.key(LETTER, 900);
    let drawn = scene.at(1000);
    scene.draw(next_card(Some(Button::Deny)), drawn);
    assert_eq!(scene.key(ENTER, 1600), None);
}

/// On an island that was called the keyboard is there at 1000 ms.
fn called() -> Scene {
    let mut scene = Scene::new();
    let at = scene.at(1_000);
    scene.gate.called(at);
    scene
}

/// What a person does on an island that was called, and whether Enter and Space then press this.
#[track_caller]
fn check_called(button: Button, way: impl Fn(&mut Scene), expected: bool) {
    for code in [ENTER, SPACE] {
        let mut scene = called();
        way(&mut scene);
        assert_eq!(scene.key(code, 5_000), expected.then_some(button), "{button:?} {code}");
    }
}

#[test]
fn on_an_island_that_was_called_every_button_is_reached_by_tab() {
    for button in Button::ALL {
        let tab = |scene: &mut Scene| {
            scene.key(TAB, 2_300);
            scene.focus(Some(button), 2_330);
        };
        check_called(button, tab, true);
        // The page has put the focus there, when it was called or later.
        check_called(button, |scene| scene.focus(Some(button), 900), false);
        check_called(button, |scene| scene.focus(Some(button), 1_010), false);
        check_called(button, |scene| scene.focus(Some(button), 3_000), false);
        // The keys of the first moment are for nobody.
        let early = |scene: &mut Scene| {
            scene.key(TAB, 2_100);
            scene.focus(Some(button), 2_130);
        };
        check_called(button, early, false);
        let before = |scene: &mut Scene| {
            scene.gate.keyboard_gone();
            scene.key(TAB, 900);
            let at = scene.at(1_000);
            scene.gate.called(at);
            scene.focus(Some(button), 1_030);
        };
        check_called(button, before, false);
    }
}

#[test]
fn tab_and_enter_in_one_go_press_nothing_there() {
    #[track_caller]
    fn check(ms: u64, expected: Option<Button>) {
        let mut scene = called();
        scene.key(TAB, 3_000);
        scene.focus(Some(Button::Deny), 3_030);
        assert_eq!(scene.key(ENTER, ms), expected, "{ms}");
    }
    check(3_100, None);
    check(3_429, None);
    check(3_430, Some(Button::Deny));
}

#[test]
fn a_field_that_a_person_has_gone_to_is_written_in() {
    let mut scene = called();
    scene.key(TAB, 3_000);
    assert!(scene.gate.tabbed(scene.at(3_010)));
    scene.gate.in_field(true);
    scene.focus(Some(Button::Deny), 3_030);
    scene.key(LETTER, 3_100);
    assert_eq!(scene.key(ENTER, 3_200), Some(Button::Deny));
    // Back from it, Tab is needed again.
    let mut scene = called();
    scene.gate.in_field(true);
    scene.gate.in_field(false);
    scene.focus(Some(Button::Deny), 3_030);
    assert_eq!(scene.key(ENTER, 5_000), None);
}

#[test]
fn a_key_is_meant_for_whoever_knows_that_it_is_heard() {
    #[track_caller]
    fn check(gate: &Gate, writes: bool, at: Instant, expected: Meant) {
        assert_eq!(gate.meant(writes, at), expected);
    }
    let scene = Scene::new();
    check(&scene.gate, true, scene.at(900), Meant::Island);
    let mut scene = called();
    check(&scene.gate, true, scene.at(1_010), Meant::Elsewhere);
    check(&scene.gate, true, scene.at(9_000), Meant::Elsewhere);
    check(&scene.gate, false, scene.at(2_199), Meant::Nobody);
    check(&scene.gate, false, scene.at(2_200), Meant::Island);
    scene.gate.in_field(true);
    check(&scene.gate, true, scene.at(9_000), Meant::Island);
    scene.gate.in_field(false);
    check(&scene.gate, true, scene.at(9_000), Meant::Elsewhere);
    scene.gate.given_back();
    check(&scene.gate, true, scene.at(9_000), Meant::Island);
}
