import type { FolderView, TestedHook } from "../gen/view";
import type { Tone } from "../kit/Sign.svelte";

/** Whether hooks that are in the file run for no session at all. */
export function switchedOff(folder: FolderView): boolean {
  return (
    folder.state === "installed" &&
    folder.dead.some(({ why }) => why === "disabled" || why === "managed")
  );
}

/** What the sign of a settings file says. */
export function toneOf(folder: FolderView): Tone {
  switch (folder.state) {
    case "installed":
      return switchedOff(folder) ? "bad" : "good";
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
