import type { PreferencesView } from "../gen/view";
import { t } from "../i18n";
import { plainText } from "../kit/text";

/** The name of no screen: the primary one, whichever that is. */
export const PRIMARY = "";

/** The screens that a person can choose, each with its words; the chosen one is always among them. */
export function screenChoices({
  screen,
  screens,
}: Pick<PreferencesView, "screen" | "screens">): [name: string, words: string][] {
  const named = screens.map(({ name, model }): [string, string] => {
    const known = plainText(model).trim();
    return [name, known === "" || known === name ? name : t.general.screen.named(name, known)];
  });
  const away = screen !== null && !screens.some(({ name }) => name === screen);
  return [
    [PRIMARY, t.general.screen.primary],
    ...named,
    ...(away ? [[screen, t.general.screen.away(screen)] as [string, string]] : []),
  ];
}
