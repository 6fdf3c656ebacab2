//! The filters and the order of a list, above it.

use super::{gauge_filters::GaugeFilters, list_order};
use crate::{
    browser::document,
    components::{
        fragments::{county_name, paragraph},
        late::use_late,
        warnings_panel::WARNINGS_HEADING,
    },
    state::{Panel, page_query::PageQuery, use_app_state},
};
use gorlif_core::domain::{
    county::County,
    list_view::{ListView, Order, WATERS},
    warning::Severity,
};
use leptos::prelude::*;

#[component]
pub fn ListFilters(panel: Panel) -> impl IntoView {
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
    let unknown = move || {
        let lines = unknown.iter().map(|filter| paragraph((texts().unknown)(filter)));
        lines.collect::<Vec<AnyView>>()
    };
    // The site that frames the page has chosen the area.
    let has_fixed_place = document::attribute("data-place") == "fixed";
    let is_of_messages = panel == Panel::Warnings;
    view! {
        {unknown}
        {(!is_of_messages).then(|| view! { <GaugeFilters /> })}
        <details class="filters">
            <summary>{heading}</summary>
            <div class="fields">
                {is_of_messages
                    .then(|| {
                        view! {
                            <SeverityField />
                            <WaterField />
                        }
                    })} <OrderField panel />
                {(!has_fixed_place).then(|| view! { <AreaField panel /> })}
            </div>
        </details>
        {is_of_messages.then(|| view! { <Filtered /> })}
        {is_of_messages
            .then(|| {
                let desk = use_late().desk;
                move || desk.loaded().map(|parts| (parts.overview)()).into_any()
            })}
    }
}

/// How many messages the filters show, and the button that removes them.
#[component]
fn Filtered() -> impl IntoView {
    let state = use_app_state();
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
        state.choices.list_view.update(|view| (view.severity, view.water) = (None, None));
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
}

/// A labelled field. `options` are values with their labels and whether each is chosen.
fn field(
    id: String,
    label: impl Fn() -> &'static str + Send + Sync + 'static,
    options: impl Fn() -> Vec<(&'static str, &'static str, bool)> + Send + Sync + 'static,
    choose: impl Fn(&str) + Send + Sync + 'static,
) -> AnyView {
    let option = |(value, label, is_chosen): (&'static str, &'static str, bool)| {
        view! {
            <option value=value prop:selected=is_chosen>
                {label}
            </option>
        }
        .into_any()
    };
    let options = move || options().into_iter().map(option).collect::<Vec<AnyView>>();
    view! {
        <p>
            <label for=id.clone()>{label}</label>
            <select id=id on:change=move |event| choose(&event_target_value(&event))>
                {options}
            </select>
        </p>
    }
    .into_any()
}

#[component]
fn SeverityField() -> impl IntoView {
    let state = use_app_state();
    let filter_texts = move || state.language().filter_texts();
    let options = move || {
        let (chosen, texts) = (state.choices.list_view.get().severity, state.texts());
        let known = Severity::ALL.into_iter().filter(|severity| *severity != Severity::Unknown);
        let known = known
            .map(|severity| (severity.id(), (texts.severity)(severity), chosen == Some(severity)));
        std::iter::once(("", filter_texts().every_severity, chosen.is_none()))
            .chain(known)
            .collect()
    };
    let choose = move |id: &str| {
        let severity = Severity::ALL.into_iter().find(|severity| severity.id() == id);
        state.choices.list_view.update(|view| view.severity = severity);
    };
    field("filter-severity".to_owned(), move || filter_texts().severity, options, choose)
}

#[component]
fn WaterField() -> impl IntoView {
    let state = use_app_state();
    let texts = move || state.language().filter_texts();
    let options = move || {
        let chosen = state.choices.list_view.get().water;
        let known = WATERS.map(|(id, water)| (id, (texts().water)(water), chosen == Some(water)));
        std::iter::once(("", texts().every_water, chosen.is_none())).chain(known).collect()
    };
    let choose = move |id: &str| {
        let water = WATERS.into_iter().find(|(known, _)| *known == id).map(|(_, water)| water);
        state.choices.list_view.update(|view| view.water = water);
    };
    field("filter-water".to_owned(), move || state.texts().water, options, choose)
}

#[component]
fn OrderField(panel: Panel) -> impl IntoView {
    let state = use_app_state();
    let texts = move || state.language().filter_texts();
    // The usual order, which is not offered twice.
    let usual = move || match panel {
        Panel::Rivers if state.choices.place.get().is_some() => Order::Distance,
        Panel::Rivers => Order::Name,
        _ => Order::Severity,
    };
    let options = move || {
        let is_offered = |order: &Order| match order {
            Order::Distance => state.choices.place.get().is_some(),
            Order::Severity => panel == Panel::Warnings,
            Order::Unusual => panel == Panel::Rivers && state.has_standings(),
            Order::Newest | Order::Name | Order::County => true,
        };
        let chosen = state.choices.list_view.get().order.filter(is_offered).unwrap_or_else(usual);
        let offered = Order::ALL.into_iter().filter(is_offered);
        offered.map(|order| (order.id(), (texts().order_name)(order), chosen == order)).collect()
    };
    let choose = move |id: &str| {
        // One order for both lists; by severity is the usual one.
        let order = Order::from_id(id).filter(|order| *order != Order::Severity);
        state.choices.list_view.update(|view| view.order = order);
    };
    field(format!("order-{}", panel_id(panel)), move || texts().order, options, choose)
}

/// Chooses all of Wales or a county instead of the place.
#[component]
fn AreaField(panel: Panel) -> impl IntoView {
    let state = use_app_state();
    let texts = move || state.language().filter_texts();
    let options = move || {
        let (language, place) = (state.language(), state.choices.place.get());
        let chosen = state.choices.county.get();
        let here = place.map(|_| ("here", texts().chosen_place, true));
        let wales = ("", state.texts().all_wales, place.is_none() && chosen.is_none());
        let counties = County::all()
            .map(|county| (county.id(), county_name(language, county), chosen == Some(county)));
        here.into_iter().chain([wales]).chain(counties).collect()
    };
    let choose = move |id: &str| {
        if id != "here" {
            state.choices.choose_county(County::from_id(id));
        }
    };
    field(format!("area-{}", panel_id(panel)), move || texts().area, options, choose)
}

fn panel_id(panel: Panel) -> &'static str {
    if panel == Panel::Rivers { "gauges" } else { "messages" }
}
