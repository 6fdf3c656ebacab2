//! The levels of a gauge over time: a chart with its periods, a slider that reads its points, a
//! second gauge for comparison, and a table.

use crate::{
    components::fragments::{Text, aria, paragraph, station_title},
    state::{
        AppState, Loadable,
        page_area::PageArea,
        reactive::effect,
        readings::{self, EarlierReadings, Recorded},
        use_app_state,
    },
};
use chrono::{Datelike, TimeDelta};
use gorlif_core::{
    api::Window,
    domain::{
        Timestamp,
        chart::{self, Period, Scales},
        geo::Radius,
        list_view::SortKey,
        station::{ParameterKind, Station, StationId, Unit},
        trend::{self, Reading},
        uk_time,
    },
    i18n::{Language, decimal},
};
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;

/// The size of the chart, in its own units. It is drawn as wide as the list.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 200.0;
/// The margins of the area with the lines: left for the levels, below for the times.
const LEFT: f64 = 42.0;
const RIGHT: f64 = 354.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 174.0;
/// The last recorded reading is named if it is older.
const LONG_AGO: TimeDelta = TimeDelta::hours(3);
/// Gauges within this distance are offered for comparison, in kilometres.
const NEAR: u32 = 30;
/// The number of gauges offered for comparison.
const MOST_OTHERS: usize = 12;

/// The earlier readings of a gauge.
type History = RwSignal<Loadable<EarlierReadings>>;

#[component]
pub fn LevelChart(id: StationId) -> impl IntoView {
    let state = use_app_state();
    let (period, point) = (state.choices.chart_period, RwSignal::new(usize::MAX));
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
    let station = {
        let id = id.clone();
        move || state.station_index.with(|index| index.get(&id).cloned())
    };
    let shown = {
        let station = station.clone();
        Memo::new(move |_| {
            let station = station()?;
            Shown::new(state, &station, own, other.get(), other_history, period.get())
        })
    };
    let kind = {
        let station = station.clone();
        Memo::new(move |_| station().map(|station| station.kind()).unwrap_or_default())
    };
    let heading = move || (state.language().chart_texts().heading)(kind.get());
    let is_loading = move || own.with(|own| matches!(own, Loadable::Loading));
    let is_missing = move || !is_loading() && shown.with(Option::is_none);
    let periods = move || {
        let texts = state.language().chart_texts();
        let button = |choice: Period| {
            view! {
                <button
                    type="button"
                    aria-pressed=move || aria(period.get() == choice)
                    on:click=move |_| {
                        point.set(usize::MAX);
                        period.set(choice);
                    }
                >
                    {(texts.period)(choice)}
                </button>
            }
            .into_any()
        };
        Period::ALL.into_iter().map(button).collect::<Vec<AnyView>>()
    };
    let choose_other = move |event| {
        let chosen = StationId(event_target_value(&event).into());
        other_history.set(Loadable::Loading);
        let is_known = state.station_index.with_untracked(|index| index.get(&chosen).is_some());
        other.set(is_known.then_some(chosen));
    };
    let others = move || station().map(|station| others(state, &station)).unwrap_or_default();
    view! {
        <section class="chart" aria-label=move || Some(heading())>
            <h3>{heading}</h3>
            {move || {
                is_loading().then(|| paragraph(state.language().chart_texts().loading.to_owned()))
            }}
            {move || {
                is_missing().then(|| paragraph(state.language().chart_texts().missing.to_owned()))
            }}
            {move || sources(state, own, shown.with(Option::is_some)).map(paragraph)}
            <div hidden=move || is_missing() || is_loading()>
                <p class="buttons">{periods}</p>
                {move || {
                    shown
                        .with(|shown| {
                            shown
                                .as_ref()
                                .map(|shown| picture(state.language(), shown, &id, point.get()))
                        })
                }}
                {move || {
                    shown.with(|shown| shown.as_ref().map(|shown| caption(state.language(), shown)))
                }}
                <ul>{move || shown.with(|shown| shown.as_ref().map(mark_list))}</ul>
                <Points state shown point />
                <p>
                    <label>
                        {move || state.language().chart_texts().compare} " "
                        <select on:change=choose_other>
                            <option value="">
                                {move || state.language().chart_texts().compare_none}
                            </option>
                            {others}
                        </select>
                    </label>
                </p>
                <Table state shown kind />
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
        let EarlierReadings { readings, recorded } = own.loaded()?;
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

/// What the chart shows in its period.
#[derive(Clone, PartialEq)]
struct Shown {
    kind: ParameterKind,
    /// The recorder has the highest reading of each hour beyond the last seven days.
    is_hourly: bool,
    unit: Unit,
    period: Period,
    readings: Vec<Reading>,
    other: Vec<Reading>,
    other_title: String,
    /// The visitor's own level and the levels of the council, with their texts.
    marks: Vec<(f64, Text)>,
    scales: Scales,
    now: Timestamp,
}

impl Shown {
    fn new(
        state: AppState,
        station: &Station,
        own: History,
        other: Option<StationId>,
        other_history: History,
        period: Period,
    ) -> Option<Self> {
        let now = state.clock.now_by_quarter();
        let all = |station: &Station, history: History| {
            let mut all = history
                .with(|history| history.loaded().map(|earlier| earlier.readings.clone()))
                .unwrap_or_default();
            trend::merge(&mut all, readings::latest(station, now).as_slice());
            all
        };
        let of_other = other
            .and_then(|id| state.station_index.with(|index| index.get(&id).cloned()))
            .map(|other| (all(&other, other_history), station_title(state.language(), &other)));
        let is_hourly = own
            .with(|own| own.loaded().is_some_and(|own| matches!(own.recorded, Recorded::Until(_))));
        let own = all(station, own);
        // A single reading is in the row already.
        let [_, .., last] = own.as_slice() else { return None };
        let until = last.at;
        let (others, title) = of_other.unzip();
        let readings = chart::in_period(&own, period, until).to_vec();
        let other = chart::in_period(&others.unwrap_or_default(), period, until).to_vec();
        let marks = marks(state, station);
        let marked = marks.iter().map(|(level, _)| Reading { at: until, level: *level });
        let all: Vec<Reading> = readings.iter().chain(&other).copied().chain(marked).collect();
        let scales = Scales::new(&all, period, until)?;
        Some(Self {
            kind: station.kind(),
            is_hourly,
            unit: station.unit.clone(),
            period,
            readings,
            other,
            other_title: title.map(|title| title.into_parts().0).unwrap_or_default(),
            marks,
            scales,
            now,
        })
    }

    /// The level as the service gives it, in millimetres at most.
    fn level(&self, level: f64) -> String {
        format!("{}\u{a0}{}", decimal(level, 3), self.unit.symbol())
    }

    fn reading(&self, language: Language, reading: Reading) -> String {
        let texts = language.chart_texts();
        (texts.reading)(&language.when(reading.at, self.now), &self.level(reading.level))
    }

    fn x(&self, at: Timestamp) -> f64 {
        LEFT + (RIGHT - LEFT) * self.scales.x(at)
    }

    fn y(&self, level: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * self.scales.y(level)
    }

    /// The path of a line, or a dot for a single reading.
    fn path(&self, line: &[Reading]) -> String {
        let mut path = String::new();
        for (index, reading) in line.iter().enumerate() {
            path.push(if index == 0 { 'M' } else { 'L' });
            path.push_str(&format!("{:.1} {:.1}", self.x(reading.at), self.y(reading.level)));
        }
        path + if line.len() == 1 { "h0.1" } else { "" }
    }
}

/// The visitor's own level and the levels of the council for a gauge, in its unit.
fn marks(state: AppState, station: &Station) -> Vec<(f64, Text)> {
    let language = state.language();
    let own_level = state.choices.watch_list.with(|list| list.own_level(&station.id).cloned());
    let own_level = own_level
        .filter(|level| *level.unit() == station.unit)
        .map(|level| (level.level(), Text::own(language.watch_texts().own_level)));
    let mut marks = state.council_levels.with(|levels| {
        let levels = levels.of(&station.id).iter();
        levels
            .filter(|level| *level.threshold.unit() == station.unit)
            .map(|level| (level.threshold.level(), Text::picked(language, &level.text)))
            .collect::<Vec<(f64, Text)>>()
    });
    marks.extend(own_level);
    marks
}

/// The levels that are marked in the chart.
fn mark_list(shown: &Shown) -> Vec<AnyView> {
    let mark = |(level, text): &(f64, Text)| {
        view! { <li>{shown.level(*level)} ": " {text.clone().into_view()}</li> }.into_any()
    };
    shown.marks.iter().map(mark).collect()
}

/// The highest and the lowest reading and the number of readings.
fn caption(language: Language, shown: &Shown) -> AnyView {
    let texts = language.chart_texts();
    let at = |reading: Reading| language.when(reading.at, shown.now);
    let highest = chart::highest(&shown.readings)
        .map(|reading| (texts.highest)(&shown.level(reading.level), &at(reading)));
    let lowest = chart::lowest(&shown.readings)
        .map(|reading| (texts.lowest)(&shown.level(reading.level), &at(reading)));
    let mut text = highest.into_iter().chain(lowest).collect::<Vec<String>>().join(" ");
    text = format!("{text} {}", (texts.count)(shown.readings.len()));
    if shown.period == Period::SixtyDays && shown.is_hourly {
        text = format!("{text} {}", texts.hourly_note);
    }
    paragraph(text)
}

fn picture(language: Language, shown: &Shown, id: &StationId, point: usize) -> AnyView {
    let (texts, scales) = (language.chart_texts(), &shown.scales);
    let line = |x1: f64, x2: f64, y1: f64, y2: f64, stroke: &'static str| {
        view! { <line x1=x1 x2=x2 y1=y1 y2=y2 stroke=stroke stroke-width="1" /> }.into_any()
    };
    let label = |x: f64, y: f64, anchor: &'static str, text: String| {
        view! {
            <text x=x y=y text-anchor=anchor font-size="13" fill="var(--quiet)">
                {text}
            </text>
        }
        .into_any()
    };
    let mut parts: Vec<AnyView> = Vec::new();
    for level in scales.level_ticks() {
        let y = shown.y(level);
        parts.push(line(LEFT, RIGHT, y, y, "var(--line)"));
        parts.push(label(LEFT - 5.0, y + 4.5, "end", decimal(level, scales.digits())));
    }
    parts.push(label(0.0, HEIGHT - 6.0, "start", shown.unit.symbol().to_owned()));
    for at in scales.time_ticks() {
        let x = shown.x(at);
        parts.push(line(x, x, BOTTOM, BOTTOM + 5.0, "var(--quiet)"));
        if (LEFT + 8.0..RIGHT - 8.0).contains(&x) {
            parts.push(label(x, BOTTOM + 20.0, "middle", tick_text(language, shown.period, at)));
        }
    }
    for (level, _) in &shown.marks {
        let y = shown.y(*level);
        parts.push(
            view! {
                <line
                    x1=LEFT
                    x2=RIGHT
                    y1=y
                    y2=y
                    stroke="var(--ink)"
                    stroke-width="1.5"
                    stroke-dasharray="2 3"
                />
            }
            .into_any(),
        );
        parts.push(
            view! {
                <text
                    x=LEFT + 4.0
                    y=y - 4.0
                    font-size="13"
                    fill="var(--ink)"
                    stroke="var(--background)"
                    stroke-width="3"
                    paint-order="stroke"
                >
                    {shown.level(*level)}
                </text>
            }
            .into_any(),
        );
    }
    let lines = |readings: &[Reading], stroke: &'static str, dashes: Option<&'static str>| {
        let draw = |line: &[Reading]| {
            view! {
                <path
                    d=shown.path(line)
                    fill="none"
                    stroke=stroke
                    stroke-width="2"
                    stroke-linejoin="round"
                    stroke-linecap="round"
                    stroke-dasharray=dashes
                />
            }
            .into_any()
        };
        chart::lines(readings, shown.period).map(draw).collect::<Vec<AnyView>>()
    };
    parts.extend(lines(&shown.other, "var(--quiet)", Some("5 4")));
    parts.extend(lines(&shown.readings, "var(--water)", None));
    if let Some(highest) = chart::highest(&shown.readings) {
        let (x, y) = (shown.x(highest.at), shown.y(highest.level));
        parts.push(
            view! { <circle cx=x cy=y r="4.5" fill="var(--background)" stroke="var(--ink)" stroke-width="2" /> }
                .into_any(),
        );
    }
    if let Some(reading) = shown.readings.get(point) {
        let x = shown.x(reading.at);
        parts.push(line(x, x, TOP, BOTTOM, "var(--ink)"));
    }
    let summary = {
        let first = shown.readings.first().map(|reading| shown.reading(language, *reading));
        let last = shown.readings.last().map(|reading| shown.reading(language, *reading));
        let ends = first.into_iter().chain(last).collect::<Vec<String>>().join("; ");
        let other = &shown.other_title;
        let separator = if other.is_empty() { "" } else { ", " };
        format!(
            "{}, {}{separator}{other}: {ends}",
            (texts.heading)(shown.kind),
            (texts.period)(shown.period)
        )
    };
    view! {
        <svg
            role="img"
            aria-label=summary
            viewBox=format!("0 0 {WIDTH} {HEIGHT}")
            width="100%"
            data-chart=id.0.to_string()
            data-points=shown.readings.len().to_string()
        >
            {parts}
        </svg>
    }
    .into_any()
}

fn tick_text(language: Language, period: Period, at: Timestamp) -> String {
    let date = uk_time::date(at);
    let is_midnight = uk_time::date(at - TimeDelta::seconds(1)) != date;
    match period {
        Period::SixtyDays => format!("{}/{}", date.day(), date.month()),
        Period::TwoDays | Period::Week if is_midnight => language.short_day(date),
        Period::HalfDay | Period::TwoDays | Period::Week => language.when(at, at),
    }
}

/// A slider that reads one point after another; the newest at first.
#[component]
fn Points(state: AppState, shown: Memo<Option<Shown>>, point: RwSignal<usize>) -> impl IntoView {
    let last = move || {
        shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.readings.len().saturating_sub(1)))
    };
    let index = move || point.get().min(last());
    let text = move || {
        shown.with(|shown| {
            let shown = shown.as_ref()?;
            Some(shown.reading(state.language(), *shown.readings.get(index())?))
        })
    };
    view! {
        <p>
            <label>
                {move || state.language().chart_texts().point} " "
                <input
                    type="range"
                    min="0"
                    max=move || last().to_string()
                    prop:value=move || index().to_string()
                    aria-valuetext=text
                    on:input=move |event| {
                        point.set(event_target_value(&event).parse().unwrap_or(usize::MAX))
                    }
                />
            </label>
            " "
            <span>{text}</span>
        </p>
    }
}

/// The gauges near a gauge that measure the same in the same unit, the nearest first, as options.
fn others(state: AppState, station: &Station) -> Vec<AnyView> {
    let circle = station.location.position().zip(Radius::from_kilometres(NEAR));
    let Some((position, radius)) = circle else { return Vec::new() };
    let circle = PageArea::Circle(position, radius);
    let language = state.language();
    state.station_index.with(|index| {
        let is_comparable = |other: &Station| {
            other.id != station.id && other.unit == station.unit && other.kind() == station.kind()
        };
        let (_, near) = index.list(&circle, &is_comparable, &|_| SortKey::NONE, MOST_OTHERS);
        let option = |other: &Arc<Station>| {
            let (title, language) = station_title(language, other).into_parts();
            view! {
                <option value=other.id.0.to_string() lang=language>
                    {title}
                </option>
            }
            .into_any()
        };
        near.iter().filter_map(|near| index.get(&near.item)).map(option).collect()
    })
}

/// All readings of the chart as a table, newest first; created when it is opened.
#[component]
fn Table(state: AppState, shown: Memo<Option<Shown>>, kind: Memo<ParameterKind>) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let rows = move || {
        if !is_open.get() {
            return Vec::new();
        }
        let language = state.language();
        shown.with(|shown| {
            let Some(shown) = shown else { return Vec::new() };
            let row = |reading: &Reading| {
                let (time, level) =
                    (language.when(reading.at, shown.now), shown.level(reading.level));
                view! {
                    <tr>
                        <th scope="row">{time}</th>
                        <td>{level}</td>
                    </tr>
                }
                .into_any()
            };
            shown.readings.iter().rev().map(row).collect::<Vec<AnyView>>()
        })
    };
    let texts = move || state.language().chart_texts();
    view! {
        <details on:toggle=move |_| is_open.update(|open| *open = !*open)>
            <summary>{move || texts().table}</summary>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{move || texts().time}</th>
                        <th scope="col">{move || (texts().reading_column)(kind.get())}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </details>
    }
}
