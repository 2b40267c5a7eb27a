//! Writes every target's seeds to where cargo-fuzz looks for them.

use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    for target in vults_fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in (target.seeds)().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
