//! Only a person allows, and only a person trusts hooks: random sequences of every input against a simple account of what a
//! person can have seen, and may therefore have answered.

#![allow(clippy::expect_used, reason = "a test may fail")]

mod account;
mod made;
mod op;
mod world;

use account::{Account, Tally};
use op::op;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

#[test]
fn only_a_person_allows_or_trusts() {
    let tally = Tally::default();
    let config = Config { cases: 800, failure_persistence: None, ..Config::default() };
    let ops = prop::collection::vec(op(), 1..60);
    let result = TestRunner::new(config).run(&ops, |ops| {
        let mut account = Account::new(&tally);
        ops.iter().try_for_each(|op| account.do_one(op))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    // The sequences do get to where a person can answer, and to where one cannot.
    // The rarest of them comes twenty times or so.
    assert!(tally.least() > 2, "{tally:?}");
}
