#![no_main]
//! `vults_fuzz::app`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::app(data));
