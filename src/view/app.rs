//! The whole page: what stands where, and how selection joins map and lists.

use super::{answer::Answer, forecast::ForecastPanel, place_bar::PlaceBar, rivers::RiversPanel, sources::Sources, warnings::WarningsPanel};
use crate::{
    browser::{document, settings::Settings},
    map::{
        symbols::{Look, Symbol},
        view::{MapView, PopupText},
    },
    state::{Panel, State},
};
use gorlif_core::domain::{
    freshness::Freshness,
    geo::Position,
    selection::Selection,
    station::{Status, Value},
    warning::Warning,
};
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn App(settings: Settings) -> impl IntoView {
    let state = State::new(&settings);
    let connection = StoredValue::new_local(Some(state.connect(&settings)));
    on_cleanup(move || {
        let _ = connection.try_set_value(None);
    });
    document::remove_waiting();

    let words = move || state.words();
    let symbols = Memo::new(move |_| Arc::new(all_symbols(state)));
    let popup = Memo::new(move |_| popup_text(state));
    let circle = Memo::new(move |_| state.circle().map(|(place, radius)| (place, state.radius_preview.get().unwrap_or(radius))));
    let settled = Memo::new(move |_| state.circle());
    let select = Callback::new(move |selection: Option<Selection>| state.selection.set(selection));

    // What is selected shows itself in its list, whichever view a phone shows at the time.
    Effect::new(move |_| {
        let (panel, attribute, id) = match state.selection.get() {
            Some(Selection::Station(id)) => (Panel::Rivers, "data-station-id", id.0),
            Some(Selection::Area(code)) => (Panel::Warnings, "data-area-code", code.0),
            None => return,
        };
        state.panel.set(panel);
        request_animation_frame(move || document::reveal(attribute, &id));
    });

    let notice = settings.deployer.notice.clone();
    let deployer = settings.deployer.name.clone();
    view! {
        <a class="skip" href="#answer">{move || words().skip_to_answer}</a>
        <header class="head">
            <h1>"Gorlif"</h1>
            <p class="tagline">{move || words().tagline}</p>
            <button
                type="button"
                class="language"
                lang=move || state.language.get().other().tag()
                on:click=move |_| state.switch_language()
            >
                {move || words().switch_language}
            </button>
        </header>
        {notice.show.then(|| {
            let text = move || state.language.get().of(notice.en.clone(), notice.cy.clone());
            view! { <p class="notice">{text}</p> }
        })}
        <main>
            <PlaceBar state=state/>
            <Answer state=state/>
            <MapView
                language=state.language
                atlas=state.atlas
                symbols=symbols
                has_stations=Signal::derive(move || state.levels.with(|source| source.picture().is_some()))
                circle=circle
                settled=settled
                selected=state.selection
                popup=popup
                tiles=settings.tiles.clone()
                on_select=select
                on_place=Callback::new(move |place: Position| state.choose_place(Some(place)))
            />
            <nav class="views" aria-label=move || words().tagline>
                {[Panel::Warnings, Panel::Rivers, Panel::Forecast]
                    .map(|panel| {
                        view! {
                            <button
                                type="button"
                                aria-pressed=move || (state.panel.get() == panel).to_string()
                                on:click=move |_| state.panel.set(panel)
                            >
                                {move || match panel {
                                    Panel::Warnings => words().warnings,
                                    Panel::Rivers => words().rivers,
                                    Panel::Forecast => words().forecast,
                                }}
                            </button>
                        }
                    })}
            </nav>
            <WarningsPanel state=state/>
            <RiversPanel state=state/>
            <ForecastPanel state=state/>
            <Sources state=state/>
        </main>
        <footer class="foot">
            <p>
                <a class="phone" href="tel:03459881188">"Floodline 0345 988 1188"</a>
                " · "
                <a class="phone" href="tel:999">{move || words().danger_to_life}</a>
            </p>
            <p>{move || words().not_validated}</p>
            <p>{move || words().attribution}</p>
            {(!deployer.is_empty()).then(|| view! { <p>{deployer.clone()}</p> })}
        </footer>
    }
}

/// Every gauge and every message that has a point: what each source sends, over the border too.
fn all_symbols(state: State) -> Vec<Symbol> {
    let now = state.now.get();
    let mut symbols: Vec<Symbol> = Vec::new();
    state.board.with(|board| {
        symbols.extend(board.all().iter().filter_map(|station| {
            let look = Look::Gauge { freshness: Freshness::of_reading(station.time, now), offline: station.status != Status::Online };
            Some(Symbol { what: Selection::Station(station.id.clone()), position: station.location.position()?, look })
        }));
    });
    let mut add = |warning: &Warning| {
        let what = Selection::Area(warning.code.clone());
        if let Some(position) = warning.position
            && !symbols.iter().rev().take(400).any(|symbol| symbol.what == what)
        {
            symbols.push(Symbol { what, position, look: Look::Warning(warning.severity) });
        }
    };
    for source in [state.around, state.wales] {
        source.with(|source| {
            for warning in source.picture().map(|picture| picture.content.as_slice()).unwrap_or_default() {
                add(warning);
            }
        });
    }
    symbols
}

/// What the map says of the selected thing.
fn popup_text(state: State) -> Option<PopupText> {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    match state.selection.get()? {
        Selection::Station(id) => state.board.with(|board| {
            let station = board.get(&id)?;
            let title = language.pick(&station.title);
            let value = match &station.value {
                Value::Measured { text, .. } => format!("{text}\u{a0}{}", station.unit.symbol()),
                Value::SensorFault => words.sensor_fault.to_owned(),
                Value::None => words.no_reading.to_owned(),
            };
            let age = super::rivers::age(state.language.get(), station, now);
            Some(PopupText {
                at: station.location.position()?,
                lines: vec![(title.text.to_owned(), title.foreign.map(|language| language.tag())), (value, None), (age, None)],
            })
        }),
        Selection::Area(code) => {
            let find = |source: &gorlif_core::feed::source::Source<Vec<Warning>>| {
                source.picture().and_then(|picture| picture.content.iter().find(|warning| warning.code == code).cloned())
            };
            let warning = state.around.with(find).or_else(|| state.wales.with(find))?;
            let english = (language != gorlif_core::language::Language::English).then_some("en");
            Some(PopupText {
                at: warning.position?,
                lines: vec![(warning.description.clone(), english), (super::warnings::severity_text(words, &warning), None)],
            })
        }
    }
}
