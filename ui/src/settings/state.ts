import type { FolderView, TestedHook } from "../gen/view";
import type { Tone } from "../kit/Sign.svelte";
import { plainText } from "../kit/text";

/** For how many sessions hooks that are in the file run. */
export type Reach = "all" | "some" | "none";

export function reachOf(folder: FolderView): Reach {
  const own = plainText(folder.file);
  const reaches = folder.dead.map((dead): Reach => {
    switch (dead.why) {
      case "managed":
      case "managed_off":
      case "not_loaded":
      case "review":
        return "none";
      case "disabled":
        // Another file may be that of one project alone.
        return plainText(dead.file) === own ? "none" : "some";
      case "untrusted":
      case "older_sessions":
        // Ordinary, and over as soon as a person goes on with that session.
        return "all";
    }
  });
  return (
    reaches.find((reach) => reach === "none") ?? reaches.find((reach) => reach === "some") ?? "all"
  );
}

/** What the sign of a settings file says. */
export function toneOf(folder: FolderView): Tone {
  switch (folder.state) {
    case "installed":
      return reachOf(folder) === "all" ? "good" : "bad";
    case "partial":
    case "missing":
    case "not_editable":
      return "bad";
    case "removed":
    case "not_installed":
      return "gone";
  }
}

/** The events of the hooks that are not in the file, each once: the first few, and how many more. */
export function missingHooks(folder: FolderView, most = 4): { names: string[]; more: number } {
  const absent = folder.entries.filter(({ present }) => !present).map(({ event }) => event);
  const names = [...new Set(absent)];
  return { names: names.slice(0, most), more: Math.max(0, names.length - most) };
}

/** Whether a hook did in a test what no hook may do: fail, or print something. */
export function wentWrong({ trouble, printed }: TestedHook): boolean {
  return trouble !== null || printed !== null;
}
