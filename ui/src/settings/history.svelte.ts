import type { DecisionView } from "../gen/view";
import type { ApprovalsHost } from "../host";
import { t } from "../i18n";
import { reasonOf } from "./doing.svelte";

/** So much of the history as a person looks at. */
export class History {
  decisions = $state.raw<DecisionView[]>([]);
  /** How many fit the search in all. */
  found = $state(0);
  /** The search to which the decisions belong; none before the first answer. */
  search = $state<string | null>(null);
  /** Why it cannot be read, in a sentence. */
  failure = $state<string | null>(null);
  /** More of it is on its way, because a person wants it. */
  readingMore = $state(false);
  private reads = 0;

  constructor(private readonly host: ApprovalsHost) {}

  /** Reads from the newest on, at least so many. An earlier read that is not done yet is dropped. */
  async read(search: string, atLeast = 1): Promise<void> {
    await this.latest(async (stale) => {
      let decisions: DecisionView[] = [];
      let found: number;
      do {
        const page = await this.host.history(search, decisions.length);
        if (stale()) return;
        ({ found } = page);
        decisions = [...decisions, ...page.decisions];
        if (page.decisions.length === 0) break;
      } while (decisions.length < Math.min(atLeast, found));
      this.show(search, decisions, found);
    });
  }

  /** Reads again what is shown, with what has come since. */
  refresh(): Promise<void> {
    return this.read(this.search ?? "", this.decisions.length);
  }

  /** Reads the next ones. */
  async more(): Promise<void> {
    if (this.readingMore) return;
    const { search, decisions } = this;
    if (search === null) return;
    this.readingMore = true;
    await this.latest(async (stale) => {
      const page = await this.host.history(search, decisions.length);
      if (stale()) return;
      // Others have come meanwhile, and each has moved by as many.
      if (page.found !== this.found) await this.read(search, decisions.length + 1);
      else this.show(search, [...decisions, ...page.decisions], page.found);
    });
    this.readingMore = false;
  }

  private show(search: string, decisions: DecisionView[], found: number): void {
    this.search = search;
    this.decisions = decisions;
    this.found = found;
    this.failure = null;
  }

  private async latest(read: (stale: () => boolean) => Promise<void>): Promise<void> {
    const turn = ++this.reads;
    const stale = () => turn !== this.reads;
    try {
      await read(stale);
    } catch (reason) {
      if (!stale()) this.failure = reasonOf(reason, () => t.approvals.noAnswer);
    }
  }
}
