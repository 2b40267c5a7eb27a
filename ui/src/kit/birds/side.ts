import { drawBand, drawLegs, drawNeck, drawPatches, halfHeight } from "./body";
import { Frame, SIZE, type Canvas, type Point } from "./canvas";
import { above, drawHead, tipOf } from "./head";
import type { Species } from "./species";

/** How a body is held. Directions are in degrees, counter-clockwise from the right. */
interface Stance {
  /** The body's. */
  axis: number;
  /** From the body's middle to the head. */
  neck: number;
  /** How much of its neck it stretches. */
  stretch: number;
  /** Where the beak points. */
  gaze: number;
  /** The tail's, to the body. */
  tail: number;
  /** How much rounder the feathers are held, in pixels. */
  puff: number;
  /** Where its middle is, from the left. */
  x: number;
  /** How much of its own bearing a species has in it. */
  own: number;
}

const AT_REST: Stance = {
  axis: 40,
  neck: 58,
  stretch: 1,
  gaze: 0,
  tail: 8,
  puff: 0,
  x: 10.5,
  own: 1,
};

export const STANCES = {
  perched: AT_REST,
  reading: { ...AT_REST, axis: 34, neck: 36, stretch: 0.95, gaze: -48, tail: 4, x: 8 },
  pecking: { ...AT_REST, axis: -14, neck: -20, gaze: -62, tail: -16, x: 10, own: 0 },
  tugging: { ...AT_REST, axis: 58, neck: 72, stretch: 0.95, gaze: -20, tail: 20, x: 7.5 },
  asleep: { ...AT_REST, axis: 34, neck: 66, stretch: 0.74, gaze: -52, puff: 0.7 },
  flying: { ...AT_REST, axis: 24, neck: 26, gaze: 10, tail: 0, x: 11, own: 0 },
} satisfies Record<string, Stance>;

export type Seen = keyof typeof STANCES;

function drawTail(canvas: Canvas, { tail }: Species, root: Point, degrees: number) {
  const { length, narrow, wide, fork = 0 } = tail;
  const out = new Frame(root, degrees);
  canvas.polygon("wing", [
    out.at([-1, narrow / 2]),
    out.at([length, wide / 2]),
    out.at([length - fork, 0]),
    out.at([length, -wide / 2]),
    out.at([-1, -narrow / 2]),
  ]);
}

/** A wing that lies on the body. */
function drawFolded(canvas: Canvas, { wing }: Species, at: Point, axis: number) {
  const [long, high] = wing.radii;
  canvas.ellipse("wing", at, wing.radii, axis);
  const back = new Frame(at, axis + 180);
  if (wing.tip) {
    canvas.polygon("wing", [
      back.at([0, high]),
      back.at([long + wing.tip, 0.4]),
      back.at([long + wing.tip, -0.4]),
      back.at([0, -high]),
    ]);
  }
  canvas.line("bar", back.at([-long * 0.2, -high * 0.55]), back.at([long * 0.15, high * 0.75]), [
    "wing",
  ]);
}

/** A wing that beats, from two places of the body. */
function drawBeating(
  canvas: Canvas,
  paint: "wing" | "shade",
  span: number,
  [front, rear]: readonly [Point, Point],
  lean: number,
) {
  const tip: Point = [front[0] + lean, Math.max(0, front[1] - span)];
  canvas.polygon(paint, [
    front,
    [(front[0] + tip[0]) / 2 + 1, front[1] - span * 0.55],
    tip,
    [tip[0] - 3, tip[1] + span * 0.35],
    [tip[0] - 3.5, tip[1] + span * 0.65],
    rear,
  ]);
}

/** What it reads. */
function drawPage(canvas: Canvas) {
  canvas.polygon("thing", [
    [16, 17],
    [23, 15],
    [23, 22],
    [16, 24],
  ]);
  for (const y of [18.6, 20.6]) canvas.line("lines", [18, y], [21, y - 0.8], ["thing"]);
}

/** A bird from its side. */
export function drawFromSide(canvas: Canvas, species: Species, seen: Seen) {
  const stance: Stance = STANCES[seen];
  const aloft = seen === "flying";
  const axis = stance.axis + species.upright * stance.own;
  const bearing = stance.neck + species.upright * stance.own * 0.6;
  const [long, short] = species.body;
  const radii: Point = [long - stance.puff * 0.6, short + stance.puff];
  const legs = seen === "perched" || seen === "reading" ? species.legs : Math.min(4, species.legs);
  const floor = aloft ? SIZE - 4 : SIZE - legs;
  const middle: Point = [stance.x + (species.shift ?? 0), floor - halfHeight(radii, axis) + 0.8];
  const body = new Frame(middle, axis, radii);
  const held = {
    at: above(
      species,
      new Frame(middle, bearing).at([species.neck * stance.stretch, 0]),
      stance.gaze,
    ),
    gaze: stance.gaze,
    asleep: seen === "asleep",
  };

  if (!aloft) drawLegs(canvas, [middle[0] + 0.5, floor - 1.5], legs);
  drawTail(canvas, species, body.at([-0.8, 0.05]), axis + 180 + stance.tail + species.tail.lift);
  if (aloft) {
    const root = [body.at([0.6, 0.4]), body.at([-0.1, 0.4])] as const;
    drawBeating(canvas, "shade", species.span * 0.8, root, 3);
  }
  canvas.ellipse("back", middle, radii, axis);
  if (species.throat) {
    drawNeck(canvas, species.throat, new Frame(middle, bearing).at([short * 0.6, 0]), held.at);
  }
  drawPatches(canvas, species, middle, radii, axis);
  drawHead(canvas, species, held);
  const away = Math.hypot(held.at[0] - middle[0], held.at[1] - middle[1]);
  const below = away - species.head - 0.6;
  const band = species.throat ? Math.min(short + 0.4, below) : below;
  if (aloft) {
    drawBand(canvas, middle, held.at, band);
    const root = [body.at([0.45, 0.3]), body.at([-0.6, 0.2])] as const;
    drawBeating(canvas, "wing", species.span, root, -4.5);
    return;
  }
  drawFolded(canvas, species, body.at([species.wing.back, 0.12]), axis - 4);
  drawBand(canvas, middle, held.at, band);
  if (seen === "reading") drawPage(canvas);
  if (seen === "tugging") canvas.line("thing", tipOf(species, held), [SIZE - 0.5, SIZE - 1.5]);
}
