import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";

import type { View } from "./gen/view";
import type { Host } from "./host";

/** Sends what needs no answer. A call that fails has no effect: native code knows the state. */
function send(command: string, values: Record<string, unknown>): void {
  invoke(command, values).catch(() => undefined);
}

/** The app around the page. */
export const bridge: Host = {
  attach: () => invoke<View>("attach"),
  onView: async (callback) => {
    await listen<View>("view", (event) => callback(event.payload));
  },
  drawn: (drawn) => send("drawn", { ...drawn }),
  decide: (decision) => send("decide", { ...decision }),
  region: (rects) => send("region", { rects }),
  now: () => Date.now(),
};
