//! The table of who may import whom, held against the sources.
#![allow(clippy::expect_used, clippy::panic)] // a test ends on what it did not expect

use petgraph::{algo::tarjan_scc, graphmap::DiGraphMap};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};
use syn::visit::Visit;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A module and the modules that it may import, besides itself.
const CORE: [(&str, &[&str]); 19] = [
    ("domain", &[]),
    ("api", &["domain"]),
    ("area_names", &["domain", "flood_areas"]),
    ("i18n", &["domain"]),
    ("gazetteer", &["domain", "area_names"]),
    ("basemap", &["domain"]),
    ("ground", &["domain", "basemap"]),
    ("recorded", &["domain"]),
    ("watch_file", &["domain"]),
    ("push_request", &["domain", "i18n", "watch_file"]),
    ("contacts", &["domain"]),
    ("council_levels", &["domain"]),
    ("export", &["domain"]),
    ("flood_areas", &["api", "domain"]),
    ("level_records", &["domain"]),
    ("seen_file", &["domain"]),
    ("source", &["domain", "api"]),
    ("presenter", &["domain", "api", "area_names", "i18n", "source"]),
    ("test_support", &["domain", "api", "area_names", "i18n", "presenter", "source"]),
];
/// Core's modules are written `core:…`.
const PAGE: [(&str, &[&str]); 7] = [
    ("browser", &["core:domain", "core:api", "core:flood_areas", "core:push_request"]),
    (
        "state",
        &[
            "core:domain",
            "core:api",
            "core:source",
            "core:i18n",
            "core:gazetteer",
            "core:basemap",
            "core:recorded",
            "core:level_records",
            "core:watch_file",
            "core:push_request",
            "core:contacts",
            "core:council_levels",
            "core:flood_areas",
            "core:area_names",
            "browser",
        ],
    ),
    (
        "map",
        &[
            "core:domain",
            "core:i18n",
            "core:gazetteer",
            "core:basemap",
            "core:ground",
            "core:flood_areas",
            "core:area_names",
            "browser",
        ],
    ),
    (
        "components",
        &[
            "core:domain",
            "core:api",
            "core:source",
            "core:i18n",
            "core:presenter",
            "core:gazetteer",
            "core:basemap",
            "core:recorded",
            "core:watch_file",
            "core:council_levels",
            "core:flood_areas",
            "core:area_names",
            "browser",
            "state",
            "map",
        ],
    ),
    // The parts that are loaded later name the components, and not the other way round.
    (
        "late",
        &[
            "core:domain",
            "core:api",
            "core:source",
            "core:i18n",
            "core:presenter",
            "core:gazetteer",
            "core:basemap",
            "core:ground",
            "core:recorded",
            "core:watch_file",
            "core:push_request",
            "core:contacts",
            "core:council_levels",
            "core:flood_areas",
            "core:area_names",
            "core:export",
            "browser",
            "state",
            "map",
            "components",
        ],
    ),
    ("app", &["core:domain", "core:source", "browser", "state", "components"]),
    ("main", &["core:api", "browser", "components", "late", "app"]),
];

const RECORDER: [(&str, &[&str]); 23] = [
    ("schedule", &[]),
    ("checks", &["core:domain", "core:i18n"]),
    ("shared_ids", &["core:domain"]),
    ("sketch", &["core:domain"]),
    ("days", &["core:domain", "sketch"]),
    ("output", &[]),
    ("repeated_hour", &["core:domain"]),
    ("report", &["core:domain"]),
    ("gateway", &["core:api", "core:domain"]),
    ("store", &["core:domain", "core:recorded", "days"]),
    ("unchanged", &["days"]),
    ("records", &["core:domain", "days", "sketch", "store", "unchanged"]),
    ("messages", &["core:domain", "core:recorded", "store"]),
    (
        "feeds",
        &[
            "core:area_names",
            "core:basemap",
            "core:domain",
            "core:flood_areas",
            "core:i18n",
            "core:presenter",
            "core:recorded",
            "checks",
            "store",
        ],
    ),
    (
        "plain",
        &[
            "core:api",
            "core:area_names",
            "core:basemap",
            "core:domain",
            "core:flood_areas",
            "core:i18n",
            "core:presenter",
            "core:recorded",
            "core:source",
            "checks",
            "feeds",
            "store",
        ],
    ),
    (
        "push",
        &[
            "core:api",
            "core:area_names",
            "core:basemap",
            "core:domain",
            "core:i18n",
            "core:presenter",
            "core:push_request",
            "days",
            "feeds",
            "plain",
            "store",
        ],
    ),
    (
        "publish",
        &[
            "core:api",
            "core:area_names",
            "core:basemap",
            "core:domain",
            "core:level_records",
            "core:recorded",
            "checks",
            "days",
            "feeds",
            "output",
            "plain",
            "records",
            "store",
        ],
    ),
    (
        "transfer",
        &["core:api", "core:domain", "core:export", "days", "publish", "records", "store"],
    ),
    ("metrics", &["push", "report"]),
    ("monitor", &["metrics", "report"]),
    ("filling", &["core:api", "core:domain", "days", "gateway", "records", "store"]),
    (
        "cycle",
        &[
            "core:api",
            "core:domain",
            "core:i18n",
            "checks",
            "days",
            "feeds",
            "filling",
            "gateway",
            "messages",
            "plain",
            "publish",
            "records",
            "repeated_hour",
            "report",
            "schedule",
            "shared_ids",
            "store",
        ],
    ),
    (
        "main",
        &[
            "core:api",
            "core:area_names",
            "core:flood_areas",
            "cycle",
            "feeds",
            "gateway",
            "metrics",
            "monitor",
            "output",
            "plain",
            "publish",
            "push",
            "report",
            "schedule",
            "store",
            "transfer",
        ],
    ),
];

const GATEWAY: [(&str, &[&str]); 10] = [
    ("refusal", &[]),
    ("values", &[]),
    ("settings", &["core:api", "refusal", "values"]),
    ("keys", &["core:api", "refusal", "settings", "values"]),
    ("folders", &["refusal", "settings"]),
    ("nginx", &["refusal"]),
    ("operations", &["core:api", "core:domain", "settings"]),
    ("page", &["core:api", "refusal", "settings", "values"]),
    (
        "configuration",
        &[
            "core:api",
            "core:domain",
            "folders",
            "keys",
            "nginx",
            "operations",
            "page",
            "refusal",
            "settings",
            "values",
        ],
    ),
    ("main", &["configuration", "folders", "keys", "nginx", "refusal", "settings"]),
];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            // Tests in a file or a folder of their own.
            && !path.ends_with("tests.rs")
            && !folder.ends_with("tests")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The top-level module of a file: its folder or file name directly under `src`.
fn module(file: &Path, source: &Path) -> String {
    let first = file.strip_prefix(source).expect("under src").components().next().expect("a name");
    Path::new(first.as_os_str()).file_stem().expect("a stem").to_string_lossy().into_owned()
}

/// Every path that a file writes, in `use` trees and in the code, without what only tests see.
#[derive(Default)]
struct Paths(Vec<Vec<String>>);

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}

impl Paths {
    fn tree(&mut self, tree: &syn::UseTree, before: &[String]) {
        let mut path = before.to_vec();
        match tree {
            syn::UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.tree(&part.tree, &path);
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.tree(item, before))
            }
            syn::UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.0.push(path);
            }
            syn::UseTree::Rename(name) => {
                path.push(name.ident.to_string());
                self.0.push(path);
            }
            syn::UseTree::Glob(_) => self.0.push(path),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &[]);
    }
    // `pub(super)` imports nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }
}

fn paths(file: &Path) -> Vec<Vec<String>> {
    let source = fs::read_to_string(file).expect("a source");
    let mut paths = Paths::default();
    paths.visit_file(&syn::parse_file(&source).expect("Rust"));
    paths.0
}

/// The modules of the own crate that a file reaches, by `crate::…` and by `super::…` out of its
/// module.
fn reached(file: &Path, source: &Path) -> BTreeSet<String> {
    let depth = file.strip_prefix(source).expect("under src").components().count()
        - usize::from(file.ends_with("mod.rs"));
    let mut modules = BTreeSet::new();
    for path in paths(file) {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let part = match path.first().map(String::as_str) {
            Some("crate" | "gorlif" | "gorlif_recorder") => path.get(1),
            Some("super") if supers >= depth => path.get(supers),
            _ => None,
        };
        modules.extend(part.cloned());
        if path.first().is_some_and(|first| first == "gorlif_core") {
            modules.extend(path.get(1).map(|module| format!("core:{module}")));
        }
    }
    modules
}

/// The path of a file's module: `state/mod.rs` → `["state"]`.
fn module_path(file: &Path, source: &Path) -> Vec<String> {
    let path = file.strip_prefix(source).expect("under src").with_extension("");
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    parts.filter(|part| !matches!(part.as_str(), "mod" | "lib" | "main")).collect()
}

/// The files of the own crate that a file names, each with the longest part of a path that is a file.
fn files_named(file: &Path, source: &Path, files: &BTreeMap<Vec<String>, PathBuf>) -> Vec<PathBuf> {
    let own = module_path(file, source);
    let absolute = |path: &[String]| -> Option<Vec<String>> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        match path.first().map(String::as_str)? {
            "crate" | "gorlif" | "gorlif_recorder" => Some(path[1..].to_vec()),
            "super" => Some([&own[..own.len().checked_sub(supers)?], &path[supers..]].concat()),
            "self" => Some([&own[..], &path[1..]].concat()),
            _ => {
                let child = [&own[..], &path[..1]].concat();
                files.contains_key(&child).then(|| [&own[..], path].concat())
            }
        }
    };
    paths(file)
        .iter()
        .filter_map(|path| absolute(path))
        .filter_map(|path| (1..=path.len()).rev().find_map(|length| files.get(&path[..length])))
        .filter(|named| *named != file)
        .cloned()
        .collect()
}

/// The files of each circle of imports.
fn circles(source: &Path) -> Vec<Vec<String>> {
    let files: BTreeMap<_, _> =
        rust_files(source).into_iter().map(|file| (module_path(&file, source), file)).collect();
    let mut graph: DiGraphMap<&Path, ()> = DiGraphMap::new();
    for file in files.values() {
        for named in files_named(file, source, &files) {
            let named = files.values().find(|file| **file == named).expect("a file");
            graph.add_edge(file.as_path(), named.as_path(), ());
        }
    }
    let name = |file: &&Path| file.strip_prefix(source).expect("under src").display().to_string();
    let found = tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1);
    found.map(|files| files.iter().map(name).collect()).collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let found =
        ["core/src", "gateway/src", "probe/src", "recorder/src", "sample-service/src", "src"]
            .map(|folder| circles(&Path::new(ROOT).join(folder)))
            .concat();
    assert!(found.is_empty(), "{found:#?}");
}

fn check(source: &Path, table: &[(&str, &[&str])]) {
    let known: Vec<&str> = table.iter().map(|(module, _)| *module).collect();
    let mut looked_at = 0;
    for file in rust_files(source) {
        let own = module(&file, source);
        if own == "lib" {
            continue;
        }
        let (_, allowed) = table
            .iter()
            .find(|(module, _)| *module == own)
            .unwrap_or_else(|| panic!("{} is in no module of the table", file.display()));
        for reached in reached(&file, source) {
            let is_module = reached.starts_with("core:") || known.contains(&reached.as_str());
            assert!(
                !is_module || reached == own || allowed.contains(&reached.as_str()),
                "{} may not import {reached}",
                file.display()
            );
        }
        looked_at += 1;
    }
    assert!(looked_at >= table.len());
}

#[test]
fn core_keeps_to_its_table() {
    check(&Path::new(ROOT).join("core/src"), &CORE);
}

#[test]
fn the_page_keeps_to_its_table() {
    check(&Path::new(ROOT).join("src"), &PAGE);
}

#[test]
fn the_recorder_keeps_to_its_table() {
    check(&Path::new(ROOT).join("recorder/src"), &RECORDER);
}

#[test]
fn the_gateway_keeps_to_its_table() {
    check(&Path::new(ROOT).join("gateway/src"), &GATEWAY);
}

/// Files under `src` in which a text stands, test modules and comments left out.
fn files_with(text: &str) -> Vec<String> {
    let source = Path::new(ROOT).join("src");
    let holds = |file: &PathBuf| {
        let content = fs::read_to_string(file).expect("a source");
        let code = content.split("#[cfg(test)]").next().unwrap_or_default();
        code.lines().any(|line| line.split("//").next().unwrap_or_default().contains(text))
    };
    rust_files(&source)
        .iter()
        .filter(|file| holds(file))
        .map(|file| file.strip_prefix(&source).expect("under src").display().to_string())
        .collect()
}

#[test]
fn gloo_net_is_named_in_one_file_and_leaflet_in_one_file() {
    assert_eq!(files_with("gloo_net"), ["browser/fetch.rs"]);
    assert_eq!(files_with("js_namespace = L"), ["map/leaflet.rs"]);
}

#[test]
fn nothing_reads_text_as_html_or_forgets_a_closure() {
    // The page is mounted for good.
    assert_eq!(files_with(".forget()"), ["main.rs"]);
    for never in [
        "innerHTML",
        "inner_html",
        "set_inner",
        "insert_adjacent_html",
        "Closure::forget",
        "document.write",
    ] {
        assert_eq!(files_with(never), Vec::<String>::new(), "{never}");
    }
}

#[test]
fn what_is_pure_names_no_browser() {
    let pure = ["state/page_query.rs", "state/station_index.rs", "map/symbols.rs", "map/labels.rs"];
    for browser in ["web_sys", "js_sys", "wasm_bindgen", "leptos", "browser::"] {
        for file in files_with(browser) {
            assert!(!pure.contains(&file.as_str()), "{file} names {browser}");
        }
    }
}

#[test]
fn domain_needs_the_standard_library_and_chrono_only() {
    for file in rust_files(&Path::new(ROOT).join("core/src/domain")) {
        for path in paths(&file) {
            let first = path.first().map(String::as_str).unwrap_or_default();
            // Decimals are parsed by serde_json: its tables are in the page already.
            let is_decimal = file.ends_with("decimal.rs") && first == "serde_json";
            assert!(
                is_decimal || !matches!(first, "serde" | "serde_json" | "geojson" | "thiserror"),
                "{} names {first}",
                file.display()
            );
        }
    }
}

#[test]
fn every_source_says_in_its_first_line_what_it_is_for() {
    for folder in [
        "core/src",
        "gateway/src",
        "probe/src",
        "recorder/src",
        "src",
        "sample-service/src",
        "tests",
    ] {
        for file in rust_files(&Path::new(ROOT).join(folder)) {
            let content = fs::read_to_string(&file).expect("a source");
            assert!(content.starts_with("//! "), "{}", file.display());
        }
    }
}

#[test]
fn each_welsh_entry_stands_under_published_or_ours() {
    let welsh = fs::read_to_string(Path::new(ROOT).join("core/src/i18n/welsh.rs"))
        .expect("the Welsh words");
    let table = welsh.split("static WELSH: Texts = Texts {").nth(1).expect("the table");
    let first = table.lines().map(str::trim).find(|line| !line.is_empty()).expect("a line");
    assert_eq!(first, "// ---- published ----");
    assert_eq!(table.matches("// ---- ours, to be signed off by a translator ----").count(), 1);
}
