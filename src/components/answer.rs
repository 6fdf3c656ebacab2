//! The answer at the top of the page, in one block: the message that concerns the place most, what to do, the
//! nearest gauge, when this was checked, and what else is in force.

use super::{
    advice::WhatToDo,
    fragments::{ANSWER_HEADING, Text, area_title, span, symbol},
    late::use_late,
};
use crate::{
    browser::marks,
    map::symbols::SymbolStyle,
    state::{AppState, Loadable, reactive::effect, use_app_state},
};
use gorlif_core::{
    domain::{page_time::PageTime, warning::Severity},
    i18n::SearchArea,
    source::{
        answer::{Scope, Sentence, Situation},
        state::Snapshot,
        warnings::{Basis, WarningHere, WarningStatus},
    },
};
use leptos::prelude::*;

/// The name of an area that is longer, in characters, is in a smaller font.
const LONG_NAME: usize = 80;

#[component]
pub fn Answer() -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    let mut is_marked = false;
    effect(move || {
        if state.sources.national_warnings.with(|source| source.snapshot().is_some())
            && !std::mem::replace(&mut is_marked, true)
        {
            marks::after_paint("warnings-shown");
        }
    });
    view! {
        <section
            class="answer"
            id="answer"
            tabindex="-1"
            data-answer=move || Some(state.status().id())
            data-severity=move || highest(state).map(Severity::id)
            data-inside=move || inside(state)
        >
            <div class="said" data-severity=move || of_headline(state).map(Severity::id)>
                {move || state_symbol(state).map(symbol).into_any()}
                <div>
                    <h2 id=ANSWER_HEADING tabindex="-1" class="sentence">
                        {move || Heading::of(state).into_view()}
                    </h2>
                    {move || since(state).into_any()}
                </div>
            </div>
            // Only where the place is not shown above.
            <p class="area quiet">{move || state.area_name()}</p>
            {move || late.page.loaded().map(|parts| (parts.inside)()).into_any()}
            <WhatToDo />
            <div class="near-gauge" hidden=move || state.choices.place.get().is_none()>
                {move || late.page.loaded().map(|parts| (parts.nearest_gauge)()).into_any()}
            </div>
            {move || notices(state).into_any()}
            <div class="also" hidden=move || also(state).is_none()>
                {move || match late.page.loaded() {
                    Some(parts) => (parts.also)(),
                    None => also(state).into_any(),
                }}
            </div>
            {move || late.page.loaded().map(|parts| (parts.english_service)()).into_any()}
            // Announced when the text changes, not at every check.
            <p class="visually-hidden" role="status">
                {move || announcement(state, Heading::of(state))}
            </p>
            {move || late.page.loaded().map(|parts| (parts.change_news)()).into_any()}
        </section>
    }
}

/// The highest severity of the messages of the flood areas that contain the place.
fn inside(state: AppState) -> Option<&'static str> {
    state
        .warnings
        .with(|warnings| warnings.containing().next().map(|local| local.warning.severity.id()))
}

/// The answer for the printed briefing: the sentence, when it was checked, what else is in force, and what is
/// provisional.
pub fn printed(state: AppState) -> AnyView {
    let sentence = Heading::of(state).into_view();
    view! {
        <p class="sentence">{sentence}</p>
        {since(state)}
        {notices(state)}
        {also(state).map(|text| view! { <p>{text}</p> })}
    }
    .into_any()
}

/// The content of the heading.
#[derive(Clone, Debug, Default, PartialEq)]
struct Heading {
    /// The text before the area's name.
    before: String,
    /// The area's name, if it has one.
    area: Option<Text>,
    /// Where the area is: its distance and direction from the place.
    where_it_is: String,
    after: String,
}

impl Heading {
    fn text(before: impl Into<String>) -> Self {
        Self { before: before.into(), ..Self::default() }
    }

    fn of(state: AppState) -> Self {
        let (language, texts, search_area) =
            (state.language(), state.texts(), state.search_area.get());
        let time = |at: PageTime| language.when(state.clock.utc(at), state.clock.now());
        state.warnings.with(|warnings| {
            Self::text(match sentence(state) {
                Sentence::Message => {
                    return warnings.headline().map_or_else(Self::default, |local| {
                        Self::of_message(state, local, warnings.rejected)
                    });
                }
                Sentence::Counts => {
                    let counts = warnings.counts();
                    format!("{}.", (texts.answer_some)(counts, warnings.rejected, &search_area))
                }
                Sentence::NearBorder => {
                    let (_, near) = warnings.counts_within_and_at_edge();
                    let mut text = match search_area {
                        SearchArea::County(county) => (texts.answer_county_border)(near, county),
                        SearchArea::Wales | SearchArea::Around { .. } => String::new(),
                    };
                    if warnings.rejected > 0 {
                        text.push_str(&(texts.answer_and_unreadable)(warnings.rejected));
                    }
                    text + "."
                }
                Sentence::Checking => texts.answer_checking.to_owned(),
                Sentence::NoneInForce => {
                    let checked = warnings.as_of.map(time).unwrap_or_default();
                    let none = (texts.answer_none)(&search_area);
                    format!("{none} {}.", (texts.checked)(&checked))
                }
                Sentence::NotCovered => match &search_area {
                    SearchArea::Around { name, .. } => (texts.answer_not_covered)(name),
                    SearchArea::Wales | SearchArea::County(_) => String::new(),
                },
                Sentence::NoKnownLand => texts.answer_no_land.to_owned(),
                Sentence::Unreadable(count) => (texts.answer_unreadable)(count),
                Sentence::OutlinesMissing => texts.answer_outlines_missing.to_owned(),
                Sentence::Unplaced(count) => (texts.answer_county_unplaced)(count),
                Sentence::PlaceUnknown { since } => {
                    (texts.answer_place_unknown)(since.map(time).as_deref())
                }
                Sentence::Unknown { as_of } => unknown(state, as_of.map(time).as_deref()),
            })
        })
    }

    /// "Flood warning for your place: River Usk at Crickhowell." for an area that contains the place.
    /// Otherwise "Severe flood warning: River Usk at Usk, 10 km east."
    fn of_message(state: AppState, local: &WarningHere, rejected: usize) -> Self {
        let texts = state.texts();
        let WarningHere { warning, contains_place, .. } = local;
        let unreadable =
            if rejected > 0 { (texts.answer_and_unreadable)(rejected) } else { String::new() };
        let mut severity = (texts.severity)(warning.severity).to_owned();
        if *contains_place {
            severity = (texts.for_your_place)(&severity);
        }
        let is_named = !warning.description.is_empty()
            || state.assets.area_names.with(|names| names.get(&warning.code).is_some());
        let unnamed = if is_named { "" } else { texts.unnamed_area };
        Self {
            before: format!("{severity}: {unnamed}"),
            area: is_named.then(|| area_title(state, warning)),
            where_it_is: where_it_is(state, local),
            after: unreadable + ".",
        }
    }

    /// The heading as text.
    fn into_text(self) -> String {
        let Self { before, area, where_it_is, after } = self;
        let comma = if where_it_is.is_empty() { "" } else { ", " };
        let area = area.map_or_else(String::new, |area| area.into_parts().0);
        [&*before, &area, comma, &where_it_is, &after].concat()
    }

    /// The place of the area is a line of its own.
    fn into_view(self) -> AnyView {
        let Self { before, area, where_it_is, after } = self;
        let is_long = area.as_ref().is_some_and(|area| area.as_str().chars().count() > LONG_NAME);
        let class = if is_long { "long" } else { "" };
        let name = vec![before.into_any(), area.map(Text::into_view).into_any()];
        let mut parts = vec![span(class, name.into_any())];
        if where_it_is.is_empty() {
            parts.push(after.into_any());
        } else {
            let whole = where_it_is + &after + " ";
            parts.extend([span("comma", ", ".into_any()), span("where", whole.into_any())]);
        }
        parts.into_any()
    }
}

/// "10 km east, just outside your circle"; empty for an area that contains the place.
pub fn where_it_is(state: AppState, local: &WarningHere) -> String {
    let (language, texts) = (state.language(), state.texts());
    let WarningHere { warning, distance, at_edge, contains_place, .. } = local;
    let direction = state
        .choices
        .place
        .get()
        .zip(warning.position)
        .map(|(place, position)| place.direction_to(position));
    let distance =
        distance.zip(direction).filter(|_| !contains_place).map(|(distance, direction)| {
            (texts.distance_value)(&language.distance(distance), direction)
        });
    let edge = at_edge.then(|| texts.outside_circle.to_owned());
    distance.into_iter().chain(edge).collect::<Vec<String>>().join(", ")
}

/// Which sentence answers.
fn sentence(state: AppState) -> Sentence {
    let search_area = state.search_area.get();
    let situation = Situation {
        scope: match search_area {
            SearchArea::Wales => Scope::Wales,
            SearchArea::County(_) => Scope::County,
            SearchArea::Around { coverage, .. } => Scope::Around(coverage),
        },
        status: state.status(),
        is_waiting: state.is_waiting(),
        has_no_outlines: state.assets.basemap.with(|basemap| *basemap == Loadable::Missing),
        place_as_of: state
            .sources
            .local_warnings
            .with(|local| local.snapshot().and_then(Snapshot::known_as_of)),
    };
    state.warnings.with(|warnings| Sentence::of(warnings, situation))
}

/// States that the status is unknown, and since when.
fn unknown(state: AppState, time: Option<&str>) -> String {
    (state.texts().answer_unknown)(time, state.search_area.with(SearchArea::leaves_wales))
}

/// Since when the message of the headline is in force; if the service could not confirm it, when it was last
/// checked instead.
fn since(state: AppState) -> Option<AnyView> {
    let (language, texts) = (state.language(), state.texts());
    if let Some(text) = last_checked(state) {
        return Some(view! { <p class="checked">{text}</p> }.into_any());
    }
    if sentence(state) != Sentence::Message {
        return None;
    }
    let at = state.warnings.with(|warnings| warnings.headline()?.warning.severity_changed)?;
    let at = language.since(at, state.clock.now_by_day());
    Some(view! { <p class="since">{texts.in_force_since} " " {at}</p> }.into_any())
}

/// When the messages were last checked, if the service could not confirm them.
fn last_checked(state: AppState) -> Option<String> {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now());
    state.warnings.with(|warnings| {
        if !warnings.is_last_known() {
            return None;
        }
        let Some(as_of) = warnings.in_force_as_of() else { return Some(unknown(state, None)) };
        let as_of = state.clock.utc(as_of);
        let is_recent = (now - as_of).num_hours() < 24;
        let ago = if is_recent { language.ago(as_of, now) } else { String::new() };
        Some((texts.answer_last_checked)(&language.when(as_of, now), &ago, state.is_waiting()))
    })
}

/// When the messages in force were checked.
fn checked(state: AppState) -> Option<AnyView> {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now());
    state.warnings.with(|warnings| {
        let as_of = warnings.in_force_as_of().filter(|_| !warnings.is_last_known())?;
        let time = language.when(state.clock.utc(as_of), now);
        Some(view! { <p class="checked">{(texts.checked)(&time)} "."</p> }.into_any())
    })
}

/// "Also within 10 km of Brecon: 1 flood warning and 3 flood alerts. Just outside your circle: 1 flood alert."
pub fn also(state: AppState) -> Option<String> {
    if sentence(state) != Sentence::Message {
        return None;
    }
    let (texts, search_area) = (state.texts(), state.search_area.get());
    state.warnings.with(|warnings| {
        let (within, beyond) = warnings.counts_besides_headline();
        (within.in_force() + beyond.in_force() > 0)
            .then(|| (texts.answer_also)(within, beyond, &search_area))
    })
}

/// When the messages in force were checked, how to see those of a place, and what is provisional about the answer.
fn notices(state: AppState) -> Vec<AnyView> {
    let texts = state.texts();
    let is_of_wales = state.choices.place.get().is_none() && highest(state).is_some();
    let choose =
        is_of_wales.then(|| view! { <p class="choose">{texts.choose_your_place}</p> }.into_any());
    let provisional =
        provisional(state).map(|text| view! { <p class="provisional">{text}</p> }.into_any());
    checked(state).into_iter().chain(choose).chain(provisional).collect()
}

/// The severity of the message in the headline.
fn of_headline(state: AppState) -> Option<Severity> {
    state.warnings.with(|warnings| Some(warnings.headline()?.warning.severity))
}

fn highest(state: AppState) -> Option<Severity> {
    state.warnings.with(|warnings| warnings.highest())
}

/// The symbol of the answer: that of the message in the headline, if any.
fn state_symbol(state: AppState) -> Option<&'static str> {
    match (of_headline(state), state.status()) {
        (Some(severity), _) => Some(SymbolStyle::Warning(severity).symbol()),
        (None, WarningStatus::NoneInForce) => Some("#symbol-checked"),
        (None, WarningStatus::Unknown) if !state.is_waiting() => Some("#symbol-not-checked"),
        (None, WarningStatus::InForce | WarningStatus::Unknown) => None,
    }
}

/// The note that warnings are selected by distance on this device for now, and how many cannot be
/// located.
fn provisional(state: AppState) -> Option<String> {
    let texts = state.texts();
    let (basis, without_point) =
        state.warnings.with(|warnings| (warnings.basis, warnings.without_point));
    let more = if without_point > 0 {
        format!(" {}", (texts.answer_without_point)(without_point))
    } else {
        String::new()
    };
    let why = if state.sources.local_warnings.with(|source| source.failure().is_some()) {
        texts.answer_by_distance
    } else {
        texts.answer_provisional
    };
    match basis {
        Basis::Distance => Some(format!("{why}{more}")),
        // Without a known message the answer itself says it.
        Basis::County if without_point > 0 && highest(state).is_some() => {
            Some((texts.answer_county_unplaced)(without_point))
        }
        Basis::County | Basis::Service | Basis::NoSnapshot => None,
    }
}

/// The answer without its times, so that a screen reader announces it only when its content
/// changes. Empty during the first request, so that it is announced once.
fn announcement(state: AppState, heading: Heading) -> String {
    if state.is_waiting() {
        return String::new();
    }
    let texts = state.texts();
    match sentence(state) {
        // The only texts that contain a time.
        Sentence::NoneInForce => state.search_area.with(|area| (texts.answer_none)(area)),
        Sentence::PlaceUnknown { .. } => (texts.answer_place_unknown)(None),
        Sentence::Unknown { .. } => unknown(state, None),
        Sentence::Message => {
            let also = also(state).unwrap_or_default();
            format!("{}: {} {also}", state.area_name(), heading.into_text())
        }
        _ => heading.before,
    }
}
