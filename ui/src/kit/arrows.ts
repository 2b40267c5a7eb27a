import type { Attachment } from "svelte/attachments";

/** Where each key leads, of so many places. */
const KEYS: Record<string, (at: number, places: number) => number> = {
  ArrowDown: (at, places) => Math.min(at + 1, places - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, places) => places - 1,
};

/** Lets the arrow keys go through the places of a list; what is in a place is for Tab. */
export function arrows(places: string): Attachment<HTMLElement> {
  return (list) => {
    const go = (event: KeyboardEvent) => {
      const to = KEYS[event.key];
      if (!to || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const all = [...list.querySelectorAll<HTMLElement>(places)];
      const at = all.findIndex((place) => place.contains(document.activeElement));
      const next = all[at < 0 ? 0 : to(at, all.length)];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: "nearest" });
    };
    list.addEventListener("keydown", go);
    return () => list.removeEventListener("keydown", go);
  };
}
