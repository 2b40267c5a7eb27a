import "./kit/fonts.css";
import "./kit/tokens.css";
import "./kit/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { bridge } from "./bridge";

// The first command would wait for its font, and its card for the command.
void document.fonts.load('13px "JetBrains Mono Variable"');

const target = document.getElementById("app");
if (target) mount(App, { target, props: { host: bridge } });
