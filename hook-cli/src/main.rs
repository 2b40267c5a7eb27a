//! The relay that coding agents run on their hook events.

fn main() {
    // A panic must neither print nor change the exit code, which some agents read as a denial.
    // The hook runs before the abort of a release build.
    std::panic::set_hook(Box::new(|_| std::process::exit(0)));
    vults_hook::run();
    // Ends here whatever is still open: nothing that is left needs an orderly end.
    std::process::exit(0);
}
