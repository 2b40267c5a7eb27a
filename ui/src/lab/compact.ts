import { command, entry, front, lab, on, plain, session, view } from "./fixtures";
import type { LabState } from "./host";
import { flock } from "./pills";

const first = command(
  "cargo test --workspace",
  {},
  { binding: "compact-1", session: "payments-api" },
);

const file = {
  path: plain("src/main.rs"),
  files: 1,
  new: false,
  deleted: false,
  added: 3,
  removed: 1,
};

const second = lab(
  { kind: "files", ...file },
  { kind: "files", files: [], added: 3, removed: 1, facts: [] },
  {
    id: 2,
    agent: "codex",
    agent_name: "Codex",
    project: plain("a-project-with-a-name-that-goes-on-and-on"),
  },
);

const question = lab(
  { kind: "questions", line: plain("Which region should the bucket use?"), questions: 1 },
  { kind: "questions", questions: [], facts: [] },
  { id: 3, agent: "opencode", agent_name: "OpenCode", project: plain("buckets") },
);

const sessions = [session("buckets", { species: 3, status: "waits_here" }), ...flock];

/** Over a window that fills the screen: only the pill. */
export const COMPACT: Record<string, LabState> = {
  "compact-quiet": view({ compact: true, sessions }),
  "compact-card": front(first, { compact: true, sessions }),
  "compact-three": front(on(first, { of: 3 }), {
    compact: true,
    sessions,
    queue: [first, second, question].map(entry),
  }),
  "compact-six": front(on(first, { of: 6 }), {
    compact: true,
    sessions,
    queue: Array.from({ length: 6 }, (_, index) =>
      entry(on(index % 2 ? second : first, { id: index + 1 })),
    ),
  }),
  "compact-portuguese": front(on(first, { of: 3 }), {
    compact: true,
    sessions,
    queue: [first, second, question].map(entry),
    preferences: { language: "pt-BR" },
  }),
};
