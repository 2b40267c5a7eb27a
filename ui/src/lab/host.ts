import type { View } from "../gen/view";
import type { Decision, Drawn, Host, Rect } from "../host";
import { NOW } from "./states";

/** A host without a program around it: it shows any view and keeps what the page says. */
export class LabHost implements Host {
  readonly drawnReports: Drawn[] = [];
  readonly decisions: Decision[] = [];
  readonly regions: Rect[][] = [];
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

  now(): number {
    return NOW;
  }

  /** Shows a view, whatever was shown before. */
  show(view: View): void {
    this.view = { ...view, revision: this.view.revision + 1 };
    this.callback?.(this.view);
  }
}
