//! The peer of the island: a Tauri window of the same kind with an empty page.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Result;

/// A window with an empty page and nothing else; ended when dropped.
pub(crate) struct Bare(Child);

impl Bare {
    pub(crate) fn start(program: &Path) -> Result<Bare> {
        // What the app sets for itself.
        let child = Command::new(program)
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
            .env("GDK_BACKEND", "x11")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Bare(child))
    }

    pub(crate) fn pid(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
