//! Writes the table of `operations.json` as constants of `api::table`, that of `incomplete.json` as constants of
//! `api::completeness`, and that of `geodata/rivers.json` as constants of `domain::river_order`.

use serde::Deserialize;
use std::{collections::BTreeMap, env, error::Error, fmt::Write, fs, path::Path};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Operation {
    id: String,
    group: String,
    key: String,
    cache_seconds: u32,
    longest_cache_seconds: Option<u32>,
    poll_seconds: Option<i64>,
    versions: Vec<Version>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Version {
    id: String,
    path: String,
    body: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct River {
    river: String,
    gauges: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    station: String,
    km: f64,
    error: f64,
}

/// The name of a variant: `station-data` → `StationData`.
fn variant(id: &str) -> String {
    let capitalised = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    };
    id.split('-').map(capitalised).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    write_operations()?;
    write_incomplete()?;
    write_rivers()
}

fn write_incomplete() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=incomplete.json");
    let table: BTreeMap<String, Vec<String>> =
        serde_json::from_str(&fs::read_to_string("incomplete.json")?)?;
    let mut code = String::new();
    for (kind, names) in table {
        let (kind, count) = (kind.to_uppercase(), names.len());
        writeln!(code, "/// Names of members; see `incomplete.json`.")?;
        writeln!(code, "pub const {kind}: [&str; {count}] = {names:?};")?;
    }
    Ok(fs::write(Path::new(&env::var("OUT_DIR")?).join("incomplete.rs"), code)?)
}

fn write_rivers() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=geodata/rivers.json");
    let rivers: Vec<River> = serde_json::from_str(&fs::read_to_string("geodata/rivers.json")?)?;
    let mut code = String::new();
    writeln!(code, "static RIVERS: [River; {}] = [", rivers.len())?;
    for River { river, gauges } in &rivers {
        writeln!(code, "River {{ name: {river:?}, gauges: &[")?;
        for Place { station, km, error } in gauges {
            let station: u32 = station.parse()?;
            writeln!(code, "Place {{ station: {station}, km: {km:?}, error: {error:?} }},")?;
        }
        writeln!(code, "] }},")?;
    }
    writeln!(code, "];")?;
    Ok(fs::write(Path::new(&env::var("OUT_DIR")?).join("rivers.rs"), code)?)
}

fn write_operations() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=operations.json");
    let table: Vec<Operation> = serde_json::from_str(&fs::read_to_string("operations.json")?)?;
    let mut code = String::new();
    for operation in &table {
        let Operation {
            id,
            group,
            key,
            cache_seconds,
            longest_cache_seconds,
            poll_seconds,
            versions,
        } = operation;
        let (name, group, key) = (id.to_uppercase(), variant(group), variant(key));
        writeln!(code, "/// The operation `{id}`.")?;
        writeln!(code, "pub const {name}: Operation = Operation {{")?;
        writeln!(
            code,
            "id: {id:?}, group: Group::{group}, key: Key::{key}, cache_seconds: {cache_seconds},"
        )?;
        writeln!(code, "longest_cache_seconds: {longest_cache_seconds:?}, versions: &[")?;
        for Version { id, path, body } in versions {
            let body = variant(body);
            writeln!(code, "Version {{ id: {id:?}, path: {path:?}, body: Body::{body} }},")?;
        }
        writeln!(code, "] }};")?;
        if let Some(seconds) = poll_seconds {
            writeln!(code, "/// The seconds between two requests of the page to `{id}`.")?;
            writeln!(code, "pub const {name}_POLL_SECONDS: i64 = {seconds};")?;
        }
    }
    let names: Vec<String> = table.iter().map(|operation| operation.id.to_uppercase()).collect();
    writeln!(code, "/// All operations.")?;
    writeln!(code, "pub const ALL: [Operation; {}] = [{}];", names.len(), names.join(", "))?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("operations.rs"), code)?;
    Ok(())
}
