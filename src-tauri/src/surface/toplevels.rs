//! Which output has a full-screen window on top, by what a task list is told of the windows.

use std::collections::BTreeSet;

/// One window of any program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Toplevel {
    /// The number of each output that it is on.
    pub(super) outputs: BTreeSet<u32>,
    pub(super) full_screen: bool,
    pub(super) minimised: bool,
    /// When it was last the one that a person uses, counted in such moments; 0 where it never was.
    pub(super) used: u64,
}

/// Whether a full-screen window lies on top of this output.
///
/// A task list is not told which windows are to be seen: one on another workspace is listed as one
/// behind another. What a person used last there is taken to be on top.
pub(super) fn covered<'a>(toplevels: impl Iterator<Item = &'a Toplevel>, output: u32) -> bool {
    let here = toplevels.filter(|it| it.outputs.contains(&output) && !it.minimised);
    here.max_by_key(|it| (it.used, it.full_screen)).is_some_and(|top| top.full_screen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_used_last_on_an_output_is_on_top_of_it() {
        const HERE: u32 = 7;
        const THERE: u32 = 8;
        #[track_caller]
        fn check(toplevels: &[(u32, bool, u64)], expected: bool) {
            let toplevel = |&(output, full_screen, used): &(u32, bool, u64)| Toplevel {
                outputs: [output].into(),
                full_screen,
                minimised: false,
                used,
            };
            let all: Vec<_> = toplevels.iter().map(toplevel).collect();
            assert_eq!(covered(all.iter(), HERE), expected, "{toplevels:?}");
        }
        check(&[], false);
        check(&[(HERE, true, 1)], true);
        check(&[(HERE, false, 1)], false);
        // The person has gone to another workspace, and back.
        check(&[(HERE, true, 1), (HERE, false, 2)], false);
        check(&[(HERE, true, 3), (HERE, false, 2)], true);
        // They work on another screen, while a film runs on this one.
        check(&[(HERE, true, 1), (THERE, false, 2)], true);
        check(&[(THERE, true, 1), (HERE, false, 0)], false);
        // Nobody was used since the app started.
        check(&[(HERE, true, 0), (HERE, false, 0)], true);
    }

    #[test]
    fn a_minimised_window_covers_nothing() {
        let film = Toplevel { outputs: [1].into(), full_screen: true, minimised: true, used: 5 };
        assert!(!covered([&film].into_iter(), 1));
        let shown = Toplevel { minimised: false, ..film };
        assert!(covered([&shown].into_iter(), 1));
    }
}
