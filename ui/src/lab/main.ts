import "../kit/fonts.css";
import "../kit/tokens.css";
import "../kit/base.css";
import "./lab.css";

import { mount } from "svelte";

import App from "../App.svelte";
import Settings from "../settings/Settings.svelte";
import { LabHost, LabSetupHost } from "./host";
import { SETUP_STATES } from "./setup";
import Switcher from "./Switcher.svelte";
import { STATES } from "./states";

declare global {
  interface Window {
    /** What tests hold on to. */
    lab:
      | { host: LabHost; states: typeof STATES }
      | { host: LabSetupHost; states: typeof SETUP_STATES };
  }
}

// lab.html?state=card-short&theme=dark; with `bare`, without the switcher.
const query = new URLSearchParams(location.search);
const names = [...Object.keys(STATES), ...Object.keys(SETUP_STATES)];
const name = query.get("state") ?? names[0] ?? "";
const theme = query.get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;

const target = document.getElementById("app");
const [view, setup] = [STATES[name], SETUP_STATES[name]];
if (target && view) {
  const host = new LabHost(view);
  window.lab = { host, states: STATES };
  mount(App, { target, props: { host } });
} else if (target && setup) {
  document.documentElement.classList.add("ordinary");
  const host = new LabSetupHost(setup);
  window.lab = { host, states: SETUP_STATES };
  mount(Settings, { target, props: { host } });
}
if (!query.has("bare")) {
  mount(Switcher, { target: document.body, props: { names, name, theme } });
}
