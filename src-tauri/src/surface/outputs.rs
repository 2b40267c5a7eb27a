//! The screens that a Wayland compositor has.

/// A screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    /// Its connector ("DP-1").
    pub(crate) name: String,
    /// Its maker and model.
    pub(crate) model: String,
    /// Left, top, width and height in the compositor's space: what the toolkit, which knows no
    /// connectors, knows it by.
    pub(crate) place: [i32; 4],
    /// Whether a full-screen window is on top of it.
    pub(crate) covered: bool,
}

/// The place of the screen with this connector, else of the first.
pub(super) fn place(outputs: &[Output], wanted: Option<&str>) -> Option<[i32; 4]> {
    let chosen = outputs.iter().find(|output| Some(output.name.as_str()) == wanted);
    chosen.or(outputs.first()).map(|output| output.place)
}

/// Whether a full-screen window is on top of the screen at this place.
pub(super) fn covered(outputs: &[Output], place: [i32; 4]) -> bool {
    outputs.iter().any(|output| output.place == place && output.covered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_is_known_by_its_connector() {
        let output = |name: &str, left: i32| Output {
            name: name.to_owned(),
            // Two of the same kind.
            model: "Maker Model".to_owned(),
            place: [left, 0, 1280, 800],
            covered: left == 1280,
        };
        let both = [output("DP-1", 0), output("DP-2", 1280)];
        #[track_caller]
        fn check(outputs: &[Output], wanted: Option<&str>, left: Option<i32>) {
            assert_eq!(place(outputs, wanted).map(|place| place[0]), left, "{wanted:?}");
        }
        check(&both, None, Some(0));
        check(&both, Some("DP-1"), Some(0));
        check(&both, Some("DP-2"), Some(1280));
        // Unplugged, and back in another order.
        check(&both[..1], Some("DP-2"), Some(0));
        check(&[both[1].clone(), both[0].clone()], Some("DP-2"), Some(1280));
        check(&[both[1].clone(), both[0].clone()], Some("DP-1"), Some(0));
        check(&[], Some("DP-1"), None);
        assert!(covered(&both, both[1].place));
        assert!(!covered(&both, both[0].place));
    }
}
