/** What Tab reaches. */
const REACHED = "button:not([tabindex='-1']), textarea, a[href], [tabindex='0']";

/**
 * Tab goes round. Beyond the last place it would leave the page, and the keyboard would go to the
 * window below, with the Enter that was meant for a button here.
 */
export function goRound(event: KeyboardEvent): void {
  // With Shift the engine has no name for it.
  if (event.code !== "Tab" || event.isComposing || event.keyCode === 229) return;
  const places = [...document.querySelectorAll<HTMLElement>(REACHED)].filter(
    (place) => place.getClientRects().length > 0 && !place.closest("[inert]"),
  );
  const [from, to] = event.shiftKey ? [places[0], places.at(-1)] : [places.at(-1), places[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
