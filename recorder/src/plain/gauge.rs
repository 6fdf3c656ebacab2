//! The page of a gauge: its reading, how high that is for the gauge, and its readings of two days as a picture and as a table.

use super::{
    area::{Row, gauge_line, levels_note},
    frame::{Subject, frame},
    known::Known,
    site::{Site, gauge_file},
};
use crate::feeds::encode;
use gorlif_core::{
    domain::{
        chart::{self, Period, Scales},
        level_record::{Comparison, LevelRecord, Standing},
        station::Station,
        trend::Reading,
    },
    i18n::{Language, decimal, with_unit},
    presenter::gauge,
};
use minijinja::{Value, context, value::Serde};
use serde::Serialize;

/// The period of the picture.
pub const PERIOD: Period = Period::TwoDays;
/// The picture, in units of its own: its width, and where the readings are.
const WIDTH: f64 = 480.0;
const LEFT: f64 = 54.0;
const RIGHT: f64 = 474.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 200.0;
/// The width of a label of the axis of times.
const LABEL: f64 = 84.0;

/// The picture of the readings.
#[derive(Serialize)]
struct Chart {
    /// The upper end and the height of the usual range.
    range: Option<(f64, f64)>,
    /// The ticks of the levels and of the times: place and label.
    levels: Vec<(f64, String)>,
    times: Vec<(f64, String)>,
    /// The points of each line. One of a single point is drawn by its round end.
    lines: Vec<String>,
}

pub fn page(
    site: &Site,
    known: &Known<'_>,
    language: Language,
    station: &Station,
    river: Option<String>,
) -> Value {
    let (plain, chart_texts) = (language.recorder_texts(), language.chart_texts());
    let name = gauge::name(language, station);
    let row = Row { gauge: station, of_river: None, address: river };
    let subject = Subject {
        file: gauge_file(&station.id),
        title: name.text.to_owned(),
        description: description(known, language, station),
        picture: preview(known, station),
        query: format!("station={}&", encode(&station.id.0)),
    };
    let kept = known.readings.and_then(|all| all.get(&station.id));
    let readings = kept.and_then(|all| Some(chart::in_period(all, PERIOD, all.last()?.at)));
    let readings = chart::without_fault(readings.unwrap_or_default(), station);
    let record = known.records.get(&station.id);
    let (newest, today) = (readings.last().copied(), known.now.date_naive());
    // A level that may be a fault is not compared.
    let is_current = known.comparison(station).is_some();
    let facts = record
        .map(|record| gauge::record_facts(language, station, record, is_current, newest, today));
    let level = |level: f64, digits| with_unit(level, digits, &station.unit);
    let at = |reading: &Reading| language.date_and_time(reading.at);
    let extreme = |found: Option<Reading>, text: fn(&str, &str) -> String| {
        found.map(|reading| text(&level(reading.level, 2), &at(&reading)))
    };
    let extremes = [
        extreme(chart::highest(readings), chart_texts.highest),
        extreme(chart::lowest(readings), chart_texts.lowest),
    ];
    let rows = readings.iter().rev().map(|reading| (at(reading), level(reading.level, 3)));
    context! {
        frame => frame(site, known, language, subject),
        gauge => gauge_line(known, language, row),
        note => levels_note(known, language),
        facts => Serde(facts.unwrap_or_default()),
        heading => format!("{}, {}", (chart_texts.heading)(station.kind()), (chart_texts.period)(PERIOD)),
        chart => Serde(picture(language, record, readings, known)),
        extremes => extremes.into_iter().flatten().collect::<Vec<String>>().join(" "),
        columns => [chart_texts.time, (chart_texts.reading_column)(station.kind())],
        table => chart_texts.table,
        rows => Serde(rows.collect::<Vec<(String, String)>>()),
        all_warnings => plain.all_warnings,
    }
}

/// The value with its time, since a preview is read later.
fn description(known: &Known<'_>, language: Language, station: &Station) -> String {
    let value = gauge::value(language.texts(), station);
    let compared = known.comparison(station).map(|of| gauge::comparison(language, of));
    let time = gauge::time_with_date(language, station, known.now);
    let status = gauge::status(language.texts(), station);
    let parts = [Some(value), compared, Some(time), status];
    parts.into_iter().flatten().collect::<Vec<String>>().join(" · ")
}

/// The picture in previews: how high the gauge is. Says nothing of messages.
fn preview(known: &Known<'_>, station: &Station) -> &'static str {
    match known.comparison(station).and_then(Comparison::standing) {
        None => "not-compared",
        Some(Standing::Below | Standing::Within) => "not-high",
        Some(Standing::Above) => "high",
        Some(Standing::FarAbove) => "very-high",
    }
}

/// `None` without readings.
fn picture(
    language: Language,
    record: Option<&LevelRecord>,
    readings: &[Reading],
    known: &Known<'_>,
) -> Option<Chart> {
    let scales = Scales::new(readings, PERIOD, readings.last()?.at)?;
    let x = |share: f64| LEFT + (RIGHT - LEFT) * share;
    let y = |level: f64| BOTTOM - (BOTTOM - TOP) * scales.y(level);
    let range = record.and_then(|record| record.range(known.now.date_naive())).and_then(|range| {
        // The part of it that the picture has.
        let [top, bottom] = [range.high, range.low].map(|level| y(level).clamp(TOP, BOTTOM));
        (bottom > top).then(|| (rounded(top), rounded(bottom - top)))
    });
    let point = |reading: &Reading| {
        format!("{},{}", rounded(x(scales.x(reading.at))), rounded(y(reading.level)))
    };
    // Twice the last point, since a line of one has no length.
    let line = |line: &[Reading]| {
        line.iter().chain(line.last()).map(point).collect::<Vec<String>>().join(" ")
    };
    let times = scales.labelled_ticks(LABEL / WIDTH).into_iter();
    let levels = scales.level_ticks().into_iter();
    Some(Chart {
        range,
        levels: levels.map(|level| (rounded(y(level)), decimal(level, scales.digits()))).collect(),
        times: times
            .map(|at| (rounded(x(scales.x(at))), gauge::tick(language, PERIOD, at)))
            .filter(|(x, _)| *x >= LEFT)
            .collect(),
        lines: chart::lines(readings, PERIOD).map(line).collect(),
    })
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
