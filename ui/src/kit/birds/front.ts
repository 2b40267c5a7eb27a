import { BODY, drawBand, drawLegs, drawNeck } from "./body";
import { SIZE, type Canvas, type Point } from "./canvas";
import { drawFace } from "./head";
import type { Species } from "./species";

const MIDDLE = SIZE / 2;

/** A spread wing, to the left or to the right. */
function drawSpread(canvas: Canvas, side: -1 | 1, reach: number, root: number, shoulder: number) {
  const x = (far: number) => MIDDLE + side * far;
  canvas.polygon("shade", [
    [x(root * 0.3), shoulder],
    [x(reach * 0.62), shoulder - 2.5],
    [x(reach), shoulder - 8.5],
    [x(reach * 0.96), shoulder - 1],
    [x(reach * 0.74), shoulder + 3],
    [x(reach * 0.5), shoulder + 5],
    [x(root * 0.2), shoulder + 6],
  ]);
  const edge = side < 0 ? 0 : -0.01;
  canvas.line(
    "quill",
    [x(reach * 0.9) + edge, shoulder - 4],
    [x(reach * 0.55) + edge, shoulder + 1.5],
    ["shade"],
  );
}

/** A bird that faces you and spreads its wings. */
export function drawFromFront(canvas: Canvas, species: Species) {
  const [long, short] = species.body;
  const radii: Point = [short, Math.min(long, 6)];
  const legs = Math.min(species.legs, 4);
  const floor = SIZE - legs;
  const middle: Point = [MIDDLE, floor - radii[1] + 0.8];
  const rise = species.throat ? 4.5 : species.head * 0.75;
  const top = species.crown ? species.head * 2.4 : species.head + 0.5;
  const head: Point = [MIDDLE, Math.max(top, middle[1] - radii[1] - rise + 1.6)];
  drawLegs(canvas, [MIDDLE, floor - 1.5], legs);
  for (const side of [-1, 1] as const) {
    drawSpread(canvas, side, Math.min(11.8, species.span), short, middle[1] - radii[1] * 0.45);
  }
  canvas.ellipse("back", middle, radii);
  const front: Point = [MIDDLE, middle[1] + radii[1] * 0.35];
  const patch = species.patches.find(({ on, paint }) => on === "body" && paint !== "bar");
  canvas.ellipse(patch?.paint ?? "shade", front, [radii[0] * 0.7, radii[1] * 0.65], 0, BODY);
  if (species.throat) drawNeck(canvas, species.throat, [MIDDLE, middle[1] - radii[1] + 2], head);
  drawFace(canvas, species, head);
  drawBand(canvas, middle, head, middle[1] - head[1] - species.head - 1.2);
}
