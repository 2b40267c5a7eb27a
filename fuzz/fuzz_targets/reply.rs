#![no_main]
//! `vults_fuzz::reply`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::reply(data));
