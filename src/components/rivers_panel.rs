//! The list of gauges, nearest first, each with its latest reading and the age of the reading.

use super::{
    entry_list::{Entry, EntryList, Key, Listed},
    fragments::{Text, paragraph, station_title},
    late_parts::{Late, use_late},
    view_picker::panel_class,
};
use crate::{
    map::symbols::SymbolStyle,
    state::{AppState, Panel, use_app_state},
};
use gorlif_core::{
    domain::{
        Timestamp, data_quality,
        freshness::Freshness,
        geo::Distance,
        list_view::{ListView, SortKey},
        selection::ItemId,
        station::{ParameterKind, ReadingTime, Station, StationId, Status, Value},
        trend::{Tendency, Trend},
    },
    i18n::{Language, Messages},
};
use leptos::prelude::*;

#[component]
pub fn RiversPanel(visible_count: RwSignal<usize>, listed: Memo<Listed>) -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    let has_readings = move || state.levels.with(|source| source.snapshot().is_some());
    let heading = move || {
        let messages = state.messages();
        let count = listed.with(|listed| listed.count);
        let is_of_rivers = state.gauge_filters.with(|view| view.gauge_kind == ParameterKind::Level);
        match late.loaded() {
            _ if !has_readings() => messages.rivers.to_owned(),
            Some(parts) if !is_of_rivers => (parts.gauges_heading)(state, count),
            Some(_) | None => (messages.gauges_count)(count),
        }
    };
    let remarks = move || {
        let empty =
            empty_list(state, late, listed.with(|listed| listed.count == 0)).map(str::to_owned);
        quality_notices(state).into_iter().chain(empty).map(paragraph).collect::<Vec<AnyView>>()
    };
    view! {
        <section class=move || panel_class(state, Panel::Rivers) aria-labelledby="rivers-heading">
            <h2 id="rivers-heading">{move || heading()}</h2>
            {move || remarks().into_any()}
            {move || late.loaded().map(|parts| (parts.list_filters)(Panel::Rivers)).into_any()}
            <EntryList visible_count listed view=state.gauge_view read=entry />
            {move || late.loaded().map(|parts| (parts.handover)(Panel::Rivers)).into_any()}
        </section>
    }
}

/// Why no gauge is listed.
fn empty_list(state: AppState, late: Late, is_empty: bool) -> Option<&'static str> {
    let messages = state.messages();
    let ListView { only_current, rising_first, only_reached, .. } = state.gauge_filters.get();
    state.levels.with(|source| match (source.snapshot(), source.failure()) {
        (Some(snapshot), _)
            if is_empty && snapshot.content.is_empty() && !snapshot.rejected.is_empty() =>
        {
            Some(messages.gauges_unreadable)
        }
        (Some(snapshot), _) if snapshot.content.is_empty() => Some(messages.no_gauges_returned),
        // Only the late module filters.
        (Some(_), _) if is_empty && only_reached => {
            late.loaded().map(|parts| (parts.no_reached)(state))
        }
        (Some(_), _) if is_empty && rising_first => Some(messages.no_rising),
        (Some(_), _) if is_empty && only_current => Some(messages.no_current),
        (Some(_), _) if is_empty && state.county.get().is_some() => {
            Some(messages.no_gauges_of_county)
        }
        (Some(_), _) if is_empty => Some(messages.no_gauges),
        (None, Some(_)) => Some(messages.gauges_unknown),
        _ => None,
    })
}

/// The filters of list and map: gauges of one kind, gauges with a usable reading, gauges that rise, and gauges that have
/// reached a level of the council.
pub fn filter(state: AppState) -> impl Fn(&Station) -> bool {
    let ListView { gauge_kind, only_current, rising_first, only_reached, .. } =
        state.gauge_filters.get();
    let only_reached = only_reached.then(|| state.council_levels.get());
    // Which readings are usable depends on the time, which only the filters need.
    let now =
        (only_current || rising_first || only_reached.is_some()).then(|| state.now_by_minute());
    move |station| {
        station.kind() == gauge_kind
            && now.is_none_or(|now| {
                (!only_current || station.has_usable_reading(now))
                    && only_reached
                        .as_ref()
                        .is_none_or(|levels| levels.reached(station, now).is_some())
                    && (!rising_first || trend(state, station, now).tendency() == Tendency::Rising)
            })
    }
}

/// The trend of a gauge, if its reading is fresh.
pub fn trend(state: AppState, station: &Station, now: Timestamp) -> Trend {
    state.trend(station, Freshness::of_reading(station.time, now))
}

/// Whether the list has a gauge: it is in the area and not filtered out.
pub fn is_listed(state: AppState) -> impl Fn(&Station) -> bool {
    let (area, passes) = (state.area(), filter(state));
    move |station| passes(station) && area.near(station).is_some()
}

/// The gauges in the area, for the list.
pub fn listed(state: AppState, late: Late, visible_count: usize) -> Listed {
    let (area, passes) = (state.area(), filter(state));
    let chosen_key = late.loaded().map(|parts| (parts.gauge_key)(state));
    let key = |station: &Station| chosen_key.as_ref().map_or(SortKey::NONE, |key| key(station));
    state.station_index.with(|index| {
        let (count, first) = index.list(&area, &passes, &key, visible_count);
        let key = |id: &StationId, distance: Option<Distance>| {
            (ItemId::Station(id.clone()), distance.map(whole_metres))
        };
        let mut keys: Vec<Key> = first.iter().map(|near| key(&near.item, near.distance)).collect();
        if count > visible_count
            && let Some(ItemId::Station(id)) = state.selection.get()
            && let Some(near) = index
                .get(&id)
                .filter(|station| passes(station))
                .and_then(|station| area.near(station))
        {
            let selected = key(&id, near.distance);
            keys.extend((!keys.contains(&selected)).then_some(selected));
        }
        Listed { count, keys }
    })
}

/// Notices about the quality of the whole response.
fn quality_notices(state: AppState) -> Vec<String> {
    let (language, messages, now) =
        (state.language.get(), state.messages(), state.now_by_quarter());
    state.station_index.with(|index| {
        let notices = data_quality::of(
            index.rivers(),
            data_quality::newest_reading(index.rivers(), now),
            now,
        );
        notices
            .into_iter()
            .map(|data_quality| (messages.data_quality)(language, now, data_quality))
            .collect()
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // never negative, at most half the earth
fn whole_metres(distance: Distance) -> u32 {
    distance.metres() as u32
}

fn entry(state: AppState, (selection, metres): &Key, _is_open: bool) -> Option<Entry> {
    let ItemId::Station(id) = selection else { return None };
    let station = state.station_index.with(|index| index.get(id).cloned())?;
    let (language, messages, now) = (state.language.get(), state.messages(), state.now_by_minute());
    let distance = metres.map(|metres| Distance::from_metres(f64::from(metres)));
    let freshness = Freshness::of_reading(station.time, now);
    let missing = station.missing_since.map(|_| messages.not_reported.to_owned());
    let status = missing.or_else(|| {
        (station.status == Status::Offline).then(|| messages.offline.to_ascii_lowercase())
    });
    let trend = trend(state, &station, now);
    let mut line = age(language, &station, now);
    if trend != Trend::Unknown {
        line = format!("{} · {line}", (messages.trend_value)(trend));
    }
    for more in [status, distance.map(|distance| language.distance(distance))].into_iter().flatten()
    {
        line.push_str(" · ");
        line.push_str(&more);
    }
    let reached = state.council_levels.with(|levels| levels.reached(&station, now).cloned());
    let style = match reached {
        Some(_) => SymbolStyle::Reached,
        None => SymbolStyle::Gauge {
            freshness,
            offline: !station.is_reporting(),
            tendency: trend.tendency(),
        },
    };
    let reached = reached.map(|level| {
        let text = Text::picked(language, &level.text);
        vec![Text::own(messages.level_reached), Text::own(" "), text]
    });
    Some(Entry {
        symbol: style.symbol(),
        symbol_class: "",
        state: Some(freshness.id()),
        change: None,
        trend: Some(trend.tendency().id()),
        title: station_title(language, &station),
        value: Some(value(messages, &station)),
        lines: reached.into_iter().chain([vec![Text::Own(line)]]).collect(),
        // The late module has them.
        details: None,
    })
}

/// The value as given, with its unit, or why there is none.
pub fn value(messages: &Messages, station: &Station) -> String {
    match &station.value {
        Value::Measured { text, .. } => {
            format!("{}\u{a0}{}", text.replace('-', "−"), station.unit.symbol())
        }
        Value::SensorFault => messages.sensor_fault.to_owned(),
        Value::Missing => messages.no_reading.to_owned(),
    }
}

/// The lines of the gauge's popup: title, reading, trend, age.
pub fn summary(
    state: AppState,
    station: &Station,
    now: Timestamp,
) -> Vec<(String, Option<&'static str>)> {
    let (language, messages) = (state.language.get(), state.messages());
    let trend = trend(state, station, now);
    let mut lines =
        vec![station_title(language, station).into_parts(), (value(messages, station), None)];
    let reached = state.council_levels.with(|levels| levels.reached(station, now).cloned());
    lines.extend(reached.map(|level| Text::picked(language, &level.text).into_parts()));
    if trend != Trend::Unknown {
        lines.push(((messages.trend_value)(trend), None));
    }
    lines.push((age(language, station, now), None));
    lines
}

/// The age of the reading as text; marked as the last reading if it is stale or the gauge does not
/// report.
pub fn age(language: Language, station: &Station, now: Timestamp) -> String {
    let messages = language.messages();
    match (station.time, Freshness::of_reading(station.time, now)) {
        (ReadingTime::NotGiven, _) => messages.time_not_given.to_owned(),
        (time, _) if time.is_ahead(now) => messages.time_ahead.to_owned(),
        (ReadingTime::At(at), freshness)
            if freshness == Freshness::Stale || !station.is_reporting() =>
        {
            (messages.last_reading)(&language.when(at, now))
        }
        (ReadingTime::At(at), _) => {
            format!("{} · {}", language.when(at, now), language.ago(at, now))
        }
    }
}
