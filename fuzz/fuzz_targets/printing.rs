#![no_main]
//! `vults_fuzz::printing`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::printing(data));
