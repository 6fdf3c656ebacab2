//! The list of messages: in force, by severity and distance, and separately those stood down.

use super::{
    entry_list::{Details, Entry, EntryList, PAGE_SIZE, Paragraph, text_and_facts},
    fragments::{Text, area_title, nearest_county_name, paragraph, severity_class},
    late::use_late,
    view_picker::panel_class,
};
use crate::{
    map::symbols::SymbolStyle,
    state::{
        AppState, Panel,
        listed::{Key, Listed},
        page_query::Layout,
        reactive::{effect, memo},
        use_app_state,
    },
};
use gorlif_core::{
    domain::{
        Timestamp,
        limits::is_cut,
        selection::ItemId,
        warning::{Region, Severity, Warning},
    },
    i18n::{Language, SearchArea, Texts},
    presenter::{answer::near_border, message},
    source::warnings::{Basis, Group, WarningHere, WarningStatus},
};
use leptos::prelude::*;

/// The number of messages of a severity that the list of all Wales has before "Show more" is pressed; of severe flood warnings all.
const FIRST_IN_WALES: usize = 5;

/// The id of the panel's heading.
pub const WARNINGS_HEADING: &str = "warnings-heading";

#[component]
pub fn WarningsPanel() -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    let heading = move || {
        let (texts, counts) = (state.texts(), state.warnings.with(|warnings| warnings.counts()));
        // That none is in force needs proof.
        let is_proven = counts.in_force() > 0 || state.status() == WarningStatus::NoneInForce;
        if counts.total() > 0 && is_proven {
            (texts.messages_count)(counts.total(), counts.in_force())
        } else {
            texts.warnings_here.to_owned()
        }
    };
    let severities = Severity::ALL.map(Group::Severity);
    let groups = severities.into_iter().chain([Group::NearBorder]).map(|of| group(state, of));
    // All messages, in another order.
    let sorted = memo(move || {
        late.page.loaded().map(|parts| (parts.sorted_messages)(state)).unwrap_or_default()
    });
    view! {
        <section class=move || panel_class(state, Panel::Warnings) aria-labelledby=WARNINGS_HEADING>
            <h2 id=WARNINGS_HEADING tabindex="-1">
                {move || heading()}
            </h2>
            {move || nothing(state).map(paragraph).into_any()}
            {move || late.page.loaded().map(|parts| (parts.changes)()).into_any()}
            {move || {
                late.page.loaded().map(|parts| (parts.list_filters)(Panel::Warnings)).into_any()
            }}
            {groups.collect::<Vec<AnyView>>()}
            <EntryList
                visible_count=RwSignal::new(PAGE_SIZE)
                listed=sorted
                view=state.message_view
                read=entry
            />
            {move || late.desk.loaded().map(|parts| (parts.export)(Panel::Warnings)).into_any()}
        </section>
    }
}

/// The messages of a group under their number.
fn group(state: AppState, group: Group) -> AnyView {
    let listed = memo(move || listed(state, group));
    let count = move || listed.with(|listed| listed.count);
    let visible_count = RwSignal::new(PAGE_SIZE);
    effect(move || {
        let is_wales = state.search_area.with(|area| matches!(area, SearchArea::Wales));
        let is_short = is_wales
            && state.deployment.layout == Layout::Lists
            && group != Group::Severity(Severity::Severe);
        visible_count.set(if is_short { FIRST_IN_WALES } else { PAGE_SIZE });
    });
    // Empty without messages: a count of zero would be read as "none".
    let heading = move || match (count(), group) {
        (0, _) => String::new(),
        (_, Group::NearBorder) => state.warnings.with(|warnings| {
            let near = state.search_area.with(|area| near_border(state.language(), area, warnings));
            near.unwrap_or_default()
        }),
        (count, Group::Severity(Severity::NoLongerInForce)) => {
            (state.texts().no_longer_in_force_count)(count)
        }
        (count, Group::Severity(severity)) => (state.texts().severity_count)(severity, count),
    };
    view! {
        <h3>{move || heading()}</h3>
        <EntryList visible_count listed view=state.message_view read=entry />
    }
    .into_any()
}

/// The messages of a group, in the usual order.
fn listed(state: AppState, group: Group) -> Listed {
    let view = state.message_view.get();
    if view.other_order().is_some() {
        return Listed::default();
    }
    let is_shown = |local: &&WarningHere| view.shows(&local.warning);
    state.warnings.with(|warnings| Listed::of(warnings.of_group(group).filter(is_shown)))
}

impl Listed {
    /// The list of these messages.
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a WarningHere>) -> Self {
        let key = |local: &WarningHere| (ItemId::Area(local.warning.code.clone()), None);
        let keys: Vec<Key> = messages.into_iter().map(key).collect();
        Self { count: keys.len(), keys }
    }
}

/// The text in place of an empty list. It reports no messages only if that is certain.
pub fn nothing(state: AppState) -> Option<String> {
    let texts = state.texts();
    let (is_empty, rejected, is_answered) = state.warnings.with(|warnings| {
        let is_of_service = matches!(warnings.basis, Basis::Service | Basis::County);
        (warnings.found.is_empty(), warnings.rejected, warnings.is_fresh && is_of_service)
    });
    if rejected > 0 && is_answered {
        return Some((texts.messages_unreadable)(rejected));
    }
    if !is_empty {
        return None;
    }
    let text = match state.status() {
        WarningStatus::NoneInForce => texts.no_messages,
        _ if state.is_waiting() => texts.answer_checking,
        // The answer above gives the reason.
        _ if is_answered => return None,
        _ => texts.messages_unknown,
    };
    Some(text.to_owned())
}

fn entry(state: AppState, (selection, _): &Key, is_open: bool) -> Option<Entry> {
    let ItemId::Area(code) = selection else { return None };
    state.warnings.with(|warnings| {
        let local = warnings.get(code)?;
        let warning = &local.warning;
        let difference = state.difference(code);
        Some(Entry {
            symbol: SymbolStyle::Warning(warning.severity).symbol(),
            symbol_class: severity_class(warning.severity),
            state: None,
            change: difference.map(|of| (of.id(), (state.texts().difference)(of))),
            trend: None,
            standing: None,
            title: area_title(state, warning),
            value: None,
            bold: 0,
            lines: [
                Some(severity_line(state, warning)),
                place_line(state, local).map(|text| vec![Text::Own(text)]),
            ]
            .into_iter()
            .flatten()
            .collect(),
            details: is_open.then(|| details(state, local)),
        })
    })
}

/// "Flood warning (label) · in force since 10:30"
fn severity_line(state: AppState, warning: &Warning) -> Vec<Text> {
    let (language, texts) = (state.language(), state.texts());
    let mut line = vec![Text::own((texts.severity)(warning.severity))];
    if let Some(words) = message::service_words(language, warning) {
        line.extend([Text::own(" ("), words.into(), Text::own(")")]);
    }
    line.extend(since(state, warning).map(|since| Text::Own(format!(" · {since}"))));
    line
}

/// "in force since 10:30"
pub fn since(state: AppState, warning: &Warning) -> Option<String> {
    let now = state.clock.now_by_day();
    let since = warning.has_severity_since(now).filter(|_| warning.severity.in_force())?;
    let since = state.language().since(since, now);
    Some(format!("{} {since}", state.texts().in_force_since.to_ascii_lowercase()))
}

/// The county of the area's point, and its distance from the place.
pub fn place_line(state: AppState, local: &WarningHere) -> Option<String> {
    let texts = state.texts();
    let county = nearest_county_name(state, local.warning.position);
    let distance = distance(state, local).filter(|_| !local.contains_place());
    let mark = match (local.contains_place(), local.at_edge, state.choices.place.get()) {
        (true, ..) => Some(texts.contains_place),
        (false, true, None) => Some(texts.beyond_border),
        (false, true, Some(_)) => distance.as_ref().map(|_| texts.outside_circle),
        (false, false, _) => None,
    };
    let parts: Vec<&str> = [county, distance.as_deref(), mark].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn distance(state: AppState, local: &WarningHere) -> Option<String> {
    let (place, position) = (state.choices.place.get()?, local.warning.position?);
    Some(state.language().distance_towards(local.distance?, place.direction_to(position)))
}

/// A message for the printed briefing: its area, its severity, its full text and its facts.
pub fn printed(state: AppState, local: &WarningHere) -> AnyView {
    let line = |texts: Vec<Text>| {
        view! { <p>{texts.into_iter().map(Text::into_view).collect::<Vec<AnyView>>()}</p> }
    };
    view! {
        <h3>{area_title(state, &local.warning).into_view()}</h3>
        {line(severity_line(state, &local.warning))}
        {text_and_facts(details(state, local))}
    }
    .into_any()
}

fn details(state: AppState, local: &WarningHere) -> Details {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now_by_day());
    let warning = &local.warning;
    let time = |at: Option<Timestamp>| {
        Text::Own(at.map_or_else(|| texts.time_not_given.to_owned(), |at| language.when(at, now)))
    };
    let since =
        if warning.severity.in_force() { texts.in_force_since } else { texts.stood_down_at };
    let mut paragraphs = vec![
        Paragraph::new(format!("{}.", (texts.severity_meaning)(warning.severity)))
            .with_class("meaning"),
    ];
    paragraphs.extend(warning_text(language, texts, warning));
    paragraphs.extend(warning.contradictory.then(|| Paragraph::new(texts.contradictory)));
    paragraphs.extend(warning.position.is_none().then(|| Paragraph::new(texts.without_point)));
    let mut facts = vec![
        (since, time(warning.severity_changed)),
        (texts.raised, time(warning.raised)),
        (texts.message_changed, time(warning.message_changed)),
    ];
    facts.extend(distance(state, local).map(|text| (texts.distance, Text::Own(text))));
    facts.push((texts.water, Text::own((texts.water_kind)(warning.water))));
    let region = match &warning.region {
        Region::Other(name) => Some(Text::english(language, name)),
        known => (texts.region_name)(known).map(Text::own),
    };
    facts.extend(region.map(|region| (texts.region, region)));
    Details { paragraphs, facts }
}

/// The message with its line breaks; if it is missing in the page's language, the other language
/// after the producer's notice.
fn warning_text(language: Language, texts: &'static Texts, warning: &Warning) -> Vec<Paragraph> {
    let picked = language.pick(&warning.text);
    if picked.text.is_empty() {
        return vec![Paragraph::new(texts.no_message)];
    }
    let follows = (picked.foreign == Some(Language::English))
        .then(|| Paragraph::new(texts.translation_follows));
    let text = Paragraph {
        class: "message",
        direction: Some("auto"),
        language: picked.foreign.map(Language::tag),
        text: picked.text.to_owned(),
    };
    let cut = is_cut(picked.text).then(|| Paragraph::new(texts.text_cut).with_class("quiet"));
    follows.into_iter().chain([text]).chain(cut).collect()
}
