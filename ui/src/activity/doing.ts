import type { SessionView, Status, StepView, Text } from "../gen/view";
import { t } from "../i18n";
import { roughly } from "../i18n/when";

/** The colour of what a session does: each has one meaning. */
export type Tone = "amber" | "cyan" | "green" | "red" | "neutral";

/** What a session does: a sentence, and the names for its places. */
export interface Doing {
  sentence: string;
  tone: Tone;
  step?: Text;
  server?: Text;
  /** Whether the step is code. */
  code?: boolean;
  /** Why, in somebody else's words, after the sentence. */
  because?: Text;
}

const TONES: Partial<Record<Status, Tone>> = {
  waits_here: "amber",
  waits_in_terminal: "amber",
  failed: "red",
  done: "green",
};

/** A tool's name in words: "list_pull_requests" is "list pull requests". */
function inWords(name: Text): Text {
  return name.map((part) =>
    "plain" in part ? { plain: part.plain.replace(/(?<=\S)[_-]+(?=\S)/g, " ") } : part,
  );
}

function stepOf(step: StepView): Omit<Doing, "tone"> {
  const says = t.session.step;
  if ("command" in step) return { sentence: says.command, step: step.command, code: true };
  if ("edit" in step) return { sentence: says.edit, step: step.edit };
  if ("read" in step) return { sentence: says.read, step: step.read };
  if ("open" in step) return { sentence: says.open, step: step.open };
  if ("subagent" in step) return { sentence: says.subagent, step: step.subagent };
  if ("tool" in step) return { sentence: says.tool, step: step.tool };
  const { server, tool } = step.server_tool;
  return { sentence: says.serverTool, step: inWords(tool), server };
}

/** What a call does. */
export const callOf = (step: StepView): Doing => ({ tone: "neutral", ...stepOf(step) });

/** What a session does now. */
export function doingOf({
  status,
  step,
  hooks,
}: Pick<SessionView, "status" | "step" | "hooks">): Doing {
  const tone = TONES[status] ?? "neutral";
  if (hooks?.word && "blocked" in hooks.word) {
    const because = hooks.word.blocked;
    return {
      tone: "red",
      sentence: t.session.hooks.blocked,
      ...(because.length > 0 && { because }),
    };
  }
  if (status === "working" && step) return { tone, ...stepOf(step) };
  return { tone, sentence: t.session.status[status] };
}

/** The same where nothing else says since when. */
export function doingSince(session: SessionView, now: number): Doing {
  const doing = doingOf(session);
  if (session.status !== "waits_in_terminal") return doing;
  return {
    ...doing,
    sentence: t.session.waitsInTerminalSince(roughly(session.since_unix_ms, now)),
  };
}
