import { Frame, SIZE, type Canvas, type Paint, type Point } from "./canvas";
import { HEAD } from "./head";
import type { Species } from "./species";

/** What a body's patches lie on. */
export const BODY: readonly Paint[] = ["back", "belly", "breast", "bar"];

/** How high a turned ellipse is above its middle. */
export function halfHeight([long, short]: Point, degrees: number): number {
  const radians = (degrees * Math.PI) / 180;
  return Math.hypot(long * Math.sin(radians), short * Math.cos(radians));
}

/** Both legs, down to the wire. */
export function drawLegs(canvas: Canvas, [x, y]: Point, length: number) {
  const ground = SIZE - 1;
  for (const foot of [x - 1.5, x + 1.5]) {
    canvas.line("leg", [foot, y], [foot, ground]);
    if (length > 1) canvas.line("leg", [foot, ground], [foot + 1, ground]);
  }
}

/** A neck of its own, from the body to the head. */
export function drawNeck(canvas: Canvas, thick: number, from: Point, to: Point) {
  const turn = (Math.atan2(from[1] - to[1], to[0] - from[0]) * 180) / Math.PI;
  const [dx, dy] = new Frame([0, 0], turn + 90).at([thick / 2 + 0.2, 0]);
  canvas.polygon("face", [
    [from[0] + dx, from[1] + dy],
    [to[0] + dx * 0.9, to[1] + dy * 0.9],
    [to[0] - dx * 0.9, to[1] - dy * 0.9],
    [from[0] - dx, from[1] - dy],
  ]);
}

/** The band in the agent's colour, across whatever lies between the body's middle and the head. */
export function drawBand(canvas: Canvas, middle: Point, head: Point, from: number) {
  const turn = (Math.atan2(middle[1] - head[1], head[0] - middle[0]) * 180) / Math.PI;
  const along = new Frame(middle, turn);
  // A wing that lies on the body is under it, too; one that is spread is drawn later.
  canvas.polygon(
    "band",
    [along.at([from, 7]), along.at([from + 2, 7]), along.at([from + 2, -7]), along.at([from, -7])],
    [...BODY, ...HEAD, "wing"],
  );
}

/** The patches of a body, which may be held rounder than it is. */
export function drawPatches(
  canvas: Canvas,
  species: Species,
  middle: Point,
  radii: Point,
  axis: number,
) {
  const frame = new Frame(middle, axis, radii);
  for (const { on, paint, at, radii: size, turn = 0 } of species.patches) {
    if (on !== "body") continue;
    const [a, b] = size;
    canvas.ellipse(paint, frame.at(at), [a * radii[0], b * radii[1]], axis + turn, BODY);
  }
}
