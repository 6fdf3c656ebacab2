//! trunk's proxies of `make serve` and `make live` against the operations.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif_core::api::table;
use std::{collections::BTreeSet, fs};

/// The first part of each path that trunk passes to the service.
fn proxied(file: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(file).expect(file);
    let table: toml::Table = text.parse().expect("TOML");
    let proxies = table["proxy"].as_array().expect("proxies");
    let first = |proxy: &toml::Value| {
        let part = proxy["rewrite"].as_str()?.strip_prefix("/api/")?.trim_matches('/').to_owned();
        let backend = proxy["backend"].as_str()?;
        assert!(backend.ends_with(&format!("/{part}/")), "{file}: {part} leads to {backend}");
        assert!(proxy["request_headers"].get("Ocp-Apim-Subscription-Key").is_some(), "{part}");
        Some(part)
    };
    proxies.iter().filter_map(first).collect()
}

#[test]
fn trunk_passes_each_operation_on_and_no_other_path() {
    let paths = table::ALL.into_iter().flat_map(|operation| operation.versions);
    let first = |path: &str| path.trim_start_matches('/').split('/').next().map(str::to_owned);
    let wanted: BTreeSet<_> = paths.filter_map(|version| first(version.path)).collect();
    for file in ["Trunk.toml", "Trunk.live.example.toml"] {
        assert_eq!(proxied(file), wanted, "{file}");
    }
}
