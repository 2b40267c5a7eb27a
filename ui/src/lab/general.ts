import type { PreferencesView } from "../gen/view";
import { marked, NOW, plain, PREFERENCES } from "./fixtures";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const two = [
  { name: "DP-1", model: plain("Dell U2720Q"), primary: true },
  { name: "eDP-1", model: plain(""), primary: false },
];

function state(more: Partial<PreferencesView> = {}): PreferencesView {
  return { ...PREFERENCES, screens: two, ...more };
}

/** Every state of the page General. */
export const GENERAL_STATES: Record<string, PreferencesView> = {
  general: state(),
  "general-portuguese": state({ language: "pt-BR", start_with_desktop: true, screen: "DP-1" }),
  "general-off": state({
    language: "en",
    marks: "plain",
    sounds: false,
    notifications: false,
    cost_and_limits: false,
    screens: [],
  }),
  "general-quiet": state({ quiet_until_unix_ms: NOW + 47 * MINUTE }),
  "general-quiet-tomorrow": state({
    system_language: "pt_BR.UTF-8",
    quiet_until_unix_ms: NOW + 17 * HOUR,
  }),
  "general-unplugged": state({ screen: "HDMI-A-1" }),
  "general-trouble": state({
    trouble:
      "The settings file cannot be read (line 3, column 14: unterminated string literal). Until that is put right the defaults count, and nothing in it is changed.",
  }),
  "general-hostile": state({
    screen: "<b>x</b>",
    screens: [
      {
        name: "DP-1",
        model: marked(`שלום ⟨U+202E⟩nosj <img src=x onerror="window.broken = true">`),
        primary: false,
      },
      { name: "A-SCREEN-OF-A-LONG-NAME-".repeat(4), model: plain("y".repeat(90)), primary: true },
    ],
    file: marked(`/home/ana/שלום/⟨U+202E⟩gpj.⟨U+202C⟩/${"a-folder-".repeat(20)}settings.json`),
  }),
};
