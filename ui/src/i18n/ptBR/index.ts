import type { Catalogue } from "../catalogue";
import { approvals } from "./approvals";
import { cards } from "./cards";
import { content } from "./content";
import { island } from "./island";
import { setup } from "./setup";

/** Brazilian Portuguese. */
export const ptBR = {
  locale: { words: "pt-BR", dates: "pt-BR" },
  ...island,
  ...content,
  ...cards,
  ...setup,
  approvals,
} satisfies Catalogue;
