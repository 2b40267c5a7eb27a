import { en } from "./en";

/** What every language must say: the English catalogue's keys and the values they take. */
export type Catalogue = typeof en;

/** The words of the person's language. */
export const t: Catalogue = en;

export { parts, type Part } from "./parts";
