#![no_main]
//! `vults_fuzz::decision`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::decision(data));
