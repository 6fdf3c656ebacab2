//! The readings of a gauge over time: a chart with its periods, which a finger, the pointer or a slider reads, a
//! second gauge for comparison, the sums of rain, and a table.

mod content;
mod picture;
mod table;

use crate::{
    browser::resizes::Resizes,
    components::fragments::{aria, paragraph, station_title},
    state::{
        AppState, Loadable,
        page_area::PageArea,
        reactive::effect,
        readings::{self, EarlierReadings, Recorded},
        use_app_state,
    },
};
use chrono::TimeDelta;
use content::{Content, History, Point};
use gorlif_core::{
    api::Window,
    domain::{
        chart::{self, Period},
        geo::{Distance, Radius},
        list_view::SortKey,
        river_order::{self, Neighbour, Neighbours},
        station::{ParameterKind, Station, StationId},
        trend::Reading,
    },
    i18n::{Language, with_unit},
    presenter::gauge::range_days,
};
use leptos::{ev::PointerEvent, html::Div, prelude::*, task::spawn_local};
use picture::Frame;
use std::sync::Arc;
use table::Table;

/// The width of the picture before it is measured, in pixels.
const WIDTH: f64 = 360.0;
/// The last recorded reading is named if it is older.
const LONG_AGO: TimeDelta = TimeDelta::hours(3);
/// Gauges within this distance are offered for comparison, in kilometres.
const NEAR: u32 = 30;
/// The number of gauges offered for comparison.
const MOST_OTHERS: usize = 12;

/// The chart of the gauge with this id; `station` is what the newest response has of it.
#[component]
pub fn Chart(id: StationId, station: Memo<Option<Arc<Station>>>) -> impl IntoView {
    let state = use_app_state();
    let kind = Memo::new(move |_| {
        station.with(|station| station.as_ref().map(|station| station.kind()).unwrap_or_default())
    });
    let period = Memo::new(move |_| {
        let (chosen, periods) = (state.choices.chart_period.get(), content::periods(kind.get()));
        // The longest one in place of one that the kind does not have.
        periods.iter().copied().find(|period| *period == chosen).unwrap_or(Period::Week)
    });
    let own = History::new(Loadable::Loading);
    let (other, other_history) =
        (RwSignal::new(None::<StationId>), History::new(Loadable::Missing));
    // The shortest periods need few readings. Once loaded, those of 30 days stay.
    let window = Memo::new(move |before: Option<&Window>| match period.get() {
        Period::HalfDay | Period::TwoDays => before.copied().unwrap_or_default(),
        Period::Week | Period::SixtyDays => Window::ThirtyDays,
    });
    {
        let id = id.clone();
        effect(move || load(state, &id, own, window));
    }
    effect(move || {
        if let Some(other) = other.get() {
            load(state, &other, other_history, window);
        }
    });
    let content = Memo::new(move |_| {
        let other = other.get().map(|other| (other, other_history));
        station.with(|station| Content::new(state, station.as_ref()?, own, other, period.get()))
    });
    // The index of the point that is read; the newest one at first.
    let point = RwSignal::new(usize::MAX);
    let texts = move || state.language().chart_texts();
    let heading = move || (texts().heading)(kind.get());
    let is_loading = move || own.with(|own| matches!(own, Loadable::Loading));
    let is_missing = move || !is_loading() && content.with(Option::is_none);
    let periods = move || {
        let texts = texts();
        let button = |choice: &Period| {
            let choice = *choice;
            let is_chosen = move || aria(period.get() == choice);
            let choose = move |_| {
                point.set(usize::MAX);
                state.choices.chart_period.set(choice);
            };
            view! {
                <button type="button" aria-pressed=is_chosen on:click=choose>
                    {(texts.period)(choice)}
                </button>
            }
            .into_any()
        };
        content::periods(kind.get()).iter().map(button).collect_view()
    };
    let choose_other = move |event| {
        let chosen = StationId(event_target_value(&event).into());
        other_history.set(Loadable::Loading);
        let is_known = state.station_index.with_untracked(|index| index.get(&chosen).is_some());
        other.set(is_known.then_some(chosen));
    };
    let others =
        move || station.with(|station| station.as_ref().map(|station| others(state, station)));
    let of_content = move |show: fn(Language, &Content) -> AnyView| {
        content.with(|content| Some(show(state.language(), content.as_ref()?)))
    };
    view! {
        <section class="chart" aria-label=move || Some(heading())>
            <h3>{heading}</h3>
            {move || is_loading().then(|| paragraph(texts().loading.to_owned()))}
            {move || is_missing().then(|| paragraph(texts().missing.to_owned()))}
            {move || sources(state, own, content.with(Option::is_some)).map(paragraph)}
            <div hidden=move || is_missing() || is_loading()>
                <p class="buttons">{periods}</p>
                {move || of_content(sums)}
                <Picture content point id />
                {move || of_content(caption)}
                {move || of_content(mark_list)}
                <Slider content point />
                <p>
                    <label>
                        {move || texts().compare} " " <select on:change=choose_other>
                            <option value="">{move || texts().compare_none}</option>
                            {others}
                        </select>
                    </label>
                </p>
                <Table content kind />
                {move || station.with(|station| years(state, station.as_ref()?, own))}
            </div>
        </section>
    }
}

/// Loads the earlier readings of a gauge into the signal. Tracks the window.
fn load(state: AppState, id: &StationId, history: History, window: Memo<Window>) {
    let wanted = window.get();
    let station = state.station_index.with_untracked(|index| index.get(id).cloned());
    let Some(station) = station else { return history.set(Loadable::Missing) };
    spawn_local(async move {
        let earlier = readings::load_earlier(state, station, wanted).await;
        // The entry may be closed by now, or show more.
        if window.try_get_untracked() == Some(wanted) {
            let _ = history.try_set(Some(earlier).into());
        }
    });
}

/// Where the readings are from, if they are not all recorded ones.
fn sources(state: AppState, own: History, is_drawn: bool) -> Option<String> {
    let (language, now) = (state.language(), state.clock.now_by_quarter());
    let texts = language.chart_texts();
    own.with(|own| {
        let EarlierReadings { readings, recorded, .. } = own.loaded()?;
        let kept_since = || {
            let first = readings.first().filter(|_| is_drawn)?;
            Some((texts.kept_since)(&language.when(first.at, now)))
        };
        match recorded {
            Recorded::NoRecorder => kept_since(),
            Recorded::NotLoaded => {
                let kept_since = kept_since().unwrap_or_default();
                Some(format!("{} {kept_since}", texts.not_loaded))
            }
            Recorded::Until(at) if now - *at > LONG_AGO => {
                Some((texts.recorded_until)(&language.when(*at, now)))
            }
            Recorded::Until(_) => None,
            Recorded::OfService(window) => Some((texts.of_service)(window.days())),
        }
    })
}

/// The rain of the last hours, and how it is counted.
fn sums(language: Language, content: &Content) -> AnyView {
    if content.kind != ParameterKind::Rain {
        return ().into_any();
    }
    let texts = language.chart_texts();
    let sum = |(hours, amount)| {
        view! {
            <div>
                <dt>{(texts.last_hours)(hours)}</dt>
                <dd>{amount}</dd>
            </div>
        }
        .into_any()
    };
    let sums = content.own.sums(language).into_iter().map(sum).collect_view();
    view! {
        <dl class="sums">{sums}</dl>
        <p class="quiet">{texts.sums_note}</p>
    }
    .into_any()
}

/// The highest and the lowest reading, and the number of readings.
fn caption(language: Language, content: &Content) -> AnyView {
    let (texts, own) = (language.chart_texts(), &content.own);
    let count = (texts.count)(own.readings.len());
    if content.kind == ParameterKind::Rain {
        return paragraph(count);
    }
    let at = |at| language.when(at, content.now);
    let highest = chart::highest(&own.readings)
        .map(|reading| (texts.highest)(&own.level(reading.level), &at(reading.at)));
    let lowest = chart::lowest(&own.readings)
        .map(|reading| (texts.lowest)(&own.level(reading.level), &at(reading.at)));
    let of_other = content.other.as_ref().and_then(|other| {
        let highest = chart::highest(&other.readings)?;
        let text = (texts.highest)(&other.level(highest.level), &at(highest.at));
        Some(format!("{}: {text}", other.title.as_str()))
    });
    let mut parts: Vec<String> =
        highest.into_iter().chain(lowest).chain([count]).chain(of_other).collect();
    if content.period == Period::SixtyDays {
        parts.push(texts.band_note.to_owned());
        parts.extend(content.is_hourly.then(|| texts.hourly_note.to_owned()));
    }
    paragraph(parts.join(" "))
}

/// The range of the gauge and the levels that are marked in the chart, the lowest first.
fn mark_list(language: Language, content: &Content) -> AnyView {
    if content.marks.is_empty() && content.range.is_none() {
        return ().into_any();
    }
    let texts = language.record_texts();
    let range = content.range.map(|range| {
        let (low, high) = (content.own.level(range.low), content.own.level(range.high));
        let days = range_days(language, range.span);
        view! {
            <li class="range">
                {(language.chart_texts().range)(&low, &high)} ": " {(texts.band)(range.span)} {days}
            </li>
        }
        .into_any()
    });
    let marks = content.marks.iter().map(|(level, text)| {
        view! { <li>{content.own.level(*level)} ": " {text.clone().into_view()}</li> }.into_any()
    });
    view! { <ul class="marks">{range.into_iter().chain(marks).collect_view()}</ul> }.into_any()
}

/// The picture, as wide as the list. A finger or the pointer on it chooses the point that is read.
#[component]
fn Picture(content: Memo<Option<Content>>, point: RwSignal<usize>, id: StationId) -> impl IntoView {
    let state = use_app_state();
    let (area, width) = (NodeRef::<Div>::new(), RwSignal::new(WIDTH));
    let observed = StoredValue::new_local(None::<Resizes>);
    effect(move || {
        let Some(element) = area.get() else { return };
        let measured = element.clone();
        let resizes = Resizes::of(&element, move || {
            let pixels = f64::from(measured.client_width());
            // A closed list has none.
            if pixels > 0.0 {
                let _ = width.try_set(pixels);
            }
        });
        observed.set_value(resizes);
    });
    let frame = Memo::new(move |_| {
        content.with(|content| Some(Frame::new(content.as_ref()?, width.get())))
    });
    let picture = move || {
        content.with(|content| {
            Some(picture::picture(state.language(), content.as_ref()?, frame.get()?))
        })
    };
    // An element of its own, so that the one under the finger stays while the point changes.
    let cursor = move || {
        content.with(|content| {
            let content = content.as_ref()?;
            let point = content.own.points.get(point.get())?;
            Some(picture::cursor(content, frame.get()?, *point))
        })
    };
    let read = move |event: PointerEvent| {
        let Some(element) = area.get_untracked() else { return };
        let x = f64::from(event.client_x()) - element.get_bounding_client_rect().left();
        let found =
            content.with_untracked(|content| frame.get_untracked()?.point_at(content.as_ref()?, x));
        if let Some(found) = found {
            point.set(found);
        }
    };
    let points =
        move || content.with(|content| Some(content.as_ref()?.own.readings.len().to_string()));
    view! {
        <p class="read-out">{move || read_out(state, content, point.get())}</p>
        <div
            class="picture"
            node_ref=area
            data-chart=move || points().map(|_| id.0.to_string())
            data-points=points
            on:pointerdown=read
            on:pointermove=read
        >
            {picture}
            {cursor}
        </div>
    }
}

/// The reading at a point, or the newest one if there is none with this index.
fn read_out(state: AppState, content: Memo<Option<Content>>, point: usize) -> Option<String> {
    content.with(|content| {
        let content = content.as_ref()?;
        let points: &[Point] = &content.own.points;
        let point = points.get(point).or(points.last())?;
        Some(content.reading(state.language(), *point))
    })
}

/// A slider that reads one point after another; the newest at first.
#[component]
fn Slider(content: Memo<Option<Content>>, point: RwSignal<usize>) -> impl IntoView {
    let state = use_app_state();
    let count = |content: &Option<Content>| content.as_ref().map_or(0, |of| of.own.points.len());
    let last = move || content.with(count).saturating_sub(1);
    view! {
        <label class="slider">
            {move || state.language().chart_texts().point} " "
            <input
                type="range"
                min="0"
                max=move || last().to_string()
                prop:value=move || point.get().min(last()).to_string()
                aria-valuetext=move || read_out(state, content, point.get())
                on:input=move |event| {
                    point.set(event_target_value(&event).parse().unwrap_or(usize::MAX))
                }
            />
        </label>
    }
}

/// The highest recorded level of each year. Nothing with less than two years, whose highest level is in the facts. Tracks the earlier readings.
fn years(state: AppState, station: &Station, own: History) -> Option<AnyView> {
    let highest = own.with(|own| own.loaded().map(|earlier| earlier.highest_of_years.clone()))?;
    let [_, .., _] = highest.as_slice() else { return None };
    let language = state.language();
    let entry = |highest: &Reading| {
        let time = language.date_and_time(highest.at);
        let level = with_unit(highest.level, 2, &station.unit);
        view! { <li>{(language.chart_texts().reading)(&time, &level)}</li> }.into_any()
    };
    Some(
        view! {
            <details>
                <summary>{language.record_texts().years}</summary>
                <ul>{highest.iter().rev().map(entry).collect_view()}</ul>
            </details>
        }
        .into_any(),
    )
}

/// The gauges to compare with, as options: those upstream and downstream on the same river, and those near it that measure the
/// same, the nearest first.
fn others(state: AppState, station: &Station) -> Vec<AnyView> {
    let (language, texts) = (state.language(), state.language().chart_texts());
    state.station_index.with(|index| {
        let Neighbours { upstream, downstream } = river_order::neighbours(station, index.all());
        let is_neighbour = |other: &Station| {
            let is_other = |found: &Neighbour| found.station.id == other.id;
            upstream.as_ref().is_some_and(is_other) || downstream.as_ref().is_some_and(is_other)
        };
        let along = [(true, upstream.as_ref()), (false, downstream.as_ref())];
        let along = along.into_iter().filter_map(|(is_upstream, found)| {
            let Neighbour { station, km } = found?;
            let distance = language.distance(Distance::from_metres(km * 1_000.0));
            let (title, language) = station_title(language, station).into_parts();
            let text = (texts.along_river)(is_upstream, &distance, &title);
            Some(option(station, text, language))
        });
        let along = group(texts.on_river, along.collect());
        let circle = station.location.position().zip(Radius::from_kilometres(NEAR));
        let near = circle.map(|(position, radius)| {
            let is_comparable = |other: &Station| {
                other.id != station.id && other.kind() == station.kind() && !is_neighbour(other)
            };
            let circle = PageArea::Circle(position, radius);
            index.list(&circle, &is_comparable, &|_| SortKey::NONE, MOST_OTHERS).1
        });
        let near = near.into_iter().flatten().filter_map(|near| index.get(&near.item));
        let near = near.map(|other| {
            let (title, language) = station_title(language, other).into_parts();
            option(other, title, language)
        });
        let near: Vec<AnyView> = near.collect();
        match along {
            Some(along) => [Some(along), group(texts.others, near)].into_iter().flatten().collect(),
            None => near,
        }
    })
}

fn option(station: &Station, text: String, language: Option<&'static str>) -> AnyView {
    view! {
        <option value=station.id.0.to_string() lang=language>
            {text}
        </option>
    }
    .into_any()
}

fn group(label: &'static str, options: Vec<AnyView>) -> Option<AnyView> {
    (!options.is_empty()).then(|| view! { <optgroup label=label>{options}</optgroup> }.into_any())
}
