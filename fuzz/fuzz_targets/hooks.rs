#![no_main]
//! `vults_fuzz::hooks`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::hooks(data));
