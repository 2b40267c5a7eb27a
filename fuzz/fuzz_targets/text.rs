#![no_main]
//! `vults_fuzz::text`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::text(data));
