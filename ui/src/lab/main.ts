import "../kit/fonts.css";
import "../kit/tokens.css";
import "../kit/base.css";
import "./lab.css";

import { mount } from "svelte";

import App from "../App.svelte";
import Settings from "../settings/Settings.svelte";
import { APPROVALS, APPROVALS_STATES } from "./approvals";
import { PREFERENCES } from "./fixtures";
import { GENERAL_STATES } from "./general";
import { LabApprovalsHost, LabHost, LabPreferencesHost, LabSetupHost } from "./host";
import { SETUP, SETUP_STATES } from "./setup";
import Switcher from "./Switcher.svelte";
import { STATES } from "./states";

declare global {
  interface Window {
    /** What tests hold on to. */
    lab:
      | { host: LabHost; states: typeof STATES }
      | { host: LabSetupHost; states: typeof SETUP_STATES }
      | { host: LabApprovalsHost; states: typeof APPROVALS_STATES }
      | { host: LabPreferencesHost; states: typeof GENERAL_STATES };
  }
}

// lab.html?state=card-short&theme=dark; with `bare`, without the switcher.
const query = new URLSearchParams(location.search);
const names = [STATES, SETUP_STATES, APPROVALS_STATES, GENERAL_STATES].flatMap((states) =>
  Object.keys(states),
);
const name = query.get("state") ?? names[0] ?? "";
const theme = query.get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;

const target = document.getElementById("app");
const [view, setup, rules, general] = [
  STATES[name],
  SETUP_STATES[name],
  APPROVALS_STATES[name],
  GENERAL_STATES[name],
];

/** The settings window, with a section of it in a state of the lab. */
function settings(
  target: HTMLElement,
  section: "agents" | "approvals" | "general",
  hosts: { host?: LabSetupHost; approvals?: LabApprovalsHost; preferences?: LabPreferencesHost },
): void {
  document.documentElement.classList.add("ordinary");
  const props = {
    host: new LabSetupHost(SETUP),
    approvals: new LabApprovalsHost(APPROVALS),
    preferences: new LabPreferencesHost(PREFERENCES),
    section,
    ...hosts,
  };
  mount(Settings, { target, props });
}

if (target && view) {
  const host = new LabHost(view);
  window.lab = { host, states: STATES };
  mount(App, { target, props: { host } });
} else if (target && setup) {
  const host = new LabSetupHost(setup);
  window.lab = { host, states: SETUP_STATES };
  settings(target, "agents", { host });
} else if (target && rules) {
  const approvals = new LabApprovalsHost(rules);
  window.lab = { host: approvals, states: APPROVALS_STATES };
  settings(target, "approvals", { approvals });
} else if (target && general) {
  const preferences = new LabPreferencesHost(general);
  window.lab = { host: preferences, states: GENERAL_STATES };
  settings(target, "general", { preferences });
}
if (!query.has("bare")) {
  mount(Switcher, { target: document.body, props: { names, name, theme } });
}
