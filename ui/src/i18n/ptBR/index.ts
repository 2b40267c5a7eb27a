import type { Catalogue } from "../catalogue";
import { approvals } from "./approvals";
import { cards } from "./cards";
import { content } from "./content";
import { general } from "./general";
import { island } from "./island";
import { setup } from "./setup";

/** Brazilian Portuguese. */
export const ptBR = {
  locale: { name: "Português (Brasil)", words: "pt-BR", dates: "pt-BR" },
  ...island,
  ...content,
  ...cards,
  ...setup,
  approvals,
  general,
} satisfies Catalogue;
