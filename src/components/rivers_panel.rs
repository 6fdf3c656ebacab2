//! The list of gauges, nearest first, each with its latest reading and the age of the reading.

use super::{
    entry_list::{Entry, EntryList},
    fragments::{RIVERS_HEADING, Text, paragraph, station_title},
    gauge_text::{comparison, reached, symbol_style, trend},
    late::{Late, use_late},
    view_picker::panel_class,
};
use crate::state::{
    AppState, Panel,
    listed::{Key, Listed},
    use_app_state,
};
use gorlif_core::{
    domain::{
        freshness::Freshness,
        geo::Distance,
        level_record::{Comparison, Standing},
        list_view::ListView,
        selection::ItemId,
        station::ParameterKind,
        trend::Trend,
    },
    presenter::gauge,
};
use leptos::prelude::*;

#[component]
pub fn RiversPanel(visible_count: RwSignal<usize>, listed: Memo<Listed>) -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    let has_readings = move || state.sources.levels.with(|source| source.snapshot().is_some());
    let heading = move || {
        let texts = state.texts();
        let count = listed.with(|listed| listed.count);
        let is_usual = state.gauge_filters.with(|view| view.gauge_kind == ParameterKind::Level)
            && !state.choices.has_river();
        match late.page.loaded() {
            _ if !has_readings() => texts.rivers.to_owned(),
            Some(parts) if !is_usual => (parts.gauges_heading)(state, count),
            Some(_) | None => (texts.gauges_count)(count),
        }
    };
    let empty =
        move || empty_list(state, late, listed.with(|listed| listed.count == 0)).map(str::to_owned);
    view! {
        <section class=move || panel_class(state, Panel::Rivers) aria-labelledby=RIVERS_HEADING>
            <h2 id=RIVERS_HEADING tabindex="-1">
                {move || heading()}
            </h2>
            {move || late.page.loaded().map(|parts| (parts.data_quality)()).into_any()}
            {move || empty().map(paragraph).into_any()}
            {move || late.page.loaded().map(|parts| (parts.list_filters)(Panel::Rivers)).into_any()}
            <EntryList visible_count listed view=state.gauge_view read=entry />
            {move || late.desk.loaded().map(|parts| (parts.export)(Panel::Rivers)).into_any()}
        </section>
    }
}

/// Why no gauge is listed.
fn empty_list(state: AppState, late: Late, is_empty: bool) -> Option<&'static str> {
    let texts = state.texts();
    let ListView { only_current, rising_first, only_reached, only_above, .. } =
        state.gauge_filters.get();
    let of_page = || late.page.loaded().map(|parts| (parts.none_passes)(state));
    state.sources.levels.with(|source| match source.snapshot() {
        None => source.failure().map(|_| texts.gauges_unknown),
        Some(_) if !is_empty => None,
        Some(last) if last.content.is_empty() && last.rejected.is_empty() => {
            Some(texts.no_gauges_returned)
        }
        Some(last) if last.content.is_empty() => Some(texts.gauges_unreadable),
        // Only the chunk `page` filters.
        Some(_) if only_reached || only_above => of_page(),
        Some(_) if rising_first => Some(texts.no_rising),
        Some(_) if only_current => Some(texts.no_current),
        Some(_) if state.choices.has_river() => of_page(),
        Some(_) if state.choices.county.get().is_some() => Some(texts.no_gauges_of_county),
        Some(_) => Some(texts.no_gauges),
    })
}

fn entry(state: AppState, (selection, metres): &Key, _is_open: bool) -> Option<Entry> {
    let ItemId::Station(id) = selection else { return None };
    let station = state.station_index.with(|index| index.get(id).cloned())?;
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now_by_minute());
    let distance = metres.map(|metres| Distance::from_metres(f64::from(metres)));
    let freshness = Freshness::of_reading(station.time, now);
    let trend = trend(state, &station, now);
    let reached = reached(state, &station, now);
    let (comparison, compared) = comparison(state, &station, now).unzip();
    let standing = comparison.and_then(Comparison::standing);
    let is_high = standing.is_some_and(Standing::is_high);
    let (high, compared) = if is_high { (compared, None) } else { (None, compared) };
    let is_reached = reached.is_some();
    let high = high.map(|text| vec![Text::Own(text)]);
    let bold: Vec<Vec<Text>> = reached.into_iter().chain(high).collect();
    let parts = [
        compared,
        (trend != Trend::UNKNOWN).then(|| (texts.trend_value)(trend)),
        Some(gauge::time_with_age(language, &station, now)),
        gauge::status(texts, &station),
        distance.map(|distance| language.distance(distance)),
    ];
    let line = parts.into_iter().flatten().collect::<Vec<String>>().join(" · ");
    let facts = use_late().page.loaded().and_then(|parts| (parts.gauge_facts)(state, &station));
    let style = symbol_style(&station, freshness, trend.tendency, standing, is_reached);
    Some(Entry {
        symbol: style.symbol(),
        symbol_class: "",
        state: Some(freshness.id()),
        change: None,
        trend: Some(trend.tendency.id()),
        standing: standing.map(Standing::id),
        title: station_title(language, &station),
        value: Some(gauge::value(texts, &station)),
        bold: bold.len(),
        lines: bold.into_iter().chain([vec![Text::Own(line)]]).chain(facts).collect(),
        // The chunk `details` has them.
        details: None,
    })
}
