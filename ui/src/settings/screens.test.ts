import { expect, test } from "vitest";

import { screenChoices } from "./screens";

const screen = (name: string, model: string) => ({
  name,
  model: model === "" ? [] : [{ plain: model }],
  primary: false,
});

test("the screens are the primary one and those that are there", () => {
  expect(
    screenChoices({
      screen: "DP-1",
      screens: [screen("DP-1", "Dell U2720Q"), screen("eDP-1", "")],
    }),
  ).toEqual([
    ["", "The primary one"],
    ["DP-1", "DP-1, Dell U2720Q"],
    ["eDP-1", "eDP-1"],
  ]);
  expect(screenChoices({ screen: null, screens: [screen("DP-1", "DP-1")] })).toEqual([
    ["", "The primary one"],
    ["DP-1", "DP-1"],
  ]);
});

test("a chosen screen that is unplugged stays to be seen", () => {
  expect(screenChoices({ screen: "HDMI-1", screens: [] })).toEqual([
    ["", "The primary one"],
    ["HDMI-1", "HDMI-1, which is unplugged"],
  ]);
});
