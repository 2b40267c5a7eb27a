import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";

/** A bird that changes its pose comes down on its wire, by whole pixels. */
export const alight: (bird: Element) => TransitionConfig = () => ({
  duration: prefersReducedMotion.current ? 0 : 160,
  css: (_done, left) => `transform: translateY(${-Math.round(left * 2)}px)`,
});
