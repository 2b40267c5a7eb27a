import type { View } from "../gen/view";
import { t } from "../i18n";
import { roughly } from "../i18n/when";

/** What there is to say about hooks that went away; of several agents, about the first. */
export function driftOf(view: View | null, now: () => number): string | null {
  const drift = view?.drift[0];
  if (!drift) return null;
  return t.island.drift(drift.agent_name, drift.partial, roughly(drift.since_unix_ms, now()));
}
