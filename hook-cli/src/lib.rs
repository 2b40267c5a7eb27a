//! The relay that coding agents run on their hook events.
