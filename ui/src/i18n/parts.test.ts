import { expect, test } from "vitest";

import { parts, type Part } from "./parts";

test.each<[string, Part[]]>([
  ["", []],
  ["Allow", [{ kind: "words", text: "Allow" }]],
  [
    "wants to [run a command]",
    [
      { kind: "words", text: "wants to " },
      { kind: "strong", text: "run a command" },
    ],
  ],
  [
    "wants to [edit {name}]",
    [
      { kind: "words", text: "wants to " },
      { kind: "strong", text: "edit " },
      { kind: "slot", name: "name", strong: true },
    ],
  ],
  [
    "{project} runs {step}",
    [
      { kind: "slot", name: "project" },
      { kind: "words", text: " runs " },
      { kind: "slot", name: "step" },
    ],
  ],
])("%j", (sentence, expected) => {
  expect(parts(sentence)).toEqual(expected);
});
