//! The page of a river: its gauges from source to sea, and the messages in force that have its name.

use super::{
    area::{Group, Row, checked_or_not, gauge_table, message_line},
    areas::Areas,
    frame::{Subject, frame},
    known::{Known, Messages},
    site::{Site, river_file},
};
use gorlif_core::{
    domain::{
        river_order,
        station::{RiverText, Station},
        warning::{Severity, SeverityCounts, Warning},
    },
    i18n::Language,
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
    let (first, wales) = (gauges.first()?, areas.all.first()?);
    let words = first.river_words();
    let is_along = |local: &&WarningHere| {
        local.warning.severity.in_force()
            && RiverText::new(&local.warning.description).names(&words)
    };
    let along: Vec<&WarningHere> = wales.warnings.found.iter().filter(is_along).collect();
    let group = |severity: Severity| {
        let of_severity = along.iter().filter(|local| local.warning.severity == severity);
        let messages: Vec<_> = of_severity
            .map(|local| message_line(site, known, messages, areas, language, local))
            .collect();
        let heading = (language.texts().severity_count)(severity, messages.len());
        Group { severity: severity.id(), heading, messages }
    };
    let groups = Severity::ALL.into_iter().map(group).filter(|group| !group.messages.is_empty());
    let groups: Vec<Group> = groups.collect();
    let placed = gauges.iter().filter(|gauge| river_order::from_source(gauge).is_some()).count();
    let name = language.pick(first.river()).text;
    let heading = (language.filter_texts().river)(name, gauges.len(), Some(placed));
    let named: Vec<Warning> = along.iter().map(|local| Warning::clone(&local.warning)).collect();
    let counts = SeverityCounts::of(&named);
    let counted = (counts.in_force() > 0)
        .then(|| (language.filter_texts().named_after_river)(&language.counted(counts)));
    let checked = checked_or_not(site, known, language, wales);
    let subject = Subject {
        file: river_file(id),
        title: heading.clone(),
        description: counted.into_iter().chain([checked.clone()]).collect::<Vec<_>>().join(". "),
        // Of the messages of other areas nothing is said here, so that it is not `none`.
        picture: groups.first().map_or("unknown", |group| group.severity),
        query: format!("river={id}&"),
    };
    let rows = gauges.iter().map(|gauge| Row { gauge, is_of_page: true, address: None });
    Some(context! {
        frame => frame(site, known, language, subject),
        heading,
        checked,
        groups => Serde(groups),
        gauges => gauge_table(known, language, rows),
    })
}
