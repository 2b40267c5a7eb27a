import "../kit/fonts.css";
import "../kit/tokens.css";
import "../kit/base.css";
import "./lab.css";

import { mount, unmount } from "svelte";

import App from "../App.svelte";
import Settings from "../settings/Settings.svelte";
import { APPROVALS, APPROVALS_STATES } from "./approvals";
import { PREFERENCES } from "./fixtures";
import { GENERAL_STATES } from "./general";
import { LabApprovalsHost, LabHost, LabPreferencesHost, LabSetupHost } from "./host";
import { SETUP, SETUP_STATES } from "./setup";
import Switcher from "./Switcher.svelte";
import { STATES } from "./states";

type LabWindow =
  | { host: LabHost; states: typeof STATES }
  | { host: LabSetupHost; states: typeof SETUP_STATES }
  | { host: LabApprovalsHost; states: typeof APPROVALS_STATES }
  | { host: LabPreferencesHost; states: typeof GENERAL_STATES };

declare global {
  interface Window {
    /** What tests hold on to; `open` shows a state in a window that was never used before. */
    lab: LabWindow & { open: (name: string, theme?: string | null) => Promise<void> };
  }
}

const names = [STATES, SETUP_STATES, APPROVALS_STATES, GENERAL_STATES].flatMap((states) =>
  Object.keys(states),
);
const target = document.getElementById("app") as HTMLElement;
let shown: Record<string, unknown> | undefined;

/** The settings window, with a section of it in a state of the lab. */
function settings(
  section: "agents" | "approvals" | "general",
  hosts: { host?: LabSetupHost; approvals?: LabApprovalsHost; preferences?: LabPreferencesHost },
): void {
  const props = {
    host: new LabSetupHost(SETUP),
    approvals: new LabApprovalsHost(APPROVALS),
    preferences: new LabPreferencesHost(PREFERENCES),
    section,
    ...hosts,
  };
  shown = mount(Settings, { target, props });
}

/** The window of a state, with a copy of it: a test may change what it is given. */
function windowOf(name: string): LabWindow | undefined {
  const view = STATES[name];
  if (view) {
    const host = new LabHost(structuredClone(view));
    shown = mount(App, { target, props: { host } });
    return { host, states: STATES };
  }
  const setup = SETUP_STATES[name];
  if (setup) {
    const host = new LabSetupHost(structuredClone(setup));
    settings("agents", { host });
    return { host, states: SETUP_STATES };
  }
  const rules = APPROVALS_STATES[name];
  if (rules) {
    const approvals = new LabApprovalsHost(structuredClone(rules));
    settings("approvals", { approvals });
    return { host: approvals, states: APPROVALS_STATES };
  }
  const general = GENERAL_STATES[name];
  if (!general) return undefined;
  const preferences = new LabPreferencesHost(structuredClone(general));
  settings("general", { preferences });
  return { host: preferences, states: GENERAL_STATES };
}

async function open(name: string, theme: string | null = null): Promise<void> {
  if (shown) await unmount(shown);
  // A field that was open keeps the keys for a while, unless another window has the keyboard.
  window.dispatchEvent(new Event("blur"));
  if (theme) document.documentElement.dataset["theme"] = theme;
  document.documentElement.classList.toggle("ordinary", !(name in STATES));
  scrollTo(0, 0);
  const lab = windowOf(name);
  if (lab) window.lab = { ...lab, open };
}

// lab.html?state=card-short&theme=dark; with `bare`, without the switcher.
const query = new URLSearchParams(location.search);
const name = query.get("state") ?? names[0] ?? "";
const theme = query.get("theme");
void open(name, theme);
if (!query.has("bare")) {
  mount(Switcher, { target: document.body, props: { names, name, theme } });
}
