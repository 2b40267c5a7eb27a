import { Frame, SIZE, type Canvas, type Paint, type Point } from "./canvas";
import type { Species } from "./species";

/** What a head's patches lie on. */
export const HEAD: readonly Paint[] = ["face", "cap", "mark"];

/** How a head is held. */
export interface Held {
  at: Point;
  /** Where the beak points, in degrees. */
  gaze: number;
  asleep?: boolean;
}

/** How far a beak's tip is from the head's middle. */
export const reach = ({ head, beak, faces }: Species): number =>
  faces ? head : head - 0.7 + beak.length;

/** The highest that is still above the wire, for a head that looks down. */
export function above(species: Species, [x, y]: Point, gaze: number): Point {
  const down = Math.sin((-gaze * Math.PI) / 180);
  const lowest = SIZE - 0.4 - Math.max(species.head, down * reach(species));
  return [x, Math.min(y, lowest)];
}

/** Where its beak ends. */
export function tipOf(species: Species, { at, gaze }: Held): Point {
  const bend = species.beak.bend ?? 0;
  return new Frame(at, gaze).at([reach(species) + (species.faces ? 0 : 0.1), bend - 0.3]);
}

function crest(canvas: Canvas, { crest = [] }: Species, frame: Frame) {
  for (const feather of crest)
    canvas.polygon(
      "cap",
      feather.map((point) => frame.at(point)),
    );
}

/** Two eyes that look at you, each in its disc. */
function discs(canvas: Canvas, [x, y]: Point, r: number, asleep: boolean) {
  for (const side of [-1, 1]) {
    canvas.ellipse("mark", [x + side * r * 0.43, y + 0.2], [r * 0.46, r * 0.5]);
    const [column, row] = [Math.round(x + side * r * 0.43) - 1, Math.round(y) - 1];
    if (asleep) canvas.line("eye", [column - 0.5, row + 1], [column + 1.5, row + 1]);
    else {
      canvas.line("eye", [column, row], [column + 1, row]);
      canvas.line("eye", [column, row + 1], [column + 1, row + 1]);
    }
  }
  canvas.line("beak", [x - 0.5, y + 1], [x - 0.5, y + 2]);
}

/** A head from its side. */
export function drawHead(canvas: Canvas, species: Species, { at, gaze, asleep = false }: Held) {
  const { head: r, beak } = species;
  if (species.faces) {
    crest(canvas, species, new Frame(at, 0, [r, r]));
    canvas.ellipse("face", at, [r, r]);
    discs(canvas, at, r, asleep);
    return;
  }
  const frame = new Frame(at, gaze, [r, r]);
  crest(canvas, species, frame);
  canvas.ellipse("face", at, [r, r]);
  for (const { on, paint, at: place, radii, turn = 0 } of species.patches) {
    if (on !== "head") continue;
    canvas.ellipse(paint, frame.at(place), [radii[0] * r, radii[1] * r], gaze + turn, HEAD);
  }
  const { length, thick, bend = 0 } = beak;
  const root = r - 0.7;
  const out = new Frame(at, gaze);
  canvas.polygon("beak", [
    out.at([root, thick / 2]),
    out.at([root + length * 0.6, thick / 2 + bend * 0.1]),
    out.at([root + length + 0.4, bend]),
    out.at([root + length + 0.2, bend - 0.5]),
    out.at([root, -thick / 2]),
  ]);
  const [x, y] = frame.at([0.3, 0.22]);
  if (asleep) canvas.line("eye", [x - 1, y + 0.6], [x + 0.4, y + 0.6]);
  else canvas.pixel("eye", [x, y]);
}

/** A head that looks at you. */
export function drawFace(canvas: Canvas, species: Species, at: Point) {
  const { head: r, beak } = species;
  const [x, y] = at;
  const frame = new Frame(at, 0, [r, r]);
  if (species.faces || species.crown) crest(canvas, species, frame);
  canvas.ellipse("face", at, [r, r]);
  if (species.faces) {
    discs(canvas, at, r, false);
    return;
  }
  for (const { on, paint, at: place, radii } of species.patches) {
    if (on !== "head") continue;
    for (const side of [-1, 1]) {
      const [a, b] = place;
      const size: Point = [radii[0] * r, radii[1] * r];
      canvas.ellipse(paint, frame.at([side * Math.abs(a), b]), size, 0, HEAD);
    }
  }
  const apart = Math.max(1.5, r * 0.5);
  for (const side of [-1, 1]) canvas.pixel("eye", [x + side * apart - 0.01, y - 0.6]);
  const end = y + 0.8 + Math.min(3, beak.length * 0.5 + 0.6);
  canvas.polygon("beak", [
    [x - beak.thick / 2 - 0.3, y + 0.2],
    [x + beak.thick / 2 + 0.3, y + 0.2],
    [x + 0.2, end],
    [x - 0.2, end],
  ]);
}
