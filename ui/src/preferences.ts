import { follow } from "./follow";
import type { PreferencesSource } from "./host";
import { catalogueOf, speak } from "./i18n";
import { drawAs } from "./kit/marks.svelte";

/** Speaks the language and draws the marks that the person has set, from now on. */
export function followPreferences(source: PreferencesSource): void {
  // Until they are known: the engine's language is the desktop's.
  speak(catalogueOf({ language: "system", system_language: navigator.language }));
  void follow(
    () => source.attachPreferences(),
    (take) => source.onPreferences(take),
    (view) => {
      speak(catalogueOf(view));
      drawAs(view.marks);
    },
  ).catch(() => undefined);
}
