//! The app.

use std::process::ExitCode;

fn main() -> ExitCode {
    vults_app::start(std::env::args_os().skip(1))
}
