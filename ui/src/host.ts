import type {
  ApprovalsView,
  CardId,
  Content,
  HistoryPage,
  Prefer,
  PreferencesView,
  SetupView,
  View,
} from "./gen/view";

/** A rectangle in CSS pixels, from the window's top left corner. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a person can say on a card. */
export type Choice =
  "allow" | "always" | "deny" | "answer" | "reply_in_terminal" | "trust" | "not_now";

/** The card in front, as it stands on the screen. */
export interface DrawnCard {
  card: CardId;
  binding: string;
  /** All of the card is inside the window, and the last line of what it shows has been visible. */
  whole: boolean;
  /** Where its buttons are; none where one is absent or cannot be pressed now. */
  buttons: Record<
    "allow" | "always" | "deny" | "answer" | "terminal" | "trust" | "not_now",
    Rect | null
  >;
  /**
   * The button that Enter would press right now: the one that has the focus, or the one that a text
   * field sends.
   */
  focus: Choice | null;
}

/** What the page has painted: the proof of what a person can see. */
export interface Drawn {
  /** The revision of the view that was painted. */
  revision: number;
  /** The cards whose line in the queue (or whose card in front) is visible. */
  queued: CardId[];
  front: DrawnCard | null;
}

/** What a person answers to one question. */
export interface Picked {
  /** The options, by their place in the question, from 0. */
  options: number[];
  /** The person's own words. */
  own: string | null;
}

/** What a person says on a card. */
export type Say =
  | { choice: "allow" | "always" | "reply_in_terminal" | "trust" | "not_now" }
  /** `words` go to the agent with it. */
  | { choice: "deny"; words?: string }
  /** One answer for each question, in their order. */
  | { choice: "answer"; answers: Picked[] };

/** An answer, for the very card whose button was pressed. */
export type Decision = { card: CardId; binding: string } & Say;

/** A view, and what of it the window shows. */
export interface Shown extends View {
  /** What the card in front shows, unless that is large. */
  content: Content | null;
  /** Whether something lies below that fills the screen, so that only the pill should cover it. */
  compact: boolean;
  /** Counts up with each one that is sent: what is not of the view changes without its revision. */
  serial: number;
}

/** What the person has set, told to each window. */
export interface PreferencesSource {
  /** Gives it as it is now. */
  attachPreferences(): Promise<PreferencesView>;
  /** Calls back with every later state. Resolves once it listens. */
  onPreferences(callback: (view: PreferencesView) => void): Promise<void>;
}

/** A sound, by what it says. */
export type SoundName = "asks" | "finished" | "failed";

/**
 * Everything that the page General of the settings asks of the program around it. What cannot be done
 * rejects with a sentence that says why. The state afterwards comes as a view.
 */
export interface PreferencesHost extends PreferencesSource {
  /** Changes one thing, for good. */
  prefer(change: Prefer): Promise<void>;
  /** Plays a sound, whatever is set. Resolves once it was heard. */
  hear(sound: SoundName): Promise<void>;
  /** Ends the app. Nothing resolves once it has ended. */
  quit(): Promise<void>;
  /** The wall clock, in milliseconds since 1970. */
  now(): number;
}

/** Everything that the island's page asks of the program around it. */
export interface Host extends PreferencesSource {
  /** Gives the view as it is now. */
  attach(): Promise<Shown>;
  /** Calls back with every later view. Resolves once it listens. */
  onView(callback: (shown: Shown) => void): Promise<void>;
  /** Calls back when the person has asked for the keyboard. Resolves once it listens. */
  onFocused(callback: () => void): Promise<void>;
  /** Gives the keyboard back: the person is done with the island. */
  unfocus(): void;
  /** Gives what the card in front shows. Rejects when another one is in front by now. */
  content(card: CardId, binding: string): Promise<Content>;
  /** Says what has been painted. */
  drawn(drawn: Drawn): void;
  /** Says that a person pressed a button of a card. */
  decide(decision: Decision): void;
  /** Brings another card of the queue to the front. */
  bring(card: CardId): void;
  /** Gives a session back to its terminal, or takes its cards again. */
  handBack(session: string, handedBack: boolean): void;
  /** Asks again about the hooks of a session's project, which the person has put off. */
  reviewHooks(session: string): void;
  /** Says whether a person writes: only then does the window need the keyboard. */
  typing(on: boolean): void;
  /** Opens an address outside of the app; only one of the web. */
  openLink(url: string): void;
  /** Sends every request back to its terminal, or takes requests again. */
  pause(paused: boolean): void;
  /** Says where the island is, so that clicks beside it reach what lies below. */
  region(rects: Rect[]): void;
  /** Opens the settings window, or brings it to the front. */
  openSettings(): void;
  /** The wall clock, in milliseconds since 1970. */
  now(): number;
}

/** What a person can have done to a settings file. Undo takes the whole installation back. */
export type FolderAct = "install" | "remove" | "undo" | "test";

/**
 * Everything that the settings page asks of the program around it. What takes an id is about one
 * settings file; it resolves once it is done and rejects with a sentence that says why it is not.
 * Either way the state afterwards comes as a view.
 */
export interface SetupHost extends Record<FolderAct, (id: string) => Promise<void>> {
  /** Gives the view as it is now. */
  attachSetup(): Promise<SetupView>;
  /** Calls back with every later view. Resolves once it listens. */
  onSetup(callback: (view: SetupView) => void): Promise<void>;
  /** Looks for agents and at their settings files again. */
  look(): Promise<void>;
  /** Says that a person has read what the first run wrote. */
  seen(): Promise<void>;
  /** The wall clock, in milliseconds since 1970. */
  now(): number;
}

/**
 * Everything that the page of the rules and the history asks of the program around it. What cannot
 * be done rejects with a sentence that says why. The state afterwards comes as a view.
 */
export interface ApprovalsHost {
  /** Gives the view as it is now. */
  attachApprovals(): Promise<ApprovalsView>;
  /** Calls back with every later view. Resolves once it listens. */
  onApprovals(callback: (view: ApprovalsView) => void): Promise<void>;
  /** Removes a rule, also for a request that waits. */
  removeRule(id: string): Promise<void>;
  /** Trusts the hooks of a project's settings file no longer. */
  distrust(file: string): Promise<void>;
  /** Gives up to 50 decisions that fit the search, the newest first, after so many of them. */
  history(search: string, skip: number): Promise<HistoryPage>;
  /** Writes all decisions into a file of their own, and gives its path. */
  exportHistory(): Promise<string>;
  /** Deletes all decisions. */
  clearHistory(): Promise<void>;
  /** Sends every request back to its terminal from now on, or no longer. */
  pause(paused: boolean): Promise<void>;
  /** The wall clock, in milliseconds since 1970. */
  now(): number;
}
