#![no_main]
//! `vults_fuzz::matcher`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::matcher(data));
