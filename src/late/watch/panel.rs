//! The watch list: a table of the gauges, the areas and counties with what is in force there, the
//! notifications.

use super::push::PushNotifications;
use crate::late::page::{
    elsewhere::without_areas,
    remembered_places::{button, forget_button},
    watch_button::SignUp,
};
use crate::{
    browser::{document, notification, push::PushSupport},
    components::{
        entry_list::show_entry,
        fragments::{
            Text, area_title, aria, county_name, paragraph, severity_symbol, span, station_title,
        },
        gauge_text,
        late_panel::WATCH_HEADING,
        view_picker::panel_class,
    },
    state::{
        AppState, Panel,
        push::{self, Push},
        use_app_state,
        watching::{self, InForce, Watching},
    },
};
use gorlif_core::{
    domain::{
        county::County,
        selection::ItemId,
        station::StationId,
        threshold::{Reach, Threshold},
        warning::{AreaCode, Severity},
        watch_events::WatchEvent,
        watch_list::{WatchList, Watched, WatchedGauge},
    },
    i18n::{Language, watch::WatchTexts, with_unit},
    presenter::{gauge, message},
};
use leptos::{prelude::*, task::spawn_local};

#[component]
pub fn WatchPanel() -> impl IntoView {
    let state = use_app_state();
    let push = push::follow(state);
    let watching = watching::follow(state, move |event| {
        // With `push` on, the recorder sends a notification of the same message.
        if state.choices.notifies.get() && !push.is_on.get() {
            let language = state.language();
            let text = event_text(state, language, event);
            // One notification for each watched thing: a later one replaces it.
            let tag = event_tag(event);
            spawn_local(async move { notification::show(&text, language.tag(), &tag).await });
        }
    });
    let texts = move || state.language().watch_texts();
    let is_empty = move || state.choices.watch_list.with(WatchList::is_empty);
    let entries = move || {
        let list = state.choices.watch_list.get();
        let texts = texts();
        let headed = |heading: &'static str, entries: Vec<AnyView>| {
            let is_empty = entries.is_empty();
            view! {
                <div class="watched-list" hidden=is_empty>
                    <h3>{heading}</h3>
                    <ul>{entries}</ul>
                </div>
            }
            .into_any()
        };
        let areas = list.areas.iter().map(|code| area(state, code)).collect();
        let counties = list.counties.iter().map(|of| county(state, *of)).collect();
        view! {
            {gauges(state, watching, &list)}
            {headed(texts.areas, areas)}
            {headed(texts.counties, counties)}
        }
        .into_any()
    };
    view! {
        <section
            class=move || panel_class(state, Panel::Watched)
            aria-labelledby=WATCH_HEADING
            hidden=document::is_framed()
        >
            <h2 id=WATCH_HEADING tabindex="-1">
                {move || state.texts().watched}
            </h2>
            {move || is_empty().then(|| paragraph(texts().empty.to_owned()))}
            {entries}
            <Notifications push />
            <p class="quiet" hidden=move || push.is_on.get()>
                {move || texts().kept_note}
            </p>
        </section>
        <Events watching />
    }
}

/// The watched gauges as a table.
fn gauges(state: AppState, watching: Watching, list: &WatchList) -> Option<AnyView> {
    let texts = state.language().watch_texts();
    if list.gauges.is_empty() {
        return None;
    }
    let rows = list.gauges.iter().map(|gauge| gauge_row(state, watching, texts, gauge));
    let table = view! {
        <table>
            <thead>
                <tr>
                    <th scope="col">{texts.gauge}</th>
                    <th scope="col">{texts.level}</th>
                    <th scope="col">{texts.own_level}</th>
                    <td></td>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    };
    Some(table.into_any())
}

fn gauge_row(
    state: AppState,
    watching: Watching,
    watch_texts: &'static WatchTexts,
    gauge: &WatchedGauge,
) -> AnyView {
    let language = state.language();
    let station = state.station_index.with(|index| index.get(&gauge.id).cloned());
    let name = gauge_name(state, language, &gauge.id);
    let level = match &station {
        Some(station) => {
            let (texts, now) = (state.texts(), state.clock.now_by_minute());
            let trend = gauge_text::trend_text(state, station, now);
            let age = gauge::time_with_age(language, station, now);
            view! {
                {gauge::value(texts, station)}
                {trend.map(|trend| span("line", trend.into_any()))}
                {span("line", age.into_any())}
            }
            .into_any()
        }
        None => watch_texts.not_listed.into_any(),
    };
    let own_level = gauge.own_level.as_ref().map(|own_level| {
        let is_stuck = station.as_ref().is_some_and(|station| state.is_stuck(station));
        let reach = match watching.observed.with(|observed| observed.reach(&gauge.id)) {
            Reach::Below if is_stuck => Reach::Unknown,
            reach => reach,
        };
        view! {
            {level_text(own_level)}
            {span("line", (watch_texts.reach)(reach).into_any())}
        }
        .into_any()
    });
    let item = ItemId::Station(gauge.id.clone());
    let removal = removal(state, Watched::Item(item.clone()), name.as_str());
    view! {
        <tr>
            <th scope="row">{opener(state, item, "opener", name.into_view())}</th>
            <td>{level}</td>
            <td>{own_level}</td>
            <td>{removal}</td>
        </tr>
    }
    .into_any()
}

fn level_text(level: &Threshold) -> String {
    with_unit(level.level(), 3, level.unit())
}

/// The button that opens an entry in its list.
fn opener(state: AppState, item: ItemId, class: &'static str, content: AnyView) -> AnyView {
    let open = move || {
        state.choices.show_all_messages();
        state.choices.select(Some(item.clone()));
        show_entry(state, item.clone(), true);
    };
    button(class, content, Box::new(open))
}

/// The button that removes an entry.
fn removal(state: AppState, watched: Watched, name: &str) -> AnyView {
    let text = (state.language().watch_texts().remove)(name);
    let remove = move || {
        watching::change(state, |list| list.toggle(&watched));
        // The pressed button is gone.
        document::focus(WATCH_HEADING);
    };
    forget_button(text.into_any(), Box::new(remove))
}

fn gauge_name(state: AppState, language: Language, id: &StationId) -> Text {
    let station = state.station_index.with(|index| index.get(id).cloned());
    station.map_or_else(|| Text::own(id.given()), |station| station_title(language, &station))
}

/// The title of an area's message, or its code.
fn area_name(state: AppState, code: &AreaCode) -> Text {
    state
        .message(code)
        .map_or_else(|| Text::own(code.given()), |warning| area_title(state, &warning))
}

fn area(state: AppState, code: &AreaCode) -> AnyView {
    let item = ItemId::Area(code.clone());
    let name = area_name(state, code);
    let in_force = watching::in_area(state, code);
    let removal = removal(state, Watched::Item(item.clone()), name.as_str());
    let content = in_force_line(state, in_force, name);
    line(opener(state, item, "choose", content), removal)
}

fn county(state: AppState, county: County) -> AnyView {
    let name = county_name(state.language(), county);
    let in_force = watching::in_county(state, county);
    let open = move || {
        state.choices.choose_forecast_county(Some(county));
        state.choices.open_panel(Panel::Forecast);
    };
    let content = in_force_line(state, in_force, Text::own(name));
    line(button("choose", content, Box::new(open)), removal(state, Watched::County(county), name))
}

fn line(opener: AnyView, removal: AnyView) -> AnyView {
    view! { <li>{opener} {removal}</li> }.into_any()
}

/// The name of an area or county with what is in force there, and the time of the response unless it
/// is a fresh one that has a message there.
fn in_force_line(state: AppState, in_force: InForce, name: Text) -> AnyView {
    let (texts, watch_texts) = (state.texts(), state.language().watch_texts());
    let marked = |severity: Severity, text: String| {
        (Some(severity_symbol(severity)), watching::with_check(state, text))
    };
    let name_of = |severity| (texts.severity)(severity);
    let (mark, text) = match (in_force, watching::confirmed(state)) {
        (InForce::Severity(severity), _) => marked(severity, name_of(severity).to_owned()),
        (InForce::NearBorder(severity), _) => {
            marked(severity, (watch_texts.near_border)(name_of(severity)))
        }
        (InForce::Nothing, Some((as_of, _))) => {
            let now = state.clock.now_by_minute();
            let as_of = state.language().when(state.clock.utc(as_of), now);
            (None, (watch_texts.none_in_force)(&as_of))
        }
        (InForce::Nothing | InForce::Unknown, _) => (None, watch_texts.unknown.to_owned()),
    };
    view! {
        {mark}
        {span("title", name.into_view())}
        {span("line", text.into_any())}
    }
    .into_any()
}

/// The buttons for notifications, and when there are any.
#[component]
fn Notifications(push: Push) -> impl IntoView {
    let state = use_app_state();
    let is_denied = RwSignal::new(false);
    let texts = move || state.language().watch_texts();
    let switch = move |_| {
        spawn_local(async move {
            let was_on = state.choices.notifies.get_untracked();
            watching::switch_notifications(state).await;
            is_denied.set(!was_on && !state.choices.notifies.get_untracked());
        });
    };
    let notifies = move || aria(state.choices.notifies.get());
    view! {
        <PushNotifications push />
        <p hidden=move || push.is_on.get()>
            <button type="button" aria-pressed=notifies on:click=switch>
                {move || texts().notify}
            </button>
        </p>
        <p role="status">{move || is_denied.get().then(|| texts().notify_denied)}</p>
        <p class="quiet" hidden=push.support == PushSupport::Available>
            {move || texts().notify_note}
        </p>
        {without_areas(state, true)}
        <SignUp />
    }
}

/// The last events, above everything else until they are closed.
#[component]
fn Events(watching: Watching) -> impl IntoView {
    let state = use_app_state();
    let lines = move || {
        let (language, now) = (state.language(), state.clock.now_by_day());
        let line = |(at, event): &_| {
            let text = event_text(state, language, event);
            view! { <li>{language.when(*at, now)} ": " {text}</li> }.into_any()
        };
        watching.events.with(|events| events.iter().map(line).collect_view())
    };
    let has_none = move || watching.events.with(Vec::is_empty);
    let close = move |_| {
        watching.events.update(Vec::clear);
        document::focus(WATCH_HEADING);
    };
    view! {
        <div class="events" role="status" class:shown=move || !has_none()>
            <ul hidden=has_none>{lines}</ul>
            <button type="button" hidden=has_none on:click=close>
                {move || state.texts().close}
            </button>
        </div>
    }
}

fn event_text(state: AppState, language: Language, event: &WatchEvent) -> String {
    match event {
        WatchEvent::OwnLevelReached(id, own_level) => {
            let name = gauge_name(state, language, id);
            (language.watch_texts().event_level)(name.as_str(), &level_text(own_level))
        }
        WatchEvent::Area(code, of) => {
            message::title(language, *of, area_name(state, code).as_str())
        }
        WatchEvent::County(county, of) => {
            message::title(language, *of, county_name(language, *county))
        }
    }
}

fn event_tag(event: &WatchEvent) -> String {
    match event {
        WatchEvent::OwnLevelReached(id, _) => id.0.to_string(),
        WatchEvent::Area(code, _) => code.0.clone(),
        WatchEvent::County(county, _) => county.id().to_owned(),
    }
}
