/** Why something was not done, in a sentence; native code says one, or nobody has answered. */
export const reasonOf = (reason: unknown, noAnswer: () => string): string =>
  typeof reason === "string" ? reason : noAnswer();

/** What is being done for a person: one thing at a time, and each press once. */
export class Doing<Act extends string> {
  act = $state<Act | null>(null);
  /** Why the last one was not done, in a sentence. */
  failure = $state<string | null>(null);

  /** `noAnswer` gives the sentence for an app that does not answer. */
  constructor(private readonly noAnswer: () => string) {}

  async run(act: Act, work: () => Promise<void>): Promise<void> {
    if (this.act !== null) return;
    this.act = act;
    this.failure = null;
    try {
      await work();
    } catch (reason) {
      this.failure = reasonOf(reason, this.noAnswer);
    } finally {
      this.act = null;
    }
  }
}
