import type { SessionView, StepView, Text } from "../gen/view";
import { t } from "../i18n";

/** What a session does: a sentence, and the names for its places. */
export interface Doing {
  sentence: string;
  step?: Text;
  server?: Text;
  /** Whether the step is code. */
  code?: boolean;
}

function stepOf(step: StepView): Doing {
  const says = t.session.step;
  if ("command" in step) return { sentence: says.command, step: step.command, code: true };
  if ("edit" in step) return { sentence: says.edit, step: step.edit };
  if ("read" in step) return { sentence: says.read, step: step.read };
  if ("open" in step) return { sentence: says.open, step: step.open };
  if ("subagent" in step) return { sentence: says.subagent, step: step.subagent };
  if ("tool" in step) return { sentence: says.tool, step: step.tool };
  const { server, tool } = step.server_tool;
  return { sentence: says.serverTool, step: tool, server };
}

/** What a session does now. */
export function doingOf({ status, step }: SessionView): Doing {
  if (status === "working" && step) return stepOf(step);
  return { sentence: t.session.status[status] };
}
