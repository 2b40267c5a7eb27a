//! Sessions of agents, as the app knows them after a morning's work.

use std::io::Write;
use std::os::unix::net::UnixStream;

use anyhow::Result;
use serde_json::json;

use crate::app::App;

/// How many there are.
pub(crate) const SESSIONS: usize = 20;

/// Fills the island: each has worked, and its turn is over.
pub(crate) fn fill(app: &App) -> Result<()> {
    for number in 0..SESSIONS {
        for event in ["SessionStart", "UserPromptSubmit", "Stop"] {
            let folder = format!("/home/ada/project-{}", number % 7);
            let line = json!({
                "kind": "event", "v": 8, "id": format!("{number}-{event}"), "agent": "claude",
                "event": event, "wants_reply": false, "terminal": { "cwd": folder },
                "payload": {
                    "session_id": format!("session-{number}"), "cwd": folder,
                    "hook_event_name": event, "permission_mode": "default",
                    "prompt": "Mend the refund tests", "last_assistant_message": "Both pass now.",
                },
            });
            let mut hook = UnixStream::connect(app.runtime_dir().join("vults.sock"))?;
            hook.write_all(format!("{line}\n").as_bytes())?;
            // Its end is the app's word that it was read.
            std::io::copy(&mut hook, &mut std::io::sink()).ok();
        }
    }
    Ok(())
}
