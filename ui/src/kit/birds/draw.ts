import { Canvas, type Paint } from "./canvas";
import { drawFromFront } from "./front";
import { drawFromSide, STANCES, type Seen } from "./side";
import type { Species } from "./species";

/** What a bird is at; with its wings spread it wants something. */
export type Pose = "wings" | Seen;

export const POSES: readonly Pose[] = ["wings", ...(Object.keys(STANCES) as Seen[])];

/** Draws a bird in a pose: a path for each paint. */
export function draw(species: Species, pose: Pose): [Paint, string][] {
  const canvas = new Canvas();
  if (pose === "wings") drawFromFront(canvas, species);
  else drawFromSide(canvas, species, pose);
  return canvas.paths();
}
