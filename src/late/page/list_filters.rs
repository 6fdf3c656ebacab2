//! The filters and the order of a list, above it, and the field for one of several options.

use super::{gauge_filters::gauge_filters, list_order};
use crate::{
    browser::document,
    components::{
        fragments::{county_name, paragraph},
        late::use_late,
        warnings_panel::WARNINGS_HEADING,
    },
    state::{AppState, Panel, page_query::PageQuery, reactive::memo, use_app_state},
};
use gorlif_core::domain::{
    county::County,
    list_view::{ListView, Order, WATERS},
    station::Station,
    warning::Severity,
};
use leptos::prelude::*;
use std::sync::Arc;

/// The number of entries from which a list has filters.
const MANY: usize = 10;

pub fn list_filters(panel: Panel) -> AnyView {
    let state = use_app_state();
    let texts = move || state.language().filter_texts();
    let in_use = move || {
        let ListView { severity, water, order, .. } = state.choices.list_view.get();
        let counted = [severity.is_some(), water.is_some(), order.is_some()];
        let all = if panel == Panel::Warnings { &counted[..] } else { &counted[2..] };
        all.iter().filter(|is_used| **is_used).count()
    };
    let heading = move || match in_use() {
        0 => texts().heading.to_owned(),
        count => (texts().heading_in_use)(count),
    };
    // Of the address; only the first list names them.
    let unknown = if panel == Panel::Warnings {
        state.deployment.start_query.with_value(|query| PageQuery::unknown_filters(query))
    } else {
        Vec::new()
    };
    let unknown =
        move || unknown.iter().map(|filter| paragraph((texts().unknown)(filter))).collect_view();
    // The site that frames the page has chosen the area.
    let has_fixed_place = state.deployment.embed.fixed;
    let is_of_messages = panel == Panel::Warnings;
    let desk = use_late().desk;
    let is_many = memo(move || is_many(state, panel));
    // An open form stays, also if what is chosen in it leaves few entries.
    let is_open = RwSignal::new(false);
    let toggle = move |event| {
        is_open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    let is_hidden = move || in_use() == 0 && !is_many.get() && !is_open.get();
    view! {
        {unknown}
        {(!is_of_messages).then(|| gauge_filters(state, is_many))}
        <details class="filters" hidden=is_hidden on:toggle=toggle>
            <summary>{heading}</summary>
            <div class="fields">
                {is_of_messages.then(|| [severity_field(state), water_field(state)].collect_view())}
                {order_field(state, panel)} {(!has_fixed_place).then(|| area_field(state, panel))}
            </div>
        </details>
        {is_of_messages.then(|| filtered(state))}
        {is_of_messages.then_some(move || desk.loaded().map(|parts| (parts.overview)()).into_any())}
    }
    .into_any()
}

/// Whether the list offers filters: it has many entries without them, and is not that of a river.
fn is_many(state: AppState, panel: Panel) -> bool {
    if panel == Panel::Warnings {
        return state.warnings.with(|warnings| warnings.found.len() >= MANY);
    }
    // A river has an order of its own.
    if state.choices.has_river() {
        return false;
    }
    let (area, kind) = (state.page_area(), state.gauge_filters.get().gauge_kind);
    let is_in_area =
        |station: &&Arc<Station>| station.kind() == kind && area.near(station).is_some();
    state.station_index.with(|index| index.all().iter().filter(is_in_area).nth(MANY - 1).is_some())
}

/// How many messages the filters show, and the button that removes them.
fn filtered(state: AppState) -> AnyView {
    let filter_texts = move || state.language().filter_texts();
    let is_filtered = move || state.choices.list_view.with(ListView::hides_messages);
    let count = move || {
        let all = state.warnings.with(|warnings| warnings.found.len());
        if is_filtered() {
            (filter_texts().shown)(list_order::messages(state).len(), all)
        } else {
            String::new()
        }
    };
    let remove = move |_| {
        state.choices.show_all_messages();
        // The pressed button is gone.
        document::focus(WARNINGS_HEADING);
    };
    view! {
        <div class="filtered" class:in-use=is_filtered>
            <p role="status">{count}</p>
            <button type="button" hidden=move || !is_filtered() on:click=remove>
                {move || filter_texts().remove}
            </button>
        </div>
    }
    .into_any()
}

/// The values of a field with their names, and the chosen value.
pub type Options = (&'static str, Vec<(&'static str, &'static str)>);

/// A labelled field.
pub fn field(
    class: Option<&'static str>,
    id: &'static str,
    label: Box<dyn Fn() -> &'static str + Send>,
    options: Box<dyn Fn() -> Options + Send>,
    choose: Box<dyn Fn(&str)>,
) -> AnyView {
    let options = move || {
        let (chosen, options) = options();
        let option = |(value, label): (&'static str, &'static str)| {
            view! {
                <option value=value prop:selected=value == chosen>
                    {label}
                </option>
            }
            .into_any()
        };
        options.into_iter().map(option).collect_view()
    };
    view! {
        <p class=class>
            <label for=id>{move || label()}</label>
            <select id=id on:change=move |event| choose(&event_target_value(&event))>
                {options}
            </select>
        </p>
    }
    .into_any()
}

fn severity_field(state: AppState) -> AnyView {
    let filter_texts = move || state.language().filter_texts();
    let known = |severity: &Severity| *severity != Severity::Unknown;
    let options = move || -> Options {
        let (chosen, texts) = (state.choices.list_view.get().severity, state.texts());
        let name = |severity: Severity| (severity.id(), (texts.severity)(severity));
        let every = [("", filter_texts().every_severity)].into_iter();
        let options = every.chain(Severity::ALL.into_iter().filter(known).map(name));
        (chosen.map_or("", Severity::id), options.collect())
    };
    let choose = move |id: &str| {
        let severity = Severity::ALL.into_iter().find(|severity| severity.id() == id);
        state.choices.list_view.update(|view| view.severity = severity);
    };
    let label = move || filter_texts().severity;
    field(None, "filter-severity", Box::new(label), Box::new(options), Box::new(choose))
}

fn water_field(state: AppState) -> AnyView {
    let options = move || -> Options {
        let (chosen, texts) =
            (state.choices.list_view.get().water, state.language().filter_texts());
        let id = WATERS.into_iter().find(|(_, water)| chosen == Some(*water)).map(|(id, _)| id);
        let known = WATERS.map(|(id, water)| (id, (texts.water)(water)));
        (id.unwrap_or_default(), [("", texts.every_water)].into_iter().chain(known).collect())
    };
    let choose = move |id: &str| {
        let water = WATERS.into_iter().find(|(known, _)| *known == id).map(|(_, water)| water);
        state.choices.list_view.update(|view| view.water = water);
    };
    let label = move || state.texts().water;
    field(None, "filter-water", Box::new(label), Box::new(options), Box::new(choose))
}

fn order_field(state: AppState, panel: Panel) -> AnyView {
    let texts = move || state.language().filter_texts();
    // The usual order, which is not offered twice.
    let usual = move || match panel {
        Panel::Rivers if state.choices.place.get().is_some() => Order::Distance,
        Panel::Rivers => Order::Name,
        _ => Order::Severity,
    };
    let options = move || -> Options {
        let is_offered = |order: &Order| match order {
            Order::Distance => state.choices.place.get().is_some(),
            Order::Severity => panel == Panel::Warnings,
            Order::Unusual => panel == Panel::Rivers && state.has_standings(),
            Order::Newest | Order::Name | Order::County => true,
        };
        let chosen = state.choices.list_view.get().order.filter(is_offered).unwrap_or_else(usual);
        let offered = Order::ALL.into_iter().filter(is_offered);
        let options = offered.map(|order| (order.id(), (texts().order_name)(order)));
        (chosen.id(), options.collect())
    };
    let choose = move |id: &str| {
        // One order for both lists; by severity is the usual one.
        let order = Order::from_id(id).filter(|order| *order != Order::Severity);
        state.choices.list_view.update(|view| view.order = order);
    };
    let id = if panel == Panel::Rivers { "order-gauges" } else { "order-messages" };
    let label = move || texts().order;
    field(None, id, Box::new(label), Box::new(options), Box::new(choose))
}

/// Chooses all of Wales or a county instead of the place.
fn area_field(state: AppState, panel: Panel) -> AnyView {
    let texts = move || state.language().filter_texts();
    let options = move || -> Options {
        let here = state.choices.place.get().map(|_| ("here", texts().chosen_place));
        let county = state.choices.county.get().map_or("", County::id);
        let options = here.into_iter().chain(counties(state, state.texts().all_wales));
        (here.map_or(county, |(id, _)| id), options.collect())
    };
    let choose = move |id: &str| {
        if id != "here" {
            state.choices.choose_county(County::from_id(id));
        }
    };
    let id = if panel == Panel::Rivers { "area-gauges" } else { "area-messages" };
    let label = move || texts().area;
    field(None, id, Box::new(label), Box::new(options), Box::new(choose))
}

/// The counties as options, after one with the name `all`.
pub fn counties(
    state: AppState,
    all: &'static str,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let language = state.language();
    let name = move |county: County| (county.id(), county_name(language, county));
    [("", all)].into_iter().chain(County::all().map(name))
}
