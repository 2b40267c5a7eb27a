import type { SessionView, Status } from "../gen/view";

/** What a person should hear of before anything else. */
const NEEDY = new Set<Status>(["waits_here", "waits_in_terminal", "failed"]);

/** What needs no words: a bird alone says it. */
const CALM = new Set<Status>(["done", "interrupted", "quiet", "started", "ended", "gone"]);

export const isNeedy = ({ status }: SessionView): boolean => NEEDY.has(status);
export const isCalm = ({ status }: SessionView): boolean => CALM.has(status);
