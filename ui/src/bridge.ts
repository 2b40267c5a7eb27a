import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";

import type { ApprovalsView, Content, HistoryPage, PreferencesView, SetupView } from "./gen/view";
import type {
  ApprovalsHost,
  FolderAct,
  Host,
  PreferencesHost,
  PreferencesSource,
  SetupHost,
  Shown,
} from "./host";

/** Sends what needs no answer. A call that fails has no effect: native code knows the state. */
function send(command: string, values: Record<string, unknown> = {}): void {
  invoke(command, values).catch(() => undefined);
}

/** What native code is asked to do to the hooks, and to which settings file. */
function act(act: Exclude<FolderAct, "undo"> | "look" | "seen", id?: string): Promise<void> {
  return invoke("setup_act", id === undefined ? { act } : { act, id });
}

/** What the person has set, for either window. */
const preferencesSource: PreferencesSource = {
  attachPreferences: () => invoke<PreferencesView>("preferences_attach"),
  onPreferences: async (callback) => {
    await listen<PreferencesView>("preferences", (event) => callback(event.payload));
  },
};

/** The same for the window that changes it. */
export const preferencesBridge: PreferencesHost = {
  ...preferencesSource,
  prefer: (change) => invoke("prefer", { change }),
  hear: (sound) => invoke("hear", { sound }),
  quit: () => invoke("quit"),
  now: () => Date.now(),
};

/** The app around the island. */
export const bridge: Host = {
  ...preferencesSource,
  attach: () => invoke<Shown>("attach"),
  onView: async (callback) => {
    await listen<Shown>("view", (event) => callback(event.payload));
  },
  onFocused: async (callback) => {
    await listen("focused", () => callback());
  },
  unfocus: () => send("unfocus"),
  content: (card, binding) => invoke<Content>("content", { card, binding }),
  drawn: (drawn) => send("drawn", { ...drawn }),
  decide: (decision) => send("decide", { ...decision }),
  bring: (card) => send("bring", { card }),
  handBack: (session, handedBack) => send("hand_back", { session, handedBack }),
  reviewHooks: (session) => send("review_hooks", { session }),
  typing: (on) => send("typing", { on }),
  openLink: (url) => send("open_link", { url }),
  pause: (paused) => send("pause", { paused }),
  region: (rects) => send("region", { rects }),
  openSettings: () => send("open_settings"),
  now: () => Date.now(),
};

/** The app around the settings window. */
export const setupBridge: SetupHost = {
  attachSetup: () => invoke<SetupView>("setup_attach"),
  onSetup: async (callback) => {
    await listen<SetupView>("setup", (event) => callback(event.payload));
  },
  install: (id) => act("install", id),
  remove: (id) => act("remove", id),
  // Offered only where the whole installation was what was last written.
  undo: (id) => act("remove", id),
  test: (id) => act("test", id),
  look: () => act("look"),
  seen: () => act("seen"),
  now: () => Date.now(),
};

/** The app around the settings window's page of rules and decisions. */
export const approvalsBridge: ApprovalsHost = {
  attachApprovals: () => invoke<ApprovalsView>("approvals_attach"),
  onApprovals: async (callback) => {
    await listen<ApprovalsView>("approvals", (event) => callback(event.payload));
  },
  removeRule: (id) => invoke("rule_remove", { id }),
  distrust: (file) => invoke("distrust", { file }),
  history: (search, skip) => invoke<HistoryPage>("history", { search, skip }),
  exportHistory: () => invoke<string>("history_export"),
  clearHistory: () => invoke("history_clear"),
  pause: (paused) => invoke("pause", { paused }),
  now: () => Date.now(),
};
