import type { Host } from "./host";

/** So long after the last key a person counts as still writing. */
const PAUSE_MS = 1_200;

/** Asks for the keyboard while a person writes, and gives it back when that is over. */
export class Typing {
  private on = false;
  private lastKey = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The field has gone: what the person still writes is for nothing else on the page. */
  private gone = false;
  private readonly key = (event: KeyboardEvent) => {
    this.lastKey = performance.now();
    if (!this.gone) return;
    event.preventDefault();
    event.stopPropagation();
  };

  constructor(private readonly host: Pick<Host, "typing">) {
    // Another window has the keyboard now: the next press in a field asks for it anew.
    window.addEventListener("blur", () => this.end());
  }

  /** A text field is in use. */
  begin(): void {
    clearTimeout(this.timer);
    this.gone = false;
    if (this.on) return;
    this.on = true;
    window.addEventListener("keydown", this.key, { capture: true });
    this.host.typing(true);
  }

  /** The person is done with it. */
  end(): void {
    clearTimeout(this.timer);
    if (!this.on) return;
    this.on = false;
    this.gone = false;
    window.removeEventListener("keydown", this.key, { capture: true });
    this.host.typing(false);
  }

  /**
   * The field has gone, and not because the person was done. The keyboard stays until they pause:
   * words that were meant for the field must not land in another window.
   */
  abandon(): void {
    clearTimeout(this.timer);
    if (!this.on) return;
    this.gone = true;
    const left = this.lastKey + PAUSE_MS - performance.now();
    if (left <= 0) this.end();
    else this.timer = setTimeout(() => this.abandon(), left);
  }
}
