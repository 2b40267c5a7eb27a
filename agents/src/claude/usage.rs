//! What Claude Code's status line says of cost and of the plan's limits (VP-27).

use serde_json::Value;
use vults_core::{Usage, UsedWindow};
use vults_protocol::Event;

/// More than any session can have cost, in dollars: a larger figure is no cost.
const MOST_USD: f64 = 1_000_000.0;
/// The Unix seconds that a moment can have: from 2001 to 2286.
const SECONDS: std::ops::Range<f64> = 1e9..1e10;
/// Numbers as words in the names of windows.
const NUMBERS: [(&str, u32); 12] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("ten", 10),
    ("twelve", 12),
    ("fourteen", 14),
    ("thirty", 30),
];
/// The minutes of the units in the names of windows.
const UNITS: [(&str, u32); 2] = [("_hour", 60), ("_day", 24 * 60)];
/// The longest window that there can be: a year.
const MOST_MINUTES: u32 = 366 * 24 * 60;

/// What a status line says; none where it says nothing that makes sense.
pub(super) fn usage(event: &Event) -> Option<Usage> {
    let cost = event.payload.get("cost").and_then(|cost| cost.get("total_cost_usd"));
    let limits = event.payload.get("rate_limits").and_then(Value::as_object);
    let windows = limits.into_iter().flatten();
    let usage = Usage {
        cost_micro_usd: cost.and_then(micro_usd),
        windows: windows.filter_map(|(name, window)| used(name, window)).collect(),
    };
    (usage != Usage::default()).then_some(usage)
}

fn micro_usd(cost: &Value) -> Option<u64> {
    let usd = cost.as_f64().filter(|usd| (0.0..MOST_USD).contains(usd))?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in bounds")]
    let micro_usd = (usd * 1e6).round() as u64;
    // Nothing is no cost (VP-27).
    (micro_usd > 0).then_some(micro_usd)
}

fn used(name: &str, window: &Value) -> Option<UsedWindow> {
    let number = |field: &str| window.get(field).and_then(Value::as_f64);
    let percent = number("used_percentage").filter(|percent| *percent >= 0.0)?;
    let resets = number("resets_at").filter(|seconds| SECONDS.contains(seconds));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in bounds")]
    Some(UsedWindow {
        minutes: minutes(name)?,
        used_percent: percent.min(100.0).round() as u8,
        resets_unix_ms: resets.map(|seconds| (seconds * 1e3).round() as u64),
    })
}

/// How long a window is, by its name: `five_hour`, `seven_day`, `24_hour`. One of which the name
/// says more (`seven_day_opus`) counts something else.
fn minutes(name: &str) -> Option<u32> {
    let (number, unit) =
        UNITS.iter().find_map(|(unit, minutes)| Some((name.strip_suffix(unit)?, *minutes)))?;
    let word = NUMBERS.iter().find(|(word, _)| *word == number).map(|(_, number)| *number);
    let number = word.or_else(|| number.parse().ok())?;
    number.checked_mul(unit).filter(|minutes| (1..=MOST_MINUTES).contains(minutes))
}
