//! The built page in `GORLIF_PAGE`: the hashes of its scripts and styles, and the versions of the operations that it asks for.

use crate::{refusal::Refusal, settings::Settings, values};
use gorlif_core::api::table::{self, Group};
use regex::Regex;
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::Path};

/// The part of the page's settings that the gateway has as well.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PageSettings {
    endpoint: String,
    operations: BTreeMap<String, Option<String>>,
}

/// Checks that the page asks for the versions of the operations that the gateway has.
///
/// # Errors
///
/// If the folder has no built page, or the page asks for other versions.
pub fn check(settings: &Settings) -> Result<(), Refusal> {
    same_operations(&read(&settings.page, "index.html")?, settings)
}

/// The hashes of what stands in the page itself, in one of the files that the build writes beside it.
///
/// # Errors
///
/// If the folder has no built page, or the file is not what the build writes.
pub fn hashes(settings: &Settings, file: &str) -> Result<String, Refusal> {
    let hashes = read(&settings.page, file)?.trim_end_matches('\n').to_owned();
    if !values::matches(&hashes, "('sha256-[A-Za-z0-9+/]{43}=' ?)*") {
        let problem = format!("has {file} that are not what the build writes");
        return Err(Refusal::of("GORLIF_PAGE", problem));
    }
    Ok(hashes)
}

fn read(page: &Path, name: &str) -> Result<String, Refusal> {
    fs::read_to_string(page.join(name)).map_err(|_| {
        let problem = format!("holds no built page, or a part of one ({name}): {}", page.display());
        Refusal::of("GORLIF_PAGE", problem)
    })
}

/// With other versions each request of the page would be 404.
fn same_operations(html: &str, settings: &Settings) -> Result<(), Refusal> {
    let page = page_settings(html).unwrap_or_default();
    // The page of another endpoint, or settings with an error, which the page names.
    if !page.endpoint.starts_with('/') {
        return Ok(());
    }
    for group in Group::ALL {
        let asked = page.operations.get(group.id()).and_then(Option::as_deref);
        let Some(asked) = asked.or(group.default_version()) else { continue };
        let version = settings.version(group);
        // A version that does not exist is an error that the page names.
        let mut versions = table::ALL.iter().filter(|known| known.group == group);
        let exists = versions.any(|known| known.versions.iter().any(|one| one.id == asked));
        if exists && Some(asked) != version {
            return Err(Refusal::of(
                &format!("GORLIF_OPERATION_{}", group.id().to_uppercase()),
                format!(
                    "is {}, and the setting operations.{} of the page in GORLIF_PAGE is {asked}: they must be the same",
                    version.unwrap_or("not set"),
                    group.id()
                ),
            ));
        }
    }
    Ok(())
}

/// The JSON block of the settings; `None` if it cannot be read.
fn page_settings(html: &str) -> Option<PageSettings> {
    let block = Regex::new(r#"(?s)<script[^>]*\bid="?settings"?[^>]*>(.*?)</script>"#).ok()?;
    serde_json::from_str(block.captures(html)?.get(1)?.as_str()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_of_a_page_are_read_as_the_build_writes_them() {
        let html = |attributes: &str, json: &str| {
            format!("<p><script {attributes}>{json}</script><script>{{}}</script>")
        };
        for attributes in
            ["id=settings type=application/json", r#"type="application/json" id="settings""#]
        {
            let page = page_settings(&html(
                attributes,
                r#"{"endpoint":"/api","operations":{"levels":"station-data","commentary":null}}"#,
            ));
            let page = page.unwrap_or_default();
            assert_eq!(page.endpoint, "/api");
            assert_eq!(page.operations["levels"].as_deref(), Some("station-data"));
            assert_eq!(page.operations["commentary"], None);
        }
        for json in ["", "{", "[]", r#"{"operations":7}"#] {
            assert!(
                page_settings(&html("id=settings", json))
                    .is_none_or(|page| page.endpoint.is_empty())
            );
        }
        assert!(page_settings("<p>").is_none());
    }
}
