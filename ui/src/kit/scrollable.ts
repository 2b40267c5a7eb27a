import type { Attachment } from "svelte/attachments";

/**
 * Lets the keyboard reach an element while it has more than is visible at once; WebKit does not see
 * to that by itself. Says so whenever that changes, the first time before the first paint.
 */
export function scrollable(changed?: (scrolls: boolean) => void): Attachment<HTMLElement> {
  return (element) => {
    const measure = () => {
      const scrolls = element.scrollHeight > element.clientHeight + 1;
      if (scrolls) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
      changed?.(scrolls);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // What is inside can grow while the element keeps its size.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  };
}
