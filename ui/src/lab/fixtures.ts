import type {
  ActionView,
  CardView,
  Content,
  Passage,
  PreferencesView,
  QueueEntry,
  SessionView,
  Text,
} from "../gen/view";
import type { LabState } from "./host";

/** The moment at which the lab's clock stands still. */
export const NOW = Date.UTC(2026, 2, 14, 15, 9, 26);

export const plain = (text: string): Text => [{ plain: text }];

/** Text in which `⟨ESC⟩` stands for a hidden character. */
export function marked(text: string): Text {
  return text
    .split(/⟨([^⟩]*)⟩/)
    .map((part, index) => (index % 2 === 1 ? { hidden: part } : { plain: part }))
    .filter((segment) => !("plain" in segment) || segment.plain !== "");
}

export function passage(of: string | Text): Passage {
  const text = typeof of === "string" ? plain(of) : of;
  const whole = text.map((segment) => ("plain" in segment ? segment.plain : "?")).join("");
  return {
    text,
    lines: whole.split("\n").length,
    characters: [...whole].length,
    hidden: text.filter((segment) => "hidden" in segment).length,
  };
}

/** What a person has set who has set nothing. */
export const PREFERENCES: PreferencesView = {
  revision: 1,
  language: "system",
  system_language: "en_US.UTF-8",
  marks: "birds",
  screen: null,
  screens: [{ name: "DP-1", model: plain("Dell U2720Q"), primary: true }],
  sounds: true,
  notifications: true,
  quiet_until_unix_ms: null,
  start_with_desktop: false,
  cost_and_limits: true,
  file: plain("/home/ana/.config/vults/settings.json"),
  trouble: null,
};

/** A card and what it shows. */
export interface LabCard {
  card: CardView;
  content: Content;
}

/** Each card is one of its own, so that a page that shows one after the other draws it anew. */
let bindings = 100;

export function lab(action: ActionView, content: Content, more: Partial<CardView> = {}): LabCard {
  return {
    card: {
      id: 1,
      binding: `binding-${bindings++}`,
      agent: "claude",
      agent_name: "Claude Code",
      project: plain("payments-api"),
      folder: plain("/home/ana/work/payments-api"),
      subagent: null,
      project_folder: null,
      action,
      whole: false,
      keys: true,
      expires_unix_ms: NOW + 280_000,
      position: 1,
      of: 1,
      always: null,
      session: "session-1",
      many: false,
      ...more,
    },
    content,
  };
}

/** The same card in other circumstances. */
export function on({ card, content }: LabCard, more: Partial<CardView>): LabCard {
  return { card: { ...card, ...more }, content };
}

type CommandContent = Extract<Content, { kind: "command" }>;

export function command(
  text: string | Text,
  more: Partial<CommandContent> = {},
  card: Partial<CardView> = {},
): LabCard {
  const whole = passage(text);
  const line = whole.text
    .slice(0, 40)
    .map((part) =>
      "plain" in part ? { plain: part.plain.slice(0, 200).replace(/\n/g, " ") } : part,
    );
  return lab(
    { kind: "command", line },
    { kind: "command", command: whole, description: null, facts: [], ...more },
    card,
  );
}

export function entry({ card }: LabCard): QueueEntry {
  const { id, agent, agent_name, project, action, expires_unix_ms } = card;
  return { card: id, agent, agent_name, project, action, expires_unix_ms };
}

export function view(more: Partial<LabState>): LabState {
  return {
    revision: 1,
    front: null,
    trust: null,
    untrusted: [],
    content: null,
    compact: false,
    serial: 0,
    queue: [],
    sessions: [],
    limits: [],
    outcome: null,
    trouble: null,
    drift: [],
    paused: false,
    ...more,
  };
}

/** The state with a card in front. */
export function front(of: LabCard, more: Partial<LabState> = {}): LabState {
  return view({ front: of.card, content: of.content, queue: [entry(of)], ...more });
}

/** The same where what the card shows has to be asked for. */
export function large(of: LabCard): LabState {
  return { ...front(of), content: null, large: of.content };
}

export function session(project: string, more: Partial<SessionView> = {}): SessionView {
  return {
    key: project,
    agent: "claude",
    agent_name: "Claude Code",
    project: plain(project),
    species: [...project].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0),
    branch: null,
    status: "working",
    since_unix_ms: NOW - 4 * 60_000,
    mode: "default",
    handed_back: false,
    step: null,
    subagents: 0,
    background: 0,
    cost_micro_usd: null,
    reply: null,
    hooks: null,
    ...more,
  };
}
