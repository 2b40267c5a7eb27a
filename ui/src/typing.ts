import type { Host } from "./host";

/** So long after the last key a person counts as still writing. */
const PAUSE_MS = 1_200;

/** Asks for the keyboard while a person writes, and gives it back when that is over. */
export class Typing {
  private on = false;
  private lastKey = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly key = () => (this.lastKey = performance.now());

  constructor(private readonly host: Pick<Host, "typing">) {}

  /** A text field is in use. */
  begin(): void {
    clearTimeout(this.timer);
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
    const left = this.lastKey + PAUSE_MS - performance.now();
    if (left <= 0) this.end();
    else this.timer = setTimeout(() => this.abandon(), left);
  }
}
