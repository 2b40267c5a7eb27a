import "./kit/fonts.css";
import "./kit/tokens.css";
import "./kit/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { bridge } from "./bridge";

/** What a view is written in. Without them it would be laid out twice, and other fonts looked for. */
const FACES = ['13px "Inter Variable"', '13px "JetBrains Mono Variable"'];

async function begin(target: HTMLElement): Promise<void> {
  // A page that begins with its view is painted once less.
  const [first] = await Promise.all([
    bridge.attach().catch(() => null),
    Promise.allSettled(FACES.map((face) => document.fonts.load(face))),
  ]);
  mount(App, { target, props: { host: bridge, first } });
}

const target = document.getElementById("app");
if (target) void begin(target);
