//! The answer that people come for: what is in force, where and since when it is known, how many of each severity, and what to do.

use super::parts::{call_999, floodline, link, outside, paragraph, plain, severity_class, symbol};
use crate::{
    browser::marks,
    erased::{El, effect, el, flag, follows, memo},
    map::symbols::Look,
    state::{Outlines, State},
};
use gorlif_core::{
    domain::{
        england,
        geo::Coverage,
        warning::{Severity, Tally},
    },
    feed::messages::{Basis, LocalWarning, Verdict},
    language::{Language, Whereabouts},
};

/// The heading of the answer, which takes the focus when a place has been chosen.
pub const HEADING: &str = "answer-heading";
/// So many areas are named before the advice for them.
const MOST_AREAS: usize = 6;

pub fn answer(state: State) -> El {
    let heading = memo(move || Heading::of(state));
    let need = memo(move || need(state));
    let mut marked = false;
    effect(move || {
        if state.wales.with(|source| source.picture().is_some()) && !std::mem::replace(&mut marked, true) {
            marks::after_paint("warnings-shown");
        }
    });
    el("section")
        .class("answer")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .attr("data-answer", follows(move || Some(state.verdict.get().id().to_owned())))
        .attr("data-severity", follows(move || Some(state.messages.with(|messages| messages.highest())?.id().to_owned())))
        .child(el("div").class("said").dynamic(move || state_symbol(state).map(symbol).into_iter().collect()).child(
            el("h2").attr("id", HEADING).attr("tabindex", "-1").class("sentence").dynamic(move || heading.get().elements(state.language.get())),
        ))
        .dynamic(move || below(state))
        .child(beyond_wales(state))
        .child(el("ul").class("strip").dynamic(move || strip(state)))
        // What has links is made anew only when they are others: a refresh must not take the focus away.
        .dynamic(move || what_to_do(state, need.get()))
        // Spoken when it becomes another one, not at every check.
        .child(el("p").class("unseen").attr("role", "status").say(move || spoken(state, &heading.get())))
}

/// What the heading says.
#[derive(Clone, Debug, Default, PartialEq)]
struct Heading {
    /// Before the name of an area.
    before: String,
    /// As the service gives it, in English only.
    area: String,
    after: String,
    /// Of all messages, behind the one that is named.
    counts: String,
}

impl Heading {
    fn text(before: impl Into<String>) -> Self {
        Self { before: before.into(), ..Self::default() }
    }

    fn of(state: State) -> Self {
        let (language, words, whereabouts) = (state.language.get(), state.words(), state.whereabouts.get());
        let counts = counts(state);
        state.messages.with(|messages| {
            if let Some(local) = messages.most_severe() {
                return match whereabouts {
                    Whereabouts::Wales => Self::text(format!("{}.", (words.answer_some)(messages.tally(), messages.unreadable, &whereabouts))),
                    Whereabouts::Around { .. } => Self::of_message(state, local, messages.unreadable, &counts),
                };
            }
            let time = messages.as_of.map(|as_of| language.when(state.utc(as_of), state.now.get()));
            Self::text(match (state.verdict.get(), coverage(&whereabouts)) {
                _ if state.is_waiting() => words.answer_checking.to_owned(),
                (Verdict::None, _) => {
                    let checked = (words.checked)(time.as_deref().unwrap_or_default());
                    format!("{} {checked}.", (words.answer_none)(&whereabouts))
                }
                (_, Some(Coverage::Outside)) => match &whereabouts {
                    Whereabouts::Around { name, .. } => (words.answer_not_covered)(name),
                    Whereabouts::Wales => String::new(),
                },
                (_, Some(Coverage::Sea)) => words.answer_no_land.to_owned(),
                _ if messages.is_fresh && messages.unreadable > 0 => (words.answer_unreadable)(messages.unreadable),
                (_, None)
                    if messages.is_fresh && messages.basis == Basis::Service && state.outlines.with(|outlines| *outlines == Outlines::Missing) =>
                {
                    words.answer_outlines_missing.to_owned()
                }
                _ => unknown(state),
            })
        })
    }

    /// "Severe flood warning: River Usk at Usk, 10 km east. 1 severe flood warning and 3 flood alerts within 10 km of Brecon."
    fn of_message(state: State, local: &LocalWarning, unreadable: usize, counts: &str) -> Self {
        let (language, words) = (state.language.get(), state.words());
        let LocalWarning { warning, distance, at_edge, .. } = local;
        let direction = state.place.get().zip(warning.position).map(|(place, position)| place.direction_to(position));
        let mut after = String::new();
        if let Some((distance, direction)) = distance.zip(direction) {
            after.push_str(&format!(", {}", (words.distance_value)(&language.distance(distance), direction)));
        }
        if *at_edge {
            after.push_str(&format!(", {}", words.at_edge));
        }
        if unreadable > 0 {
            after.push_str(&(words.answer_and_unreadable)(unreadable));
        }
        after.push('.');
        let counts = format!(" {counts}.");
        let severity = (words.severity)(warning.severity);
        if warning.description.is_empty() {
            return Self { before: format!("{severity}: {}{after}", words.unnamed_area), counts, ..Self::default() };
        }
        Self { before: format!("{severity}: "), area: warning.description.clone(), after, counts }
    }

    fn elements(self, language: Language) -> Vec<El> {
        let Self { before, area, after, counts } = self;
        let mut elements = vec![plain(before)];
        if !area.is_empty() {
            elements.extend([area_name(language, &area), plain(after)]);
        }
        elements.extend((!counts.is_empty()).then(|| plain(counts).class("counts")));
        elements
    }
}

/// That nothing could be checked, and since when.
fn unknown(state: State) -> String {
    let (language, words) = (state.language.get(), state.words());
    let time = state.messages.with(|messages| messages.as_of).map(|as_of| language.when(state.utc(as_of), state.now.get()));
    (words.answer_unknown)(time.as_deref(), state.whereabouts.with(Whereabouts::leaves_wales))
}

fn area_name(language: Language, name: &str) -> El {
    outside(name, (language != Language::English).then_some(Language::English))
}

fn coverage(whereabouts: &Whereabouts) -> Option<Coverage> {
    match whereabouts {
        Whereabouts::Wales => None,
        Whereabouts::Around { coverage, .. } => *coverage,
    }
}

/// When what is in force was checked, and what is provisional about it.
fn below(state: State) -> Vec<El> {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let mut lines = Vec::new();
    let place = state.place.get();
    state.messages.with(|messages| {
        if messages.most_severe().is_none() {
            return;
        }
        if let Some(as_of) = messages.in_force_as_of().map(|as_of| state.utc(as_of)) {
            let time = language.when(as_of, now);
            let ago = if (now - as_of).num_hours() < 24 { language.ago(as_of, now) } else { String::new() };
            let checked =
                if messages.is_last_known() { (words.answer_last_checked)(&time, &ago, state.is_waiting()) } else { (words.checked)(&time) };
            lines.push(paragraph(checked).class("checked"));
        }
        if place.is_none() {
            lines.push(paragraph(words.choose_your_place).class("choose"));
        }
    });
    lines.extend(provisional(state).map(|text| paragraph(text).class("provisional")));
    lines
}

/// "1 severe flood warning and 3 flood alerts within 10 km of Brecon; 1 flood alert at the edge of this circle"
fn counts(state: State) -> String {
    let (words, whereabouts) = (state.words(), state.whereabouts.get());
    state.messages.with(|messages| {
        let (within, at_edge) = messages.tallies();
        let is_any = |tally: Tally| tally.in_force() > 0;
        let edge = is_any(at_edge).then(|| (words.answer_at_edge)(at_edge));
        match edge {
            // An empty count would read like "none".
            Some(edge) if !is_any(within) && messages.unreadable > 0 => format!("{edge}{}", (words.answer_and_unreadable)(messages.unreadable)),
            Some(edge) if !is_any(within) => edge,
            Some(edge) => format!("{}; {edge}", (words.answer_some)(within, messages.unreadable, &whereabouts)),
            None => (words.answer_some)(within, messages.unreadable, &whereabouts),
        }
    })
}

fn strip(state: State) -> Vec<El> {
    let (words, tally) = (state.words(), state.messages.with(|messages| messages.tally()));
    let there = Severity::ALL.into_iter().filter(|severity| severity.in_force() && tally.count(*severity) > 0);
    there
        .map(|severity| {
            let (count, whole) = (tally.count(severity), (words.severity_count)(severity, tally.count(severity)));
            let number = el("span").attr("aria-hidden", "true").text(count.to_string());
            el("li").class(severity_class(severity)).child(symbol(Look::Warning(severity).symbol())).child(number).child(plain(whole).class("unseen"))
        })
        .collect()
}

/// A sign of its own for each answer: the most severe message's where some are in force.
fn state_symbol(state: State) -> Option<&'static str> {
    let highest = state.messages.with(|messages| messages.highest());
    match (highest, state.verdict.get()) {
        (Some(severity), _) => Some(Look::Warning(severity).symbol()),
        (None, Verdict::None) => Some("#symbol-checked"),
        (None, Verdict::Unknown) if !state.is_waiting() => Some("#symbol-not-checked"),
        (None, Verdict::Some | Verdict::Unknown) => None,
    }
}

/// What people need besides the answer.
#[derive(Clone, Default, PartialEq)]
enum Need {
    #[default]
    Nothing,
    /// Someone to call and the national service's own page, since nothing is known.
    Elsewhere,
    Advice(Advice),
}

/// What to do at the highest severity in force, for those who are in one of its areas.
#[derive(Clone, PartialEq)]
struct Advice {
    severity: Severity,
    /// The first few of them by name, and how many more there are.
    areas: Vec<String>,
    more: usize,
    /// The service cannot be asked now.
    is_last_known: bool,
}

fn need(state: State) -> Need {
    let (is_placed, is_waiting) = (state.place.get().is_some(), state.is_waiting());
    state.messages.with(|messages| match messages.highest() {
        Some(severity) if is_placed => {
            let of_severity = messages.found.iter().filter(|local| local.warning.severity == severity);
            let mut areas: Vec<String> = of_severity.map(|local| local.warning.description.clone()).collect();
            let more = areas.len().saturating_sub(MOST_AREAS);
            areas.truncate(MOST_AREAS);
            Need::Advice(Advice { severity, areas, more, is_last_known: messages.is_last_known() && !is_waiting })
        }
        Some(_) if messages.is_last_known() && !is_waiting => Need::Elsewhere,
        None if state.verdict.get() == Verdict::Unknown && !is_waiting => Need::Elsewhere,
        Some(_) | None => Need::Nothing,
    })
}

fn what_to_do(state: State, need: Need) -> Vec<El> {
    let (language, words) = (state.language.get(), state.words());
    // Two targets apart from each other, so that no finger takes one for the other.
    let calls = || el("div").class("calls").child(call_999(state)).child(floodline());
    let elsewhere = || el("p").class("national").child(link(words.national_service_address, words.national_service));
    match need {
        Need::Nothing => Vec::new(),
        Need::Elsewhere => vec![calls(), elsewhere()],
        Need::Advice(Advice { severity, areas, more, is_last_known }) => {
            let name = |name: &String| if name.is_empty() { plain(words.unnamed_area) } else { area_name(language, name) };
            let areas = areas.iter().map(|area| el("li").child(name(area)));
            let more = (more > 0).then(|| el("li").text((words.more_areas)(more)));
            let list = (words.advice)(severity).iter().map(|advice| el("li").text(*advice));
            let action = el("div")
                .class("action")
                .child(el("h3").text(words.what_to_do))
                .child(paragraph(words.if_in_one_of))
                .child(el("ul").class("areas").children(areas).children(more))
                .child(el("ul").class("advice").children(list))
                .child(calls());
            vec![if is_last_known { action.child(elsewhere()) } else { action }]
        }
    }
}

/// Where the circle holds English land: the address of who warns there.
fn english_service(state: State) -> Option<String> {
    let Whereabouts::Around { radius, coverage, .. } = state.whereabouts.get() else { return None };
    matches!(coverage?, Coverage::Partly | Coverage::Outside).then_some(england::address(state.place.get()?, radius))
}

fn beyond_wales(state: State) -> El {
    let is_outside = move || coverage(&state.whereabouts.get()) == Some(Coverage::Outside);
    let name = move || if is_outside() { england::NAME } else { state.words().english_service };
    let before = move || if is_outside() { state.words().for_england } else { state.words().only_wales };
    let service = link(follows(move || english_service(state)), follows(move || Some(name().to_owned())));
    el("p").class("beyond").attr("hidden", flag(move || english_service(state).is_none())).say(before).text(" ").child(service).text(".")
}

/// That distance on this device decides for the time being, and what it cannot place.
fn provisional(state: State) -> Option<String> {
    let words = state.words();
    let (basis, without_point) = state.messages.with(|messages| (messages.basis, messages.without_point));
    let more = if without_point > 0 { format!(" {}", (words.answer_without_point)(without_point)) } else { String::new() };
    let why = if state.around.with(|source| source.failure().is_some()) { words.answer_by_distance } else { words.answer_provisional };
    (basis == Basis::Distance).then(|| format!("{why}{more}"))
}

/// The answer without its times, so that a screen reader hears it again only when it says something else; nothing while the service is
/// still being asked, so that it is heard once.
fn spoken(state: State, heading: &Heading) -> String {
    if state.is_waiting() {
        return String::new();
    }
    let (words, whereabouts) = (state.words(), state.whereabouts.get());
    let Heading { before, area, after, counts } = heading;
    let is_any = state.messages.with(|messages| messages.most_severe().is_some());
    match state.verdict.get() {
        Verdict::None => (words.answer_none)(&whereabouts),
        _ if is_any && state.place.get().is_some() => format!("{before}{area}{after}{counts}"),
        // The one sentence that says since when.
        Verdict::Unknown if !is_any && before.as_str() == unknown(state) => (words.answer_unknown)(None, whereabouts.leaves_wales()),
        _ => before.clone(),
    }
}
