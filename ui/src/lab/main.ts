import "../kit/fonts.css";
import "../kit/tokens.css";
import "../kit/base.css";
import "./lab.css";

import { mount } from "svelte";

import App from "../App.svelte";
import { LabHost } from "./host";
import Switcher from "./Switcher.svelte";
import { STATES } from "./states";

declare global {
  interface Window {
    /** What tests hold on to. */
    lab: { host: LabHost; states: typeof STATES };
  }
}

// lab.html?state=card-short&theme=dark; with `bare`, without the switcher.
const query = new URLSearchParams(location.search);
const [firstState] = Object.entries(STATES);
const name = query.get("state") ?? firstState?.[0] ?? "";
const view = STATES[name];
const theme = query.get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;

const target = document.getElementById("app");
if (target && view) {
  const host = new LabHost(view);
  window.lab = { host, states: STATES };
  mount(App, { target, props: { host } });
  if (!query.has("bare")) {
    mount(Switcher, { target: document.body, props: { names: Object.keys(STATES), name, theme } });
  }
}
