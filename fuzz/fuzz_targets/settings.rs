#![no_main]
//! `vults_fuzz::settings`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::settings(data));
