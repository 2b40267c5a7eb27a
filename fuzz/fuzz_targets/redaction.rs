#![no_main]
//! `vults_fuzz::redaction`, at length.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vults_fuzz::redaction(data));
