//! The readings of a gauge over time: a chart with its periods, which a finger, the pointer or a slider reads, and the sums of rain; apart
//! from it a second gauge for comparison, and a table.

mod content;
mod picture;
mod table;
pub mod tools;

use crate::{
    browser::resizes::Resizes,
    components::fragments::{aria, paragraph},
    state::{
        AppState, Loadable,
        reactive::effect,
        readings::{self, EarlierReadings, Recorded},
        use_app_state,
    },
};
use chrono::TimeDelta;
use content::{CENTIMETRES, Content, History, MILLIMETRES, Point};
use gorlif_core::{
    api::Window,
    domain::{
        chart::{self, Period},
        station::{ParameterKind, Station, StationId},
    },
    i18n::Language,
};
use leptos::{ev::PointerEvent, html::Div, prelude::*, task::spawn_local};
use picture::Frame;
use std::sync::Arc;

/// The width of the picture before it is measured, in pixels.
const WIDTH: f64 = 360.0;
/// The last recorded reading is named if it is older.
const LONG_AGO: TimeDelta = TimeDelta::hours(3);

/// What the chart of a gauge shows, and what is chosen in it.
#[derive(Clone, Copy)]
pub struct ChartState {
    /// What the newest response has of the gauge.
    station: Memo<Option<Arc<Station>>>,
    kind: Memo<ParameterKind>,
    period: Memo<Period>,
    own: History,
    /// The gauge to compare with.
    other: RwSignal<Option<StationId>>,
    other_history: History,
    content: Memo<Option<Content>>,
    /// The index of the point that is read; the newest one at first.
    point: RwSignal<usize>,
}

impl ChartState {
    /// For the gauge with this id. Loads its earlier readings.
    pub fn new(state: AppState, id: StationId, station: Memo<Option<Arc<Station>>>) -> Self {
        let kind = Memo::new(move |_| {
            let kind = |station: &Option<Arc<Station>>| station.as_ref().map(|of| of.kind());
            station.with(kind).unwrap_or_default()
        });
        let period = Memo::new(move |_| {
            let (chosen, periods) =
                (state.choices.chart_period.get(), content::periods(kind.get()));
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
        effect(move || load(state, &id, own, window));
        effect(move || {
            if let Some(other) = other.get() {
                load(state, &other, other_history, window);
            }
        });
        let content = Memo::new(move |_| {
            let other = other.get().map(|other| (other, other_history));
            station.with(|station| Content::new(state, station.as_ref()?, own, other, period.get()))
        });
        let point = RwSignal::new(usize::MAX);
        Self { station, kind, period, own, other, other_history, content, point }
    }

    fn is_loading(self) -> bool {
        self.own.with(|own| matches!(own, Loadable::Loading))
    }

    /// Whether there is nothing to draw.
    fn is_empty(self) -> bool {
        self.is_loading() || self.content.with(Option::is_none)
    }
}

/// The chart with its periods, and the highest and the lowest level.
#[component]
pub fn Chart(id: StationId, chart: ChartState) -> impl IntoView {
    let state = use_app_state();
    let ChartState { kind, period, own, content, point, .. } = chart;
    let texts = move || state.language().chart_texts();
    let heading = move || (texts().heading)(kind.get());
    let is_missing = move || !chart.is_loading() && content.with(Option::is_none);
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
    let of_content = move |show: fn(Language, &Content) -> AnyView| {
        content.with(|content| Some(show(state.language(), content.as_ref()?)))
    };
    view! {
        <section class="chart" aria-label=move || Some(heading())>
            <h3>{heading}</h3>
            {move || chart.is_loading().then(|| paragraph(texts().loading.to_owned()))}
            {move || is_missing().then(|| paragraph(texts().missing.to_owned()))}
            {move || sources(state, own, content.with(Option::is_some)).map(paragraph)}
            <div hidden=move || chart.is_empty()>
                <p class="buttons">{periods}</p>
                {move || of_content(sums)}
                <Picture content point id />
                <Slider content point />
                {move || of_content(caption)}
                {move || content.with(|content| content.as_ref().map(mark_list))}
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
        .map(|reading| (texts.highest)(&own.level(reading.level, CENTIMETRES), &at(reading.at)));
    let lowest = chart::lowest(&own.readings)
        .map(|reading| (texts.lowest)(&own.level(reading.level, CENTIMETRES), &at(reading.at)));
    let of_other = content.other.as_ref().and_then(|other| {
        let highest = chart::highest(&other.readings)?;
        let text = (texts.highest)(&other.level(highest.level, CENTIMETRES), &at(highest.at));
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

/// The levels that are marked in the chart, the lowest first.
fn mark_list(content: &Content) -> AnyView {
    if content.marks.is_empty() {
        return ().into_any();
    }
    let marks = content.marks.iter().map(|(level, text)| {
        let level = content.own.level(*level, MILLIMETRES);
        view! { <li>{level} ": " {text.clone().into_view()}</li> }.into_any()
    });
    view! { <ul>{marks.collect_view()}</ul> }.into_any()
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
