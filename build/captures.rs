//! Cargo's build script: sets the cfg `has_captures` where the recorded responses are at hand, so
//! that tests that need them are reported as ignored elsewhere.

use std::{env, path::PathBuf};

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_captures)");
    println!("cargo::rerun-if-env-changed=GORLIF_CAPTURES");
    let folder = env::var_os("GORLIF_CAPTURES")
        .map_or_else(|| PathBuf::from("../shared/captures"), PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.display());
    if folder.join("riverlevels-2019-03-13.json").exists() {
        println!("cargo::rustc-cfg=has_captures");
    }
}
