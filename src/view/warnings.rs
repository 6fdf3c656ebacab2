//! The list of messages: in force by severity and distance, those stood down apart.

use super::{
    Key, Listed, PAGE,
    parts::{facts, outside, paragraph, plain, severity_class, symbol},
};
use crate::{
    erased::{El, Sig, derived, el, flag, memo},
    map::symbols::Look,
    state::{Panel, State},
};
use gorlif_core::{
    domain::{
        Instant,
        limits::is_cut,
        selection::Selection,
        warning::{Region, Severity, Warning},
    },
    feed::messages::{Basis, LocalWarning, Verdict},
    language::{Catalogue, Language},
};

pub fn warnings_panel(state: State) -> El {
    let heading = move || {
        let (words, tally) = (state.words(), state.messages.with(|messages| messages.tally()));
        // A count of nothing says "none", so it needs the same proof.
        let proven = tally.in_force() > 0 || state.verdict.get() == Verdict::None;
        if proven { (words.messages_count)(tally.total(), tally.in_force()) } else { words.warnings_here.to_owned() }
    };
    let [in_force, over] = [true, false].map(|in_force| memo(move || selections(state, in_force)));
    let stood_down = move || over.with(|over| over.count);
    Panel::Warnings
        .section(state, "warnings")
        .child(el("h2").attr("id", "warnings-heading").say(heading))
        .dynamic(move || nothing(state).map(paragraph).into_iter().collect())
        .children(super::entries(state, Sig::new(PAGE), in_force, entry))
        .child(el("h3").attr("hidden", flag(move || stood_down() == 0)).say(move || (state.words().no_longer_in_force_count)(stood_down())))
        .children(super::entries(state, Sig::new(PAGE), over, entry))
}

/// The messages of a kind, for their list.
fn selections(state: State, in_force: bool) -> Listed {
    state.messages.with(|messages| {
        let of_kind = messages.found.iter().filter(|near| near.warning.severity.in_force() == in_force);
        let keys: Vec<Key> = of_kind.map(|near| (Selection::Area(near.warning.code.clone()), None)).collect();
        Listed { count: keys.len(), keys }
    })
}

/// What stands in place of a list that has nothing: that there is nothing only where that is proven.
fn nothing(state: State) -> Option<String> {
    let words = state.words();
    let (is_empty, unreadable) = state.messages.with(|messages| (messages.found.is_empty(), messages.unreadable));
    let is_answered = state.messages.with(|messages| messages.is_fresh && messages.basis == Basis::Service);
    if unreadable > 0 && is_answered {
        return Some((words.messages_unreadable)(unreadable));
    }
    if !is_empty {
        return None;
    }
    let text = match state.verdict.get() {
        Verdict::None => words.no_messages,
        _ if state.is_waiting() => words.answer_checking,
        // The answer above says why.
        _ if is_answered => return None,
        _ => words.messages_unknown,
    };
    Some(text.to_owned())
}

fn entry(state: State, (this, _): Key) -> El {
    let Selection::Area(code) = this.clone() else { return el("li") };
    let wanted = code.clone();
    let near = derived(move || state.messages.with(|messages| messages.found.iter().find(|near| near.warning.code == wanted).cloned()));
    super::list_entry(
        state,
        this,
        {
            let near = near.clone();
            move || near.get().map(|near| head(state, &near)).unwrap_or_default()
        },
        move || near.get().map(|near| details(state, &near)).unwrap_or_default(),
    )
    .attr("data-area-code", code.0)
}

fn head(state: State, near: &LocalWarning) -> Vec<El> {
    let (language, words, now) = (state.language.get(), state.words(), state.now_by_day());
    let warning = &near.warning;
    let mut line = plain((words.severity)(warning.severity)).class("line");
    if let Some(label) = unknown_label(language, warning) {
        line = line.text(" (").child(label).text(")");
    }
    if warning.severity.in_force()
        && let Some(since) = warning.severity_changed
    {
        line = line.text(format!(" · {} {}", words.in_force_since.to_ascii_lowercase(), language.when(since, now)));
    }
    let mut head = vec![
        el("span").class(severity_class(warning.severity)).child(symbol(Look::Warning(warning.severity).symbol())),
        el("span").class("title").child(area_name(language, warning)),
        line,
    ];
    head.extend(place_line(state, near).map(|text| plain(text).class("line")));
    head
}

/// The area's name, which the service has in English only.
fn area_name(language: Language, warning: &Warning) -> El {
    let code = warning.code.given();
    match (warning.description.as_str(), code) {
        ("", "") => plain(language.words().unnamed_area),
        ("", code) => english(language, code),
        (name, _) => english(language, name),
    }
}

/// What the service has in English only.
fn english(language: Language, text: &str) -> El {
    outside(text, (language != Language::English).then_some(Language::English))
}

fn place_line(state: State, near: &LocalWarning) -> Option<String> {
    let (language, words) = (state.language.get(), state.words());
    let (place, position) = (state.place.get()?, near.warning.position?);
    let distance = (words.distance_value)(&language.distance(near.distance?), place.direction_to(position));
    Some(if near.at_edge { format!("{distance}, {}", words.at_edge) } else { distance })
}

/// Of an unknown severity the label that came.
fn unknown_label(language: Language, warning: &Warning) -> Option<El> {
    (warning.severity == Severity::Unknown && !warning.label.is_empty()).then(|| english(language, &warning.label))
}

fn details(state: State, near: &LocalWarning) -> Vec<El> {
    let (language, words, now) = (state.language.get(), state.words(), state.now_by_day());
    let warning = &near.warning;
    let time = |at: Option<Instant>| plain(at.map_or_else(|| words.time_not_given.to_owned(), |at| language.when(at, now)));
    let since = if warning.severity.in_force() { words.in_force_since } else { words.stood_down_at };
    let mut details = vec![paragraph(format!("{}.", (words.severity_meaning)(warning.severity))).class("meaning")];
    details.extend(message(language, words, warning));
    details.extend(warning.contradictory.then(|| paragraph(words.contradictory)));
    details.extend(warning.position.is_none().then(|| paragraph(words.without_point)));
    let mut list =
        vec![(since, time(warning.severity_changed)), (words.raised, time(warning.raised)), (words.message_changed, time(warning.message_changed))];
    list.extend(place_line(state, near).map(|text| (words.distance, plain(text))));
    list.push((words.water, plain((words.water_kind)(warning.water))));
    let region = match &warning.region {
        Region::Other(name) => Some(english(language, name)),
        known => (words.region_name)(known).map(plain),
    };
    list.extend(region.map(|region| (words.region, region)));
    let code = warning.code.given();
    list.extend((!code.is_empty()).then(|| (words.area_code, plain(code))));
    details.push(facts(list));
    details
}

/// The message with its line breaks; where the page's language has none, the other one, under the producer's own line.
fn message(language: Language, words: &'static Catalogue, warning: &Warning) -> Vec<El> {
    let spoken = language.pick(&warning.message);
    if spoken.text.is_empty() {
        return vec![paragraph(words.no_message)];
    }
    let text = el("p").class("message").attr("dir", "auto").lang(spoken.foreign.map(Language::tag)).text(spoken.text.to_owned());
    let follows = (spoken.foreign == Some(Language::English)).then(|| paragraph(words.translation_follows));
    let cut = is_cut(spoken.text).then(|| paragraph(words.text_cut).class("quiet"));
    follows.into_iter().chain([text]).chain(cut).collect()
}
