//! The page's query as a value: the part of the view that can be shared, reloaded and restored by
//! Back. Pure.

use chrono::NaiveDate;
use gorlif_core::{
    domain::{
        county::County,
        decimal,
        geo::{Position, Radius},
        selection::ItemId,
        station::StationId,
        uk_time,
        warning::AreaCode,
    },
    i18n::Language,
};

/// The choices in the query: `lat lon r lang station area county day`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageQuery {
    pub place: Option<Position>,
    pub radius: Option<Radius>,
    pub language: Option<Language>,
    pub selection: Option<ItemId>,
    pub county: Option<County>,
    pub day: Option<NaiveDate>,
}

/// Longer values are not valid ids.
const VALUE_LIMIT: usize = 100;

impl PageQuery {
    /// Parses a query. Unknown, out of range and malformed values are ignored; of repeated names
    /// the first is used.
    pub fn parse(query: &str) -> Self {
        let pairs: Vec<(&str, String)> = query
            .trim_start_matches('?')
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .filter_map(|(name, value)| Some((name, decode(value)?)))
            .filter(|(_, value)| !value.is_empty() && value.len() <= VALUE_LIMIT)
            .collect();
        let get = |name: &str| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
        };
        let degrees = |name: &str| get(name).and_then(decimal::parse);
        let station = get("station").map(|id| ItemId::Station(StationId(id.into())));
        let area = get("area").map(|code| ItemId::Area(AreaCode(code.to_owned())));
        Self {
            place: degrees("lat")
                .zip(degrees("lon"))
                .and_then(|(lat, lon)| Position::new(lat, lon))
                .filter(|place| place.in_service_box()),
            radius: get("r").and_then(|km| Radius::from_kilometres(km.parse().ok()?)),
            language: get("lang").and_then(Language::from_tag),
            selection: station.or(area),
            county: get("county").and_then(County::from_id),
            day: get("day").and_then(uk_time::iso_date),
        }
    }

    /// The query for these choices, including "?"; empty if nothing was chosen.
    pub fn text(&self) -> String {
        let mut query = String::new();
        let mut put = |name: &str, value: &str| {
            query.push(if query.is_empty() { '?' } else { '&' });
            query.push_str(name);
            query.push('=');
            query.push_str(&encode(value));
        };
        if let Some(place) = self.place {
            let (lat, lon) = place.ten_thousandths();
            put("lat", &ten_thousandths(lat));
            put("lon", &ten_thousandths(lon));
        }
        if let Some(radius) = self.radius {
            put("r", &radius.kilometres().to_string());
        }
        if let Some(language) = self.language {
            put("lang", language.tag());
        }
        match &self.selection {
            Some(ItemId::Station(StationId(id))) => put("station", id),
            Some(ItemId::Area(AreaCode(code))) => put("area", code),
            None => {}
        }
        if let Some(county) = self.county {
            put("county", county.id());
        }
        if let Some(day) = self.day {
            put("day", &uk_time::iso_text(day));
        }
        query
    }
}

/// Formats ten-thousandths of a degree as a decimal without trailing zeros.
fn ten_thousandths(value: i32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, rest) = (value.unsigned_abs() / 10_000, value.unsigned_abs() % 10_000);
    let text = format!("{sign}{whole}.{rest:04}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Percent-encodes all characters that a query may not contain.
fn encode(value: &str) -> String {
    let mut encoded = String::new();
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Decodes percent-encoding; `None` if it is malformed or not UTF-8.
fn decode(value: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let (high, low) = (hex(rest.next()?)?, hex(rest.next()?)?);
                high * 16 + low
            }
            b'+' => b' ',
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_address_survives_the_way_out_and_back() {
        let query =
            "?lat=51.947&lon=-3.391&r=20&lang=cy&area=103WAFusk%C5%B5&county=powys&day=2026-11-22";
        assert_eq!(PageQuery::parse(query).text(), query);
        let query = "?lat=52&lon=-0.05&r=5&lang=en&station=4268~2";
        assert_eq!(PageQuery::parse(query).text(), query);
        assert_eq!(PageQuery::parse("").text(), "");
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
            "?lang=fr",
            "?county=mercia",
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
