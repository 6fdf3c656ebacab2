//! The printed briefing: what the page knows of the area, with the age of each fact, the telephone
//! numbers, and the address of the view.

use crate::late::page::{
    list_order,
    source_list::{self, Status},
};
use crate::{
    browser::{address, printing},
    components::{
        answer,
        fragments::{call_999, floodline, paragraph, station_title},
        gauge_text,
        late::use_late,
        warnings_panel,
    },
    state::{AppState, reactive::effect, use_app_state},
};
use gorlif_core::domain::{
    station::{ParameterKind, Station},
    trend::Trend,
};
use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// The white border of a QR code, in modules.
const BORDER: i32 = 4;

/// Exists while it is being printed.
#[component]
pub fn Briefing() -> impl IntoView {
    let state = use_app_state();
    let _listener = StoredValue::new_local(printing::on_printed(move || {
        if state.choices.is_printing.get_untracked() {
            state.choices.is_printing.set(false);
        }
    }));
    effect(move || {
        if state.choices.is_printing.get() {
            // In the next frame the briefing is there.
            request_animation_frame(printing::print);
        }
    });
    move || state.choices.is_printing.get().then(|| untrack(|| content(state)))
}

/// The forecast, or why there is none.
fn forecast(state: AppState) -> AnyView {
    let Some(parts) = use_late().forecast.loaded() else {
        return paragraph(state.texts().part_not_loaded.to_owned());
    };
    (parts.printed)(state)
        .unwrap_or_else(|| paragraph(state.language().forecast_texts().forecast_unknown.to_owned()))
}

fn content(state: AppState) -> AnyView {
    let (language, texts) = (state.language(), state.texts());
    let briefing_texts = language.briefing_texts();
    let area = state.area_name();
    // All messages and gauges, whatever the filters: the sheet is passed on as the whole.
    let found = state.warnings.with(|warnings| warnings.found.clone());
    let list = found.iter().map(|local| warnings_panel::printed(state, local));
    let statuses = source_list::statuses(state).into_iter().map(|Status { name, text, .. }| {
        view! {
            <li>
                <strong>{(language.source_texts().source)(name)}</strong>
                " "
                {text}
            </li>
        }
    });
    let address = address::href();
    view! {
        <section class="briefing">
            <h2>{(briefing_texts.heading)(&area)}</h2>
            <p>{(briefing_texts.printed)(&language.date_and_time(state.clock.now()))}</p>
            {answer::printed(state)}
            <h3 class="part">{briefing_texts.numbers}</h3>
            <p>{call_999(texts)} " · " {floodline()}</p>
            <h3 class="part">{briefing_texts.messages}</h3>
            {list.collect::<Vec<AnyView>>()}
            <h3 class="part">{texts.forecast_caption}</h3>
            {forecast(state)}
            <h3 class="part">{briefing_texts.gauges}</h3>
            {gauges(state)}
            <h3 class="part">{briefing_texts.data}</h3>
            <ul>{statuses.collect::<Vec<_>>()}</ul>
            <p>{texts.attribution}</p>
            <div class="address">
                {qr_code(&address, briefing_texts.code)}
                <p>{briefing_texts.address} " " <span>{address.clone()}</span></p>
            </div>
        </section>
    }
    .into_any()
}

/// The gauges of rivers in the area as a table.
fn gauges(state: AppState) -> AnyView {
    let texts = state.language().briefing_texts();
    let (area, key) = (state.page_area(), list_order::gauge_key(state));
    let columns = texts.columns.map(|column| view! { <th scope="col">{column}</th> });
    let rows = state.station_index.with(|index| {
        let (_, listed) =
            index.list(&area, &|station| station.kind() == ParameterKind::Level, &key, usize::MAX);
        let row = |station: &Station| {
            let near = area.near(station)?;
            let distance = near.distance.map(|distance| state.language().distance(distance));
            Some(gauge_row(state, station, distance))
        };
        let stations = listed.iter().filter_map(|near| index.get(&near.item));
        stations.filter_map(|station| row(station)).collect::<Vec<AnyView>>()
    });
    view! {
        <table>
            <thead>
                <tr>{columns.into_iter().collect::<Vec<_>>()}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn gauge_row(state: AppState, station: &Station, distance: Option<String>) -> AnyView {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now());
    let trend = gauge_text::trend(state, station, now);
    let trend = (trend != Trend::Unknown).then(|| (texts.trend_value)(trend));
    view! {
        <tr>
            <th scope="row">{station_title(language, station).into_view()}</th>
            <td>{gauge_text::value(texts, station)}</td>
            <td>{trend}</td>
            <td>{gauge_text::age(language, station, now)}</td>
            <td>{distance}</td>
        </tr>
    }
    .into_any()
}

/// The address as a QR code; `None` if it is too long for one.
fn qr_code(address: &str, label: &'static str) -> Option<AnyView> {
    let code = QrCode::encode_text(address, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for (x, y) in (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y))) {
        if code.get_module(x, y) {
            // Writing to a string does not fail.
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    let size = code.size() + 2 * BORDER;
    let view_box = format!("{} {} {size} {size}", -BORDER, -BORDER);
    Some(
        view! {
            <svg class="code" viewBox=view_box role="img" aria-label=label>
                <path d=path fill="#000" />
            </svg>
        }
        .into_any(),
    )
}
