//! Makes the app's context: its configuration, icons, capability and page.

use std::{error::Error, fs, path::Path};

/// Stands in for the page until `npm run build` has made the real one, so that a fresh clone
/// compiles with cargo alone.
const PLACEHOLDER: &str = "<!doctype html><meta charset=\"utf-8\"><title>Vults</title>\n";

fn main() -> Result<(), Box<dyn Error>> {
    let page = Path::new("ui/dist/index.html");
    if !page.exists() {
        fs::create_dir_all("ui/dist")?;
        fs::write(page, PLACEHOLDER)?;
    }
    println!("cargo:rerun-if-changed=ui/dist");
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    println!("cargo:rerun-if-changed=src-tauri/permissions");
    let manifest =
        tauri_build::AppManifest::new().permissions_path_pattern("src-tauri/permissions/*.toml");
    let attributes = tauri_build::Attributes::new()
        .capabilities_path_pattern("src-tauri/capabilities/*.json")
        .app_manifest(manifest);
    Ok(tauri_build::try_build(attributes)?)
}
