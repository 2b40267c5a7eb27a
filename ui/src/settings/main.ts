import "../kit/fonts.css";
import "../kit/tokens.css";
import "../kit/base.css";

import { mount } from "svelte";

import { approvalsBridge, setupBridge } from "../bridge";
import Settings from "./Settings.svelte";

const target = document.getElementById("app");
if (target) mount(Settings, { target, props: { host: setupBridge, approvals: approvalsBridge } });
