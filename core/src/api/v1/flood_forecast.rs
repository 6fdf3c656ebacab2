//! `GET /floodforecast/v1/areasatrisk`: the flood risk by county for five days.

use super::times;
use crate::api::{
    decoded::{Decoded, Reason},
    error::BodyError,
    json::{self, Item, Object},
    scalar::Scalar,
};
use crate::domain::{
    Timestamp,
    bilingual::Bilingual,
    county::County,
    forecast::{Entry, Forecast, ForecastArea, Risk, RiskLevel},
};
use serde::Deserialize;

const EXPECTED: &str = "an array of areas at risk";

/// An entry of the response, with the service's field names.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct AreaAtRisk<'a> {
    #[serde(rename = "Day_en", borrow)]
    day_en: Scalar<'a>,
    #[serde(rename = "LocationCounty_en")]
    county_en: Scalar<'a>,
    #[serde(rename = "Region_en")]
    region_en: Scalar<'a>,
    #[serde(rename = "RiskLevelName_en")]
    risk_en: Scalar<'a>,
    #[serde(rename = "Day_cy")]
    day_cy: Scalar<'a>,
    #[serde(rename = "LocationCounty_cy")]
    county_cy: Scalar<'a>,
    #[serde(rename = "Region_cy")]
    region_cy: Scalar<'a>,
    #[serde(rename = "RiskLevelName_cy")]
    risk_cy: Scalar<'a>,
}

/// An entry whose day is not parsed yet. A day without a year needs the time of the response.
struct UnresolvedEntry {
    day: Bilingual,
    area: ForecastArea,
    region: Bilingual,
    risk: Risk,
}

impl Item for UnresolvedEntry {
    type Wire<'a> = Object<AreaAtRisk<'a>>;
    const ID: &'static str = "LocationCounty_en";

    fn convert(Object(wire): Self::Wire<'_>) -> Result<Self, Reason> {
        let AreaAtRisk {
            day_en,
            county_en,
            region_en,
            risk_en,
            day_cy,
            county_cy,
            region_cy,
            risk_cy,
        } = wire;
        let both = |en: Scalar<'_>, cy: Scalar<'_>| Bilingual::new(en.line(), cy.line());
        let name = both(county_en, county_cy);
        if name == Bilingual::default() {
            // A misordered day makes the whole forecast not current, also without a county.
            let is_misordered = times::is_misordered(&day_en.line());
            return Err(if is_misordered { Reason::MisorderedDay } else { Reason::NoIdentifier });
        }
        Ok(Self {
            day: both(day_en, day_cy),
            area: County::from_name(&name).map_or(ForecastArea::Named(name), ForecastArea::County),
            region: both(region_en, region_cy),
            risk: risk(both(risk_en, risk_cy)),
        })
    }
}

/// Decodes a response that arrived at `received` (days may lack the year). `[]` is a valid
/// response.
pub fn decode(body: &[u8], received: Timestamp) -> Result<Decoded<Forecast>, BodyError> {
    let text = json::body_text(body)?;
    let Decoded { content, rejected } =
        json::decode_items::<UnresolvedEntry>(text, EXPECTED, |_| Ok(()))?;
    if content.is_empty() && !rejected.is_empty() {
        return Err(BodyError::WrongShape { expected: EXPECTED });
    }
    let is_misordered = content.iter().any(|entry| times::is_misordered(&entry.day.en))
        || rejected.iter().any(|entry| entry.reason == Reason::MisorderedDay);
    let entry = |UnresolvedEntry { day, area, region, risk }| Entry {
        day: times::day(day, received),
        area,
        region,
        risk,
    };
    let forecast = Forecast {
        entries: content.into_iter().map(entry).collect(),
        has_rejected: !rejected.is_empty(),
        has_misordered_days: is_misordered,
    };
    Ok(Decoded { content: forecast, rejected })
}

fn risk(name: Bilingual) -> Risk {
    match name.en.to_ascii_lowercase().as_str() {
        "high" => Risk::Level(RiskLevel::High),
        "medium" => Risk::Level(RiskLevel::Medium),
        "low" => Risk::Level(RiskLevel::Low),
        "very low" => Risk::Level(RiskLevel::VeryLow),
        _ => Risk::Other(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::forecast::Day;

    fn decoded(body: &str) -> Result<Decoded<Forecast>, BodyError> {
        decode(body.as_bytes(), "2026-11-20T09:00:00Z".parse().expect("an instant"))
    }

    // case 60
    #[test]
    fn only_the_documented_array_is_accepted() {
        for body in ["{}", r#"{"areas":[]}"#, "null", "42"] {
            assert!(matches!(decoded(body), Err(BodyError::WrongShape { .. })), "{body}");
        }
        for body in ["[", "[{]", "[NaN]", "[]]"] {
            assert!(matches!(decoded(body), Err(BodyError::NotJson { .. })), "{body}");
        }
        assert_eq!(decoded("<html>"), Err(BodyError::WebPage));
    }

    // case 34
    #[test]
    fn an_empty_array_is_a_good_answer_but_an_array_of_something_else_is_not() {
        assert_eq!(decoded("[]"), Ok(Decoded::default()));
        assert!(matches!(decoded("[1,2]"), Err(BodyError::WrongShape { .. })));
    }

    #[test]
    fn one_bad_entry_costs_only_itself_and_an_unknown_level_is_kept_as_text() {
        let response = decoded(
            r#"[{"Day_en":"Friday 20 November","LocationCounty_en":"Powys","RiskLevelName_en":"Medium"},
                {"Day_en":"Friday 20 November","LocationCounty_en":"Powys","LocationCounty_en":"Gwynedd"},
                {"Day_en":"some day","LocationCounty_en":"Atlantis","RiskLevelName_en":"Extreme","RiskLevelName_cy":"Eithafol"}]"#,
        )
        .expect("an array");
        let entries = &response.content.entries;
        assert_eq!((entries.len(), response.rejected.len()), (2, 1));
        assert_eq!(entries[0].risk, Risk::Level(RiskLevel::Medium));
        assert_eq!(entries[0].day, Day::Date("2026-11-20".parse().expect("a date")));
        assert_eq!(entries[1].area, ForecastArea::Named(Bilingual::new("Atlantis", "")));
        assert_eq!(entries[1].risk, Risk::Other(Bilingual::new("Extreme", "Eithafol")));
        assert_eq!(entries[1].day, Day::Text(Bilingual::new("some day", "")));
    }

    // case 149
    #[test]
    fn entries_that_cannot_be_read_or_name_no_county_leave_absent_counties_not_stated() {
        use crate::domain::{
            forecast::{Cell, Day},
            freshness::Freshness,
        };
        let today = "2026-11-20".parse().expect("a date");
        let gwynedd = ForecastArea::County(County::from_id("gwynedd").expect("a county"));
        let cell = |body: &str| {
            decoded(body).expect("an array").content.cell(
                &gwynedd,
                &Day::Date(today),
                today,
                Freshness::Fresh,
            )
        };
        let powys = r#"{"Day_en":"Friday 20 November","LocationCounty_en":"Powys","RiskLevelName_en":"Low"}"#;
        assert_eq!(cell(&format!("[{powys}]")), Cell::VeryLow);
        for other in [
            "null",
            r#""text""#,
            "[]",
            r#"{"Day_en":"Friday 20 November","LocationCounty_en":null,"RiskLevelName_en":"High"}"#,
            r#"{"Day_en":"Friday 20 November","LocationCounty_en":"","RiskLevelName_en":"High"}"#,
            r#"{"Day_en":"Friday 20 November","RiskLevelName_en":"High"}"#,
            r#"{"Day_en":"Friday 20 November","LocationCounty_en":"Mercia","RiskLevelName_en":"High"}"#,
            r#"{"Day_en":"Friday 20 November","LocationCounty_en":"Gwynedd","LocationCounty_en":"Powys","RiskLevelName_en":"High"}"#,
        ] {
            assert_eq!(cell(&format!("[{powys},{other}]")), Cell::NotStated, "{other}");
        }
        let same_twice = r#"{"Day_en":"Friday 20 November","LocationCounty_en":"Powys","LocationCounty_en":"Powys","RiskLevelName_en":"Low"}"#;
        assert_eq!(
            cell(&format!("[{same_twice}]")),
            Cell::VeryLow,
            "a key twice with one value is one"
        );
    }

    // case 150
    #[test]
    fn a_day_in_another_order_is_kept_as_text_and_makes_the_forecast_not_current() {
        let today = "2026-11-20".parse().expect("a date");
        for (day, in_order) in [
            ("Friday 20 November 2026", true),
            ("20/11/2026", true),
            ("2026-11-20", true),
            ("some day", true),
            ("November 20 2026", false),
            ("Friday November 20", false),
            ("2026 20 November", false),
            ("20 November Friday", false),
            ("11/20/2026", false),
        ] {
            let powys = format!(
                r#"{{"Day_en":"{day}","LocationCounty_en":"Powys","RiskLevelName_en":"Low"}}"#
            );
            let no_county = format!(
                r#"{{"Day_en":"20/11/2026","LocationCounty_en":"Powys"}},{{"Day_en":"{day}"}}"#
            );
            for entries in [powys, no_county] {
                let forecast = decoded(&format!("[{entries}]")).expect("an array").content;
                assert_eq!(forecast.is_of_these_days(today), in_order, "{entries}");
            }
        }
    }
}
