//! The page of all Wales or of a county: the answer, the messages, the forecast and the gauges.

use super::{
    areas::{Area, Areas},
    frame::{Subject, Words, frame},
    known::{Known, Messages},
    message::{links, paragraphs},
    site::{Site, area_file, county_name, gauge_file, message_file, river_file},
};
use gorlif_core::{
    domain::{
        Timestamp,
        bilingual::Both,
        county::County,
        forecast::{Cell, Day, ForecastArea, RiskLevel},
        freshness::Freshness,
        page_time::PageTime,
        station::{ParameterKind, Station},
        uk_time,
        warning::Severity,
    },
    i18n::{Language, SearchArea},
    presenter::{
        self,
        answer::{Answer, Facts, TimeStyle, answer, near_border},
        message, risk,
    },
    source::{
        answer::{Scope, Sentence, Situation},
        clock::Epoch,
        warnings::{self, WarningHere, WarningStatus},
    },
};
use minijinja::{Value, context, value::Serde};
use serde::Serialize;
use std::sync::Arc;

/// The messages of one severity.
#[derive(Serialize)]
pub struct Group {
    pub severity: &'static str,
    pub heading: String,
    pub messages: Vec<MessageLine>,
}

/// A message in a list.
#[derive(Serialize)]
pub struct MessageLine {
    address: String,
    name: Words,
    /// The service's words for a severity that is not known.
    service_words: Option<Words>,
    /// "in force since 10:30 on 26 November", and its counties.
    line: String,
    /// The text of a message in force that has no page.
    paragraphs: Vec<Words>,
    links: Vec<String>,
}

pub fn page(
    site: &Site,
    known: &Known<'_>,
    messages: &Messages,
    areas: &Areas,
    language: Language,
    area: &Area,
) -> Value {
    let (texts, plain) = (language.texts(), language.recorder_texts());
    let Area { county, warnings, gauges } = area;
    let county = *county;
    let answer = answer_of(site, known, language, area);
    let checked = known
        .check
        .at
        .filter(|_| warnings.is_fresh)
        .map(|at| (plain.page_checked)(&language.date_and_time(at)));
    let class = class_of(&answer);
    let sentence = sentence_of(&answer);
    let heading = (language.recorder_texts().area_title)(county);
    let subject = Subject {
        file: area_file(county),
        title: heading.clone(),
        description: [sentence.as_str(), checked.as_deref().unwrap_or_default()]
            .join(" ")
            .trim()
            .to_owned(),
        picture: class,
        query: county.map_or_else(String::new, |county| format!("county={}&", county.id())),
    };
    context! {
        frame => frame(site, known, language, subject),
        heading,
        // The class of the answer.
        answer => class,
        sentence,
        // That other messages in force may reach into the county.
        unplaced => answer.provisional,
        // When the messages were checked, or that they could not be.
        checked => answer.last_checked.or(checked),
        // Without a message, streams and surface water may flood all the same.
        not_warned_of => (class == "none").then_some(language.area_texts().not_warned_of),
        advice => Serde(answer.severity.map(texts.advice)),
        groups => Serde(groups(site, known, messages, areas, language, area)),
        counties => county.is_none().then(|| counties_of(language, areas)),
        forecast => forecast(known, language, county),
        gauges => county.map(|_| gauges_of(known, areas, language, gauges)),
        texts => context! {
            forecast => texts.forecast,
            county => texts.county,
            rivers => texts.rivers,
            what_to_do => texts.what_to_do,
        },
    }
}

/// The answer in words, without when it was checked, which is a line of its own.
fn sentence_of(answer: &Answer) -> String {
    match (answer.sentence, &answer.also) {
        (Sentence::NoneInForce, _) => answer.heading.before.clone(),
        (_, Some(also)) => format!("{} {also}", answer.heading.text()),
        (_, None) => answer.heading.text(),
    }
}

/// The class of the answer: a severity, `none` or `unknown`.
fn class_of(answer: &Answer) -> &'static str {
    match (answer.sentence, answer.severity) {
        (Sentence::NoneInForce, _) => "none",
        (_, Some(severity)) => severity.id(),
        (_, None) => "unknown",
    }
}

/// The links to the counties, each with the number of its messages.
fn counties_of(language: Language, areas: &Areas) -> Value {
    let plain = language.recorder_texts();
    let line = |Area { county, warnings, .. }: &Area| {
        let county = (*county)?;
        let near = near_border(language, &SearchArea::County(county), warnings);
        let counted = match (warnings.counts(), near) {
            (within, _) if within.in_force() > 0 => language.counted(within),
            (_, Some(near)) => near,
            (_, None) if warnings.status(true) == WarningStatus::Unknown => {
                plain.not_known.to_owned()
            }
            (_, None) => String::new(),
        };
        Some((area_file(Some(county)), county_name(language, county), counted))
    };
    let lines: Vec<_> = areas.all.iter().filter_map(line).collect();
    context! { heading => plain.counties, lines => Serde(lines) }
}

/// The answer in words.
fn answer_of(
    site: &Site,
    known: &Known<'_>,
    language: Language,
    Area { county, warnings, .. }: &Area,
) -> Answer {
    let situation = Situation {
        scope: if county.is_some() { Scope::County } else { Scope::Wales },
        status: warnings.status(true),
        is_waiting: false,
        has_no_outlines: false,
        place_as_of: None,
    };
    let facts = Facts {
        language,
        area: &search_area(*county),
        warnings,
        situation,
        has_place_failed: false,
        place: None,
        names: &site.names,
        epoch: Epoch::new(Timestamp::UNIX_EPOCH),
        now: known.now,
        style: TimeStyle::DATED,
    };
    answer(facts, "")
}

/// The messages of the area by severity, then those near the border of the county.
fn groups(
    site: &Site,
    known: &Known<'_>,
    messages: &Messages,
    areas: &Areas,
    language: Language,
    Area { county, warnings, .. }: &Area,
) -> Vec<Group> {
    let texts = language.texts();
    let line = |local| message_line(site, known, messages, areas, language, local);
    // What has ended may be in force again.
    let severities = Severity::ALL
        .into_iter()
        .filter(|severity| severity.in_force() || warnings.is_fresh)
        .map(|severity| {
            let messages = warnings.of_group(warnings::Group::Severity(severity)).map(line);
            group(language, severity, messages.collect())
        });
    let near = warnings.of_group(warnings::Group::NearBorder).map(|local| {
        let message = line(local);
        let severity = (texts.severity)(local.warning.severity);
        MessageLine { line: format!("{severity} · {}", message.line), ..message }
    });
    let near = Group {
        severity: "near",
        heading: near_border(language, &search_area(*county), warnings).unwrap_or_default(),
        messages: near.collect(),
    };
    severities.chain([near]).filter(|group| !group.messages.is_empty()).collect()
}

/// The messages of a severity, with their number; those that have ended without it.
pub fn group(language: Language, severity: Severity, messages: Vec<MessageLine>) -> Group {
    let heading = if severity.in_force() {
        (language.texts().severity_count)(severity, messages.len())
    } else {
        language.recorder_texts().ended_heading.to_owned()
    };
    Group { severity: severity.id(), heading, messages }
}

fn search_area(county: Option<County>) -> SearchArea {
    county.map_or(SearchArea::Wales, SearchArea::County)
}

pub fn message_line(
    site: &Site,
    known: &Known<'_>,
    messages: &Messages,
    areas: &Areas,
    language: Language,
    local: &WarningHere,
) -> MessageLine {
    let (texts, warning) = (language.texts(), &local.warning);
    let is_in_force = warning.severity.in_force();
    let since = warning.has_severity_since(known.now).map(|at| {
        let label = if is_in_force { texts.in_force_since } else { texts.stood_down_at };
        format!("{label} {}", language.date_and_time(at))
    });
    let counties = areas.counties_of(&warning.code);
    let names = counties.iter().map(|county| county_name(language, *county).to_owned());
    let has_page = known.recorded.contains_key(&warning.code.0)
        && !messages.repeated.contains(warning.code.given());
    let text = (!has_page && is_in_force).then(|| language.pick(&warning.text));
    MessageLine {
        // A message that ended before it was recorded has no page, nor have those that share a code.
        address: if has_page { message_file(&warning.code) } else { String::new() },
        name: Words::of_area(site, language, &warning.code, &warning.description),
        service_words: message::service_words(language, warning).map(Words::spoken),
        line: since.into_iter().chain(names).collect::<Vec<String>>().join(" · "),
        paragraphs: text.map(paragraphs).unwrap_or_default(),
        links: text.map(links).unwrap_or_default(),
    }
}

/// The table of the forecast, and when it was requested or that there is none.
fn forecast(known: &Known<'_>, language: Language, county: Option<County>) -> Value {
    let (plain, forecast_texts) = (language.recorder_texts(), language.forecast_texts());
    let Some(snapshot) = known.sources.forecast.snapshot() else {
        return context! { note => forecast_texts.forecast_unknown };
    };
    let today = uk_time::date(known.now);
    let now = PageTime::from_milliseconds(known.now.timestamp_millis());
    let freshness = snapshot.content.freshness(snapshot.as_of, snapshot.since, now, today);
    if freshness == Freshness::Stale {
        return context! { note => plain.forecast_old };
    }
    let days = snapshot.content.days(today);
    let row = |area: ForecastArea, county: Words| {
        let cells: Vec<(&str, Words)> = days
            .iter()
            .map(|day| cell(language, &snapshot.content.cell(&area, day, today, freshness)))
            .collect();
        context! { county => Serde(county), cells => Serde(cells) }
    };
    let counties = County::all().filter(|known| county.is_none_or(|county| county == *known));
    let mut rows: Vec<Value> = counties
        .map(|county| row(ForecastArea::County(county), Words::own(county_name(language, county))))
        .collect();
    // A name that matches no county may be this one.
    rows.extend(
        snapshot
            .content
            .unmatched()
            .into_iter()
            .map(|(name, _)| row(ForecastArea::Named(name.clone()), Words::picked(language, name))),
    );
    let at = chrono::DateTime::from_timestamp_millis(snapshot.as_of.milliseconds());
    let day = |day: &Day| match day {
        // The date, since this page may be read on another day.
        Day::Date(date) => Words::own(language.short_day(*date)),
        Day::Text(text) => Words::picked(language, text),
    };
    context! {
        days => Serde(days.iter().map(day).collect::<Vec<_>>()),
        rows => rows.into_iter().collect::<Value>(),
        note => at
            .map(|at| (plain.forecast_checked)(&language.date_and_time(at)))
            .unwrap_or_default(),
    }
}

/// The class and the text of a risk.
fn cell(language: Language, cell: &Cell) -> (&'static str, Words) {
    let class = cell.level().map_or("not-stated", RiskLevel::id);
    (class, Words::own(risk::text(language, cell)))
}

fn gauges_of(
    known: &Known<'_>,
    areas: &Areas,
    language: Language,
    gauges: &[Arc<Station>],
) -> Value {
    let mut own: Vec<&Arc<Station>> = gauges.iter().collect();
    own.sort_by_key(|gauge| {
        let name = |both: Both<'_>| language.pick(both).text.to_lowercase();
        (gauge.kind() != ParameterKind::Level, name(gauge.river()), name(gauge.title()))
    });
    let rows = own.into_iter().map(|gauge| Row {
        gauge,
        of_river: None,
        address: areas.river_of(gauge).map(|id| river_file(&id)),
    });
    gauge_table(known, language, rows)
}

/// A gauge in a table, and how that names its river.
pub struct Row<'a> {
    pub gauge: &'a Station,
    /// In the table of one river, whose name is not repeated: what it says besides.
    pub of_river: Option<Vec<String>>,
    /// The address of the page of the river, if it has one.
    pub address: Option<String>,
}

/// The table of gauges.
pub fn gauge_table<'a>(
    known: &Known<'_>,
    language: Language,
    rows: impl Iterator<Item = Row<'a>>,
) -> Value {
    let (plain, note) = (language.recorder_texts(), levels_note(known, language));
    let lines: Vec<Value> = rows.map(|row| gauge_line(known, language, row)).collect();
    let note = if lines.is_empty() && known.sources.gauges.is_some() {
        format!("{} {note}", plain.no_gauges)
    } else {
        note
    };
    let issues = known.sources.level_issues(known.now).into_iter();
    let text = language.source_texts().data_quality;
    let issues = issues.map(|issue| text(language, known.now, issue));
    let note = issues.chain([note]).collect::<Vec<String>>().join(" ");
    context! { columns => Serde(plain.gauge_columns), lines, note }
}

/// When the levels were checked, or that they could not be.
pub fn levels_note(known: &Known<'_>, language: Language) -> String {
    let plain = language.recorder_texts();
    let at = known.sources.gauges.as_ref().map(|(_, at)| language.date_and_time(*at));
    match at {
        Some(at) if !known.sources.levels_failed => (plain.levels_checked)(&at),
        at => (plain.levels_not_checked)(at.as_deref()),
    }
}

pub fn gauge_line(
    known: &Known<'_>,
    language: Language,
    Row { gauge, of_river, address }: Row<'_>,
) -> Value {
    let trend = known.trend(gauge).map(language.texts().trend_value);
    let comparison = known.comparison(gauge);
    let compared = comparison.map(|of| presenter::gauge::comparison(language, of));
    let time = presenter::gauge::time_with_date(language, gauge, known.now);
    let status = presenter::gauge::status(language.texts(), gauge);
    let river = match gauge.kind() {
        ParameterKind::Level if of_river.is_some() => Words::own(""),
        ParameterKind::Level => Words::picked(language, gauge.river()),
        kind => Words::own((language.filter_texts().gauge_kind)(kind)),
    };
    let facts = compared.into_iter().chain(trend).chain(of_river.into_iter().flatten());
    context! {
        name => Serde(Words::spoken(presenter::gauge::name(language, gauge))),
        river => Serde(river),
        address,
        page => known.has_page(gauge).then(|| gauge_file(&gauge.id)),
        value => presenter::gauge::value(language.texts(), gauge),
        trend => facts.collect::<Vec<String>>().join(" · "),
        time => std::iter::once(time).chain(status).collect::<Vec<String>>().join(" · "),
    }
}
