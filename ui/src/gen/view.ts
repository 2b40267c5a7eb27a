export type CardId = number;

export type Segment = { plain: string } | { hidden: string };

export type Text = Array<Segment>;

export type Fact = { name: Text; value: Text };

export type ActionView = {
  kind: "command";
  command: Text;
  lines: number;
  characters: number;
  hidden: number;
  description: Text | null;
  facts: Array<Fact>;
};

export type CardView = {
  id: CardId;
  binding: string;
  agent: string;
  agent_name: string;
  project: Text;
  folder: Text;
  subagent: Text | null;
  action: ActionView;
  whole: boolean;
  keys: boolean;
  expires_unix_ms: number;
  position: number;
  of: number;
};

export type QueueEntry = {
  card: CardId;
  agent: string;
  agent_name: string;
  project: Text;
  line: Text;
};

export type Status =
  "waits_here" | "waits_in_terminal" | "failed" | "working" | "done" | "started";

export type StepView = { command: Text } | { tool: Text };

export type SessionView = {
  key: string;
  agent: string;
  agent_name: string;
  project: Text;
  status: Status;
  step: StepView | null;
};

export type Outcome =
  | "allowed"
  | "denied"
  | "released"
  | "too_late"
  | "answered_in_terminal"
  | "withdrawn"
  | "expired"
  | "not_drawn"
  | "ran_all_the_same";

export type OutcomeView = { card: CardId; project: Text; outcome: Outcome };

export type View = {
  revision: number;
  front: CardView | null;
  queue: Array<QueueEntry>;
  sessions: Array<SessionView>;
  outcome: OutcomeView | null;
  trouble: string | null;
};
