//! Every target over its seeds and a bounded number of mutations of them, the same ones each time.

use vults_fuzz::{TARGETS, Target};

/// Mutations of each target. More, and others each time, is what cargo-fuzz is for.
const MUTATIONS: usize = 1_000;

/// Pieces that mean something to one of the readers.
const WORDS: [&str; 32] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "\\u0000",
    "\\ud800",
    "\n",
    "…",
    "\u{202e}",
    "\u{1b}[",
    "null",
    "true",
    "false",
    "-1",
    "1e999",
    "18446744073709551616",
    "\"v\":8",
    "\"v\":7",
    "\"input\":{\"command\":\"ls\"}",
    "\"wants_reply\":true",
    "\"zeca\":true",
    "PermissionRequest",
    "\"decision\":\"allow\"",
    "bypassPermissions",
    "\"run_in_background\":true",
    "\"timeout\":601",
    "(?<=",
    "\\1",
    "{9999}",
];

/// Runs the target of a name.
fn check(name: &str) {
    let Some(Target { holds, seeds, .. }) = TARGETS.into_iter().find(|target| target.name == name)
    else {
        panic!("there is no target {name}");
    };
    let seeds = seeds();
    assert!(seeds.len() > 5, "the seeds are missing");
    let run = |input: &[u8]| {
        let held = std::panic::catch_unwind(|| holds(input));
        assert!(held.is_ok(), "{name} does not hold for {}", input.escape_ascii());
    };
    run(b"");
    for seed in &seeds {
        run(seed);
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..MUTATIONS {
        run(&mutated(&seeds, &mut random));
    }
}

macro_rules! check {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        #[test]
        fn no_target_is_left_out() {
            let checked = [$(stringify!($name)),*];
            assert!(TARGETS.iter().map(|target| target.name).eq(checked));
        }
    };
}

check! { event reply app tools relay printing text redaction config settings hooks matcher decision }

/// A seed after a few changes.
fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(6) {
        let at = random.below(input.len() + 1);
        let end = at + random.below((input.len() - at).min(64) + 1);
        match random.below(6) {
            0 => drop(input.splice(at..end, WORDS[random.below(WORDS.len())].bytes())),
            1 => drop(input.splice(at..at, WORDS[random.below(WORDS.len())].bytes())),
            2 => drop(input.drain(at..end)),
            3 => {
                let piece = input[at..end].repeat(1 + random.below(80));
                input.splice(at..end, piece);
            }
            4 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
    input
}

/// A generator that gives the same numbers in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or(0)
    }
}
