import "../kit/fonts.css";
import "../kit/tokens.css";
import "../kit/base.css";
import "./lab.css";

import { mount } from "svelte";

import App from "../App.svelte";
import Settings from "../settings/Settings.svelte";
import { APPROVALS, APPROVALS_STATES } from "./approvals";
import { LabApprovalsHost, LabHost, LabSetupHost } from "./host";
import { SETUP, SETUP_STATES } from "./setup";
import Switcher from "./Switcher.svelte";
import { STATES } from "./states";

declare global {
  interface Window {
    /** What tests hold on to. */
    lab:
      | { host: LabHost; states: typeof STATES }
      | { host: LabSetupHost; states: typeof SETUP_STATES }
      | { host: LabApprovalsHost; states: typeof APPROVALS_STATES };
  }
}

// lab.html?state=card-short&theme=dark; with `bare`, without the switcher.
const query = new URLSearchParams(location.search);
const names = [STATES, SETUP_STATES, APPROVALS_STATES].flatMap((states) => Object.keys(states));
const name = query.get("state") ?? names[0] ?? "";
const theme = query.get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;

const target = document.getElementById("app");
const [view, setup, rules] = [STATES[name], SETUP_STATES[name], APPROVALS_STATES[name]];

/** The settings window, with a section of it in a state of the lab. */
function settings(
  target: HTMLElement,
  host: LabSetupHost,
  approvals: LabApprovalsHost,
  section: "agents" | "approvals",
): void {
  document.documentElement.classList.add("ordinary");
  mount(Settings, { target, props: { host, approvals, section } });
}

if (target && view) {
  const host = new LabHost(view);
  window.lab = { host, states: STATES };
  mount(App, { target, props: { host } });
} else if (target && setup) {
  const host = new LabSetupHost(setup);
  window.lab = { host, states: SETUP_STATES };
  settings(target, host, new LabApprovalsHost(APPROVALS), "agents");
} else if (target && rules) {
  const host = new LabApprovalsHost(rules);
  window.lab = { host, states: APPROVALS_STATES };
  settings(target, new LabSetupHost(SETUP), host, "approvals");
}
if (!query.has("bare")) {
  mount(Switcher, { target: document.body, props: { names, name, theme } });
}
