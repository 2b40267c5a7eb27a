import type { CardView, TrustView, View } from "./gen/view";
import { aroundPaint } from "./kit/frames";
import type { Choice, Drawn, DrawnCard, Host, Rect } from "./host";

/** After these something else may be in sight, or have the focus. */
const CHANGES = ["finished", "focusin", "focusout"];
/** What says which buttons can be pressed, and by which key. */
const ATTRIBUTES = ["aria-disabled", "data-choice", "data-enter"];

/** Half a pixel of rounding is no cut. */
const SLACK = 1;

function rectOf(element: Element): Rect {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

function inside(rect: Rect, outer: Rect): boolean {
  return (
    rect.width > 0 &&
    rect.height > 0 &&
    rect.x >= outer.x - SLACK &&
    rect.y >= outer.y - SLACK &&
    rect.x + rect.width <= outer.x + outer.width + SLACK &&
    rect.y + rect.height <= outer.y + outer.height + SLACK
  );
}

/** Which parts of a card there are, and which one is drawn; a card of one part says nothing of it. */
function partOf(card: Element): { part: string; parts: number } {
  const { part = "0", parts = "1" } = card.querySelector<HTMLElement>("[data-part]")?.dataset ?? {};
  return { part, parts: Number(parts) };
}

/** The choice that Enter would make in a card. */
function focusIn(card: Element): Choice | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !card.contains(element)) return null;
  if (element.getAttribute("aria-disabled") === "true") return null;
  const choice = element.dataset["choice"] ?? element.dataset["enter"];
  return (choice as Choice | undefined) ?? null;
}

type InFront = Pick<CardView | TrustView, "id" | "binding">;

/** The card that is shown: an agent's, else one about hooks. */
function inFront(view: View): InFront | null {
  return view.front ?? view.trust;
}

/** A value that is sent again only when it has changed. */
class Sent<Value> {
  private last = "";

  constructor(private readonly send: (value: Value) => void) {}

  offer(value: Value): void {
    const text = JSON.stringify(value);
    if (text === this.last) return;
    this.last = text;
    this.send(value);
  }
}

/**
 * Tells the host what a person can see. It measures the page right before a paint and speaks right
 * after it, so that nothing is reported that was not on the screen.
 */
export class Witness {
  private view: View | null = null;
  private measuring = false;
  /** The parts of each card whose last line has been on screen. */
  private readonly seen = new Map<string, Set<string>>();
  /** The elements that have been told so. */
  private readonly told = new WeakSet<Element>();
  private readonly resized = new ResizeObserver(() => this.look());
  private readonly changed = new MutationObserver(() => this.look());
  private readonly shapes = new MutationObserver(() => this.follow());
  private readonly drawn: Sent<Drawn>;
  private readonly region: Sent<Rect[]>;
  private readonly onLook = () => this.look();
  private spoke = false;

  /** `first` is called once, when the first view has been painted and reported. */
  constructor(
    private readonly host: Host,
    private readonly root: HTMLElement,
    private readonly first: () => void,
  ) {
    this.drawn = new Sent((value) => this.host.drawn(value));
    this.region = new Sent((value) => this.host.region(value));
    this.root.addEventListener("scroll", this.onLook, { capture: true, passive: true });
    for (const kind of CHANGES) this.root.addEventListener(kind, this.onLook);
    this.changed.observe(this.root, { subtree: true, attributeFilter: ATTRIBUTES });
    // What a person opens and closes is of the same view.
    this.shapes.observe(this.root, { childList: true });
    window.addEventListener("resize", this.onLook);
    window.visualViewport?.addEventListener("resize", this.onLook);
    document.addEventListener("visibilitychange", this.onLook);
  }

  /** The page holds this view now; it is not painted yet. */
  rendered(view: View | null): void {
    this.view = view;
    const waiting = new Set(view?.queue.map((entry) => entry.card));
    if (view?.trust) waiting.add(view.trust.id);
    for (const key of this.seen.keys()) {
      if (!waiting.has(Number.parseInt(key))) this.seen.delete(key);
    }
    this.follow();
  }

  close(): void {
    this.resized.disconnect();
    this.shapes.disconnect();
    this.root.removeEventListener("scroll", this.onLook, { capture: true });
    for (const kind of CHANGES) this.root.removeEventListener(kind, this.onLook);
    this.changed.disconnect();
    window.removeEventListener("resize", this.onLook);
    window.visualViewport?.removeEventListener("resize", this.onLook);
    document.removeEventListener("visibilitychange", this.onLook);
    this.view = null;
  }

  private follow(): void {
    this.resized.disconnect();
    for (const shape of this.root.children) this.resized.observe(shape);
    this.look();
  }

  private look(): void {
    if (this.measuring) return;
    this.measuring = true;
    aroundPaint(() => {
      this.measuring = false;
      return this.measure();
    });
  }

  /** What there is to say once it is painted. */
  private measure(): (() => void) | undefined {
    this.region.offer(Array.from(this.root.querySelectorAll("[data-shape]"), rectOf));
    if (!this.view || document.visibilityState !== "visible") return;
    // Text in a font that still loads is not painted. Only a card has text that must be read.
    if (inFront(this.view) && document.fonts.status === "loading") {
      void document.fonts.ready.then(() => this.look());
      return;
    }
    const drawn = this.visible(this.view);
    return () => this.say(drawn);
  }

  private say(drawn: Drawn): void {
    // Closed since.
    if (!this.view) return;
    this.drawn.offer(drawn);
    if (!this.spoke) this.first();
    this.spoke = true;
  }

  private visible(view: View): Drawn {
    // On a magnified page things are not where they are measured, and part of them is off screen.
    if ((window.visualViewport?.scale ?? 1) !== 1) {
      return { revision: view.revision, queued: [], front: null };
    }
    const screen: Rect = { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight };
    const shown = inFront(view);
    const front = shown && this.front(shown, screen);
    const queued = view.queue
      .filter((entry) => this.showsQueued(entry.card, screen))
      .map((entry) => entry.card);
    return { revision: view.revision, queued, front };
  }

  /** The front card is visible by its own heading; the others by their line. */
  private showsQueued(card: number, screen: Rect): boolean {
    const heading = this.root.querySelector(`[data-card="${card}"] > header`);
    if (heading) return inside(rectOf(heading), screen);
    const line = this.root.querySelector(`[data-queued="${card}"]`);
    const queue = line?.closest("[data-queue]");
    if (!line || !queue) return false;
    return inside(rectOf(line), rectOf(queue)) && inside(rectOf(line), screen);
  }

  private front(view: InFront, screen: Rect): DrawnCard | null {
    const card = this.root.querySelector(`[data-card="${view.id}"]`);
    if (!card) return null;
    const fits = inside(rectOf(card), screen);
    const whole = fits && this.hasBeenSeen(view, card);
    const button = (choice: Choice) => {
      const element = card.querySelector(`[data-choice="${choice}"]`);
      return element && rectOf(element);
    };
    const once = (choice: Choice) => (whole ? button(choice) : null);
    return {
      card: view.id,
      binding: view.binding,
      whole,
      buttons: {
        allow: button("allow"),
        always: once("always"),
        deny: button("deny"),
        answer: once("answer"),
        terminal: button("reply_in_terminal"),
        trust: once("trust"),
        not_now: button("not_now"),
      },
      focus: focusIn(card),
    };
  }

  /** Whether each part of a card has been on screen to its end, and what is drawn now is complete. */
  private hasBeenSeen(view: InFront, card: Element): boolean {
    // What is still to come is below the end that there is.
    if (card.querySelector("[data-unfinished]") !== null) return false;
    const key = `${view.id} ${view.binding}`;
    const seen = this.seen.get(key) ?? new Set();
    this.seen.set(key, seen);
    const { part, parts } = partOf(card);
    if (this.endIsVisible(card)) seen.add(part);
    const element = card.querySelector("[data-part]");
    if (element && seen.has(part) && !this.told.has(element)) {
      this.told.add(element);
      element.dispatchEvent(new CustomEvent("seen"));
    }
    return seen.size >= parts;
  }

  private endIsVisible(card: Element): boolean {
    const scroller = card.querySelector("[data-scroller]");
    if (!scroller || scroller.clientHeight < 20) return false;
    return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - SLACK;
  }
}
