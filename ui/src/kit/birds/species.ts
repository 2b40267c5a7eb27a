import type { Paint, Point } from "./canvas";

/** A patch of plumage, in the frame of the head or the body: its edge is at about 1. */
export interface Patch {
  on: "head" | "body";
  paint: Paint;
  at: Point;
  radii: Point;
  turn?: number;
}

/** What tells one kind of bird from another. Lengths are in pixels, directions in degrees. */
export interface Species {
  name: string;
  /** Half the body's length and height. */
  body: Point;
  /** How much more upright than others it sits. */
  upright: number;
  head: number;
  /** From the body's middle to the head's. */
  neck: number;
  /** How thick the neck is; none where the head sits on the body. */
  throat?: number;
  legs: number;
  beak: { length: number; thick: number; bend?: number };
  tail: { length: number; narrow: number; wide: number; lift: number; fork?: number };
  /** Half the wing's length and height, and how far it lies back. */
  wing: { radii: Point; back: number; tip?: number };
  /** How far its spread wings reach. */
  span: number;
  /** Feathers on the head, each a triangle in the head's frame. */
  crest?: readonly (readonly [Point, Point, Point])[];
  /** Whether the crest stands up, so that it is seen from the front, too. */
  crown?: boolean;
  patches: readonly Patch[];
  /** Looks at you with both eyes. */
  faces?: boolean;
  /** From the middle to the right. */
  shift?: number;
}

const CAP: Patch = { on: "head", paint: "cap", at: [-0.1, 0.75], radii: [1.3, 0.75] };

/** The kinds of birds; each project has one. */
export const SPECIES: readonly Species[] = [
  {
    name: "sparrow",
    body: [6, 4.6],
    upright: 0,
    head: 3.7,
    neck: 6.4,
    legs: 3,
    beak: { length: 2.6, thick: 2.4 },
    tail: { length: 6, narrow: 2, wide: 3, lift: 0 },
    wing: { radii: [5, 2.9], back: -0.15 },
    span: 10,
    patches: [
      CAP,
      { on: "head", paint: "mark", at: [0.55, -0.75], radii: [0.5, 0.5] },
      { on: "body", paint: "belly", at: [0.1, -0.7], radii: [0.9, 0.6] },
    ],
  },
  {
    name: "swift",
    body: [7, 3.2],
    upright: -14,
    head: 3,
    neck: 6.6,
    legs: 2,
    beak: { length: 1.2, thick: 1.6 },
    tail: { length: 6, narrow: 1.6, wide: 4.5, lift: 0, fork: 3 },
    wing: { radii: [7, 1.9], back: -0.4, tip: 4 },
    span: 13,
    patches: [
      { on: "head", paint: "belly", at: [0.5, -0.8], radii: [0.8, 0.55] },
      { on: "body", paint: "breast", at: [0.2, -0.9], radii: [1, 0.5] },
    ],
  },
  {
    name: "owl",
    body: [7, 5.6],
    upright: 34,
    head: 5.4,
    neck: 7,
    legs: 2,
    beak: { length: 1, thick: 1.4 },
    tail: { length: 4, narrow: 3, wide: 3, lift: 8 },
    wing: { radii: [6, 2.8], back: -0.15 },
    span: 11,
    crest: [
      [
        [-0.95, 0.3],
        [-0.3, 0.8],
        [-0.95, 1.45],
      ],
      [
        [0.95, 0.3],
        [0.3, 0.8],
        [0.95, 1.45],
      ],
    ],
    faces: true,
    patches: [{ on: "body", paint: "belly", at: [0.1, -0.6], radii: [0.9, 0.6] }],
  },
  {
    name: "heron",
    body: [6.2, 3.6],
    upright: -4,
    head: 2.5,
    neck: 9.5,
    throat: 2.2,
    legs: 6,
    beak: { length: 6, thick: 1.8 },
    tail: { length: 4, narrow: 2, wide: 2, lift: 0 },
    wing: { radii: [5.6, 2.5], back: -0.15 },
    span: 12,
    crest: [
      [
        [-0.5, 1],
        [-0.4, 0.2],
        [-2.4, 0.3],
      ],
    ],
    patches: [{ on: "head", paint: "cap", at: [-0.4, 0.8], radii: [1, 0.5] }],
  },
  {
    name: "wren",
    body: [5.2, 4.6],
    upright: -16,
    head: 3.5,
    neck: 5.2,
    legs: 3,
    beak: { length: 3, thick: 1.2 },
    tail: { length: 6, narrow: 2, wide: 2.4, lift: -96 },
    wing: { radii: [4, 2.3], back: -0.2 },
    span: 8,
    patches: [
      { on: "head", paint: "mark", at: [-0.1, 0.5], radii: [1.2, 0.22] },
      { on: "body", paint: "belly", at: [0.2, -0.75], radii: [0.9, 0.6] },
    ],
  },
  {
    name: "kingfisher",
    body: [5.6, 4.4],
    upright: 12,
    head: 4.2,
    neck: 6,
    legs: 2,
    beak: { length: 6.5, thick: 2 },
    tail: { length: 3.4, narrow: 2, wide: 2.4, lift: 0 },
    wing: { radii: [4.8, 2.6], back: -0.15 },
    span: 9,
    crest: [
      [
        [-0.7, 0.9],
        [-0.6, 0.1],
        [-1.6, 0.5],
      ],
    ],
    patches: [
      { on: "head", paint: "mark", at: [-0.75, -0.35], radii: [0.4, 0.4] },
      { on: "body", paint: "belly", at: [0.2, -0.55], radii: [1.1, 0.75] },
    ],
    shift: -1,
  },
  {
    name: "magpie",
    body: [5.8, 4],
    upright: 0,
    head: 3.4,
    neck: 6,
    legs: 4,
    beak: { length: 3, thick: 1.9 },
    tail: { length: 10.5, narrow: 2, wide: 2.6, lift: 0 },
    wing: { radii: [4.8, 2.1], back: -0.25 },
    span: 10,
    patches: [
      { on: "body", paint: "belly", at: [0.05, -0.85], radii: [0.9, 0.8] },
      { on: "body", paint: "bar", at: [0.15, 0.35], radii: [0.5, 0.4] },
    ],
    shift: 2,
  },
  {
    name: "finch",
    body: [5.6, 5.6],
    upright: 16,
    head: 4.1,
    neck: 5.6,
    legs: 2,
    beak: { length: 2, thick: 3.2 },
    tail: { length: 3.6, narrow: 1.6, wide: 2.6, lift: 0 },
    wing: { radii: [4.8, 2.6], back: -0.2 },
    span: 8,
    patches: [CAP, { on: "body", paint: "breast", at: [0.35, -0.5], radii: [1, 0.9] }],
  },
  {
    name: "hoopoe",
    body: [5.8, 3.6],
    upright: -2,
    head: 3,
    neck: 6.6,
    legs: 3,
    beak: { length: 5.5, thick: 1.2, bend: -1.6 },
    tail: { length: 6, narrow: 2, wide: 2.6, lift: 0 },
    wing: { radii: [5.2, 2.5], back: -0.15 },
    span: 10,
    crest: [
      [
        [-0.2, 0.6],
        [0.4, 0.9],
        [0.1, 2.5],
      ],
      [
        [-0.6, 0.5],
        [0.1, 0.9],
        [-1, 2.4],
      ],
      [
        [-0.8, 0.2],
        [-0.3, 0.9],
        [-2, 1.8],
      ],
    ],
    crown: true,
    patches: [{ on: "body", paint: "belly", at: [0.1, -0.9], radii: [0.8, 0.5] }],
    shift: -1,
  },
];

/** Zeca, the app's own: a vulture, large and dark. */
export const ZECA: Species = {
  name: "zeca",
  body: [7.6, 5.4],
  upright: 10,
  head: 3.2,
  neck: 8.2,
  throat: 2.4,
  legs: 3,
  beak: { length: 3, thick: 2, bend: -1.6 },
  tail: { length: 5.4, narrow: 3, wide: 4, lift: 4 },
  wing: { radii: [7, 3.4], back: -0.1 },
  span: 13,
  patches: [{ on: "body", paint: "shade", at: [0.2, -0.8], radii: [0.8, 0.5] }],
};
