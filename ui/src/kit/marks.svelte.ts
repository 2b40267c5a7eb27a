import type { Marks } from "../gen/view";

let drawn = $state<Marks>("birds");

/** How sessions are drawn, as the person has set it. */
export const marks = (): Marks => drawn;

/** Draws them so from now on, also what is on the screen. */
export function drawAs(marks: Marks): void {
  drawn = marks;
}
