//! The built page in `GORLIF_PAGE`: the hashes of its scripts, and the versions of the operations that it asks for.

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

/// The hashes of the page's inline scripts, which the build writes beside it.
///
/// # Errors
///
/// If the folder has no built page, or the page asks for other versions of the operations than the gateway has.
pub fn script_hashes(settings: &Settings) -> Result<String, Refusal> {
    let html = read(&settings.page, "index.html")?;
    let hashes = read(&settings.page, "script-hashes")?.trim_end_matches('\n').to_owned();
    if !values::matches(&hashes, "('sha256-[A-Za-z0-9+/]{43}=' ?)*") {
        return Err(Refusal::of(
            "GORLIF_PAGE",
            "has script-hashes that are not what the build writes",
        ));
    }
    same_operations(&html, settings)?;
    Ok(hashes)
}

fn read(page: &Path, name: &str) -> Result<String, Refusal> {
    fs::read_to_string(page.join(name)).map_err(|_| {
        let problem =
            format!("holds no built page (index.html and script-hashes): {}", page.display());
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
