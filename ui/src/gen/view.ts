// Generated from core/src (view, content, hooks, diff, setup, approvals, preferences) by core/tests/typescript.rs. Do not edit.

/**
 * What a card asks for, in a line: its kind and its names, of which the page makes the words. All
 * of it is in the card's [`Content`].
 */
export type ActionView = { "kind": "command",
/**
 * Its start, on one line.
 */
line: Text, } | { "kind": "files",
/**
 * The first one: its path below the working folder, else its whole path, cut where it is
 * long.
 */
path: Text,
/**
 * How many files there are.
 */
files: number,
/**
 * Whether none of them is there yet.
 */
new: boolean,
/**
 * Whether all of them go.
 */
deleted: boolean,
/**
 * How many lines come in.
 */
added: number,
/**
 * How many lines go.
 */
removed: number, } | { "kind": "open",
/**
 * Its host; in both forms, where it has two.
 */
host: Text, } | { "kind": "subagent",
/**
 * Which one.
 */
name: Text | null,
/**
 * The start of the agent's own words about it.
 */
description: Text | null, } | { "kind": "plan",
/**
 * Its first line.
 */
line: Text, } | { "kind": "questions",
/**
 * The start of the first one, on one line.
 */
line: Text,
/**
 * How many there are.
 */
questions: number, } | { "kind": "tool",
/**
 * The server that has it, where it is one's.
 */
server: Text | null,
/**
 * The tool's name.
 */
tool: Text, };

/**
 * The program of an agent.
 */
export type AgentProgramView = {
/**
 * Where it was found.
 */
file: Text,
/**
 * What it says of its version.
 */
version: Text | null, };

/**
 * What Always covers: this very request and no other, so that a button can say it.
 */
export type AlwaysView = {
/**
 * The command, whole; of another tool, its name as it is shown.
 */
what: Text,
/**
 * Whether `what` is a command.
 */
command: boolean,
/**
 * The folder in which it holds, every link in its path followed.
 */
folder: Text,
/**
 * Whether it runs what the project itself says at that time (its build script, its tests):
 * the rule then covers whatever that is by then.
 */
runs_project_code: boolean, };

/**
 * The rules, and whether the app is paused.
 */
export type ApprovalsView = {
/**
 * Counts up with every change.
 */
revision: number,
/**
 * Whether every request goes back to its terminal.
 */
paused: boolean,
/**
 * Every rule, the one used or made last first.
 */
rules: Array<RuleView>,
/**
 * Why the rules cannot be read or kept, in a sentence.
 */
trouble: string | null,
/**
 * The projects' settings files whose hooks are trusted, in order.
 */
trusted: Array<TrustedView>,
/**
 * Why it cannot be told which are, in a sentence.
 */
trust_trouble: string | null, };

/**
 * The value of an argument.
 */
export type ArgumentValue = { "text": Passage } | { "literal": string } | { "list": number } | { "object": number };

/**
 * A part of a tool's input.
 */
export type ArgumentView = {
/**
 * How many others it is inside of.
 */
depth: number,
/**
 * Its name; none for an item of a list.
 */
name: Text | null,
/**
 * Its value.
 */
value: ArgumentValue,
/**
 * Where it leads, of a path that leads elsewhere.
 */
leads_to: Text | null,
/**
 * Whether it is a path that lies outside the session's project.
 */
outside: boolean, };

/**
 * One card, unique in a run of the app.
 */
export type CardId = number;

/**
 * A card.
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
 * The folder in which its session began, where the working folder lies outside it.
 */
project_folder: Text | null,
/**
 * What it asks for, in a line.
 */
action: ActionView,
/**
 * Whether all of it is on screen and has been seen to its end; without it there is no Allow
 * and no answer to questions, and the shortcuts should not be bound.
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
of: number,
/**
 * What Always would cover; none where it is not offered.
 */
always: AlwaysView | null,
/**
 * Its session's name, to hand it back.
 */
session: string,
/**
 * Whether its session has asked so often that handing it back is worth offering.
 */
many: boolean, };

/**
 * The thing on a card.
 */
export type Content = { "kind": "command",
/**
 * The command, whole.
 */
command: Passage,
/**
 * The agent's own words about it.
 */
description: Passage | null,
/**
 * Every other field that changes what runs.
 */
facts: Array<Fact>, } | { "kind": "files",
/**
 * Each file.
 */
files: Array<FileView>,
/**
 * How many lines come in, in all of them.
 */
added: number,
/**
 * How many lines go.
 */
removed: number,
/**
 * Every other field that changes what happens.
 */
facts: Array<Fact>, } | { "kind": "open",
/**
 * How: `https`.
 */
scheme: Text,
/**
 * Whose credentials are in it.
 */
user: Text | null,
/**
 * The host, as the agent's program will understand it, in its readable form.
 */
host: Text,
/**
 * The same in its letters of a to z, where they differ.
 */
punycode: Text | null,
/**
 * The port, where it is not the scheme's own.
 */
port: number | null,
/**
 * What comes after host and port.
 */
rest: Text,
/**
 * All of it, as the agent gives it.
 */
url: Text,
/**
 * What the agent wants to know of what is there.
 */
prompt: Passage | null,
/**
 * Every other field that changes what happens.
 */
facts: Array<Fact>, } | { "kind": "subagent",
/**
 * Which one.
 */
name: Text | null,
/**
 * The agent's own words about it.
 */
description: Passage | null,
/**
 * Its task, whole.
 */
prompt: Passage,
/**
 * Every other field that changes what happens.
 */
facts: Array<Fact>, } | { "kind": "plan",
/**
 * The plan, whole, in Markdown.
 */
plan: Passage,
/**
 * Every other field that changes what happens.
 */
facts: Array<Fact>, } | { "kind": "questions",
/**
 * Each question, in the order of the answers.
 */
questions: Array<QuestionView>,
/**
 * Every other field.
 */
facts: Array<Fact>, } | { "kind": "hooks",
/**
 * Each command.
 */
commands: Array<HookView>,
/**
 * Each file of the project that one of them names.
 */
files: Array<HookFileView>,
/**
 * Why the card offers no trust; none where it shows all that would run.
 */
why: Untold | null, } | { "kind": "tool",
/**
 * The server that has it, where it is one's.
 */
server: Text | null,
/**
 * The tool's name.
 */
tool: Text,
/**
 * Its input, from the top; what is inside another comes right after it.
 */
arguments: Array<ArgumentView>, };

/**
 * Why hooks that are present do not run.
 */
export type Dead = { "why": "disabled",
/**
 * That file.
 */
file: Text, } | { "why": "not_loaded",
/**
 * The line in the file where it stops, from 1.
 */
line: number,
/**
 * The character in that line, from 1.
 */
column: number, } | { "why": "review" } | { "why": "managed_off",
/**
 * The file that says so.
 */
file: Text, } | { "why": "managed",
/**
 * The file that says so.
 */
file: Text, } | { "why": "untrusted",
/**
 * That folder.
 */
folder: Text, } | { "why": "older_sessions",
/**
 * How many.
 */
count: number, };

/**
 * One decision of the history. Secrets were taken out before it was written down.
 */
export type DecisionView = {
/**
 * When it was, in milliseconds since 1970.
 */
unix_ms: number,
/**
 * The agent's word on the wire, or its name.
 */
agent: string,
/**
 * The project's name.
 */
project: Text,
/**
 * The agent's working folder.
 */
folder: Text,
/**
 * The agent's name for the tool.
 */
tool: Text,
/**
 * What it was about.
 */
what: Text,
/**
 * Each other field that changes what runs.
 */
facts: Array<Text>,
/**
 * What the person said.
 */
said: Array<Text>,
/**
 * What became of it.
 */
outcome: Outcome, };

/**
 * Lines that change, with a few around them.
 */
export type DiffView = {
/**
 * How many lines come in.
 */
added: number,
/**
 * How many go.
 */
removed: number,
/**
 * The places, from the top.
 */
hunks: Array<HunkView>, };

/**
 * Hooks that went away without the person's doing, for the island.
 */
export type Drift = {
/**
 * The agent's name.
 */
agent_name: string,
/**
 * Whether some of the hooks are still there.
 */
partial: boolean,
/**
 * Since when, in milliseconds since 1970.
 */
since_unix_ms: number, };

/**
 * One hook.
 */
export type EntryView = {
/**
 * The agent's name of the event.
 */
event: string,
/**
 * The tools that it is for; none for all.
 */
matcher: string | null,
/**
 * Whether it stands in the file.
 */
present: boolean, };

/**
 * A field of the input, by its name.
 */
export type Fact = {
/**
 * The field's name.
 */
name: Text,
/**
 * Its value, as JSON.
 */
value: Text, };

/**
 * What becomes of a file.
 */
export type FileChange = { "is": "new" } | { "is": "changed" } | { "is": "deleted",
/**
 * Why the diff does not show what goes with it; none where it does.
 */
unread: Unread | null, } | { "is": "unread",
/**
 * Why.
 */
why: Unread, };

/**
 * A file that changes.
 */
export type FileView = {
/**
 * Its path, as the agent gives it.
 */
path: Text,
/**
 * Where that really leads, where it is another path.
 */
leads_to: Text | null,
/**
 * Whether that lies outside the session's project.
 */
outside: boolean,
/**
 * What becomes of it.
 */
change: FileChange,
/**
 * The lines that change. Of an unread file: the whole text that goes, where the agent names
 * one, and the whole text that comes in.
 */
diff: DiffView, };

/**
 * How our hooks stand in a settings file.
 */
export type FolderState = "installed" | "partial" | "missing" | "removed" | "not_installed" | "not_editable";

/**
 * One settings file of one agent.
 */
export type FolderView = {
/**
 * Names it in what the page asks for.
 */
id: string,
/**
 * The agent's word on the wire.
 */
agent: string,
/**
 * The agent's name.
 */
agent_name: string,
/**
 * The file, as the agent names it.
 */
file: Text,
/**
 * The file that is really written, where the other is a link.
 */
target: Text | null,
/**
 * How our hooks stand in it.
 */
state: FolderState,
/**
 * Since when, in milliseconds since 1970, where it was noticed.
 */
since_unix_ms: number | null,
/**
 * Each hook of ours.
 */
entries: Array<EntryView>,
/**
 * The status line.
 */
status_line: StatusLine,
/**
 * Why hooks that are there do not run.
 */
dead: Array<Dead>,
/**
 * What was last written into it.
 */
written: WrittenView | null,
/**
 * What installing would write now; none where there is nothing to write or it cannot be.
 */
offer: DiffView | null,
/**
 * What removing would write now.
 */
removal: DiffView | null,
/**
 * The newest copy of the file from before one of our changes.
 */
backup: Text | null,
/**
 * The file is much smaller than when we last wrote it: it may have been cut.
 */
shrunk: Shrunk | null,
/**
 * Why the file cannot be edited safely.
 */
problem: ProblemView | null,
/**
 * What the last test showed.
 */
test: TestView | null, };

/**
 * A part of the decision history, the newest first.
 */
export type HistoryPage = {
/**
 * Those that fit the search.
 */
decisions: Array<DecisionView>,
/**
 * How many fit the search in all.
 */
found: number, };

/**
 * How a hook's run ended. Whatever is neither of the first two let the tool run all the same.
 */
export type HookEnd = "proceeded" | "blocked" | { "failed": number } | "signalled" | "timed_out" | { "not_started": Text };

/**
 * On which event of an agent a command runs.
 */
export type HookEvent = "session_start" | "pre_tool_use" | "post_tool_use" | "stop";

/**
 * What a card shows of a file that a command names.
 */
export type HookFileText = { "whole": Passage } | "no_room" | { "unread": Unread };

/**
 * A file that a command names.
 */
export type HookFileView = {
/**
 * Its path.
 */
path: Text,
/**
 * What is in it.
 */
text: HookFileText, };

/**
 * The event on which handlers run.
 */
export type HookPoint = "session_start" | "before_tool" | "after_tool" | "stop";

/**
 * What hooks did on one call or event.
 */
export type HookReport = {
/**
 * A key for the page's list, unique in its session.
 */
key: number,
/**
 * When they ran.
 */
point: HookPoint,
/**
 * The call.
 */
step: StepView | null,
/**
 * Why it was blocked, in the hooks' words, which may be none; `None` of one that was not.
 */
blocked: Text | null,
/**
 * What they had to add for the person.
 */
context: Text | null,
/**
 * Which ones ran, in order.
 */
runs: Array<HookRun>,
/**
 * How many more ran that are not listed.
 */
more: number, };

/**
 * One run of one hook.
 */
export type HookRun = {
/**
 * Its command, on one line.
 */
label: Text,
/**
 * How long it ran, in milliseconds.
 */
duration_ms: number,
/**
 * Whether that is long.
 */
slow: boolean,
/**
 * How it ended.
 */
end: HookEnd, };

/**
 * What can be wrong with hooks, the worst last.
 */
export type HookTrouble = "slow" | "settings" | "timed_out" | "failed";

/**
 * One command.
 */
export type HookView = {
/**
 * On which event it runs.
 */
event: HookEvent,
/**
 * For which tools, as it is written; none for all.
 */
matcher: Text | null,
/**
 * What it runs.
 */
program: ProgramView,
/**
 * How long it may take, in seconds.
 */
timeout_s: number, };

/**
 * What hooks said about a step.
 */
export type HookWord = { "blocked": Text } | { "says": Text };

/**
 * What hooks did in a session, as far as it is kept.
 */
export type HooksView = {
/**
 * What they said about what the session does now.
 */
word: HookWord | null,
/**
 * The worst of what is wrong with them by now: a hook that failed and has done well since is
 * not counted.
 */
trouble: HookTrouble | null,
/**
 * On which calls and events they ran, the newest first. Of many, those that a person would
 * look for are kept longer.
 */
reports: Array<HookReport>,
/**
 * What is wrong with their settings, a sentence each.
 */
warnings: Array<Text>, };

/**
 * One place of a diff.
 */
export type HunkView = {
/**
 * The number of its first line before the change, from 1; 0 where it is not known.
 */
before: number,
/**
 * The number of its first line after it, from 1; 0 where it is not known.
 */
after: number,
/**
 * Its lines.
 */
lines: Array<LineView>, };

/**
 * A language of the windows.
 */
export type Language = "system" | "en" | "pt-BR";

/**
 * What becomes of a line.
 */
export type LineChange = "same" | "added" | "removed";

/**
 * One line of a diff.
 */
export type LineView = {
/**
 * What becomes of it.
 */
change: LineChange,
/**
 * The line, without its end.
 */
text: Text, };

/**
 * How a session is drawn.
 */
export type Marks = "birds" | "plain";

/**
 * When an agent asks before it does something, as its session is set. A mode that is not known
 * counts as the default.
 */
export type Mode = "default" | "accept_edits" | "plan" | "auto" | "dont_ask" | "bypass_permissions";

/**
 * What stands in the way of editing a file.
 */
export type Obstacle = "contents" | "access" | "record";

/**
 * An option of a question.
 */
export type OptionView = {
/**
 * Its name, whole.
 */
label: Text,
/**
 * What it means.
 */
description: Passage | null,
/**
 * What it would look like: text in which columns count.
 */
preview: Passage | null, };

/**
 * What became of a request.
 */
export type Outcome = "allowed" | "denied" | "answered" | "released" | "too_late" | "answered_in_terminal" | "withdrawn" | "expired" | "not_drawn" | "allowed_by_rule" | "handed_back" | "paused" | "ran_all_the_same" | "blocked_by_hook" | "hooks_trusted" | "hooks_put_off" | "hooks_changed" | "hooks_not_kept";

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
outcome: Outcome,
/**
 * The start of the person's words, of one that was denied with some.
 */
words: Text | null, };

/**
 * A text of any length, and what there is to say about it.
 */
export type Passage = {
/**
 * The text, whole.
 */
text: Text,
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
hidden: number, };

/**
 * How much of a plan is used.
 */
export type PlanView = {
/**
 * The agent's word on the wire.
 */
agent: string,
/**
 * The agent's name.
 */
agent_name: string,
/**
 * The windows that it has, the shortest first.
 */
windows: Array<WindowView>, };

/**
 * One thing that a person sets.
 */
export type Prefer = { "language": Language } | { "marks": Marks } | { "screen": string | null } | { "sounds": boolean } | { "notifications": boolean } | { "quiet_minutes": number } | { "start_with_desktop": boolean } | { "cost_and_limits": boolean };

/**
 * The whole picture.
 */
export type PreferencesView = {
/**
 * Counts up with every change.
 */
revision: number,
/**
 * The language of the windows.
 */
language: Language,
/**
 * The desktop's own language, as `LANG` has it: what [`Language::System`] stands for.
 */
system_language: string,
/**
 * How a session is drawn.
 */
marks: Marks,
/**
 * The screen that the island is on, by its connector ("DP-1"); none for the primary one. It may
 * be unplugged just now.
 */
screen: string | null,
/**
 * The screens that are there.
 */
screens: Array<ScreenView>,
/**
 * Whether the island makes a soft sound when it has something to tell.
 */
sounds: boolean,
/**
 * Whether the desktop tells what happens while the island is out of sight.
 */
notifications: boolean,
/**
 * Until when nothing is told by sound or notification, in milliseconds since 1970; none where
 * it is told.
 */
quiet_until_unix_ms: number | null,
/**
 * Whether the app starts with the desktop.
 */
start_with_desktop: boolean,
/**
 * Whether agents are asked for cost and limits, where that takes a place in their terminal.
 */
cost_and_limits: boolean,
/**
 * The file that holds all of this.
 */
file: Text,
/**
 * Why the file does not count, or is not written, in a sentence.
 */
trouble: string | null, };

/**
 * Why a file is left alone.
 */
export type ProblemView = {
/**
 * Of which kind it is.
 */
obstacle: Obstacle,
/**
 * In a sentence.
 */
sentence: string,
/**
 * The line in the file, from 1.
 */
line: number | null,
/**
 * The character in that line, from 1.
 */
column: number | null, };

/**
 * What a command runs.
 */
export type ProgramView = { "shell": Passage } | { "argv": Array<Passage> };

/**
 * A question to the person.
 */
export type QuestionView = {
/**
 * The question, whole.
 */
question: Passage,
/**
 * The same in a word or two.
 */
header: Text | null,
/**
 * What can be chosen, in the order by which an answer names it.
 */
options: Array<OptionView>,
/**
 * Whether more than one can be.
 */
several: boolean, };

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
 * What it asks for.
 */
action: ActionView,
/**
 * When it goes back to its terminal, in milliseconds since 1970.
 */
expires_unix_ms: number, };

/**
 * What an agent that runs only reviewed hooks says of ours.
 */
export type ReviewView = { "is": "given" } | { "is": "waits",
/**
 * How many.
 */
hooks: number, } | { "is": "unlisted" } | { "is": "silent" };

/**
 * One rule.
 */
export type RuleView = {
/**
 * Names it in what the page asks for.
 */
id: string,
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
 * The agent's name for the tool.
 */
tool: Text,
/**
 * The command, whole, where there is no more to it; else the tool's whole input as JSON.
 */
what: Text,
/**
 * The folder in which it holds.
 */
folder: Text,
/**
 * Whether it covers whatever the project's own code does by then.
 */
runs_project_code: boolean,
/**
 * When the person made it, in milliseconds since 1970.
 */
made_unix_ms: number,
/**
 * How often it has allowed something.
 */
uses: number,
/**
 * When it last did.
 */
used_unix_ms: number | null,
/**
 * Whether it counts. One that was not made on a card, but added to the file by a program, does
 * not.
 */
active: boolean, };

/**
 * A screen that is there.
 */
export type ScreenView = {
/**
 * Its connector ("DP-1").
 */
name: string,
/**
 * What people call it: its maker and model.
 */
model: Text,
/**
 * Whether it is the primary one.
 */
primary: boolean, };

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
 * The same number for all sessions of one project folder, so that its birds look alike.
 */
species: number,
/**
 * The branch that is checked out in the project, where there is one.
 */
branch: Text | null,
/**
 * What it does.
 */
status: Status,
/**
 * Since when, in milliseconds since 1970.
 */
since_unix_ms: number,
/**
 * When its agent asks at all.
 */
mode: Mode,
/**
 * Whether the person has handed it back to its terminal: no cards, until it ends.
 */
handed_back: boolean,
/**
 * The step it is at, while it works.
 */
step: StepView | null,
/**
 * How many sub-agents of it run.
 */
subagents: number,
/**
 * How many commands of it run in the background, as far as it says.
 */
background: number,
/**
 * What its tokens would cost at API prices, in millionths of a dollar, by the agent's own
 * count; none where it does not say.
 */
cost_micro_usd: number | null,
/**
 * The start of the agent's last reply, on one line, when its turn is over.
 */
reply: Text | null,
/**
 * What the person's own lifecycle hooks did in it; none where there is nothing to say.
 */
hooks: HooksView | null, };

/**
 * The whole picture.
 */
export type SetupView = {
/**
 * Counts up with every change.
 */
revision: number,
/**
 * Whether the app runs for the first time, so that a person should see what it has written.
 */
first_run: boolean,
/**
 * Where the program is that the hooks call.
 */
relay: Text,
/**
 * Why that program could not be put there, in a sentence.
 */
relay_trouble: string | null,
/**
 * One for each settings file that was found or written.
 */
folders: Array<FolderView>, };

/**
 * A file that was cut.
 */
export type Shrunk = {
/**
 * Its length when we last wrote it, in bytes.
 */
before: number,
/**
 * Its length now, in bytes.
 */
now: number, };

/**
 * What a session does, from what needs a person most to what needs one least.
 */
export type Status = "waits_here" | "waits_in_terminal" | "failed" | "working" | "compacting" | "in_background" | "done" | "interrupted" | "quiet" | "started" | "ended" | "gone";

/**
 * The agent's status line, behind which the person's own one keeps running.
 */
export type StatusLine = "untouched" | "ours" | "chained" | "theirs";

/**
 * The step of a session.
 */
export type StepView = { "command": Text } | { "edit": Text } | { "read": Text } | { "open": Text } | { "subagent": Text } | { "server_tool": {
/**
 * The server.
 */
server: Text,
/**
 * The tool.
 */
tool: Text, } } | { "tool": Text };

/**
 * What came out of sending a harmless event through each hook.
 */
export type TestView = {
/**
 * When, in milliseconds since 1970.
 */
unix_ms: number,
/**
 * Each hook that stands in the file, in its order.
 */
hooks: Array<TestedHook>,
/**
 * The agent's program; none where it is not found by its name.
 */
program: AgentProgramView | null,
/**
 * What the agent says of the person's review of our hooks; none where it wants none, or is not
 * found.
 */
review: ReviewView | null, };

/**
 * One hook that was tested.
 */
export type TestedHook = {
/**
 * The agent's name of the event.
 */
event: string,
/**
 * From its start to its end, in milliseconds.
 */
ms: number,
/**
 * What it printed, which should be nothing.
 */
printed: Text | null,
/**
 * What is wrong, in a sentence; none where all is well.
 */
trouble: string | null, };

/**
 * Text from outside, as a person can trust it: what would not be seen, or would reorder what is
 * seen, stands as a token of its own.
 */
export type Text = Array<Segment>;

/**
 * A card that asks whether the hooks of a project's settings file may run.
 */
export type TrustView = {
/**
 * Which card.
 */
id: CardId,
/**
 * The digest of what it asks about; the page gives it back with what it has drawn.
 */
binding: string,
/**
 * The agent whose session met the hooks first: its word on the wire.
 */
agent: string,
/**
 * The name of that session.
 */
session: string,
/**
 * The project's name.
 */
project: Text,
/**
 * The folder in which the commands run, whole.
 */
folder: Text,
/**
 * The settings file, whole.
 */
file: Text,
/**
 * How many commands there are.
 */
commands: number,
/**
 * Whether they can be trusted here: only where the card shows all that would run.
 */
offered: boolean,
/**
 * Whether all of it is on screen and has been seen to its end.
 */
whole: boolean, };

/**
 * A project's settings file whose hooks run, as it was when the person said so.
 */
export type TrustedView = {
/**
 * Names it in what the page asks for.
 */
id: string,
/**
 * The project's name.
 */
project: Text,
/**
 * The settings file.
 */
file: Text, };

/**
 * Why a file's change is not shown as a difference to what is there.
 */
export type Unread = "unclear_path" | "missing" | "not_a_file" | "too_large" | "not_text" | "unreadable" | "link" | "old_text_missing" | "old_text_repeated" | "cell_missing" | "too_many_changes";

/**
 * Why a card offers no trust.
 */
export type Untold = "too_much" | "unread";

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
 * The card that asks whether a project's hooks are trusted. It is there only while no agent waits
 * for an answer.
 */
trust: TrustView | null,
/**
 * The sessions, by their keys, in whose projects hooks do not run since the person does not trust
 * them, and has put off the question.
 */
untrusted: Array<string>,
/**
 * All cards that wait, the one in front first.
 */
queue: Array<QueueEntry>,
/**
 * The sessions, the one that needs a person most first.
 */
sessions: Array<SessionView>,
/**
 * How much of each plan is used, where its agent says so: one for each account that is known
 * to be another's.
 */
limits: Array<PlanView>,
/**
 * What became of the last card, for about a second.
 */
outcome: OutcomeView | null,
/**
 * Why the app cannot serve agents, in a sentence.
 */
trouble: string | null,
/**
 * Agents whose hooks went away without the person's doing.
 */
drift: Array<Drift>,
/**
 * Whether every request goes back to its terminal: the person has paused the app.
 */
paused: boolean, };

/**
 * One window of a plan's limits.
 */
export type WindowView = {
/**
 * Its length, in minutes: 300 of five hours, 10,080 of a week.
 */
minutes: number,
/**
 * How much of it is used, in percent; none once it has begun anew and nothing was said since.
 */
used_percent: number | null,
/**
 * When it begins anew, in milliseconds since 1970, where that is known and lies ahead.
 */
resets_unix_ms: number | null,
/**
 * When the agent said so, in milliseconds since 1970.
 */
told_unix_ms: number, };

/**
 * A change that was written.
 */
export type WrittenView = {
/**
 * When, in milliseconds since 1970.
 */
unix_ms: number,
/**
 * What.
 */
diff: DiffView,
/**
 * Whether it can be undone.
 */
undo: boolean, };
