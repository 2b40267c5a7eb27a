/** A drawing's width and height, in pixels of its own. */
export const SIZE = 24;

/** What a pixel of a bird is painted with: a part of its plumage, or what all birds have alike. */
export type Paint =
  | "back"
  | "wing"
  | "shade"
  | "bar"
  | "quill"
  | "belly"
  | "breast"
  | "cap"
  | "face"
  | "mark"
  | "beak"
  | "leg"
  | "eye"
  | "band"
  | "thing"
  | "lines";

export type Point = readonly [x: number, y: number];

/** A place and two directions, in which a part is drawn whichever way its bird is turned. */
export class Frame {
  private readonly along: Point;

  /** `degrees` turn counter-clockwise from the right; `unit` is the length of 1, in pixels. */
  constructor(
    readonly origin: Point,
    readonly degrees: number,
    private readonly unit: Point = [1, 1],
  ) {
    const radians = (degrees * Math.PI) / 180;
    this.along = [Math.cos(radians), -Math.sin(radians)];
  }

  /** The pixel at so far along, and so far above. */
  at([a, b]: Point): Point {
    const [x, y] = this.along;
    const [right, up] = [a * this.unit[0], b * this.unit[1]];
    return [this.origin[0] + x * right + y * up, this.origin[1] + y * right - x * up];
  }
}

/** A grid of pixels, on which shapes are painted one over the other. */
export class Canvas {
  private readonly pixels: (Paint | undefined)[] = Array<undefined>(SIZE * SIZE);

  /** Paints what a shape holds; it lies between two corners. */
  private each(
    paint: Paint,
    [[left, top], [right, bottom]]: [Point, Point],
    holds: (x: number, y: number) => boolean,
    over?: readonly Paint[],
  ) {
    // A page that begins draws its birds first of all: no pixel is looked at that cannot be meant.
    const end = Math.min(SIZE, Math.ceil(right));
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(SIZE, Math.ceil(bottom)); y++) {
      for (let x = Math.max(0, Math.floor(left)); x < end; x++) {
        const at = y * SIZE + x;
        const below = this.pixels[at];
        if (over && (below === undefined || !over.includes(below))) continue;
        if (holds(x + 0.5, y + 0.5)) this.pixels[at] = paint;
      }
    }
  }

  /** An ellipse, or its part on these paints. */
  ellipse(paint: Paint, [cx, cy]: Point, [rx, ry]: Point, degrees = 0, over?: readonly Paint[]) {
    const radians = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
    const reach = Math.max(rx, ry);
    this.each(
      paint,
      [
        [cx - reach, cy - reach],
        [cx + reach, cy + reach],
      ],
      (x, y) => {
        const dx = x - cx;
        const dy = cy - y;
        const a = (dx * cos + dy * sin) / rx;
        const b = (dy * cos - dx * sin) / ry;
        return a * a + b * b <= 1;
      },
      over,
    );
  }

  /** A polygon, or its part on these paints. */
  polygon(paint: Paint, corners: readonly Point[], over?: readonly Paint[]) {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const edges = corners.map(([x, y], index) => [
      x,
      y,
      ...(corners[index + 1] ?? corners[0] ?? [x, y]),
    ]);
    this.each(
      paint,
      [
        [Math.min(...xs), Math.min(...ys)],
        [Math.max(...xs), Math.max(...ys)],
      ],
      (x, y) => {
        let inside = false;
        for (const edge of edges) {
          const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = edge;
          if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
        }
        return inside;
      },
      over,
    );
  }

  /** A line of single pixels. */
  line(paint: Paint, [x1, y1]: Point, [x2, y2]: Point, over?: readonly Paint[]) {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
    for (let step = 0; step <= steps; step++) {
      const part = step / steps;
      this.pixel(paint, [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part], over);
    }
  }

  pixel(paint: Paint, [x, y]: Point, over?: readonly Paint[]) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= SIZE || row >= SIZE) return;
    const at = row * SIZE + column;
    const below = this.pixels[at];
    if (over && (below === undefined || !over.includes(below))) return;
    this.pixels[at] = paint;
  }

  /** One path a paint, in pixel units. Equal neighbours are one run, so that no seam shows. */
  paths(): [Paint, string][] {
    const paths = new Map<Paint, string>();
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE;) {
        const paint = this.pixels[y * SIZE + x];
        let end = x + 1;
        if (paint) {
          while (end < SIZE && this.pixels[y * SIZE + end] === paint) end++;
          const width = end - x;
          paths.set(paint, `${paths.get(paint) ?? ""}M${x} ${y}h${width}v1h-${width}z`);
        }
        x = end;
      }
    }
    return [...paths];
  }
}
