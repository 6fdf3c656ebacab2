//! The page's query as a value: the part of the view that can be shared, reloaded and restored by
//! Back. Pure.

use chrono::NaiveDate;
use gorlif_core::{
    domain::{
        county::County,
        decimal,
        geo::{Position, Radius},
        list_view::{ListView, Order, WATERS},
        selection::ItemId,
        station::{ParameterKind, StationId},
        uk_time,
        warning::{AreaCode, FloodSource, Severity},
    },
    i18n::Language,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::ops::RangeInclusive;

/// The choices in the query: `lat lon r accuracy county river lang station area forecast day severity water sort
/// gauges current rising reached desk wall`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageQuery {
    pub place: Option<Position>,
    pub radius: Option<Radius>,
    /// The accuracy of the place in kilometres, if it is a rough position of a device; only with a place.
    pub accuracy: Option<u32>,
    pub language: Option<Language>,
    pub selection: Option<ItemId>,
    /// The county that the page is about; only without a place.
    pub county: Option<County>,
    /// The river whose gauges are listed, as [`river_id`](gorlif_core::domain::station::river_id), which need not exist; empty
    /// for those of all rivers, and with a place or a county.
    pub river: String,
    /// The county whose forecast is shown.
    pub forecast_county: Option<County>,
    pub day: Option<NaiveDate>,
    pub list_view: ListView,
    /// The layout of the page.
    pub layout: Layout,
}

/// The layout of the page, which the address fixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Lists beside or below the map.
    #[default]
    Lists,
    /// On a wide screen the messages as a table, with their numbers by county, for a duty officer.
    Desk,
    /// For the screen of a duty desk that is looked at from afar: without controls.
    Wall,
}

impl Layout {
    /// The name in the address; none for the usual layout.
    fn id(self) -> Option<&'static str> {
        match self {
            Self::Lists => None,
            Self::Desk => Some("desk"),
            Self::Wall => Some("wall"),
        }
    }
}

/// The accuracies of rough positions, in kilometres. Better ones count as exact, worse ones are refused.
const ACCURACIES: RangeInclusive<u32> = 2..=10;
/// The characters that are encoded in a value.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Longer values are not valid ids.
const VALUE_LIMIT: usize = 100;

impl PageQuery {
    /// Parses a query. Unknown, out of range and malformed values are ignored; of repeated names
    /// the first is used.
    pub fn parse(query: &str) -> Self {
        let pairs = pairs(query);
        let get = |name: &str| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
        };
        let is_on = |name: &str| get(name) == Some("1");
        let degrees = |name: &str| get(name).and_then(decimal::parse);
        let station = get("station").map(|id| ItemId::Station(StationId(id.into())));
        let area = get("area").map(|code| ItemId::Area(AreaCode(code.to_owned())));
        let place = degrees("lat")
            .zip(degrees("lon"))
            .and_then(|(lat, lon)| Position::new(lat, lon))
            .filter(|place| place.in_service_box());
        let [county, forecast_county] =
            ["county", "forecast"].map(|name| get(name).and_then(County::from_id));
        Self {
            place,
            radius: get("r").and_then(|km| Radius::from_kilometres(km.parse().ok()?)),
            accuracy: get("accuracy")
                .and_then(|km| km.parse().ok())
                .filter(|km| place.is_some() && ACCURACIES.contains(km)),
            language: get("lang").and_then(Language::from_tag),
            selection: station.or(area),
            county: county.filter(|_| place.is_none()),
            river: get("river")
                .filter(|_| place.is_none() && county.is_none())
                .unwrap_or_default()
                .to_owned(),
            // Beside a place, `county` once meant the forecast's.
            forecast_county: forecast_county.or(county.filter(|_| place.is_some())),
            day: get("day").and_then(uk_time::iso_date),
            list_view: ListView {
                severity: get("severity").and_then(severity),
                water: get("water").and_then(water),
                order: get("sort").and_then(Order::from_id),
                gauge_kind: get("gauges").and_then(ParameterKind::from_id).unwrap_or_default(),
                only_current: is_on("current"),
                rising_first: is_on("rising"),
                only_reached: is_on("reached"),
                only_above: is_on("above"),
            },
            layout: [Layout::Wall, Layout::Desk]
                .into_iter()
                .find(|layout| layout.id().is_some_and(is_on))
                .unwrap_or_default(),
        }
    }

    /// The filters and orders of a query that do not exist, as "name=value".
    pub fn unknown_filters(query: &str) -> Vec<String> {
        let is_known = |name: &str, value: &str| match name {
            "county" | "forecast" => County::from_id(value).is_some(),
            "severity" => severity(value).is_some(),
            "water" => water(value).is_some(),
            "sort" => Order::from_id(value).is_some(),
            "gauges" => ParameterKind::from_id(value).is_some(),
            "current" | "rising" | "reached" | "above" | "desk" | "wall" => value == "1",
            _ => true,
        };
        let unknown = pairs(query).into_iter().filter(|(name, value)| !is_known(name, value));
        unknown.map(|(name, value)| format!("{name}={value}")).collect()
    }

    /// The query for these choices, including "?"; empty if nothing was chosen.
    pub fn text(&self) -> String {
        let mut query = String::new();
        let mut put = |name: &str, value: &str| {
            query.push(if query.is_empty() { '?' } else { '&' });
            query.push_str(name);
            query.push('=');
            query.extend(utf8_percent_encode(value, RESERVED));
        };
        if let Some(place) = self.place {
            let (lat, lon) = place.ten_thousandths();
            put("lat", &decimal::short(f64::from(lat) / 10_000.0));
            put("lon", &decimal::short(f64::from(lon) / 10_000.0));
        }
        if let Some(radius) = self.radius {
            put("r", &radius.kilometres().to_string());
        }
        if let Some(kilometres) = self.accuracy.filter(|_| self.place.is_some()) {
            put("accuracy", &kilometres.to_string());
        }
        if let Some(language) = self.language {
            put("lang", language.tag());
        }
        match &self.selection {
            Some(ItemId::Station(StationId(id))) => put("station", id),
            Some(ItemId::Area(AreaCode(code))) => put("area", code),
            None => {}
        }
        for (name, county) in [("county", self.county), ("forecast", self.forecast_county)] {
            if let Some(county) = county {
                put(name, county.id());
            }
        }
        if !self.river.is_empty() {
            put("river", &self.river);
        }
        if let Some(day) = self.day {
            put("day", &uk_time::iso_text(day));
        }
        for (name, value) in list_parameters(self.list_view) {
            if let Some(value) = value {
                put(name, value);
            }
        }
        if let Some(name) = self.layout.id() {
            put(name, "1");
        }
        query
    }
}

/// The parameters of the filters and the order of the lists.
fn list_parameters(view: ListView) -> [(&'static str, Option<&'static str>); 8] {
    let water = WATERS.into_iter().find(|(_, known)| view.water == Some(*known));
    let kind = Some(view.gauge_kind).filter(|kind| *kind != ParameterKind::Level);
    [
        ("severity", view.severity.map(Severity::id)),
        ("water", water.map(|(id, _)| id)),
        ("sort", view.order.map(Order::id)),
        ("gauges", kind.map(ParameterKind::id)),
        ("current", view.only_current.then_some("1")),
        ("rising", view.rising_first.then_some("1")),
        ("reached", view.only_reached.then_some("1")),
        ("above", view.only_above.then_some("1")),
    ]
}

/// The names and decoded values of a query, without those that are malformed or too long.
fn pairs(query: &str) -> Vec<(&str, String)> {
    query
        .trim_start_matches('?')
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .filter_map(|(name, value)| Some((name, decode(value)?)))
        .filter(|(_, value)| !value.is_empty() && value.len() <= VALUE_LIMIT)
        .collect()
}

/// The severity with this id. Messages of an unknown severity pass every filter, so that it is none.
fn severity(id: &str) -> Option<Severity> {
    let is_filter = |severity: &Severity| severity.id() == id && *severity != Severity::Unknown;
    Severity::ALL.into_iter().find(is_filter)
}

fn water(id: &str) -> Option<FloodSource> {
    WATERS.into_iter().find(|(known, _)| *known == id).map(|(_, water)| water)
}

/// Decodes percent-encoding; `None` if it is malformed or not UTF-8.
fn decode(value: &str) -> Option<String> {
    let begins_with_hex =
        |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    if !value.split('%').skip(1).all(begins_with_hex) {
        return None;
    }
    let decoded: Vec<u8> = percent_decode_str(&value.replace('+', " ")).collect();
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_address_survives_the_way_out_and_back() {
        for query in [
            "?lat=51.947&lon=-3.391&r=20&lang=cy&area=103WAFusk%C5%B5&forecast=powys&day=2026-11-22",
            "?county=powys&forecast=conwy&severity=severe&water=tidal&sort=newest&gauges=rain&current=1&rising=1&reached=1&wall=1",
            "?county=powys&desk=1",
            "?river=cynon-fach&sort=name",
            "?lat=51.947&lon=-3.391&r=10&accuracy=9",
            "?lat=52&lon=-0.05&r=5&lang=en&station=4268~2",
            "",
        ] {
            assert_eq!(PageQuery::parse(query).text(), query);
        }
        assert_eq!(PageQuery::parse("?desk=1&wall=1").text(), "?wall=1");
        let query = "?lat=51.947&lon=-3.391&county=powys";
        assert_eq!(PageQuery::parse(query).text(), "?lat=51.947&lon=-3.391&forecast=powys");
    }

    // case 105
    #[test]
    fn what_is_out_of_range_or_malformed_is_as_if_absent() {
        let long = format!("?station={}", "x".repeat(10_000));
        for query in [
            "?lat=NaN&lon=-3",
            "?lat=1e1&lon=-3",
            "?lat=91&lon=-3",
            "?lat=0&lon=0",
            "?lat=52",
            "?r=11",
            "?r=-5",
            "?r=1e9",
            "?%",
            "?lang=cy%00",
            "?lang=fr",
            "?accuracy=9",
            "?county=mercia",
            "?forecast=mercia",
            "?severity=unknown",
            "?water=lake",
            "?sort=size",
            "?gauges=snow",
            "?current=yes",
            "?day=2026-13-01",
            "?station=%zz",
            "?station=%C5",
            "?station=",
            "?station",
            "??&&==",
            long.as_str(),
        ] {
            assert_eq!(
                PageQuery::parse(query),
                PageQuery::default(),
                "{}",
                &query[..query.len().min(40)]
            );
        }
    }

    #[test]
    fn of_repeated_names_the_first_counts_and_a_station_before_an_area() {
        assert_eq!(PageQuery::parse("?r=5&r=10").radius, Radius::from_kilometres(5));
        assert_eq!(
            PageQuery::parse("?area=a&station=b").selection,
            Some(ItemId::Station(StationId("b".into())))
        );
    }

    #[test]
    fn filters_that_do_not_exist_are_named() {
        let query = "?severity=huge&sort=newest&water=%3Cb%3E&county=mercia&rising=1&current=0&gauges=snow&utm_source=x";
        assert_eq!(
            PageQuery::unknown_filters(query),
            ["severity=huge", "water=<b>", "county=mercia", "current=0", "gauges=snow"]
        );
        assert!(PageQuery::unknown_filters("?lat=52&lon=-3&sort=name").is_empty());
        assert_eq!(PageQuery::unknown_filters("?sort=%3Cb%3Esize"), ["sort=<b>size"]);
    }

    // case 99
    #[test]
    fn ids_that_are_names_of_something_else_elsewhere_are_plain_text() {
        for id in ["__proto__", "constructor", "<img src=x onerror=alert(1)>", "a&b=c", "%", "#"] {
            let address = PageQuery {
                selection: Some(ItemId::Station(StationId(id.into()))),
                ..PageQuery::default()
            };
            assert_eq!(PageQuery::parse(&address.text()), address, "{id}");
        }
    }
}
