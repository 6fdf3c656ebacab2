//! Choosing the place and the radius: by name, coordinates or grid reference, by the device's own position, or all of Wales.

use crate::{
    browser::geolocation::{self, NoPosition},
    state::State,
};
use gorlif_core::{
    atlas::{Atlas, Place, search::Found},
    domain::{geo::Position, geo::Radius, limits::RADIUS_PRESETS_KM, limits::RADIUS_STEPS_KM},
    language::{Catalogue, Whereabouts},
};
use leptos::{html, prelude::*};

/// Picks a sentence out of the catalogue, so that it follows the language while it is shown.
type Problem = fn(&'static Catalogue) -> &'static str;

#[component]
pub fn PlaceBar(state: State) -> impl IntoView {
    let words = move || state.words();
    let open = RwSignal::new(false);
    let problem = RwSignal::new(None::<Problem>);
    let choose = move |place: Option<Position>| {
        state.choose_place(place);
        problem.set(None);
        open.set(false);
    };
    let here = move || match state.whereabouts.get() {
        Whereabouts::Wales => words().all_wales.to_owned(),
        Whereabouts::Around(_, name) => (words().place_name)(&name),
    };
    view! {
        <section class="place" aria-labelledby="place-heading">
            <h2 id="place-heading" class="unseen">{move || words().place_heading}</h2>
            <p class="here">
                <strong>{here}</strong>
                <button type="button" aria-expanded=move || open.get().to_string() aria-controls="place-form" on:click=move |_| open.update(|open| *open = !*open)>
                    {move || words().change_place}
                </button>
            </p>
            <div id="place-form" hidden=move || !open.get()>
                <Search state=state open=open problem=problem choose=Callback::new(choose)/>
                <p class="buttons">
                    <Locate state=state problem=problem choose=Callback::new(choose)/>
                    <button type="button" aria-pressed=move || state.place.get().is_none().to_string() on:click=move |_| choose(None)>
                        {move || words().all_wales}
                    </button>
                </p>
            </div>
            <p role="alert" class="problem">{move || problem.get().map(|problem| problem(words()))}</p>
            <Show when=move || state.place.get().is_some()>
                <RadiusPicker state=state/>
            </Show>
        </section>
    }
}

#[component]
fn Search(state: State, open: RwSignal<bool>, problem: RwSignal<Option<Problem>>, choose: Callback<Option<Position>>) -> impl IntoView {
    let words = move || state.words();
    let typed = RwSignal::new(String::new());
    let active = RwSignal::new(None::<usize>);
    let input = NodeRef::<html::Input>::new();
    let found = Memo::new(move |_| {
        let text = typed.get();
        state.atlas.with(|atlas| match atlas.as_deref().map(|atlas| atlas.search(&text)) {
            Some(Found::Places(places)) => places.into_iter().cloned().collect::<Vec<Place>>(),
            _ => Vec::new(),
        })
    });
    Effect::new(move |_| {
        if open.get() && let Some(input) = input.get() {
            // Focus can be refused, then the field is one tab away.
            let _ = input.focus();
        }
    });
    let take = move |position: Position| {
        typed.set(String::new());
        active.set(None);
        choose.run(Some(position));
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked();
        if let Some(place) = found.with_untracked(|found| found.get(active.get_untracked().unwrap_or_default()).map(|place| place.position)) {
            return take(place);
        }
        let there = state.atlas.with_untracked(|atlas| atlas.is_some());
        let point = state.atlas.with_untracked(|atlas| atlas.as_deref().unwrap_or(&Atlas::default()).search(&text).point());
        match point {
            Some(point) => take(point),
            None if there => problem.set(Some(|words| words.place_unknown)),
            None => problem.set(Some(|words| words.place_not_ready)),
        }
    };
    let key = move |event: leptos::ev::KeyboardEvent| {
        let count = found.with_untracked(Vec::len);
        let step = |by: usize| active.update(|active| *active = (count > 0).then(|| active.map_or(if by == 1 { 0 } else { count - 1 }, |index| (index + by) % count)));
        match event.key().as_str() {
            "ArrowDown" => step(1),
            "ArrowUp" => step(count.saturating_sub(1)),
            "Escape" => {
                typed.set(String::new());
                active.set(None);
            }
            _ => return,
        }
        event.prevent_default();
    };
    let expanded = move || found.with(|found| !found.is_empty());
    let label = move |place: &Place| {
        let language = state.language.get();
        let county = state.atlas.with(|atlas| atlas.as_deref().and_then(|atlas| atlas.county_at(place.position)));
        let name = language.pick(&place.name).text.to_owned();
        match county {
            Some(county) => format!("{name}, {}", language.of(county.english(), county.welsh())),
            None => name,
        }
    };
    view! {
        <form class="search" on:submit=submit>
            <label for="place">{move || words().place_label}</label>
            <div class="field">
                <input
                    id="place"
                    type="search"
                    node_ref=input
                    role="combobox"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="80"
                    aria-autocomplete="list"
                    aria-controls="place-list"
                    aria-describedby="place-hint"
                    aria-expanded=move || expanded().to_string()
                    aria-activedescendant=move || active.get().map(|index| format!("place-{index}"))
                    prop:value=move || typed.get()
                    on:input=move |event| {
                        typed.set(event_target_value(&event));
                        active.set(None);
                        problem.set(None);
                    }
                    on:keydown=key
                />
                <button type="submit">{move || words().place_submit}</button>
            </div>
            <p id="place-hint" class="quiet">{move || words().place_hint}</p>
            <ul id="place-list" role="listbox" aria-label=move || words().place_label hidden=move || !expanded()>
                {move || {
                    found
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(index, place)| {
                            let position = place.position;
                            view! {
                                <li
                                    id=format!("place-{index}")
                                    role="option"
                                    aria-selected=move || (active.get() == Some(index)).to_string()
                                    on:mousedown=move |event| event.prevent_default()
                                    on:click=move |_| take(position)
                                >
                                    {label(&place)}
                                </li>
                            }
                        })
                        .collect_view()
                }}
            </ul>
            <p class="unseen" role="status">
                {move || (!typed.with(String::is_empty)).then(|| (words().place_suggestions)(found.with(Vec::len)))}
            </p>
        </form>
    }
}

#[component]
fn Locate(state: State, problem: RwSignal<Option<Problem>>, choose: Callback<Option<Position>>) -> impl IntoView {
    let locating = RwSignal::new(false);
    let press = move |_| {
        if locating.get_untracked() {
            return;
        }
        locating.set(true);
        problem.set(None);
        geolocation::locate(move |found| {
            // The page may have gone while the device was thinking.
            let _ = locating.try_set(false);
            let refused: Problem = match found {
                Ok((lat, lon)) => match Position::new(lat, lon).filter(|position| position.in_service_box()) {
                    Some(position) => return choose.run(Some(position)),
                    None => |words| words.location_outside,
                },
                Err(NoPosition::Refused) => |words| words.location_refused,
                Err(NoPosition::Unavailable) => |words| words.location_unavailable,
            };
            let _ = problem.try_set(Some(refused));
        });
    };
    view! {
        <button type="button" on:click=press>
            {move || if locating.get() { state.words().locating } else { state.words().use_my_location }}
        </button>
    }
}

#[component]
fn RadiusPicker(state: State) -> impl IntoView {
    let words = move || state.words();
    let shown = move || state.radius_preview.get().unwrap_or(state.radius.get());
    let step = |event: &leptos::ev::Event| Radius::from_step(event_target_value(event).parse().unwrap_or_default());
    view! {
        <div class="radius">
            <label for="radius">{move || words().radius_label} " " <output for="radius">{move || (words().radius_value)(shown())}</output></label>
            <input
                id="radius"
                type="range"
                min="0"
                max=(RADIUS_STEPS_KM.len() - 1).to_string()
                step="1"
                prop:value=move || state.radius.get().step().to_string()
                aria-valuetext=move || (words().radius_value)(shown())
                on:input=move |event| state.radius_preview.set(Some(step(&event)))
                on:change=move |event| {
                    state.radius_preview.set(None);
                    state.radius.set(step(&event));
                }
            />
            <div class="presets">
                {RADIUS_PRESETS_KM
                    .into_iter()
                    .filter_map(Radius::from_kilometres)
                    .map(|radius| {
                        view! {
                            <button type="button" aria-pressed=move || (state.radius.get() == radius).to_string() on:click=move |_| state.radius.set(radius)>
                                {format!("{}\u{a0}km", radius.kilometres())}
                            </button>
                        }
                    })
                    .collect_view()}
            </div>
        </div>
    }
}
