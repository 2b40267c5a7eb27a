import type { Paint } from "./canvas";
import { draw, type Pose } from "./draw";
import { SPECIES, ZECA, type Species } from "./species";

export { SIZE } from "./canvas";
export type { Pose } from "./draw";

/** A drawing: a path for each paint, in pixels of its own. */
export interface Drawing {
  species: string;
  paths: [Paint, string][];
}

const drawn = new Map<string, Drawing>();

/** The bird of a project, by its number; without one, Zeca. */
export function birdOf(number: number | undefined, pose: Pose): Drawing {
  const species: Species = number === undefined ? ZECA : (SPECIES[number % SPECIES.length] ?? ZECA);
  const key = `${species.name} ${pose}`;
  const known = drawn.get(key);
  if (known) return known;
  const drawing = { species: species.name, paths: draw(species, pose) };
  drawn.set(key, drawing);
  return drawing;
}
