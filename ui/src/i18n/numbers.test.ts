import { expect, test } from "vitest";

import { en } from "./en";
import { ptBR } from "./ptBR";

test("numbers follow the language and their noun", () => {
  expect(en.command.lines(1)).toBe("1 line");
  expect(en.command.characters(18123)).toBe("18,123 characters");
  expect(en.card.countdown(0, 5)).toBe("Goes back to the terminal in 0:05");
  expect(ptBR.command.lines(1)).toBe("1 linha");
  expect(ptBR.command.lines(0)).toBe("0 linhas");
  expect(ptBR.approvals.history.count(0)).toBe("0 decisões");
  expect(ptBR.command.characters(18123)).toBe("18.123 caracteres");
  expect(ptBR.card.countdown(0, 5)).toBe("Volta ao terminal em 0:05");
});
