#![no_main]
//! `vults_fuzz::config`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::config(data));
