#![no_main]
//! `vults_fuzz::relay`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::relay(data));
