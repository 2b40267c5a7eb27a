import type { SessionView, StepView, Text } from "../gen/view";
import { t } from "../i18n";
import { roughly } from "../i18n/when";

/** What a session does: a sentence, and the names for its places. */
export interface Doing {
  sentence: string;
  step?: Text;
  server?: Text;
  /** Whether the step is code. */
  code?: boolean;
}

function stepOf(step: StepView): Doing {
  const { session } = t;
  if ("command" in step) return { sentence: session.runs, step: step.command, code: true };
  if ("edit" in step) return { sentence: session.edits, step: step.edit };
  if ("read" in step) return { sentence: session.reads, step: step.read };
  if ("open" in step) return { sentence: session.opens, step: step.open };
  if ("subagent" in step) return { sentence: session.subagent, step: step.subagent };
  if ("tool" in step) return { sentence: session.uses, step: step.tool };
  const { server, tool } = step.server_tool;
  return { sentence: session.usesOf, step: tool, server };
}

/** What a session does now. */
export function doingOf(session: SessionView, now: number): Doing {
  switch (session.status) {
    case "waits_here":
      return { sentence: t.session.waitsHere };
    case "waits_in_terminal": {
      const since = session.waits_since_unix_ms;
      if (since === null) return { sentence: t.session.waitsInTerminal };
      return { sentence: t.session.waitsInTerminalSince(roughly(since, now)) };
    }
    case "failed":
      return { sentence: t.session.failed };
    case "working":
      return session.step ? stepOf(session.step) : { sentence: t.session.works };
    case "done":
      return { sentence: t.session.done };
    case "started":
      return { sentence: t.session.started };
  }
}
