//! The page of a river: its gauges from source to sea, and the messages in force that have its name.

use super::{
    area::{self, Group, Row, gauge_table, message_line},
    areas::Areas,
    frame::{Subject, frame},
    known::{Known, Messages},
    site::{Site, county_name, river_file},
};
use gorlif_core::{
    domain::{
        chart::{self, Period},
        river_order,
        station::Station,
        warning::{Severity, SeverityCounts, Warning},
    },
    i18n::Language,
    presenter::{self, answer::TimeStyle},
    source::warnings::WarningHere,
};
use minijinja::{Value, context, value::Serde};
use std::sync::Arc;

/// `gauges` are those of the river, at least one, in their order.
pub fn page(
    site: &Site,
    known: &Known<'_>,
    messages: &Messages,
    areas: &Areas,
    language: Language,
    (id, gauges): (&str, &[Arc<Station>]),
) -> Option<Value> {
    let (first, wales, plain) = (gauges.first()?, areas.all.first()?, language.recorder_texts());
    let words = first.river_words();
    let found = wales.warnings.found.iter();
    let along: Vec<&WarningHere> =
        found.filter(|local| local.warning.is_named_after(&words)).collect();
    let group = |severity: Severity| {
        let of_severity = along.iter().filter(|local| local.warning.severity == severity);
        let messages =
            of_severity.map(|local| message_line(site, known, messages, areas, language, local));
        area::group(language, severity, messages.collect())
    };
    let groups = Severity::ALL.into_iter().map(group).filter(|group| !group.messages.is_empty());
    let groups: Vec<Group> = groups.collect();
    let placed = gauges.iter().filter(|gauge| river_order::from_source(gauge).is_some()).count();
    let name = language.pick(first.river()).text;
    let heading = (language.filter_texts().river)(name, gauges.len(), Some(placed));
    let named: Vec<Warning> = along.iter().map(|local| Warning::clone(&local.warning)).collect();
    let counts = language.counted(SeverityCounts::of(&named));
    let counted = (!named.is_empty()).then(|| (language.filter_texts().named_after_river)(&counts));
    // Without a message of the name nothing is said to be checked, which would be taken for "none".
    let checked = known.check.at.filter(|_| !named.is_empty());
    let checked = checked.map(|at| (plain.page_checked)(&language.date_and_time(at)));
    let lines: Vec<String> =
        counted.into_iter().chain(known.check.notice(language).or(checked)).collect();
    let subject = Subject {
        file: river_file(id),
        title: heading.clone(),
        description: lines.join(". "),
        // Of the messages of other names nothing is said here, so that it is not `none`.
        picture: groups.first().map_or("not-compared", |group| group.severity),
        query: format!("river={id}&"),
    };
    let rows = gauges.iter().map(|gauge| Row {
        gauge,
        of_river: Some(facts(site, known, language, gauges, gauge)),
        address: None,
    });
    Some(context! {
        frame => frame(site, known, language, subject),
        heading,
        // The number of messages that have the name, and when they were checked, or that the messages could not be.
        lines => Serde(lines),
        all_warnings => plain.all_warnings,
        groups => Serde(groups),
        gauges => gauge_table(known, language, rows),
    })
}

fn facts(
    site: &Site,
    known: &Known<'_>,
    language: Language,
    gauges: &[Arc<Station>],
    gauge: &Station,
) -> Vec<String> {
    let kept = known.readings.and_then(|all| all.get(&gauge.id));
    let recent = kept.map(|all| chart::in_period(all, Period::HalfDay, known.now));
    let county = gauge.location.position().and_then(|at| site.basemap.nearest_county(at));
    let county = county.map(|county| county_name(language, county));
    let trend = known.trend(gauge).unwrap_or_default();
    let (recent, style) = ((trend, recent.unwrap_or_default()), TimeStyle::DATED);
    presenter::gauge::river_facts(language, gauge, gauges, county, recent, known.now, style)
}
