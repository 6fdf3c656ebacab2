//! The function that decode.mjs runs in Chromium: the decoder of the readings, with the page's allocator.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen::prelude::wasm_bindgen;

#[global_allocator]
static ALLOCATOR: rlsf::GlobalTlsf<Allocation> = rlsf::GlobalTlsf::new();

struct Allocation;

impl rlsf::GlobalTlsfOptions for Allocation {
    const ENABLE_REALLOCATION: bool = false;
    const COALESCE_POOLS: bool = true;
}

/// The number of gauges in the body.
#[wasm_bindgen]
pub fn decode(body: &[u8]) -> usize {
    let now = chrono::DateTime::UNIX_EPOCH;
    gorlif_core::api::decode_river_levels(body, gorlif_core::api::SourceTimeZone::default(), now)
        .map_or(0, |answer| answer.content.len())
}
