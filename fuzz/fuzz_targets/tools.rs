#![no_main]
//! `vults_fuzz::tools`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::tools(data));
