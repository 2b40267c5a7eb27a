import { expect, test } from "vitest";

import { minutesTillTomorrow } from "./tomorrow";

test.each([
  [new Date(2026, 10, 30, 20, 0), 12 * 60],
  [new Date(2026, 10, 30, 20, 0, 1), 12 * 60],
  [new Date(2026, 10, 30, 20, 1), 12 * 60 - 1],
  [new Date(2026, 11, 31, 0, 0), 32 * 60],
  [new Date(2026, 11, 31, 23, 59), 8 * 60 + 1],
])("from %s it is %i minutes until tomorrow at 8", (now, minutes) => {
  expect(minutesTillTomorrow(now.getTime())).toBe(minutes);
});
