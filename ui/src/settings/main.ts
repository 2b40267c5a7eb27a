import "../kit/fonts.css";
import "../kit/tokens.css";
import "../kit/base.css";

import { mount } from "svelte";

import { approvalsBridge, preferencesBridge, setupBridge } from "../bridge";
import Settings from "./Settings.svelte";

const target = document.getElementById("app");
const props = {
  host: setupBridge,
  approvals: approvalsBridge,
  preferences: preferencesBridge,
};
if (target) mount(Settings, { target, props });
