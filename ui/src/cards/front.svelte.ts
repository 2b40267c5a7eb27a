import type { CardView, Content, TrustView } from "../gen/view";
import type { Host, Shown } from "../host";
import { afterPaint } from "../kit/frames";

interface Held {
  card: CardView["id"];
  binding: string;
  content: Content;
}

/** A card, and what it is bound to. */
type Card = Pick<CardView | TrustView, "id" | "binding">;

/** What the card in front shows. A small one comes with its view; a large one is asked for once. */
export class FrontContent {
  private held = $state.raw<Held | null>(null);
  private asking: Card | null = null;

  constructor(private readonly host: Pick<Host, "content">) {}

  /** Takes what a view brings, or asks for what it does not. */
  take({ front: agents, trust, content }: Shown): void {
    const front = agents ?? trust;
    if (!front || !this.asks(front)) this.asking = null;
    if (!front || this.of(front) !== null) return;
    if (content) this.held = { card: front.id, binding: front.binding, content };
    else if (!this.asking) void this.ask(front);
  }

  /** What this card shows; null while it is not there. */
  of({ id, binding }: Card): Content | null {
    const { held } = this;
    return held && held.card === id && held.binding === binding ? held.content : null;
  }

  private asks({ id, binding }: Card): boolean {
    return this.asking?.id === id && this.asking.binding === binding;
  }

  private async ask(card: Card): Promise<void> {
    this.asking = card;
    try {
      const content = await this.host.content(card.id, card.binding);
      // Before it is drawn, the page says what it has drawn so far.
      await new Promise<void>(afterPaint);
      if (this.asking === card) this.held = { card: card.id, binding: card.binding, content };
    } catch {
      // Another card is in front by now, or the next view asks again.
    }
    if (this.asking === card) this.asking = null;
  }
}
