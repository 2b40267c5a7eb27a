import { expect, test } from "vitest";

import { lengthOf } from "./plan";

test.each([
  [300, "5 hours"],
  [60, "1 hour"],
  [90, "90 minutes"],
  [1, "1 minute"],
  [1_440, "1 day"],
  [10_080, "Week"],
  [20_160, "2 weeks"],
  [43_200, "30 days"],
  [0, "0 minutes"],
])("%d minutes", (minutes, expected) => {
  expect(lengthOf(minutes)).toBe(expected);
});
