//! `GET /floodforecast/v1/areasatrisk`: the flood risk by county for five days.

use super::{
    Answer, Outlook,
    envelope::{self, LeftOut, Reason},
    error::BodyError,
    scalar::lines,
    times,
};
use crate::domain::{
    Instant,
    bilingual::Bilingual,
    county::County,
    forecast::{Entry, Forecast, Place, Risk, RiskLevel},
};
use std::borrow::Cow;

/// The service's names, in the order in which they are taken apart below.
const NAMES: [&str; 8] =
    ["Day_en", "LocationCounty_en", "Region_en", "RiskLevelName_en", "Day_cy", "LocationCounty_cy", "Region_cy", "RiskLevelName_cy"];

/// Decodes an answer that was received at the given moment (days may come without their year). `[]` is a good answer.
pub fn decode(body: &[u8], received: Instant) -> Result<Answer<Outlook>, BodyError> {
    let entries = envelope::objects(body, &NAMES, "LocationCounty_en", "an array of areas at risk", |members| entry(&lines(&members), received));
    let Answer { content, rejected } = entries?;
    if content.is_empty() && !rejected.is_empty() {
        return Err(BodyError::WrongShape { expected: "areas at risk" });
    }
    Ok(Answer { content: Forecast::new(content), rejected })
}

fn entry(members: &[Cow<'_, str>; 8], received: Instant) -> Result<Entry, LeftOut> {
    let [day_en, county_en, region_en, risk_en, day_cy, county_cy, region_cy, risk_cy] = members;
    let name = Bilingual::new(&**county_en, &**county_cy);
    if name == Bilingual::default() {
        return Err((Reason::NoIdentifier, None));
    }
    Ok(Entry {
        day: times::day(Bilingual::new(&**day_en, &**day_cy), received),
        place: County::from_name(&name).map_or(Place::Named(name), Place::County),
        region: Bilingual::new(&**region_en, &**region_cy),
        risk: risk(Bilingual::new(&**risk_en, &**risk_cy)),
    })
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

    fn decoded(body: &str) -> Result<Answer<Outlook>, BodyError> {
        decode(body.as_bytes(), "2026-11-20T09:00:00Z".parse().expect("an instant"))
    }

    #[test]
    fn case_60_only_the_documented_array_is_accepted() {
        for body in ["{}", r#"{"areas":[]}"#, "null", "42"] {
            assert!(matches!(decoded(body), Err(BodyError::WrongShape { .. })), "{body}");
        }
        for body in ["[", "[{]", "[NaN]", "[]]"] {
            assert!(matches!(decoded(body), Err(BodyError::NotTheDocument { .. })), "{body}");
        }
        assert_eq!(decoded("<html>"), Err(BodyError::WebPage));
    }

    #[test]
    fn case_34_an_empty_array_is_a_good_answer_but_an_array_of_something_else_is_not() {
        assert_eq!(decoded("[]"), Ok(Answer::default()));
        assert!(matches!(decoded("[1,2]"), Err(BodyError::WrongShape { .. })));
    }

    #[test]
    fn one_bad_entry_costs_only_itself_and_an_unknown_level_is_kept_as_text() {
        let answer = decoded(
            r#"[{"Day_en":"Friday 20 November","LocationCounty_en":"Powys","RiskLevelName_en":"Medium"},
                {"Day_en":"Friday 20 November","LocationCounty_en":"Powys","LocationCounty_en":"Powys"},
                {"Day_en":"some day","LocationCounty_en":"Atlantis","RiskLevelName_en":"Extreme","RiskLevelName_cy":"Eithafol"}]"#,
        )
        .expect("an array");
        let entries = answer.content.entries();
        assert_eq!((entries.len(), answer.rejected.len()), (2, 1));
        assert_eq!(entries[0].risk, Risk::Level(RiskLevel::Medium));
        assert_eq!(entries[0].day, Day::Date("2026-11-20".parse().expect("a date")));
        assert_eq!(entries[1].place, Place::Named(Bilingual::new("Atlantis", "")));
        assert_eq!(entries[1].risk, Risk::Other(Bilingual::new("Extreme", "Eithafol")));
        assert_eq!(entries[1].day, Day::Text(Bilingual::new("some day", "")));
    }
}
