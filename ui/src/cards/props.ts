import type { CardView, Content, Mode } from "../gen/view";
import type { Host } from "../host";
import type { Typing } from "../typing";
import type { Draft } from "./draft.svelte";

/** What every card in front is given. */
export interface CardProps {
  /** The card. A card with another id or binding needs a component of its own. */
  card: CardView;
  /** What it shows; none while that is on its way. */
  content: Content | null;
  /** When its agent asks at all. */
  mode: Mode;
  /** The number of its project's species. */
  species: number;
  draft: Draft;
  typing: Typing;
  host: Pick<Host, "decide" | "now" | "handBack" | "openLink">;
}
