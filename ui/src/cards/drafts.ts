import type { CardView, View } from "../gen/view";
import { Draft } from "./draft.svelte";

/** What a person has begun to say, kept while other cards are in front. */
export class Drafts {
  private readonly kept = new Map<string, Draft>();

  /** The draft of this card; an empty one where nothing has been begun. */
  of({ id, binding }: CardView): Draft {
    const key = `${id} ${binding}`;
    const draft = this.kept.get(key) ?? new Draft();
    this.kept.set(key, draft);
    return draft;
  }

  /** Forgets those of cards that have left. */
  keep({ queue }: View): void {
    const waiting = new Set(queue.map((entry) => entry.card));
    for (const key of this.kept.keys()) {
      if (!waiting.has(Number.parseInt(key))) this.kept.delete(key);
    }
  }
}
