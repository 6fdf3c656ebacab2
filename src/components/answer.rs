//! The answer at the top of the page: the warnings in force, the time and place to which this
//! refers, the number of each severity, and what to do.

use super::{
    fragments::{Text, call_999, floodline, link, symbol},
    late::use_late,
};
use crate::{
    browser::{document, marks},
    map::symbols::SymbolStyle,
    state::{AppState, Loadable, reactive::effect, use_app_state},
};
use gorlif_core::{
    domain::{
        england,
        geo::Coverage,
        page_time::PageTime,
        warning::{Severity, SeverityCounts},
    },
    i18n::{Language, SearchArea},
    source::{
        answer::{Scope, Sentence, Situation},
        state::Snapshot,
        warnings::{Basis, WarningHere, WarningStatus, WarningsHere},
    },
};
use leptos::prelude::*;

/// The id of the answer's heading, which is focused when a place has been chosen.
const HEADING: &str = "answer-heading";
/// The largest number of areas that are named before the advice.
const MOST_AREAS: usize = 6;

/// Focuses the heading in the next animation frame, when it contains the new answer.
pub fn focus_heading() {
    request_animation_frame(|| document::focus(HEADING));
}

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
            <div class="said">
                {move || state_symbol(state).map(symbol).into_any()}
                <h2 id=HEADING tabindex="-1" class="sentence">
                    {move || Heading::of(state).into_view(state.language())}
                </h2>
            </div>
            {move || late.page.loaded().map(|parts| (parts.inside)()).into_any()}
            {move || notices(state).into_any()}
            {move || english_link(state).into_any()}
            {move || what_to_do(state, need(state)).into_any()}
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

/// The answer for the printed briefing: the sentence, when it was checked, and what is provisional.
pub fn printed(state: AppState) -> AnyView {
    let sentence = Heading::of(state).into_view(state.language());
    view! {
        <p class="sentence">{sentence}</p>
        {notices(state)}
    }
    .into_any()
}

/// The content of the heading.
#[derive(Clone, Debug, Default, PartialEq)]
struct Heading {
    /// The text before the area's name.
    before: String,
    /// As the service gives it, in English only.
    area: String,
    after: String,
    /// The number of all messages, after the one that is named.
    counts: String,
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
                        Self::of_message(state, local, warnings.rejected, &counts(state))
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
    /// Otherwise "Severe flood warning: River Usk at Usk, 10 km east. 1 severe flood warning and 3 flood
    /// alerts within 10 km of Brecon."
    fn of_message(state: AppState, local: &WarningHere, rejected: usize, counts: &str) -> Self {
        let (language, texts) = (state.language(), state.texts());
        let WarningHere { warning, distance, at_edge, contains_place, .. } = local;
        let direction = state
            .choices
            .place
            .get()
            .zip(warning.position)
            .map(|(place, position)| place.direction_to(position));
        let mut after = String::new();
        if let Some((distance, direction)) = distance.zip(direction).filter(|_| !contains_place) {
            after.push_str(&format!(
                ", {}",
                (texts.distance_value)(&language.distance(distance), direction)
            ));
        }
        if *at_edge {
            after.push_str(&format!(", {}", texts.at_edge));
        }
        if rejected > 0 {
            after.push_str(&(texts.answer_and_unreadable)(rejected));
        }
        after.push('.');
        let counts = format!(" {counts}.");
        let mut severity = (texts.severity)(warning.severity).to_owned();
        if *contains_place {
            severity = (texts.for_your_place)(&severity);
        }
        if warning.description.is_empty() {
            return Self {
                before: format!("{severity}: {}{after}", texts.unnamed_area),
                counts,
                ..Self::default()
            };
        }
        Self { before: format!("{severity}: "), area: warning.description.clone(), after, counts }
    }

    fn into_view(self, language: Language) -> AnyView {
        let Self { before, area, after, counts } = self;
        let mut texts = vec![Text::Own(before)];
        if !area.is_empty() {
            texts.extend([Text::english(language, &area), Text::Own(after)]);
        }
        let texts = texts.into_iter().map(Text::into_view).collect::<Vec<AnyView>>();
        let counts =
            (!counts.is_empty()).then(|| view! { <span class="counts">{counts}</span> }.into_any());
        view! {
            {texts}
            {counts}
        }
        .into_any()
    }
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

fn coverage(search_area: &SearchArea) -> Option<Coverage> {
    match search_area {
        SearchArea::Wales | SearchArea::County(_) => None,
        SearchArea::Around { coverage, .. } => *coverage,
    }
}

/// When the warnings were checked, and what is provisional about them.
fn notices(state: AppState) -> Vec<AnyView> {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now());
    let mut lines = Vec::new();
    let place = state.choices.place.get();
    state.warnings.with(|warnings| {
        if warnings.most_severe().is_none() {
            return;
        }
        if let Some(as_of) = warnings.in_force_as_of().map(|as_of| state.clock.utc(as_of)) {
            let time = language.when(as_of, now);
            let ago = if (now - as_of).num_hours() < 24 {
                language.ago(as_of, now)
            } else {
                String::new()
            };
            let checked = if warnings.is_last_known() {
                (texts.answer_last_checked)(&time, &ago, state.is_waiting())
            } else {
                (texts.checked)(&time)
            };
            lines.push(view! { <p class="checked">{checked}</p> }.into_any());
        }
        if place.is_none() {
            lines.push(view! { <p class="choose">{texts.choose_your_place}</p> }.into_any());
        }
    });
    lines.extend(
        provisional(state).map(|text| view! { <p class="provisional">{text}</p> }.into_any()),
    );
    lines
}

/// "1 severe flood warning and 3 flood alerts within 10 km of Brecon; 1 flood alert at the edge of
/// this circle"
fn counts(state: AppState) -> String {
    let (texts, search_area) = (state.texts(), state.search_area.get());
    state.warnings.with(|warnings| {
        let (within, at_edge) = warnings.counts_within_and_at_edge();
        let is_any = |counts: SeverityCounts| counts.in_force() > 0;
        let edge = is_any(at_edge).then(|| (texts.answer_at_edge)(at_edge, &search_area));
        match edge {
            // An empty count would be read as "none".
            Some(edge) if !is_any(within) && warnings.rejected > 0 => {
                format!("{edge}{}", (texts.answer_and_unreadable)(warnings.rejected))
            }
            Some(edge) if !is_any(within) => edge,
            Some(edge) => {
                format!("{}; {edge}", (texts.answer_some)(within, warnings.rejected, &search_area))
            }
            None => (texts.answer_some)(within, warnings.rejected, &search_area),
        }
    })
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

/// Content in addition to the answer.
#[derive(Clone, Default, PartialEq)]
enum Need {
    #[default]
    Nothing,
    /// Telephone numbers and a link to the national service, since the status is unknown.
    OtherChannels,
    /// For the areas that contain the place, then for others that are more severe; at least one.
    Advice { groups: Vec<Advice>, is_last_known: bool },
}

/// Advice for a severity, for people in one of its areas.
#[derive(Clone, PartialEq)]
struct Advice {
    severity: Severity,
    /// The place is inside these areas.
    contain_place: bool,
    /// The names of the first areas, and the number of further ones.
    areas: Vec<String>,
    more: usize,
}

impl Advice {
    fn of(severity: Severity, contain_place: bool, warnings: &WarningsHere) -> Self {
        let is_of_group = |local: &&WarningHere| {
            local.warning.severity == severity && local.contains_place == contain_place
        };
        let of_group = warnings.found.iter().filter(is_of_group);
        let mut areas: Vec<String> =
            of_group.map(|local| local.warning.description.clone()).collect();
        let more = areas.len().saturating_sub(MOST_AREAS);
        areas.truncate(MOST_AREAS);
        Self { severity, contain_place, areas, more }
    }
}

fn need(state: AppState) -> Need {
    let (is_placed, is_waiting) = (state.choices.place.get().is_some(), state.is_waiting());
    state.warnings.with(|warnings| match warnings.highest() {
        Some(highest) if is_placed => {
            let inside = warnings.containing().next().map(|local| local.warning.severity);
            let of_place = inside.map(|severity| Advice::of(severity, true, warnings));
            let is_worse = inside.is_none_or(|inside| highest < inside);
            let others = is_worse.then(|| Advice::of(highest, false, warnings));
            Need::Advice {
                groups: of_place.into_iter().chain(others).collect(),
                is_last_known: warnings.is_last_known() && !is_waiting,
            }
        }
        Some(_) if warnings.is_last_known() && !is_waiting => Need::OtherChannels,
        None if state.status() == WarningStatus::Unknown && !is_waiting => Need::OtherChannels,
        Some(_) | None => Need::Nothing,
    })
}

fn item(content: AnyView) -> AnyView {
    view! { <li>{content}</li> }.into_any()
}

fn what_to_do(state: AppState, need: Need) -> Option<AnyView> {
    let (language, texts) = (state.language(), state.texts());
    // Separated, so that neither is pressed by mistake for the other.
    let calls = move || view! { <div class="calls">{call_999(texts)} {floodline()}</div> };
    let elsewhere = move || {
        view! {
            <p class="national">
                {link(texts.national_service_address.to_owned(), texts.national_service)}
            </p>
        }
    };
    match need {
        Need::Nothing => None,
        Need::OtherChannels => Some(
            view! {
                {calls()}
                {elsewhere()}
            }
            .into_any(),
        ),
        Need::Advice { groups, is_last_known } => {
            let groups = groups.into_iter().map(|group| advice(language, group));
            let action = view! {
                <div class="action">
                    <h3>{texts.what_to_do}</h3>
                    {groups.collect::<Vec<AnyView>>()}
                    {calls()}
                    {is_last_known.then(elsewhere)}
                </div>
            };
            Some(action.into_any())
        }
    }
}

fn advice(language: Language, group: Advice) -> AnyView {
    let texts = language.texts();
    let Advice { severity, contain_place, areas, more } = group;
    let area = |name: String| {
        let text = if name.is_empty() {
            Text::own(texts.unnamed_area)
        } else {
            Text::english(language, &name)
        };
        item(text.into_view())
    };
    let more = (more > 0).then(|| item((texts.more_areas)(more).into_any()));
    let advice = (texts.advice)(severity)
        .iter()
        .map(|advice| item(advice.into_any()))
        .collect::<Vec<AnyView>>();
    let whose = if contain_place { texts.inside_areas } else { texts.if_in_one_of };
    view! {
        <p>{whose}</p>
        <ul class="areas">{areas.into_iter().map(area).collect::<Vec<AnyView>>()} {more}</ul>
        <ul class="advice">{advice}</ul>
    }
    .into_any()
}

/// The address of the English warning service, if the circle contains English land.
fn english_service(state: AppState) -> Option<String> {
    let SearchArea::Around { radius, coverage, .. } = state.search_area.get() else { return None };
    matches!(coverage?, Coverage::Partly | Coverage::Outside)
        .then_some(england::address(state.choices.place.get()?, radius))
}

/// A link to the English warning service, if the circle contains English land.
fn english_link(state: AppState) -> Option<AnyView> {
    let texts = state.texts();
    let (before, name) = if state.search_area.with(coverage) == Some(Coverage::Outside) {
        (texts.for_england, england::NAME)
    } else {
        (texts.only_wales, texts.english_service)
    };
    let link = link(english_service(state)?, name);
    Some(view! { <p class="beyond">{before} " " {link} "."</p> }.into_any())
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
    let Heading { before, area, after, counts } = heading;
    match sentence(state) {
        // The only texts that contain a time.
        Sentence::NoneInForce => state.search_area.with(|area| (texts.answer_none)(area)),
        Sentence::PlaceUnknown { .. } => (texts.answer_place_unknown)(None),
        Sentence::Unknown { .. } => unknown(state, None),
        // The counts of a county are not announced.
        Sentence::Message if state.choices.place.get().is_some() => {
            format!("{before}{area}{after}{counts}")
        }
        _ => before,
    }
}
