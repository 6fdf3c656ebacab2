//! The messages in force, and the latest reading of each gauge, as GeoJSON (RFC 7946) for programs such as Home Assistant. Such a program
//! takes an empty list, or an error, for "none": while the messages are not proven to be all, they have a feature that says so beside the
//! last known ones. A file begins with the end of its proof; after that the gateway adds the feature, as the file may have been left by a
//! recorder that has stopped, and answers 503 for the gauges.

use super::content::{self, AreaChange, Check, PROVEN, Page};
use ::geojson::{Feature, Geometry, GeometryValue, JsonObject, JsonValue, feature::Id};
use chrono::SecondsFormat;
use gorlif_core::{
    domain::{
        Timestamp,
        freshness::Freshness,
        geo::Position,
        station::{Station, Value},
        warning::Severity,
    },
    i18n::Language,
    presenter,
};
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Collection {
    /// In seconds since 1970; 0 if nothing is proven. The first member: the gateway reads the beginning of the file.
    proven_until: i64,
    r#type: &'static str,
    /// When the service created the response.
    checked: Option<String>,
    attribution: &'static str,
    /// The first feature after the end of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<Feature>,
    features: Vec<Feature>,
}

/// The file of these features.
fn file(
    proven_until: Option<i64>,
    checked: Option<Timestamp>,
    language: Language,
    notice: Option<Feature>,
    features: Vec<Feature>,
) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&Collection {
        proven_until: proven_until.unwrap_or_default(),
        r#type: "FeatureCollection",
        checked: checked.map(time),
        attribution: language.texts().attribution,
        notice,
        features,
    })
}

/// The messages in force, of the newest state of each.
///
/// # Errors
///
/// If the file cannot be encoded.
pub fn messages(
    page: Page<'_>,
    language: Language,
    current: &[&AreaChange<'_>],
) -> serde_json::Result<Vec<u8>> {
    let checked = page.check.at;
    let in_force = current.iter().filter(|change| change.message.state.severity.in_force());
    let of = |text: String| of_notice(page, language, &text);
    let (now, later) = match page.notice(language) {
        Some(text) => (Some(of(text)), None),
        None => (None, Check::failed(checked).notice(language).map(of)),
    };
    let messages = in_force.map(|change| of_message(page, language, change));
    let features = now.into_iter().chain(messages).collect();
    file(page.proven_until(), checked, language, later, features)
}

/// That the messages are not proven to be all.
fn of_notice(page: Page<'_>, language: Language, text: &str) -> Feature {
    feature(
        "notice".to_owned(),
        middle_of_wales(),
        [
            ("title", page.title(language, text).into()),
            ("updated", time(page.check.at.unwrap_or(page.now).min(page.now)).into()),
            ("checked", page.check.at.map(time).into()),
            ("severity", Severity::Unknown.id().into()),
            ("severityLabel", (language.texts().severity)(Severity::Unknown).into()),
            ("area", language.of("Wales", "Cymru").into()),
            ("areaCode", "".into()),
            ("counties", JsonValue::Array(Vec::new())),
            ("text", text.into()),
            ("link", page.link(language).into()),
            ("hasPosition", false.into()),
        ],
    )
}

/// Where a program shows what has no position.
fn middle_of_wales() -> Option<Position> {
    Position::new(52.4, -3.8)
}

fn of_message(page: Page<'_>, language: Language, change: &AreaChange<'_>) -> Feature {
    let message = change.message;
    let severity = message.state.severity;
    let label = (language.texts().severity)(severity);
    let counties: Vec<&str> = change
        .places
        .counties
        .iter()
        .map(|county| language.of(county.english(), county.welsh()))
        .collect();
    let area = page.area_name(language, message);
    let title = page.title(language, &presenter::message::title(language, severity, area));
    let title = match message.position {
        Some(_) => title,
        None => format!("{title} ({})", language.recorder_texts().without_position),
    };
    feature(
        message.area.0.clone(),
        message.position.or_else(middle_of_wales),
        [
            ("title", title.into()),
            ("updated", time(message.state.at.min(page.now)).into()),
            ("checked", page.check.at.map(time).into()),
            ("severity", severity.id().into()),
            ("severityLabel", label.into()),
            ("area", area.into()),
            ("areaCode", message.area.given().into()),
            ("counties", counties.into()),
            ("text", language.pick(&message.state.text).text.into()),
            ("link", content::link(language, page.address, message).into()),
            ("hasPosition", message.position.is_some().into()),
        ],
    )
}

/// The gauges of a response that the service created at `checked`.
///
/// # Errors
///
/// If the file cannot be encoded.
pub fn gauges(
    language: Language,
    gauges: &[Arc<Station>],
    checked: Timestamp,
    now: Timestamp,
) -> serde_json::Result<Vec<u8>> {
    let proven_until = Some((checked + PROVEN).timestamp());
    let features = gauges.iter().map(|gauge| of_gauge(language, gauge, checked, now)).collect();
    file(proven_until, Some(checked), language, None, features)
}

fn of_gauge(language: Language, gauge: &Station, checked: Timestamp, now: Timestamp) -> Feature {
    let name = language.pick(gauge.title()).text;
    let value = match &gauge.value {
        Value::Measured { number, .. } => JsonValue::from(*number),
        Value::SensorFault | Value::Missing => JsonValue::Null,
    };
    let said = presenter::gauge::value(language.texts(), gauge);
    let freshness = Freshness::of_reading(gauge.time, now);
    // A program may show the title only.
    let is_old = !gauge.is_reporting() || freshness > Freshness::Delayed;
    let age = if is_old {
        format!(" · {}", presenter::gauge::time_with_date(language, gauge, now))
    } else {
        String::new()
    };
    feature(
        gauge.id.0.to_string(),
        gauge.location.position(),
        [
            ("title", format!("{name}: {said}{age}").into()),
            ("updated", gauge.time.filter(|at| *at <= now).map(time).into()),
            ("checked", time(checked).into()),
            ("name", name.into()),
            ("river", language.pick(gauge.river()).text.into()),
            ("value", value),
            ("unit", gauge.unit.symbol().into()),
            ("freshness", freshness.id().into()),
            ("offline", presenter::gauge::status(language.texts(), gauge).is_some().into()),
        ],
    )
}

fn feature<const N: usize>(
    id: String,
    position: Option<Position>,
    properties: [(&str, JsonValue); N],
) -> Feature {
    let properties = properties.map(|(name, value)| (name.to_owned(), value));
    let point = |at: Position| {
        let coordinates = [at.lon(), at.lat()].into();
        Geometry::new(GeometryValue::Point { coordinates })
    };
    Feature {
        id: Some(Id::String(id)),
        geometry: position.map(point),
        properties: Some(JsonObject::from_iter(properties)),
        ..Feature::default()
    }
}

fn time(at: Timestamp) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::test_support;

    // case 239
    #[test]
    fn the_title_of_an_old_reading_has_its_age_and_no_time_is_in_the_future() {
        let now: Timestamp = "2026-11-20T12:00:00Z".parse().expect("an instant");
        for (at, status, title, updated) in [
            ("20/11/2026 11:45", "Online", "Usk: 1.50\u{a0}m", "\"2026-11-20T11:45:00Z\""),
            (
                "16/02/2020 11:45",
                "Online",
                "Usk: 1.50\u{a0}m · last reading 16\u{a0}February 2020, 11:45",
                "\"2020-02-16T11:45:00Z\"",
            ),
            (
                "20/11/2026 11:45",
                "Offline",
                "Usk: 1.50\u{a0}m · last reading 20\u{a0}November 2026, 11:45",
                "\"2026-11-20T11:45:00Z\"",
            ),
            ("20/11/2026 18:00", "Online", "Usk: 1.50\u{a0}m · the time looks wrong", "null"),
        ] {
            let fields = format!(
                r#""Location":"1","TitleEN":"Usk","Units":"m","LatestValue":"1.5","LatestTime":"{at}","StatusEN":"{status}""#
            );
            let features = [test_support::feature(test_support::BRECON, &fields)];
            let stations = test_support::stations(&features, now);
            let file = gauges(Language::English, &stations, now, now).expect("a file");
            let file = String::from_utf8(file).expect("UTF-8");
            assert!(file.contains(&format!("\"title\":\"{title}")), "{title}: {file}");
            assert!(file.contains(&format!("\"updated\":{updated}")), "{updated}: {file}");
        }
    }
}
