import type { Attachment } from "svelte/attachments";

/** So long after the pointer has left it what is open folds by itself. */
const FOLD_MS = 8_000;

/** Whether the sessions are open: until a person closes them, or has gone away from them. */
export class Fold {
  open = $state(false);
  /** The places where the pointer is. */
  private over = $state(0);
  private places: HTMLElement[] = [];

  /** Whether the pointer is on it. */
  get pointed(): boolean {
    return this.over > 0;
  }

  /** A place that holds it open, while the pointer or the keyboard is there. */
  place: Attachment<HTMLElement> = (element) => {
    let here = false;
    const point = (now: boolean) => {
      if (now === here) return;
      here = now;
      this.over += now ? 1 : -1;
    };
    const enter = () => point(true);
    const leave = () => point(false);
    element.addEventListener("pointerenter", enter);
    element.addEventListener("pointerleave", leave);
    this.places.push(element);
    return () => {
      point(false);
      this.places = this.places.filter((place) => place !== element);
      element.removeEventListener("pointerenter", enter);
      element.removeEventListener("pointerleave", leave);
    };
  };

  /** Folds after a while, unless a person is there by then. Undone by its result. */
  wait(): () => void {
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      timer = setTimeout(() => {
        if (this.hasKeyboard()) again();
        else this.open = false;
      }, FOLD_MS);
    };
    again();
    return () => clearTimeout(timer);
  }

  /** Whether a press was beside it. */
  isBeside(target: EventTarget | null): boolean {
    return !this.places.some((place) => target instanceof Node && place.contains(target));
  }

  private hasKeyboard(): boolean {
    return document.hasFocus() && !this.isBeside(document.activeElement);
  }
}
