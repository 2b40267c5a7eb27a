import { describe, expect, test } from "vitest";

import { birdOf, SIZE } from ".";
import { POSES } from "./draw";
import { SPECIES } from "./species";

/** The pixels of a drawing, from its paths: a row of letters and dots each. */
function pixels(number: number | undefined, pose: (typeof POSES)[number]): string[] {
  const grid = Array.from({ length: SIZE }, () => Array<string>(SIZE).fill("."));
  for (const [paint, path] of birdOf(number, pose).paths) {
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      grid[Number(y)]?.fill(paint, Number(x), Number(x) + Number(width));
    }
  }
  return grid.map((row) => row.join(" "));
}

/** How many pixels one drawing has and the other has not. */
function difference(a: string[], b: string[]): number {
  const filled = (rows: string[]) =>
    rows.flatMap((row) => row.split(" ").map((paint) => paint !== "."));
  const [one, other] = [filled(a), filled(b)];
  return one.filter((on, at) => on !== other[at]).length;
}

const numbers = SPECIES.map((_, number) => number);

test("there are enough of them, each with a name of its own", () => {
  expect(SPECIES.length).toBeGreaterThanOrEqual(8);
  expect(new Set(SPECIES.map(({ name }) => name)).size).toBe(SPECIES.length);
  expect(birdOf(undefined, "perched").species).toBe("zeca");
});

test("every number has one, and the same number has always the same", () => {
  for (const number of [0, 1, 8, 9, 4_294_967_295]) {
    expect(birdOf(number, "perched")).toBe(birdOf(number, "perched"));
    expect(birdOf(number, "perched").species).toBe(SPECIES[number % SPECIES.length]?.name);
  }
});

describe.each(POSES)("%s", (pose) => {
  test("no two have one silhouette", () => {
    for (const a of numbers) {
      for (const b of numbers.slice(a + 1)) {
        const apart = difference(pixels(a, pose), pixels(b, pose));
        expect(apart, `${SPECIES[a]?.name} and ${SPECIES[b]?.name}`).toBeGreaterThan(20);
      }
    }
  });

  test("each has its band, an eye, and feet on the wire unless it flies", () => {
    // Zeca has nothing to do but to sit, and to spread his wings.
    const zeca = pose === "perched" || pose === "wings" ? [undefined] : [];
    for (const number of [...numbers, ...zeca]) {
      const { species, paths } = birdOf(number, pose);
      const paints = paths.map(([paint]) => paint);
      expect(paints, species).toEqual(expect.arrayContaining(["band", "eye"]));
      const feet = paths.find(([paint]) => paint === "leg")?.[1].includes(` ${SIZE - 1}h`) ?? false;
      expect(feet, species).toBe(pose !== "flying");
    }
  });

  test("is another one than the others", () => {
    for (const number of numbers) {
      for (const other of POSES.filter((each) => each !== pose)) {
        expect(difference(pixels(number, pose), pixels(number, other))).toBeGreaterThan(20);
      }
    }
  });
});
