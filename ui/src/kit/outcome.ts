import type { Outcome } from "../gen/view";

/** How an outcome looks, wherever it stands; never told by its colour alone. */
export type Look = "good" | "bad" | "warning" | "neutral";

export function lookOf(outcome: Outcome): Look {
  switch (outcome) {
    case "allowed":
    case "allowed_by_rule":
    case "answered":
    case "hooks_trusted":
      return "good";
    case "denied":
      return "bad";
    case "ran_all_the_same":
    case "hooks_changed":
    case "hooks_not_kept":
      return "warning";
    default:
      return "neutral";
  }
}
