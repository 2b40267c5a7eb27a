import "./kit/fonts.css";
import "./kit/tokens.css";
import "./kit/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { bridge } from "./bridge";

// The pill's letters, while the app is asked for the view.
void document.fonts.load('13px "Inter Variable"');

const target = document.getElementById("app");
if (target) mount(App, { target, props: { host: bridge } });
