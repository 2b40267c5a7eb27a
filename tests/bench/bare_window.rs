//! The peer of the island: a Tauri window of the same kind with an empty page.

use tauri::http::Response;
use tauri::{WebviewUrl, WebviewWindowBuilder};

/// Like an app's page it comes from the app: for `about:blank` WebKit would start no process.
const SCHEME: &str = "bare";
const PAGE: &[u8] = b"<!doctype html><title>Bare</title>";

fn main() -> anyhow::Result<()> {
    tauri::Builder::default()
        .register_uri_scheme_protocol(SCHEME, |_, _| {
            Response::builder().header("content-type", "text/html").body(PAGE).unwrap_or_default()
        })
        .setup(|app| {
            let page = WebviewUrl::CustomProtocol(format!("{SCHEME}://localhost/").parse()?);
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
