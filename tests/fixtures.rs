//! The hand-made records, ten an operation, in the text form of the recordings: what a clone
//! without recordings still proves.
#![allow(clippy::expect_used, clippy::panic)] // a test ends on what it did not expect

use gorlif_core::{
    api::{
        SourceTimeZone, Stations, decode_flood_forecast, decode_flood_warnings, decode_river_levels,
    },
    domain::{
        Timestamp,
        bilingual::Both,
        county::County,
        forecast::{Cell, Day, ForecastArea, RiskLevel},
        freshness::Freshness,
        station::{Figure, Location, Station, Status, Unit, Value},
        warning::{FloodSource, Severity, SeverityCounts},
    },
};
use std::sync::Arc;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"))).expect(name)
}

fn at(text: &str) -> Timestamp {
    text.parse().expect("an instant")
}

fn stations() -> Stations {
    let answer = decode_river_levels(
        &fixture("river-levels"),
        SourceTimeZone::default(),
        at("2019-03-13T18:40:00Z"),
    )
    .expect("a collection");
    assert!(answer.rejected.is_empty());
    answer.content
}

fn station(id: &str) -> Arc<Station> {
    stations().iter().find(|station| *station.id.0 == *id).cloned().expect(id)
}

#[test]
fn all_ten_gauges_are_kept_and_names_lose_their_trailing_blanks() {
    assert_eq!(stations().len(), 10);
    assert_eq!(station("4001").name(), Both { en: "Brecon Promenade", cy: "Promenâd Aberhonddu" });
    assert_eq!(station("4001").title().cy, "Afon Wysg ym Mhromenâd Aberhonddu");
}

// case 65
#[test]
fn a_negative_level_is_kept_with_its_sign_and_units_are_told_apart() {
    assert_eq!(
        station("4002").value,
        Value::Measured { number: -1.25, text: Figure::new("-1.250").expect("short") }
    );
    assert_eq!(
        [&station("4002").unit, &station("4003").unit],
        [&Unit::Metres, &Unit::MetresAboveOrdnanceDatum]
    );
}

// case 77
#[test]
fn a_station_that_says_online_with_an_eight_month_old_reading_is_stale() {
    let now = at("2019-03-13T18:40:00Z");
    let forgotten = station("4005");
    assert_eq!(
        (forgotten.status.clone(), Freshness::of_reading(forgotten.time, now)),
        (Status::Online, Freshness::Stale)
    );
    assert_eq!(station("4004").status, Status::Offline);
    assert_eq!(Freshness::of_reading(station("4001").time, now), Freshness::Fresh);
}

// case 88
#[test]
fn the_grid_reference_takes_over_from_null_island_and_from_a_point_over_5_km_off() {
    for id in ["4006", "4007"] {
        assert!(
            matches!(station(id).location, Location::FromGridReference(_)),
            "{id}: {:?}",
            station(id).location
        );
    }
    assert!(matches!(station("4001").location, Location::Given(_)));
}

// case 64
#[test]
fn an_empty_value_is_no_reading() {
    assert_eq!(station("4008").value, Value::Missing);
}

#[test]
fn all_ten_messages_are_kept_and_counted_by_severity() {
    let answer = decode_flood_warnings(&fixture("flood-warnings")).expect("a collection");
    assert!(answer.rejected.is_empty());
    let counts = SeverityCounts::of(&answer.content);
    let of_each = Severity::ALL.map(|severity| counts.count(severity));
    assert_eq!((counts.total(), counts.in_force(), of_each), (10, 8, [2, 2, 1, 3, 2]));
    assert_eq!(answer.content.iter().filter(|warning| warning.position.is_none()).count(), 1);
    assert_eq!(answer.content.iter().filter(|warning| warning.contradictory).count(), 2);
    assert_eq!(
        answer.content.iter().filter(|warning| warning.water == FloodSource::Tidal).count(),
        2
    );
    assert_eq!(
        answer.content.iter().filter(|warning| warning.raised.is_none()).count(),
        1,
        "seconds are no milliseconds"
    );
}

#[test]
fn the_forecast_is_matched_by_county_and_day_whatever_form_they_come_in() {
    let answer = decode_flood_forecast(&fixture("flood-forecast"), at("2026-11-20T11:00:00Z"))
        .expect("an array");
    let forecast = answer.content;
    let today = "2026-11-20".parse().expect("a date");
    let cell = |id: &str, date: &str| {
        let county = County::from_id(id).expect(id);
        forecast.cell(
            &ForecastArea::County(county),
            &Day::Date(date.parse().expect("a date")),
            today,
            Freshness::Fresh,
        )
    };
    let given = |level| Cell::Given(level);
    assert_eq!(cell("rhondda-cynon-taf", "2026-11-20"), given(RiskLevel::High));
    assert_eq!(cell("isle-of-anglesey", "2026-11-20"), given(RiskLevel::Low));
    assert_eq!(cell("vale-of-glamorgan", "2026-11-21"), given(RiskLevel::Low));
    assert_eq!(cell("powys", "2026-11-21"), given(RiskLevel::Low), "a day without its year");
    assert_eq!(cell("gwynedd", "2026-11-22"), given(RiskLevel::Low), "a day in digits");
    assert_eq!(cell("powys", "2026-11-24"), given(RiskLevel::High), "the higher of two");
    assert_eq!(cell("cardiff", "2026-11-24"), Cell::VeryLow, "the fifth day is named by others");
    assert_eq!(forecast.unmatched().len(), 2);
}
