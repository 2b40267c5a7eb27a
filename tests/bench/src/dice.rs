//! Which program comes when: one that always follows the same other one looks slower or faster than it is.

/// Deals an order for each round.
#[derive(Debug)]
pub(crate) struct Dice(u64);

impl Default for Dice {
    fn default() -> Dice {
        Dice(0x9e37_79b9_7f4a_7c15)
    }
}

impl Dice {
    pub(crate) fn shuffle(&mut self, order: &mut [usize]) {
        for end in (1..order.len()).rev() {
            // Xorshift; any even spread will do.
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            order.swap(end, (self.0 % (end as u64 + 1)) as usize);
        }
    }
}
