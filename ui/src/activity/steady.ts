import type { SessionView } from "../gen/view";

/**
 * Keeps a list's rows where they are while the pointer is on it: what comes joins at the end, and
 * what has gone stays as something that has ended.
 */
export class Steady {
  private last: readonly SessionView[] = [];

  /** The rows to show, of the sessions as they are now. */
  take(sessions: readonly SessionView[], held: boolean): readonly SessionView[] {
    this.last = held ? this.inPlace(sessions) : sessions;
    return this.last;
  }

  private inPlace(sessions: readonly SessionView[]): SessionView[] {
    const now = new Map(sessions.map((session) => [session.key, session]));
    const kept = this.last.map((was): SessionView => {
      const session = now.get(was.key);
      now.delete(was.key);
      return session ?? { ...was, status: "ended", step: null, handed_back: false, hooks: null };
    });
    return [...kept, ...now.values()];
  }
}
