#![no_main]
//! `vults_fuzz::event`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::event(data));
