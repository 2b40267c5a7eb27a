import type { SetupView, View } from "../gen/view";
import type { Decision, Drawn, FolderAct, Host, Rect, SetupHost } from "../host";
import { NOW } from "./states";

/** A host without a program around it: it shows any view and keeps what the page says. */
export class LabHost implements Host {
  readonly drawnReports: Drawn[] = [];
  readonly decisions: Decision[] = [];
  readonly regions: Rect[][] = [];
  /** How often the settings were asked for. */
  opened = 0;
  private callback: ((view: View) => void) | undefined;

  constructor(private view: View) {}

  attach(): Promise<View> {
    return Promise.resolve(this.view);
  }

  onView(callback: (view: View) => void): Promise<void> {
    this.callback = callback;
    return Promise.resolve();
  }

  drawn(drawn: Drawn): void {
    this.drawnReports.push(drawn);
    const { front } = this.view;
    // As native code does: only a card that was drawn whole can be allowed.
    if (front && !front.whole && drawn.front?.whole && drawn.front.binding === front.binding) {
      this.show({ ...this.view, front: { ...front, whole: true } });
    }
  }

  decide(decision: Decision): void {
    this.decisions.push(decision);
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

  /** Shows a view, whatever was shown before. */
  show(view: View): void {
    this.view = { ...view, revision: this.view.revision + 1 };
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
