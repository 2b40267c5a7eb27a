//! Rectangles, as the page reports them.

use serde::Deserialize;

/// A rectangle of the page, in CSS pixels from the window's top left corner. They are the
/// toolkit's own pixels, since the page is never zoomed.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rect {
    /// Whether it is a place on a window of this size at all.
    pub(crate) fn lies_within(&self, width: f64, height: f64) -> bool {
        self.is_finite()
            && self.x >= 0.0
            && self.y >= 0.0
            && self.width > 0.0
            && self.height > 0.0
            && self.x + self.width <= width
            && self.y + self.height <= height
    }

    fn is_finite(&self) -> bool {
        [self.x, self.y, self.width, self.height].into_iter().all(f64::is_finite)
    }

    /// Whether a point lies in it, its right and lower edge excluded.
    pub(crate) fn contains(&self, x: f64, y: f64) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }

    /// Whether two of them share a point.
    pub(crate) fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Whether all of it lies in another one.
    pub(crate) fn lies_in(&self, other: &Rect) -> bool {
        other.x <= self.x
            && other.y <= self.y
            && self.x + self.width <= other.x + other.width
            && self.y + self.height <= other.y + other.height
    }

    /// The part of it on a window of this size, or none.
    pub(crate) fn clip(&self, width: f64, height: f64) -> Option<Rect> {
        let (left, top) = (self.x.max(0.0), self.y.max(0.0));
        let (right, bottom) =
            ((self.x + self.width).min(width), (self.y + self.height).min(height));
        let clipped = Rect { x: left, y: top, width: right - left, height: bottom - top };
        (self.is_finite() && clipped.lies_within(width, height)).then_some(clipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { x, y, width, height }
    }

    #[test]
    fn a_rectangle_lies_within_its_window_or_counts_for_nothing() {
        #[track_caller]
        fn check(inner: Rect, expected: bool) {
            assert_eq!(inner.lies_within(640.0, 500.0), expected, "{inner:?}");
        }
        check(rect(0.0, 0.0, 640.0, 500.0), true);
        check(rect(10.0, 10.0, 20.0, 20.0), true);
        check(rect(-1.0, 0.0, 20.0, 20.0), false);
        check(rect(630.0, 0.0, 20.0, 20.0), false);
        check(rect(0.0, 490.0, 20.0, 20.0), false);
        check(rect(0.0, 0.0, 0.0, 20.0), false);
        check(rect(f64::NAN, 0.0, 20.0, 20.0), false);
        check(rect(0.0, 0.0, f64::INFINITY, 20.0), false);
    }

    #[test]
    fn a_point_on_the_far_edge_is_outside() {
        let button = rect(10.0, 20.0, 100.0, 30.0);
        assert!(button.contains(10.0, 20.0));
        assert!(button.contains(109.9, 49.9));
        assert!(!button.contains(110.0, 30.0));
        assert!(!button.contains(50.0, 50.0));
        assert!(!button.contains(9.9, 30.0));
    }

    #[test]
    fn neighbours_do_not_overlap() {
        let left = rect(0.0, 0.0, 100.0, 30.0);
        assert!(!left.overlaps(&rect(100.0, 0.0, 100.0, 30.0)));
        assert!(left.overlaps(&rect(99.0, 29.0, 100.0, 30.0)));
    }

    #[test]
    fn what_sticks_out_of_the_window_is_cut_off() {
        assert_eq!(
            rect(-10.0, -10.0, 50.0, 50.0).clip(640.0, 500.0),
            Some(rect(0.0, 0.0, 40.0, 40.0))
        );
        assert_eq!(rect(700.0, 0.0, 50.0, 50.0).clip(640.0, 500.0), None);
        assert_eq!(rect(f64::NAN, 0.0, 50.0, f64::NAN).clip(640.0, 500.0), None);
    }

    #[test]
    fn a_rectangle_lies_in_another_with_all_of_it() {
        let pill = rect(220.0, 0.0, 200.0, 36.0);
        let card = rect(40.0, 0.0, 560.0, 300.0);
        assert!(pill.lies_in(&pill) && pill.lies_in(&card));
        assert!(!card.lies_in(&pill));
        assert!(!pill.lies_in(&rect(300.0, 0.0, 300.0, 300.0)));
        assert!(!pill.lies_in(&rect(f64::NAN, 0.0, 600.0, 300.0)));
    }
}
