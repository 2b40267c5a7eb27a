//! The relay that coding agents run on their hook events.

/// That of musl asks the system for each few pages, and gives them back one by one: of a process that lives for
/// a millisecond, a third of the time.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() {
    // The hook runs before the abort of a release build.
    std::panic::set_hook(Box::new(|_| vults_hook::end_after_panic()));
    vults_hook::run();
    // Ends here whatever is still open: nothing that is left needs an orderly end.
    std::process::exit(0);
}
