import type { PreferencesView } from "../gen/view";
import type { Catalogue } from "./catalogue";
import { en } from "./en";
import { ptBR } from "./ptBR";

let spoken = $state.raw<Catalogue>(en);

/** The catalogue of what a person has set; of a language that has none, English. */
export function catalogueOf({
  language,
  system_language: system,
}: Pick<PreferencesView, "language" | "system_language">): Catalogue {
  // As `LANG` has it: "pt_BR.UTF-8". Portuguese of anywhere is nearer to this one than English is.
  const wanted = language === "system" ? system : language;
  return /^pt\b|^pt_/i.test(wanted) ? ptBR : en;
}

/** Says everything in this language from now on, also what is on the screen. */
export function speak(catalogue: Catalogue): void {
  spoken = catalogue;
  if (typeof document !== "undefined") document.documentElement.lang = catalogue.locale.words;
}

/**
 * The words of the person's language. Each look at it follows the language: keep no sentence beyond
 * the moment, or keep it as a `$derived`.
 */
export const t: Catalogue = new Proxy(en as Catalogue, {
  get: (_, key) => Reflect.get(spoken, key),
});
