//! The list of gauges, nearest first, each with its latest reading and how old that is.

use super::{
    Key, Listed, PAGE,
    parts::{facts, link, paragraph, plain, said, symbol},
};
use crate::{
    erased::{El, Sig, derived, el, flag, follows, memo, truth},
    map::symbols::Look,
    state::{Panel, State, board},
};
use gorlif_core::{
    domain::{
        Instant,
        freshness::Freshness,
        geo::Distance,
        letters::replaced,
        oddity,
        selection::Selection,
        station::{Location, ReadingTime, Station, StationId, Status, Value},
    },
    language::{Catalogue, Language},
};
use std::sync::Arc;

pub fn rivers_panel(state: State) -> El {
    let page = Sig::new(PAGE);
    let list = memo(move || list(state, page.get()));
    let heading = move || {
        let there = state.levels.with(|source| source.picture().is_some());
        if there { (state.words().gauges_count)(list.with(|list| list.count)) } else { state.words().rivers.to_owned() }
    };
    let nothing = move || {
        let (there, failed) = state.levels.with(|source| (source.picture().is_some(), source.failure().is_some()));
        let unreadable =
            state.levels.with(|source| source.picture().is_some_and(|picture| picture.content.is_empty() && !picture.rejected.is_empty()));
        match (there, failed, list.with(|list| list.count == 0)) {
            (true, _, true) if unreadable => Some(state.words().gauges_unreadable),
            (true, _, true) if state.only_current.get() => Some(state.words().no_current),
            (true, _, true) => Some(state.words().no_gauges),
            (false, true, _) => Some(state.words().gauges_unknown),
            _ => None,
        }
    };
    Panel::Rivers
        .section(state, "rivers")
        .child(el("h2").attr("id", "rivers-heading").say(heading))
        .dynamic(move || odd(state).into_iter().chain(nothing().map(str::to_owned)).map(paragraph).collect())
        .child(filter(state))
        .children(super::entries(state, page, list, entry))
}

/// The gauges of the circle, for their list.
fn list(state: State, page: usize) -> Listed {
    let circle = state.circle();
    // Which readings are current changes with the clock, but only the filter asks.
    let now = state.only_current.get().then(|| state.now_by_minute());
    let passes = |station: &Station| now.is_none_or(|now| station.is_current(now));
    state.board.with(|board| {
        let (count, first) = board.list(circle, passes, page);
        let key = |id: &StationId, distance: Option<Distance>| (Selection::Station(id.clone()), distance.map(whole_metres));
        let mut keys: Vec<Key> = first.iter().map(|near| key(&near.item, near.distance)).collect();
        if count > page
            && let Some(Selection::Station(id)) = state.selection.get()
            && let Some(near) = board.get(&id).filter(|station| passes(station)).and_then(|station| board::near(station, circle))
        {
            let selected = key(&id, near.distance);
            keys.extend((!keys.contains(&selected)).then_some(selected));
        }
        Listed { count, keys }
    })
}

/// What is odd about the whole answer.
fn odd(state: State) -> Vec<String> {
    let (language, words, now) = (state.language.get(), state.words(), state.now_by_quarter());
    state.board.with(|board| {
        let odd = oddity::of(board.all(), oddity::newest_reading(board.all(), now), now);
        odd.into_iter().map(|oddity| (words.oddity)(language, now, oddity)).collect()
    })
}

/// The choice to see only current readings.
fn filter(state: State) -> El {
    let choose = move |_| state.only_current.update(|only| *only = !*only);
    let there = move || state.levels.with(|source| source.picture().is_some());
    let choice = el("button")
        .attr("type", "button")
        .attr("aria-pressed", truth(move || state.only_current.get()))
        .on("click", choose)
        .word(state.language, |words| words.only_current);
    el("p").attr("hidden", flag(move || !there())).child(choice)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // never negative, at most half the earth
fn whole_metres(distance: Distance) -> u32 {
    distance.metres() as u32
}

fn entry(state: State, (this, metres): Key) -> El {
    let Selection::Station(id) = this.clone() else { return el("li") };
    let wanted = id.clone();
    let station = derived(move || state.board.with(|board| board.get(&wanted).cloned()));
    let distance = metres.map(|metres| Distance::from_metres(f64::from(metres)));
    let (heading, timed) = (station.clone(), station.clone());
    let freshness = derived(move || {
        timed.with(|station| station.as_ref().map_or(Freshness::Unknown, |station| Freshness::of_reading(station.time, state.now_by_minute())))
    });
    let shown = freshness.clone();
    super::list_entry(
        state,
        this,
        move || heading.get().map(|station| head(state, &station, shown.get(), distance)).unwrap_or_default(),
        move || station.get().map(|station| details(state, &station, distance)).unwrap_or_default(),
    )
    .attr("data-station-id", &*id.0)
    .attr("data-state", follows(move || Some(freshness.get().id().to_owned())))
}

fn head(state: State, station: &Arc<Station>, freshness: Freshness, distance: Option<Distance>) -> Vec<El> {
    let (language, words) = (state.language.get(), state.words());
    let offline = station.status == Status::Offline;
    let missing = station.missing_since.is_some().then(|| words.not_reported.to_owned());
    let offline_word = (offline && missing.is_none()).then(|| words.offline.to_ascii_lowercase());
    let status = missing.or(offline_word).map_or_else(String::new, |word| format!(" · {word}"));
    let place = distance.map_or_else(String::new, |distance| format!(" · {}", language.distance(distance)));
    let aged = Arc::clone(station);
    // Only this text moves on with the clock.
    let line = move || format!("{}{status}{place}", age(language, &aged, state.now_by_minute()));
    vec![
        el("span").child(symbol(Look::Gauge { freshness, offline: !station.is_reporting() }.symbol())),
        el("span").class("title").child(title(language, words, station)),
        plain(value(words, station)).class("value"),
        el("span").class("line").say(line),
    ]
}

fn title(language: Language, words: &'static Catalogue, station: &Station) -> El {
    let best = [station.title(), station.name()].into_iter().find(|text| !language.pick(*text).text.is_empty());
    best.map_or_else(|| plain(words.unnamed_gauge), |text| said(language, text))
}

/// The value as given, with its unit; or why there is none.
pub fn value(words: &Catalogue, station: &Station) -> String {
    match &station.value {
        Value::Measured { text, .. } => format!("{}\u{a0}{}", replaced(text, '-', '−'), station.unit.symbol()),
        Value::SensorFault => words.sensor_fault.to_owned(),
        Value::None => words.no_reading.to_owned(),
    }
}

/// How old the reading is, in words; of a stale one, or of a gauge that does not report, that it is the last.
pub fn age(language: Language, station: &Station, now: Instant) -> String {
    let words = language.words();
    match (station.time, Freshness::of_reading(station.time, now)) {
        (ReadingTime::NotGiven, _) => words.time_not_given.to_owned(),
        (time, _) if time.is_ahead(now) => words.time_ahead.to_owned(),
        (ReadingTime::At(at), freshness) if freshness == Freshness::Stale || !station.is_reporting() => (words.last_reading)(&language.when(at, now)),
        (ReadingTime::At(at), _) => language.ago(at, now),
    }
}

fn details(state: State, station: &Station, distance: Option<Distance>) -> Vec<El> {
    let (language, words, now) = (state.language.get(), state.words(), state.now_by_day());
    let time = station.time.instant().map_or_else(|| words.time_not_given.to_owned(), |at| language.when(at, now));
    let status = match &station.status {
        Status::Online => plain(words.online),
        Status::Offline => plain(words.offline),
        Status::Other(label) => said(language, label),
    };
    let place = state.place.get().zip(station.location.position()).zip(distance);
    let place = place.map(|((place, position), distance)| (words.distance_value)(&language.distance(distance), place.direction_to(position)));
    let about_position = match station.location {
        Location::Given(_) => None,
        Location::FromGridReference(_) => Some(words.position_from_grid),
        Location::Unknown => Some(words.position_unknown),
    };
    let negative = matches!(station.value, Value::Measured { number, .. } if number < 0.0);
    let mut details = vec![paragraph((words.unit_explained)(&station.unit))];
    details.extend(negative.then(|| paragraph(words.negative_explained)));
    details.extend(about_position.map(paragraph));
    let mut list = vec![(words.reading, plain(value(words, station))), (words.reading_time, plain(time)), (words.status, status)];
    list.push((words.parameter, said(language, station.parameter())));
    list.extend(place.map(|text| (words.distance, plain(text))));
    list.push((words.grid_reference, plain(station.grid_reference())));
    list.push((words.station_number, plain(station.id.given())));
    details.push(facts(list));
    details.extend(
        station.page().map(|page| el("p").child(link(page.as_str().to_owned(), words.station_page)).text(format!(" ({})", words.opens_elsewhere))),
    );
    details
}
