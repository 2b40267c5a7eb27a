//! The peer of the idle island: a Tauri window of the same kind with an empty page.

use tauri::{WebviewUrl, WebviewWindowBuilder};

fn main() -> anyhow::Result<()> {
    tauri::Builder::default()
        .setup(|app| {
            let page = WebviewUrl::External("about:blank".parse()?);
            WebviewWindowBuilder::new(app, "bare", page)
                .inner_size(640.0, 560.0)
                .transparent(true)
                .decorations(false)
                .shadow(false)
                .resizable(false)
                .always_on_top(true)
                .skip_taskbar(true)
                .focused(false)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())?;
    Ok(())
}
