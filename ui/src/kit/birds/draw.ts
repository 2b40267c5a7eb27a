import { Canvas, Frame, SIZE, type Paint, type Point } from "./canvas";
import type { Species } from "./species";

/** What a bird is at. */
export type Pose = "perched" | "reading" | "pecking" | "tugging" | "wings" | "flying" | "asleep";

/** How a body is held in a pose seen from its side. */
interface Stance {
  /** Of the body. */
  axis: number;
  /** From the body's middle to the head. */
  neck: number;
  /** How much of its neck it stretches. */
  stretch: number;
  gaze: number;
  /** Of the tail, to the body's axis. */
  tail: number;
  /** How much rounder the feathers are held. */
  puff?: number;
  x: number;
}

const STANCES: Record<Exclude<Pose, "wings">, Stance> = {
  perched: { axis: 40, neck: 58, stretch: 1, gaze: 0, tail: 8, x: 10.5 },
  reading: { axis: 34, neck: 36, stretch: 0.95, gaze: -48, tail: 4, x: 8 },
  pecking: { axis: -14, neck: -22, stretch: 1.02, gaze: -62, tail: -16, x: 10 },
  tugging: { axis: 58, neck: 70, stretch: 0.95, gaze: -22, tail: 20, x: 8 },
  flying: { axis: 24, neck: 26, stretch: 1, gaze: 10, tail: 0, x: 11 },
  asleep: { axis: 34, neck: 70, stretch: 0.72, gaze: -20, tail: 8, puff: 0.7, x: 10.5 },
};

const BODY: readonly Paint[] = ["back", "belly", "breast", "bar"];
const HEAD: readonly Paint[] = ["face", "cap", "mark"];

/** Half the height of a turned ellipse. */
function halfHeight([long, short]: Point, degrees: number): number {
  const radians = (degrees * Math.PI) / 180;
  return Math.hypot(long * Math.sin(radians), short * Math.cos(radians));
}

function drawLegs(canvas: Canvas, [x, y]: Point, length: number) {
  const ground = SIZE - 1;
  for (const foot of [x - 1.5, x + 1.5]) {
    canvas.line("leg", [foot, y], [foot, ground]);
    if (length > 1) canvas.line("leg", [foot, ground], [foot + 1, ground]);
  }
}

function drawHead(canvas: Canvas, species: Species, at: Point, gaze: number, asleep: boolean) {
  const r = species.head;
  const head = new Frame(at, gaze, [r, r]);
  for (const feather of species.crest ?? []) {
    canvas.polygon(
      "cap",
      feather.map((point) => head.at(point)),
    );
  }
  canvas.ellipse("face", at, [r, r]);
  for (const { on, paint, at: place, radii, turn = 0 } of species.patches) {
    if (on !== "head") continue;
    canvas.ellipse(paint, head.at(place), [radii[0] * r, radii[1] * r], gaze + turn, HEAD);
  }
  const { length, thick, bend = 0 } = species.beak;
  if (species.faces) {
    const front = new Frame(at, 0, [r, r]);
    for (const side of [-0.42, 0.42]) {
      canvas.ellipse("mark", front.at([side, 0]), [r * 0.46, r * 0.5]);
      const [x, y] = front.at([side, 0]);
      if (asleep) canvas.line("eye", [x - 1, y], [x + 1, y]);
      else canvas.ellipse("eye", [Math.floor(x) + 0.5, Math.floor(y) + 0.5], [1.1, 1.1]);
    }
    const [x, y] = front.at([0, -0.2]);
    canvas.line("beak", [x, y], [x, y + 1]);
    return;
  }
  const beak = new Frame(at, gaze);
  const root = r - 0.7;
  canvas.polygon("beak", [
    beak.at([root, thick / 2]),
    beak.at([root + length * 0.6, thick / 2 + bend * 0.1]),
    beak.at([root + length + 0.4, bend]),
    beak.at([root + length + 0.2, bend - 0.5]),
    beak.at([root, -thick / 2]),
  ]);
  const [x, y] = head.at([0.3, 0.22]);
  if (asleep) canvas.line("eye", [x - 1, y + 0.6], [x + 0.4, y + 0.6]);
  else canvas.pixel("eye", [x, y]);
}

function drawFromSide(canvas: Canvas, species: Species, pose: Exclude<Pose, "wings">) {
  const stance = STANCES[pose];
  const aloft = pose === "flying";
  const leaning = pose === "pecking";
  const axis = stance.axis + (leaning || aloft ? 0 : species.upright);
  const [long, short] = species.body;
  const puff = stance.puff ?? 0;
  const radii: Point = [long - puff * 0.6, short + puff];
  const legs =
    pose === "asleep"
      ? Math.min(2, species.legs)
      : leaning
        ? Math.min(species.legs, 4)
        : species.legs;
  const floor = aloft ? SIZE - 4 : SIZE - legs;
  const middle: Point = [stance.x + (species.shift ?? 0), floor - halfHeight(radii, axis) + 0.8];
  const body = new Frame(middle, axis, radii);
  const straight = new Frame(middle, axis);
  const neck = new Frame(middle, stance.neck + (leaning || aloft ? 0 : species.upright * 0.6));
  const head = neck.at([species.neck * stance.stretch, 0]);

  if (!aloft) drawLegs(canvas, [middle[0] + 0.5, floor - 1.5], legs);

  const { length, narrow, wide, lift, fork = 0 } = species.tail;
  const tail = new Frame(body.at([-0.8, 0.05]), axis + 180 + stance.tail + lift);
  canvas.polygon("wing", [
    tail.at([-1, narrow / 2]),
    tail.at([length, wide / 2]),
    tail.at([length - fork, 0]),
    tail.at([length, -wide / 2]),
    tail.at([-1, -narrow / 2]),
  ]);
  if (aloft) {
    // The wing on the far side.
    const far = body.at([0.3, 0.5]);
    canvas.polygon("bar", [
      far,
      [far[0] + 4, far[1] - species.span * 0.75],
      [far[0] - 3, far[1] - species.span * 0.4],
      body.at([-0.3, 0.5]),
    ]);
  }
  canvas.ellipse("back", middle, radii, axis);
  if (species.throat) {
    const across = new Frame(middle, stance.neck + species.upright * 0.6);
    const root = across.at([short * 0.6, 0]);
    const side = new Frame([0, 0], stance.neck + 90);
    const [dx, dy] = side.at([species.throat / 2 + 0.2, 0]);
    canvas.polygon("face", [
      [root[0] + dx, root[1] + dy],
      [head[0] + dx * 0.9, head[1] + dy * 0.9],
      [head[0] - dx * 0.9, head[1] - dy * 0.9],
      [root[0] - dx, root[1] - dy],
    ]);
  }
  for (const { on, paint, at, radii: size, turn = 0 } of species.patches) {
    if (on !== "body") continue;
    canvas.ellipse(paint, body.at(at), [size[0] * radii[0], size[1] * radii[1]], axis + turn, BODY);
  }
  drawHead(canvas, species, head, stance.gaze, pose === "asleep");

  // The band lies where the neck leaves the body.
  const [hx, hy] = head;
  const [dx, dy] = [hx - middle[0], hy - middle[1]];
  const far = Math.hypot(dx, dy);
  const from = species.throat ? short + 0.4 : far - species.head - 0.6;
  const turn = (Math.atan2(-dy, dx) * 180) / Math.PI;
  const strip = new Frame(middle, turn);
  canvas.polygon(
    "band",
    [strip.at([from, 6]), strip.at([from + 2, 6]), strip.at([from + 2, -6]), strip.at([from, -6])],
    [...BODY, "face", "cap", "mark"],
  );

  const { radii: wing, back, tip = 0 } = species.wing;
  if (aloft) {
    const near = body.at([0.35, 0.3]);
    canvas.polygon("wing", [
      near,
      [near[0] - 1, near[1] - species.span * 0.55],
      [near[0] - 6, near[1] - species.span],
      [near[0] - 7, near[1] - species.span * 0.5],
      body.at([-0.55, 0.2]),
    ]);
    return;
  }
  const lies = body.at([back, 0.12]);
  canvas.ellipse("wing", lies, wing, axis - 4);
  if (tip > 0) {
    const end = new Frame(lies, axis + 180);
    canvas.polygon("wing", [
      end.at([0, wing[1]]),
      end.at([wing[0] + tip, 0]),
      end.at([0, -wing[1]]),
    ]);
  }
  const bars = new Frame(lies, axis - 4);
  canvas.line(
    "bar",
    bars.at([wing[0] * 0.25, wing[1] * 0.5]),
    bars.at([-wing[0] * 0.1, -wing[1] * 0.7]),
    ["wing"],
  );
  void straight;

  if (pose === "reading") {
    canvas.polygon("thing", [
      [16, 18],
      [23, 16],
      [23, 22],
      [16, 24],
    ]);
    canvas.line("lines", [18, 19.4], [21, 18.6], ["thing"]);
    canvas.line("lines", [18, 21.4], [21, 20.6], ["thing"]);
  }
  if (pose === "tugging") {
    const beak = new Frame(head, stance.gaze);
    const end = beak.at([species.head + species.beak.length - 0.6, (species.beak.bend ?? 0) - 0.4]);
    canvas.line("thing", end, [SIZE - 0.5, SIZE - 1.5]);
  }
}

function drawFromFront(canvas: Canvas, species: Species) {
  const [long, short] = species.body;
  const radii: Point = [short, Math.min(long, 6)];
  const legs = Math.min(species.legs, 4);
  const floor = SIZE - legs;
  const middle: Point = [12, floor - radii[1] + 0.8];
  const rise = species.throat ? 4.5 : species.head * 0.75;
  const head: Point = [12, Math.max(species.head + 0.5, middle[1] - radii[1] - rise + 1.6)];
  drawLegs(canvas, [12, floor - 1.5], legs);
  for (const side of [-1, 1]) {
    const x = (far: number) => 12 + side * far;
    const reach = Math.min(11.8, species.span);
    const shoulder = middle[1] - radii[1] * 0.45;
    canvas.polygon("wing", [
      [x(short * 0.3), shoulder],
      [x(reach * 0.62), shoulder - 2.5],
      [x(reach), shoulder - 8.5],
      [x(reach * 0.96), shoulder - 1],
      [x(reach * 0.74), shoulder + 3],
      [x(reach * 0.5), shoulder + 5],
      [x(short * 0.2), shoulder + 6],
    ]);
    canvas.line(
      "bar",
      [x(reach * 0.9) - 0.01, shoulder - 4],
      [x(reach * 0.55), shoulder + 1.5],
      ["wing"],
    );
  }
  canvas.ellipse("back", middle, radii);
  canvas.ellipse(
    "belly",
    [12, middle[1] + radii[1] * 0.35],
    [radii[0] * 0.7, radii[1] * 0.65],
    0,
    BODY,
  );
  if (species.throat) {
    canvas.polygon("face", [
      [12 - species.throat / 2 - 0.2, head[1]],
      [12 + species.throat / 2 + 0.2, head[1]],
      [12 + species.throat / 2 + 0.2, middle[1] - radii[1] + 2],
      [12 - species.throat / 2 - 0.2, middle[1] - radii[1] + 2],
    ]);
  }
  const r = species.head;
  const front = new Frame(head, 0, [r, r]);
  for (const feather of species.crest ?? [])
    canvas.polygon(
      "cap",
      feather.map((point) => front.at(point)),
    );
  canvas.ellipse("face", head, [r, r]);
  if (species.patches.some(({ on, paint }) => on === "head" && paint === "cap")) {
    canvas.ellipse("cap", front.at([0, 0.8]), [r * 1.2, r * 0.7], 0, HEAD);
  }
  const neck = head[1] + r - 0.4;
  canvas.polygon(
    "band",
    [
      [0, neck],
      [24, neck],
      [24, neck + 2],
      [0, neck + 2],
    ],
    [...BODY, "face"],
  );
  if (species.faces) {
    drawHead(canvas, species, head, 0, false);
    return;
  }
  for (const side of [-1, 1]) {
    canvas.pixel("eye", [12 + side * Math.max(1.4, r * 0.5) - 0.01, head[1] - 0.6]);
  }
  canvas.polygon("beak", [
    [12 - species.beak.thick / 2 - 0.3, head[1] + 0.2],
    [12 + species.beak.thick / 2 + 0.3, head[1] + 0.2],
    [12.2, head[1] + 0.8 + Math.min(3, species.beak.length * 0.5 + 0.6)],
    [11.8, head[1] + 0.8 + Math.min(3, species.beak.length * 0.5 + 0.6)],
  ]);
}

/** Draws a bird in a pose: a path for each paint. */
export function draw(species: Species, pose: Pose): [Paint, string][] {
  const canvas = new Canvas();
  if (pose === "wings") drawFromFront(canvas, species);
  else drawFromSide(canvas, species, pose);
  return canvas.paths();
}
