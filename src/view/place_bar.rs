//! Choosing the place and the radius: by name, coordinates or grid reference, by the device's own position, or all of Wales.

use crate::{
    browser::{
        document,
        geolocation::{self, NoPosition},
    },
    erased::{Derived, El, Sig, effect, el, flag, follows, memo, truth, word},
    state::State,
};
use gorlif_core::{
    atlas::{
        Atlas, Place,
        search::{Choice, Found},
    },
    domain::{
        geo::{Position, Radius},
        limits::{RADIUS_PRESETS_KM, RADIUS_STEPS_KM},
    },
    language::{Catalogue, Whereabouts},
};
use leptos::prelude::event_target_value;
use wasm_bindgen::JsCast;

/// Picks a sentence out of the catalogue, so that it follows the language while it is shown.
type Problem = fn(&'static Catalogue) -> &'static str;

/// What the parts of the bar share.
#[derive(Clone, Copy)]
struct Bar {
    state: State,
    open: &'static Sig<bool>,
    problem: &'static Sig<Option<Problem>>,
    typed: &'static Sig<String>,
    /// Which suggestion the arrow keys have reached.
    active: &'static Sig<Option<usize>>,
    found: &'static Derived<Vec<Place>>,
}

pub fn place_bar(state: State) -> El {
    let typed = Sig::new(String::new());
    let found = memo(move || {
        state.atlas.with(|atlas| match atlas.as_deref().map(|atlas| typed.with(|text| atlas.search(text))) {
            Some(Found::Places(places)) => places.into_iter().cloned().collect(),
            _ => Vec::new(),
        })
    });
    let bar = Bar { state, open: Sig::new(false), problem: Sig::new(None), typed, active: Sig::new(None), found };
    let here = move || match state.whereabouts.get() {
        Whereabouts::Wales => state.words().all_wales.to_owned(),
        Whereabouts::Around { name, .. } => (state.words().place_name)(&name),
    };
    effect(move || {
        if bar.open.get() {
            document::focus("place");
        }
    });
    el("section")
        .class("place")
        .attr("aria-labelledby", "place-heading")
        .child(el("h2").attr("id", "place-heading").class("unseen").word(state.language, |words| words.place_heading))
        .child(
            el("p").class("here").child(el("strong").say(here)).child(
                button(move |_| bar.open.update(|open| *open = !*open))
                    .attr("aria-expanded", truth(move || bar.open.get()))
                    .attr("aria-controls", "place-form")
                    .word(state.language, |words| words.change_place),
            ),
        )
        .child(
            el("div").attr("id", "place-form").attr("hidden", flag(move || !bar.open.get())).child(bar.search()).child(
                el("p").class("buttons").child(bar.locate()).child(
                    button(move |_| bar.choose(None))
                        .attr("aria-pressed", truth(move || state.place.get().is_none()))
                        .word(state.language, |words| words.all_wales),
                ),
            ),
        )
        .child(el("p").class("problem").attr("role", "alert").say(move || bar.problem.get().map_or("", |problem| problem(state.words()))))
        .child(radius_picker(state))
}

fn button(press: impl FnMut(web_sys::Event) + 'static) -> El {
    el("button").attr("type", "button").on("click", press)
}

impl Bar {
    fn choose(self, place: Option<Position>) {
        if place.is_some_and(|place| !self.state.has_land(place)) {
            return self.problem.set(Some(|words| words.place_at_sea));
        }
        super::choose_place(self.state, place);
        self.typed.set(String::new());
        self.active.set(None);
        self.problem.set(None);
        self.open.set(false);
    }

    fn search(self) -> El {
        let Self { state, typed, active, problem, found, .. } = self;
        let expanded = move || found.with(|found| !found.is_empty());
        let field = el("input")
            .attr("id", "place")
            .attr("type", "search")
            .attr("role", "combobox")
            .attr("autocomplete", "off")
            .attr("spellcheck", "false")
            .attr("maxlength", "80")
            .attr("aria-autocomplete", "list")
            .attr("aria-controls", "place-list")
            .attr("aria-describedby", "place-hint")
            .attr("aria-expanded", truth(expanded))
            .attr("aria-activedescendant", follows(move || active.get().map(|index| format!("place-{index}"))))
            .value(move || typed.get())
            .on("input", move |event| {
                typed.set(event_target_value(&event));
                active.set(None);
                problem.set(None);
            })
            .on("keydown", move |event| self.key(&event));
        let options = move || found.get().into_iter().enumerate().map(|(index, place)| self.option(index, &place)).collect();
        el("form")
            .class("search")
            .on("submit", move |event| self.submit(&event))
            .child(el("label").attr("for", "place").word(state.language, |words| words.place_label))
            .child(el("div").class("field").child(field).child(el("button").attr("type", "submit").word(state.language, |words| words.place_submit)))
            .child(el("p").attr("id", "place-hint").class("quiet").word(state.language, |words| words.place_hint))
            .child(
                el("ul")
                    .attr("id", "place-list")
                    .attr("role", "listbox")
                    .attr("aria-label", word(state.language, |words| words.place_label))
                    .attr("hidden", flag(move || !expanded()))
                    .dynamic(options),
            )
            .child(
                el("p")
                    .class("unseen")
                    .attr("role", "status")
                    .say(move || if typed.with(String::is_empty) { String::new() } else { (state.words().place_suggestions)(found.with(Vec::len)) }),
            )
    }

    fn option(self, index: usize, place: &Place) -> El {
        let (state, position) = (self.state, place.position);
        let language = state.language.get();
        let county = state.atlas.with(|atlas| atlas.as_deref().and_then(|atlas| atlas.county_at(position)));
        let name = language.pick(&place.name).text;
        let label = county.map_or_else(|| name.to_owned(), |county| format!("{name}, {}", language.of(county.english(), county.welsh())));
        el("li")
            .attr("id", format!("place-{index}"))
            .attr("role", "option")
            .attr("aria-selected", truth(move || self.active.get() == Some(index)))
            // The field keeps the focus while the list is pressed.
            .on("mousedown", |event| event.prevent_default())
            .on("click", move |_| self.choose(Some(position)))
            .text(label)
    }

    fn submit(self, event: &web_sys::Event) {
        event.prevent_default();
        let active = self.active.get_untracked();
        if let Some(place) = active.and_then(|active| self.found.get_untracked().get(active).cloned()) {
            return self.choose(Some(place.position));
        }
        let atlas = self.state.atlas.get_untracked();
        let nothing = Atlas::default();
        let position = self.typed.with_untracked(|text| match atlas.as_deref().unwrap_or(&nothing).choice(text) {
            Choice::Point(point) => Ok(point),
            Choice::Place(place) => Ok(place.position),
            Choice::Several => Err((|words| words.place_several) as Problem),
            Choice::Nothing if atlas.is_some() => Err((|words| words.place_unknown) as Problem),
            Choice::Nothing => Err((|words| words.place_not_ready) as Problem),
        });
        match position {
            Ok(position) => self.choose(Some(position)),
            Err(problem) => self.problem.set(Some(problem)),
        }
    }

    fn key(self, event: &web_sys::Event) {
        let Some(key) = event.dyn_ref::<web_sys::KeyboardEvent>().map(web_sys::KeyboardEvent::key) else { return };
        let count = self.found.get_untracked().len();
        let active = self.active.get_untracked();
        match key.as_str() {
            "ArrowDown" if count > 0 => self.active.set(Some(active.map_or(0, |index| (index + 1) % count))),
            "ArrowUp" if count > 0 => self.active.set(Some(active.map_or(count - 1, |index| (index + count - 1) % count))),
            "Escape" => {
                self.typed.set(String::new());
                self.active.set(None);
            }
            _ => return,
        }
        event.prevent_default();
    }

    /// Asks the device where it is, only on this press.
    fn locate(self) -> El {
        let Self { state, problem, .. } = self;
        let locating = Sig::new(false);
        let press = move |_| {
            if locating.get_untracked() {
                return;
            }
            locating.set(true);
            problem.set(None);
            geolocation::locate(move |found| {
                locating.set(false);
                let refused: Problem = match found {
                    Ok((lat, lon)) => match Position::new(lat, lon).filter(|position| position.in_service_box()) {
                        Some(position) => return self.choose(Some(position)),
                        None => |words| words.location_outside,
                    },
                    Err(NoPosition::Refused) => |words| words.location_refused,
                    Err(NoPosition::Rough) => |words| words.location_rough,
                    Err(NoPosition::Unavailable) => |words| words.location_unavailable,
                };
                problem.set(Some(refused));
            });
        };
        button(press).say(move || if locating.get() { state.words().locating } else { state.words().use_my_location })
    }
}

fn radius_picker(state: State) -> El {
    let shown = move || (state.words().radius_value)(state.radius_preview.get().unwrap_or(state.radius.get()));
    let step = |event: &web_sys::Event| Radius::from_step(event_target_value(event).parse().unwrap_or_default());
    let slider = el("input")
        .attr("id", "radius")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", (RADIUS_STEPS_KM.len() - 1).to_string())
        .attr("step", "1")
        .value(move || state.radius.get().step().to_string())
        .attr("aria-valuetext", follows(move || Some(shown())))
        .on("input", move |event| state.radius_preview.set(Some(step(&event))))
        .on("change", move |event| {
            state.radius_preview.set(None);
            state.radius.set(step(&event));
        });
    let presets = RADIUS_PRESETS_KM.into_iter().filter_map(Radius::from_kilometres).map(|radius| {
        button(move |_| state.radius.set(radius))
            .attr("aria-pressed", truth(move || state.radius.get() == radius))
            .text(format!("{}\u{a0}km", radius.kilometres()))
    });
    el("div")
        .class("radius")
        .attr("hidden", flag(move || state.place.get().is_none()))
        .child(
            el("label")
                .attr("for", "radius")
                .word(state.language, |words| words.radius_label)
                .text(" ")
                .child(el("output").attr("for", "radius").say(shown)),
        )
        .child(slider)
        .child(el("div").class("presets").children(presets))
}
