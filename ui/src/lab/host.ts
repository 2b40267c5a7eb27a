import type {
  ApprovalsView,
  CardId,
  Content,
  HistoryPage,
  Prefer,
  PreferencesView,
  SetupView,
} from "../gen/view";
import type {
  ApprovalsHost,
  Decision,
  Drawn,
  FolderAct,
  Host,
  PreferencesHost,
  Rect,
  SetupHost,
  Shown,
  SoundName,
} from "../host";
import { plainText } from "../kit/text";
import type { ApprovalsState } from "./approvals";
import { NOW, PREFERENCES } from "./fixtures";

/** A state of the island: what is shown, and what the page has to ask for. */
export interface LabState extends Shown {
  /** What the card in front shows, where that is large. */
  large?: Content;
  /** What the person has set, where it is not what everybody begins with. */
  preferences?: Partial<PreferencesView>;
}

/** A host without a program around it: it shows any view and keeps what the page says. */
export class LabHost implements Host {
  readonly drawnReports: Drawn[] = [];
  readonly decisions: Decision[] = [];
  readonly regions: Rect[][] = [];
  /** Everything else that the page asked for, in order. */
  readonly requests: unknown[][] = [];
  /** How often the settings were asked for. */
  opened = 0;
  /** What was asked for, as `card binding`. */
  readonly asked: string[] = [];
  /** Holds an answer back. */
  answers: Promise<void> = Promise.resolve();
  private callback: ((shown: Shown) => void) | undefined;
  private prefer: ((view: PreferencesView) => void) | undefined;

  private preferences: PreferencesView;

  constructor(private view: LabState) {
    this.preferences = { ...PREFERENCES, ...view.preferences };
  }

  attachPreferences(): Promise<PreferencesView> {
    return Promise.resolve(this.preferences);
  }

  onPreferences(callback: (view: PreferencesView) => void): Promise<void> {
    this.prefer = callback;
    return Promise.resolve();
  }

  attach(): Promise<Shown> {
    return Promise.resolve(this.view);
  }

  onView(callback: (shown: Shown) => void): Promise<void> {
    this.callback = callback;
    return Promise.resolve();
  }

  onFocused(callback: () => void): Promise<void> {
    this.focus = callback;
    return Promise.resolve();
  }

  unfocus(): void {
    this.requests.push(["unfocus"]);
  }

  async content(card: CardId, binding: string): Promise<Content> {
    this.asked.push(`${card} ${binding}`);
    await this.answers;
    const { large } = this.view;
    const front = this.view.front ?? this.view.trust;
    if (!large || front?.id !== card || front.binding !== binding) throw new Error("not in front");
    return large;
  }

  drawn(drawn: Drawn): void {
    this.drawnReports.push(drawn);
    const { front, trust } = this.view;
    // As native code does: only a card that was drawn whole can be allowed.
    if (front && !front.whole && drawn.front?.whole && drawn.front.binding === front.binding) {
      this.show({ ...this.view, front: { ...front, whole: true } });
    }
    if (trust && !trust.whole && drawn.front?.whole && drawn.front.binding === trust.binding) {
      this.show({ ...this.view, trust: { ...trust, whole: true } });
    }
  }

  decide(decision: Decision): void {
    this.decisions.push(decision);
  }

  bring(card: CardId): void {
    this.requests.push(["bring", card]);
  }

  handBack(session: string, handedBack: boolean): void {
    this.requests.push(["handBack", session, handedBack]);
  }

  reviewHooks(session: string): void {
    this.requests.push(["reviewHooks", session]);
  }

  typing(on: boolean): void {
    this.requests.push(["typing", on]);
  }

  openLink(url: string): void {
    this.requests.push(["openLink", url]);
  }

  pause(paused: boolean): void {
    this.requests.push(["pause", paused]);
  }

  region(rects: Rect[]): void {
    this.regions.push(rects);
  }

  openSettings(): void {
    this.opened++;
  }

  now(): number {
    return NOW;
  }

  /** The person asks for the keyboard. */
  focus: () => void = () => undefined;

  /** Sets what a person can set. */
  set(more: Partial<PreferencesView>): void {
    const { revision } = this.preferences;
    this.preferences = { ...this.preferences, ...more, revision: revision + 1 };
    this.prefer?.(this.preferences);
  }

  /** Shows a view, whatever was shown before. */
  show(view: LabState): void {
    const { revision, serial } = this.view;
    this.view = { ...view, revision: revision + 1, serial: serial + 1 };
    this.set({ ...PREFERENCES, ...view.preferences });
    this.callback?.(this.view);
  }
}

/** What the settings page asked for, and its end, whenever a test wants it. */
interface Asked {
  act: FolderAct | "look" | "seen";
  id?: string;
  done: () => void;
  fail: (reason: unknown) => void;
}

/** The same for the settings window. What is asked for is done when the lab says so. */
export class LabSetupHost implements SetupHost {
  readonly asked: Asked[] = [];
  private callback: ((view: SetupView) => void) | undefined;

  constructor(private view: SetupView) {}

  attachSetup(): Promise<SetupView> {
    return Promise.resolve(this.view);
  }

  onSetup(callback: (view: SetupView) => void): Promise<void> {
    this.callback = callback;
    return Promise.resolve();
  }

  install = (id: string) => this.ask("install", id);
  remove = (id: string) => this.ask("remove", id);
  undo = (id: string) => this.ask("undo", id);
  test = (id: string) => this.ask("test", id);
  look = () => this.ask("look");
  seen = () => this.ask("seen");

  now(): number {
    return NOW;
  }

  /** Shows a view, whatever was shown before. */
  show(view: SetupView): void {
    this.view = { ...view, revision: this.view.revision + 1 };
    this.callback?.(this.view);
  }

  private ask(act: Asked["act"], id?: string): Promise<void> {
    return new Promise((done, fail) => {
      this.asked.push(id === undefined ? { act, done, fail } : { act, id, done, fail });
    });
  }
}

/** What the page of rules and decisions asked for, and its end, whenever a test wants it. */
interface AskedApproval {
  act: "remove" | "distrust" | "pause" | "export" | "clear";
  of?: string | boolean;
  done: (value?: string) => void;
  fail: (reason: unknown) => void;
}

/** The same for the page of rules and decisions. The history answers at once. */
export class LabApprovalsHost implements ApprovalsHost {
  readonly asked: AskedApproval[] = [];
  /** What was read of the history, as `search skip`. */
  readonly read: string[] = [];
  /** Holds an answer back. */
  answers: Promise<void> = Promise.resolve();
  private callback: ((view: ApprovalsView) => void) | undefined;

  constructor(private view: ApprovalsState) {}

  attachApprovals(): Promise<ApprovalsView> {
    return Promise.resolve(this.view);
  }

  onApprovals(callback: (view: ApprovalsView) => void): Promise<void> {
    this.callback = callback;
    return Promise.resolve();
  }

  async history(search: string, skip: number): Promise<HistoryPage> {
    this.read.push(`${search} ${skip}`.trimStart());
    const { decisions, unreadable } = this.view;
    await this.answers;
    if (unreadable !== undefined) throw unreadable;
    const fits = decisions.filter(({ what, project }) =>
      `${plainText(what)} ${plainText(project)}`.includes(search),
    );
    return { decisions: fits.slice(skip, skip + 50), found: fits.length };
  }

  removeRule = (id: string) => this.ask("remove", id).then(() => undefined);
  distrust = (file: string) => this.ask("distrust", file).then(() => undefined);
  pause = (paused: boolean) => this.ask("pause", paused).then(() => undefined);
  exportHistory = () => this.ask("export").then((path) => path ?? "");
  clearHistory = () => this.ask("clear").then(() => undefined);

  now(): number {
    return NOW;
  }

  /** Shows a view, whatever was shown before. */
  show(view: ApprovalsState): void {
    this.view = { ...view, revision: this.view.revision + 1 };
    this.callback?.(this.view);
  }

  private ask(act: AskedApproval["act"], of?: string | boolean): Promise<string | undefined> {
    return new Promise((done, fail) => {
      this.asked.push(of === undefined ? { act, done, fail } : { act, of, done, fail });
    });
  }
}

/** What the page General asked for, and its end, whenever a test wants it. */
interface AskedPreference {
  act: "prefer" | "hear" | "quit";
  of?: Prefer | SoundName;
  done: () => void;
  fail: (reason: unknown) => void;
}

/** The same for the page General. */
export class LabPreferencesHost implements PreferencesHost {
  readonly asked: AskedPreference[] = [];
  private callback: ((view: PreferencesView) => void)[] = [];

  constructor(private view: PreferencesView) {}

  attachPreferences(): Promise<PreferencesView> {
    return Promise.resolve(this.view);
  }

  onPreferences(callback: (view: PreferencesView) => void): Promise<void> {
    this.callback.push(callback);
    return Promise.resolve();
  }

  prefer = (change: Prefer) => this.ask("prefer", change);
  hear = (sound: SoundName) => this.ask("hear", sound);
  quit = () => this.ask("quit");

  now(): number {
    return NOW;
  }

  /** Shows a view, whatever was shown before. */
  show(view: PreferencesView): void {
    this.view = { ...view, revision: this.view.revision + 1 };
    for (const callback of this.callback) callback(this.view);
  }

  private ask(act: AskedPreference["act"], of?: AskedPreference["of"]): Promise<void> {
    return new Promise((done, fail) => {
      this.asked.push(of === undefined ? { act, done, fail } : { act, of, done, fail });
    });
  }
}
