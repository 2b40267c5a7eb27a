import { NOW, plain, session, view } from "./fixtures";
import type { LabState } from "./host";

export const flock = [
  session("payments-api", { step: { command: plain("cargo test --workspace") } }),
  session("infra", { agent: "codex", agent_name: "Codex", status: "done" }),
  session("storefront", { agent: "opencode", agent_name: "OpenCode", status: "started" }),
  session("docs", { agent: "qwen", agent_name: "Qwen Code", status: "done" }),
];

/** The pill, by what it has to say. */
export const PILLS: Record<string, LabState> = {
  "pill-empty": view({}),
  "pill-working": view({ sessions: flock }),
  "pill-working-alone": view({
    sessions: [session("payments-api", { step: { command: plain("cargo test") } })],
  }),
  "pill-long": view({
    sessions: [
      session("a-project-with-a-name-that-goes-on-and-on", {
        step: { command: plain("cargo nextest run --workspace --all-features --no-fail-fast") },
      }),
      ...flock,
      session("scraper", { agent: "copilot", agent_name: "Copilot CLI" }),
    ],
  }),
  "pill-waits-in-terminal": view({
    sessions: [
      session("infra", {
        agent: "codex",
        agent_name: "Codex",
        status: "waits_in_terminal",
        since_unix_ms: NOW - 67 * 60_000,
      }),
      ...flock.slice(0, 1),
      ...flock.slice(2),
    ],
  }),
  "pill-mode": view({
    sessions: [
      session("docs", { mode: "bypass_permissions", step: { command: plain("make") } }),
      ...flock.slice(0, 2),
    ],
  }),
  "pill-paused": view({ paused: true, sessions: flock }),
  "pill-tool": view({ sessions: [session("docs", { step: { tool: plain("TodoWrite") } })] }),
  "pill-edit": view({ sessions: [session("docs", { step: { edit: plain("main.rs") } })] }),
  "pill-read": view({ sessions: [session("docs", { step: { read: plain("main.rs") } })] }),
  "pill-open": view({ sessions: [session("docs", { step: { open: plain("example.test") } })] }),
  "pill-subagent": view({
    sessions: [session("docs", { step: { subagent: plain("Explore") } })],
  }),
  "pill-server-tool": view({
    sessions: [
      session("docs", {
        step: { server_tool: { server: plain("github"), tool: plain("create_issue") } },
      }),
    ],
  }),
  "pill-thinking": view({
    sessions: [session("docs", { agent: "qwen", agent_name: "Qwen Code" })],
  }),
  "pill-failed": view({ sessions: [session("docs", { status: "failed" }), ...flock.slice(0, 2)] }),
  "pill-done": view({ sessions: [session("docs", { status: "done" })] }),
  "pill-started": view({ sessions: [session("docs", { status: "started" })] }),
  "pill-trouble": view({
    trouble:
      "No agent can reach Vults: the folder /run/user/1000/vults is open to other users. Close it to them (chmod 700) and start Vults again.",
    sessions: flock,
  }),
  "pill-drift": view({
    sessions: flock.slice(1),
    drift: [{ agent_name: "Claude Code", partial: false, since_unix_ms: NOW - 67 * 60_000 }],
  }),
  "pill-drift-alone": view({
    drift: [{ agent_name: "Claude Code", partial: true, since_unix_ms: NOW - 67 * 60_000 }],
  }),
  "pill-drift-days": view({
    sessions: flock,
    drift: [
      { agent_name: "Claude Code", partial: true, since_unix_ms: NOW - 9 * 86_400_000 },
      { agent_name: "Codex", partial: false, since_unix_ms: NOW - 60_000 },
    ],
  }),
  "pill-drift-while-one-waits": view({
    sessions: [
      session("infra", { agent: "codex", agent_name: "Codex", status: "waits_in_terminal" }),
      ...flock.slice(2),
    ],
    drift: [{ agent_name: "Claude Code", partial: false, since_unix_ms: NOW - 67 * 60_000 }],
  }),
};
