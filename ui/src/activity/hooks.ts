import type { HookPoint, HookReport, HookRun, Text } from "../gen/view";
import { t } from "../i18n";
import type { Look } from "../kit/outcome";
import { callOf, type Doing } from "./doing";

/** On what hooks ran: a call, or a moment of the session. */
export function onWhat({ step, point }: Pick<HookReport, "step" | "point">): Doing {
  if (step) return callOf(step);
  return { tone: "neutral", sentence: t.session.hooks.point[point] };
}

/** When they ran, where the call alone does not say it. */
export function whenOf({ step, point }: Pick<HookReport, "step" | "point">): string | null {
  const says: Partial<Record<HookPoint, string>> = {
    before_tool: t.session.hooks.before,
    after_tool: t.session.hooks.after,
  };
  return step ? (says[point] ?? null) : null;
}

/** How a run ended, in words; none of one that ran well and was quick. */
export function endOf({ end, slow }: HookRun): { look: Look; says: string | null; why?: Text } {
  const says = t.session.hooks.end;
  if (end === "proceeded") return { look: "good", says: slow ? says.slow : null };
  if (end === "blocked") return { look: "bad", says: says.blocked };
  if (end === "signalled" || end === "timed_out") return { look: "warning", says: says[end] };
  if ("failed" in end) return { look: "warning", says: says.failed(end.failed) };
  return { look: "warning", says: says.not_started, why: end.not_started };
}

/** How long a run took; nothing of one that never started. */
export function tookOf({ end, duration_ms: ms }: Pick<HookRun, "end" | "duration_ms">): string {
  if (typeof end === "object" && "not_started" in end) return "";
  return ms < 1_000 ? t.session.hooks.milliseconds(ms) : t.session.hooks.seconds(ms / 1_000);
}

/** The run whose reason counts, by its place: the last one that blocked. */
export const reasonedBy = ({ runs }: Pick<HookReport, "runs">): number =>
  runs.findLastIndex(({ end }) => end === "blocked");
