// Generated from core/src/view.rs by core/tests/typescript.rs. Do not edit.

/**
 * The thing on a card.
 */
export type ActionView = { "kind": "command",
/**
 * The command, whole.
 */
command: Text,
/**
 * How many lines it has.
 */
lines: number,
/**
 * How many characters it has.
 */
characters: number,
/**
 * How many of them stand in tokens, since they would not be seen.
 */
hidden: number,
/**
 * The agent's own words about it.
 */
description: Text | null,
/**
 * Every other field that changes what runs.
 */
facts: Array<Fact>, };

/**
 * One card, unique in a run of the app.
 */
export type CardId = number;

/**
 * A permission card.
 */
export type CardView = {
/**
 * Which card.
 */
id: CardId,
/**
 * The digest of the request; the page gives it back with what it has drawn.
 */
binding: string,
/**
 * The agent's word on the wire, for its colour.
 */
agent: string,
/**
 * The agent's name.
 */
agent_name: string,
/**
 * The project's name.
 */
project: Text,
/**
 * The agent's working folder, whole.
 */
folder: Text,
/**
 * The sub-agent that asks.
 */
subagent: Text | null,
/**
 * What it asks for.
 */
action: ActionView,
/**
 * Whether all of it is on screen and has been seen to its end; without it there is no Allow,
 * and the shortcuts should not be bound.
 */
whole: boolean,
/**
 * Whether the shortcuts are bound to this card now, so that the buttons may name them.
 */
keys: boolean,
/**
 * When it goes back to its terminal, in milliseconds since 1970.
 */
expires_unix_ms: number,
/**
 * Its place in its batch, from 1.
 */
position: number,
/**
 * How many cards the batch has: those that wait, and those that left since none waited.
 */
of: number, };

/**
 * A field of the input, by its name.
 */
export type Fact = {
/**
 * The field's name.
 */
name: Text,
/**
 * Its value.
 */
value: Text, };

/**
 * What became of a request.
 */
export type Outcome = "allowed" | "denied" | "released" | "too_late" | "answered_in_terminal" | "withdrawn" | "expired" | "not_drawn" | "ran_all_the_same";

/**
 * What became of the last card.
 */
export type OutcomeView = {
/**
 * Which card it was.
 */
card: CardId,
/**
 * The project's name.
 */
project: Text,
/**
 * What became of it.
 */
outcome: Outcome, };

/**
 * One line of the queue.
 */
export type QueueEntry = {
/**
 * Which card.
 */
card: CardId,
/**
 * The agent's word on the wire.
 */
agent: string,
/**
 * The agent's name.
 */
agent_name: string,
/**
 * The project's name.
 */
project: Text,
/**
 * The start of what it asks for, on one line.
 */
line: Text, };

/**
 * A piece of a [`Text`].
 */
export type Segment = { "plain": string } | { "hidden": string };

/**
 * One session.
 */
export type SessionView = {
/**
 * A key for the page's list.
 */
key: string,
/**
 * The agent's word on the wire.
 */
agent: string,
/**
 * The agent's name.
 */
agent_name: string,
/**
 * The project's name.
 */
project: Text,
/**
 * What it does.
 */
status: Status,
/**
 * The step it is at, while it works.
 */
step: StepView | null, };

/**
 * What a session does, from what needs a person most to what needs one least.
 */
export type Status = "waits_here" | "waits_in_terminal" | "failed" | "working" | "done" | "started";

/**
 * The step of a session.
 */
export type StepView = { "command": Text } | { "tool": Text };

/**
 * Text from outside, as a person can trust it: what would not be seen, or would reorder what is
 * seen, stands as a token of its own.
 */
export type Text = Array<Segment>;

/**
 * The whole picture.
 */
export type View = {
/**
 * Counts up with every change.
 */
revision: number,
/**
 * The card in front.
 */
front: CardView | null,
/**
 * All cards that wait, the one in front first.
 */
queue: Array<QueueEntry>,
/**
 * The sessions, the one that needs a person most first.
 */
sessions: Array<SessionView>,
/**
 * What became of the last card, for about a second.
 */
outcome: OutcomeView | null,
/**
 * Why the app cannot serve agents, in a sentence.
 */
trouble: string | null, };
