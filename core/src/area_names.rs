//! The names and descriptions of the flood areas, from the deployer's file. `build/flood-areas.mjs` makes it from the provider's
//! download, which has them in Welsh too; the service has the names in English only.

use crate::{
    domain::{bilingual::Both, geo::Position, warning::AreaCode},
    flood_areas::Projection,
};
use serde::Deserialize;

/// The version of the file. A file of another version is not decoded.
const VERSION: u32 = 1;

/// The content of the file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct AreaNames {
    version: u32,
    /// At most some hundreds.
    areas: Vec<AreaName>,
    /// That of the points.
    #[serde(skip)]
    projection: Projection,
}

/// The texts that the provider publishes of an area. Those that it does not have are empty.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct AreaName {
    /// The code of the messages (`FWACODE`).
    code: String,
    name_en: String,
    name_cy: String,
    description_en: String,
    description_cy: String,
    /// The code of the alert area that contains this warning area (`parent`).
    parent: String,
    /// A point of the area.
    at: Option<[f64; 2]>,
}

impl AreaName {
    /// The code of the messages.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The name (`fwa_name`, `w_fwa_name`).
    pub fn name(&self) -> Both<'_> {
        Both { en: &self.name_en, cy: &self.name_cy }
    }

    /// The extent of the area (`descrip`, `w_descrip`), with the names of streets.
    pub fn description(&self) -> Both<'_> {
        Both { en: &self.description_en, cy: &self.description_cy }
    }
}

impl AreaNames {
    /// Decodes the file. `None` for other JSON, and for another version. `projection` is that of the points.
    pub fn decode(file: &[u8], projection: Projection) -> Option<Self> {
        let names: Self = serde_json::from_slice(file).ok()?;
        (names.version == VERSION).then_some(Self { projection, ..names })
    }

    /// The areas with a point.
    pub fn placed(&self) -> impl Iterator<Item = (&AreaName, Position)> {
        self.areas.iter().filter_map(|area| Some((area, self.projection.position(area.at?)?)))
    }

    /// The entry of an area.
    pub fn get(&self, code: &AreaCode) -> Option<&AreaName> {
        self.of_code(code.given())
    }

    /// The name of a message's area: in English the service's own, if it gives one.
    pub fn name_of<'a>(&'a self, code: &AreaCode, description: &'a str) -> Both<'a> {
        let name = self.get(code).map(AreaName::name).unwrap_or_default();
        Both { en: if description.is_empty() { name.en } else { description }, ..name }
    }

    /// The alert area that contains an area.
    pub fn parent(&self, area: &AreaName) -> Option<&AreaName> {
        self.of_code(&area.parent)
    }

    fn of_code(&self, code: &str) -> Option<&AreaName> {
        self.areas.iter().find(|area| area.code == code && !code.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_names_by_code_and_another_version_is_none() {
        let text = r#"{"version":1,"areas":[
            {"code":"103WAFUsk","name_en":"Usk catchment","name_cy":"Dalgylch Wysg"},
            {"code":"103FWFUsk","name_en":"River Usk at Usk","description_en":"Station Road","parent":"103WAFUsk","later":1,"at":[-2.9,51.7]},
            {"code":"","name_en":"nothing"}
        ]}"#;
        let names = AreaNames::decode(text.as_bytes(), Projection::Wgs84).expect("a file");
        let area = names.get(&AreaCode::new("103FWFUsk", "")).expect("an area");
        assert_eq!(area.name(), Both { en: "River Usk at Usk", cy: "" });
        assert_eq!(area.description().en, "Station Road");
        let catchment = AreaCode::new("103WAFUsk", "");
        let service = names.name_of(&catchment, "Usk catchment area");
        assert_eq!(service, Both { en: "Usk catchment area", cy: "Dalgylch Wysg" });
        assert_eq!(names.name_of(&catchment, "").en, "Usk catchment");
        assert_eq!(names.name_of(&AreaCode::new("103", ""), "Taff"), Both { en: "Taff", cy: "" });
        let parent = names.parent(area).expect("its alert area");
        assert_eq!(parent.name().cy, "Dalgylch Wysg");
        assert_eq!(names.parent(parent), None);
        let placed: Vec<&str> = names.placed().map(|(area, _)| area.code()).collect();
        assert_eq!(placed, ["103FWFUsk"]);
        for code in [AreaCode::new("103", ""), AreaCode::new("", "River Usk at Usk")] {
            assert_eq!(names.get(&code), None);
        }
        for other in ["", "[]", "{}", r#"{"version":2,"areas":[]}"#, r#"{"version":1,"areas":{}}"#]
        {
            assert_eq!(AreaNames::decode(other.as_bytes(), Projection::Wgs84), None, "{other}");
        }
    }
}
