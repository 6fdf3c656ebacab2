//! What src/starter.js asks for before the page is there must be what the page asks for, or each visitor asks twice.
#![allow(clippy::expect_used, clippy::panic)] // a test ends on what it did not expect

use gorlif_core::service::endpoint::{Call, Endpoint};

#[test]
fn the_starter_asks_for_the_three_calls_that_every_visitor_makes() {
    let starter = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/starter.js")).expect("the starter");
    let list = starter.split("const paths = [").nth(1).and_then(|rest| rest.split(']').next()).expect("a list of paths");
    let asked: Vec<&str> = list.split('\'').filter(|part| part.starts_with('/')).collect();
    let endpoint = Endpoint::parse("").expect("a base");
    for call in [Call::WarningsInWales, Call::RiverLevels, Call::FloodForecast] {
        assert!(asked.contains(&endpoint.address(call).as_str()), "{call:?}");
    }
    assert_eq!(asked.len(), 3);
}
