import type { FolderAct, SetupHost } from "../host";
import { t } from "../i18n";

/** What is being done to one settings file: one thing at a time, and each press once. */
export class Doing {
  act = $state<FolderAct | null>(null);
  /** Why the last one was not done, in a sentence. */
  failure = $state<string | null>(null);

  constructor(
    private readonly host: SetupHost,
    private readonly id: string,
  ) {}

  async run(act: FolderAct): Promise<void> {
    if (this.act !== null) return;
    this.act = act;
    this.failure = null;
    try {
      await this.host[act](this.id);
    } catch (reason) {
      this.failure = typeof reason === "string" ? reason : t.setup.noAnswer;
    } finally {
      this.act = null;
    }
  }
}
