import { follow } from "./follow";
import type { PreferencesView } from "./gen/view";
import type { PreferencesSource } from "./host";
import { catalogueOf, speak } from "./i18n";
import { drawAs } from "./kit/marks.svelte";

/** What the person has set, as it is now. The page speaks its language and draws its marks. */
export class Preferences {
  view = $state.raw<PreferencesView | null>(null);
  /** Native code does not say what is set. */
  unanswered = $state(false);

  constructor(source: PreferencesSource) {
    // Until they are known: the engine's language is the desktop's.
    speak(catalogueOf({ language: "system", system_language: navigator.language }));
    void follow(
      () => source.attachPreferences(),
      (take) => source.onPreferences(take),
      (view) => {
        this.view = view;
        speak(catalogueOf(view));
        drawAs(view.marks);
      },
    ).catch(() => (this.unanswered = true));
  }
}
