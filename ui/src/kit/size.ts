/** Keeps a pinch, or a turn of the wheel with Ctrl held, from magnifying the page. Undone by its result. */
export function keepSize(): () => void {
  const prevent = (event: Event) => {
    if (!(event instanceof WheelEvent) || event.ctrlKey) event.preventDefault();
  };
  const kinds = ["wheel", "gesturestart", "gesturechange"];
  for (const kind of kinds) window.addEventListener(kind, prevent, { passive: false });
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, prevent);
  };
}
