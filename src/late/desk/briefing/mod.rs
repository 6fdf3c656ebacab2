//! The printed briefing: what the page knows of the area, with the age of each fact, the telephone
//! numbers, and the address of the view.

mod gauges;
mod map;
mod messages;
mod qr_code;

use super::county_table;
use crate::late::page::source_list;
use crate::{
    browser::{address, document, printing},
    components::{
        answer,
        fragments::{call_999, floodline, paragraph},
        late::use_late,
    },
    state::{AppState, page_area::PageArea, use_app_state},
};
use leptos::prelude::*;

/// Prints the briefing.
pub fn print(state: AppState) {
    state.choices.is_printing.set(true);
    // In the next frame the briefing is there.
    request_animation_frame(printing::print);
}

/// Exists while it is being printed, by its button or by the browser's own command.
#[component]
pub fn Briefing() -> impl IntoView {
    let state = use_app_state();
    let is_printing = state.choices.is_printing;
    // Anew for each printing: not every browser says when the one before has ended.
    let begin = move || is_printing.set(true);
    let end = move || {
        if is_printing.get_untracked() {
            is_printing.set(false);
        }
    };
    // A frame is printed with the page of its site.
    let _listeners =
        (!document::is_framed()).then(|| StoredValue::new_local(printing::on_printing(begin, end)));
    move || is_printing.get().then(|| untrack(|| content(state)))
}

/// The forecast, or why there is none.
fn forecast(state: AppState) -> AnyView {
    let Some(parts) = use_late().forecast.loaded() else {
        return paragraph(state.texts().part_not_loaded.to_owned());
    };
    (parts.printed)(state)
        .unwrap_or_else(|| paragraph(state.language().forecast_texts().forecast_unknown.to_owned()))
}

/// The age of the data of each source.
fn ages(state: AppState) -> AnyView {
    let texts = state.language().source_texts();
    let ages = source_list::shown(state).into_iter().map(|(name, line)| {
        view! {
            <li>
                <strong>{(texts.source)(name)}</strong>
                " "
                {line.text}
            </li>
        }
    });
    ages.collect_view().into_any()
}

fn content(state: AppState) -> AnyView {
    let (language, texts) = (state.language(), state.texts());
    let output_texts = language.output_texts();
    let area = state.page_area();
    // Fits on one page for a place, two for a county and three for Wales, also in a storm. The other messages are there by name.
    let (messages_in_full, most_gauges) = match area {
        PageArea::Circle(..) => (1, 6),
        PageArea::County(..) => (2, 10),
        PageArea::Wales => (2, 6),
    };
    // The map and the numbers by county.
    let has_overview = !matches!(area, PageArea::Circle(..));
    let overview = has_overview.then(|| {
        view! {
            <div class="overview-printed">
                {county_table::table(state, &state.county_matrix())} {map::map(state)}
            </div>
        }
        .into_any()
    });
    let address = address::href();
    view! {
        <section class="briefing">
            <h2>{(output_texts.heading)(&state.area_name())}</h2>
            <p>{(output_texts.printed)(&language.date_and_time(state.clock.now()))}</p>
            {answer::printed(state)}
            <p>
                <strong>{output_texts.numbers} ":"</strong>
                " "
                {call_999(texts)}
                " · "
                {floodline()}
            </p>
            {overview}
            {messages::messages(state, &area, messages_in_full)}
            <h3 class="part">{texts.forecast_caption}</h3>
            {forecast(state)}
            {gauges::gauges(state, &area, most_gauges)}
            <h3 class="part">{output_texts.data}</h3>
            <ul class="ages">{ages(state)}</ul>
            <p>{texts.attribution}</p>
            <div class="address">
                {qr_code::qr_code(&address, output_texts.code)}
                <p>{output_texts.address} " " <span>{address.clone()}</span></p>
            </div>
        </section>
    }
    .into_any()
}
