import type { SessionView, Status, StepView } from "../gen/view";
import type { Pose } from "../kit/birds";

const POSES: Record<Status, Pose> = {
  waits_here: "wings",
  waits_in_terminal: "wings",
  failed: "perched",
  working: "perched",
  compacting: "reading",
  in_background: "perched",
  done: "perched",
  interrupted: "perched",
  quiet: "asleep",
  started: "perched",
  ended: "flying",
  gone: "flying",
};

function poseAt(step: StepView): Pose {
  if ("read" in step || "open" in step) return "reading";
  if ("edit" in step) return "pecking";
  return "subagent" in step ? "perched" : "tugging";
}

/** What a session's bird is at. */
export function poseOf({ status, step }: Pick<SessionView, "status" | "step">): Pose {
  return status === "working" && step ? poseAt(step) : POSES[status];
}
