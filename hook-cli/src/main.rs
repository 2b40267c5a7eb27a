//! The relay that coding agents run on their hook events.

fn main() {
    // The hook runs before the abort of a release build.
    std::panic::set_hook(Box::new(|_| vults_hook::end_after_panic()));
    vults_hook::run();
    // Ends here whatever is still open: nothing that is left needs an orderly end.
    std::process::exit(0);
}
