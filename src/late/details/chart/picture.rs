//! The picture of a chart: the axes, the marked levels, the readings of both gauges, and a line at the point that is
//! read.

use super::content::{Content, Point, Series};
use crate::components::fragments::Text;
use gorlif_core::{
    domain::{
        Timestamp,
        chart::{self, DayRange},
        level_record::Range,
        sorting,
        station::ParameterKind,
        trend::Reading,
    },
    i18n::{Language, decimal},
};
use leptos::prelude::*;

/// The width of a character of the labels at most, in pixels.
const CHARACTER: f64 = 7.6;
/// The width of a label of the time axis at most, in pixels: "Llun 24", "Maw 24".
const TICK_LABEL: f64 = 54.0;
/// The height of a line of text.
const LINE: f64 = 16.0;
/// The height of the line above a panel, with the unit.
const HEADING: f64 = 36.0;
/// The space right of the newest reading, and that below the axis of times.
const RIGHT: f64 = 10.0;
const BELOW: f64 = 24.0;
/// The heights of a single panel and of one of two.
const SINGLE: f64 = 190.0;
const HALF: f64 = 120.0;

/// Where the parts of a picture of a width are, in pixels.
#[derive(Clone, Copy, PartialEq)]
pub struct Frame {
    width: f64,
    left: f64,
    panel_height: f64,
    panels: u8,
}

/// The area of the readings of one gauge.
#[derive(Clone, Copy)]
struct Panel {
    top: f64,
    bottom: f64,
}

impl Frame {
    pub fn new(content: &Content, width: f64) -> Self {
        let labels = |series: &Series| {
            let digits = series.scales.digits();
            let label = |level: f64| decimal(level, digits).chars().count();
            series.scales.level_ticks().into_iter().map(label).max().unwrap_or_default()
        };
        let longest = labels(&content.own).max(content.other.as_ref().map_or(0, labels));
        let is_stacked = content.other.is_some() && !content.is_shared;
        #[allow(clippy::cast_precision_loss)] // some characters
        let left = longest as f64 * CHARACTER + 8.0;
        let (panels, panel_height) = if is_stacked { (2, HALF) } else { (1, SINGLE) };
        Self { width: width.max(200.0), left, panel_height, panels }
    }

    fn height(self) -> f64 {
        f64::from(self.panels) * (HEADING + self.panel_height) + BELOW
    }

    fn right(self) -> f64 {
        self.width - RIGHT
    }

    fn panel(self, index: u8) -> Panel {
        let top = HEADING + f64::from(index) * (HEADING + self.panel_height);
        Panel { top, bottom: top + self.panel_height }
    }

    /// The panel of the other gauge.
    fn other(self) -> Panel {
        self.panel(self.panels - 1)
    }

    fn x(self, series: &Series, point: Point) -> f64 {
        self.at(series.scales.x(point.at()))
    }

    fn at(self, share: f64) -> f64 {
        self.left + (self.right() - self.left) * share
    }

    /// The point at a horizontal position.
    pub fn point_at(self, content: &Content, x: f64) -> Option<usize> {
        let distance = |point: Point| (self.x(&content.own, point) - x).abs();
        let points = content.own.points.iter().enumerate();
        let nearest = points.min_by(|(_, a), (_, b)| distance(**a).total_cmp(&distance(**b)))?;
        Some(nearest.0)
    }
}

impl Panel {
    fn y(self, series: &Series, level: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * series.scales.y(level)
    }
}

fn line(class: &'static str, from: (f64, f64), to: (f64, f64)) -> AnyView {
    view! { <line class=class x1=from.0 y1=from.1 x2=to.0 y2=to.1 /> }.into_any()
}

fn label(class: &'static str, x: f64, y: f64, text: String) -> AnyView {
    view! {
        <text class=class x=x y=y>
            {text}
        </text>
    }
    .into_any()
}

fn dot(class: &'static str, x: f64, y: f64) -> AnyView {
    view! { <circle class=class cx=x cy=y r="4.5" /> }.into_any()
}

/// A text that is cut where it does not fit.
fn fitted(text: &str, width: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // some characters
    let most = (width / CHARACTER).max(1.0) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

/// The picture without the line at the point that is read.
pub fn picture(language: Language, content: &Content, frame: Frame) -> AnyView {
    let mut parts: Vec<AnyView> = Vec::new();
    let (own, panel) = (&content.own, frame.panel(0));
    parts.extend(content.range.map(|range| usual_range(language, own, range, frame, panel)));
    parts.extend(axis_of_levels(own, frame, panel, (frame.panels > 1).then_some(&own.title)));
    if let Some(other) = content.other.as_ref().filter(|_| frame.panels > 1) {
        parts.extend(axis_of_levels(other, frame, frame.other(), Some(&other.title)));
    }
    parts.extend(axis_of_times(language, content, frame));
    if let Some(other) = &content.other {
        parts.extend(readings(content, other, frame, frame.other(), "line other"));
    }
    parts.extend(readings(content, own, frame, panel, "line"));
    parts.extend(marks(content, frame, panel));
    parts.extend(highest_and_now(language, content, frame, panel));
    view! {
        <svg
            role="img"
            aria-label=summary(language, content)
            viewBox=format!("0 0 {} {}", frame.width, frame.height())
            width="100%"
        >
            {parts}
        </svg>
    }
    .into_any()
}

/// The text of the picture for screen readers: its content, and its first and last reading.
fn summary(language: Language, content: &Content) -> String {
    let (texts, points) = (language.chart_texts(), &content.own.points);
    let text = |point: &Point| {
        let value = content.own.value(language, *point);
        (texts.reading)(&content.time(language, *point), &value)
    };
    let ends: Vec<String> = points.first().into_iter().chain(points.last()).map(text).collect();
    let other = content.other.as_ref().map(|other| format!(", {}", other.title.as_str()));
    let other = other.unwrap_or_default();
    let heading = (texts.heading)(content.kind);
    let period = (texts.period)(content.period);
    format!("{heading}, {period}{other}: {}", ends.join("; "))
}

/// The line at the point that is read.
pub fn cursor(content: &Content, frame: Frame, point: Point) -> AnyView {
    let x = frame.x(&content.own, point);
    let (first, last) = (frame.panel(0), frame.other());
    let own = dot("read", x, first.y(&content.own, point.highest()));
    let other = content.other.as_ref().and_then(|other| {
        let near = other.near(point)?;
        Some(dot("read", frame.x(other, near), last.y(other, near.highest())))
    });
    view! {
        <svg
            class="cursor"
            aria-hidden="true"
            viewBox=format!("0 0 {} {}", frame.width, frame.height())
            width="100%"
        >
            {line("read", (x, first.top), (x, last.bottom))}
            {own}
            {other}
        </svg>
    }
    .into_any()
}

/// The levels of a panel with their unit, and with the name of the gauge where there are two panels.
fn axis_of_levels(
    series: &Series,
    frame: Frame,
    panel: Panel,
    title: Option<&Text>,
) -> Vec<AnyView> {
    let unit = series.unit.symbol();
    let heading = match title {
        Some(title) => format!("{} · {unit}", fitted(title.as_str(), frame.width - 60.0)),
        None => unit.to_owned(),
    };
    let mut parts = vec![label("tick-label", 0.0, panel.top - 13.0, heading)];
    for level in series.scales.level_ticks() {
        let y = panel.y(series, level);
        parts.push(line("grid", (frame.left, y), (frame.right(), y)));
        let text = decimal(level, series.scales.digits());
        parts.push(label("tick-label end", frame.left - 5.0, y + 4.5, text));
    }
    parts
}

/// The band of the usual range, with its name where there is space.
fn usual_range(
    language: Language,
    series: &Series,
    range: Range,
    frame: Frame,
    panel: Panel,
) -> AnyView {
    let (top, bottom) = (panel.y(series, range.high), panel.y(series, range.low));
    let name = (bottom - top >= LINE).then(|| {
        let name = (language.record_texts().band)(range.span);
        label("range", frame.left + 4.0, top + LINE - 3.0, name.to_owned())
    });
    view! {
        <rect
            class="range"
            x=frame.left
            y=top
            width=frame.right() - frame.left
            height=(bottom - top).max(1.0)
        />
        {name}
    }
    .into_any()
}

fn axis_of_times(language: Language, content: &Content, frame: Frame) -> Vec<AnyView> {
    let scales = &content.own.scales;
    let bottom = frame.other().bottom;
    let tick = |at| {
        let x = frame.at(scales.x(at));
        line("tick", (x, bottom), (x, bottom + 5.0))
    };
    let share = TICK_LABEL / (frame.right() - frame.left);
    let text = |at| {
        let text = content.tick(language, at);
        label("tick-label middle", frame.at(scales.x(at)), bottom + 20.0, text)
    };
    let is_whole = |at: &Timestamp| frame.at(scales.x(*at)) >= TICK_LABEL / 2.0;
    let labelled = scales.labelled_ticks(share).into_iter().filter(is_whole).map(text);
    scales.time_ticks().into_iter().map(tick).chain(labelled).collect()
}

/// The readings of a gauge: lines with the area below them, the band of the days, or the bars of the hours.
fn readings(
    content: &Content,
    series: &Series,
    frame: Frame,
    panel: Panel,
    class: &'static str,
) -> Vec<AnyView> {
    let x = |point| frame.x(series, point);
    let y = |level| panel.y(series, level);
    let is_own = class == "line";
    if content.kind == ParameterKind::Rain {
        return rain(content, series, frame, panel, is_own);
    }
    let days: Vec<DayRange> = series
        .points
        .iter()
        .filter_map(|point| match point {
            Point::Day(day) => Some(*day),
            Point::Reading(_) | Point::Hour(_) => None,
        })
        .collect();
    if !days.is_empty() {
        let band = |days: &[DayRange]| {
            let at = |day: &DayRange| x(Point::Day(*day));
            let highest = days.iter().map(|day| (at(day), y(day.highest)));
            let lowest = days.iter().rev().map(|day| (at(day), y(day.lowest)));
            let d = path(highest.chain(lowest)) + "Z";
            view! { <path class=if is_own { "band" } else { "band other" } d=d /> }.into_any()
        };
        return chart::bands(&days).map(band).collect();
    }
    let draw = |line: &[Reading]| {
        let points = || line.iter().map(|reading| (x(Point::Reading(*reading)), y(reading.level)));
        let area = points().next().zip(points().next_back()).map(|(first, last)| {
            let ends = [(last.0, panel.bottom), (first.0, panel.bottom)];
            path(points().chain(ends)) + "Z"
        });
        // A dot for a single reading.
        let d = path(points()) + if line.len() == 1 { "h0.1" } else { "" };
        let area = area.filter(|_| is_own).map(|d| view! { <path class="under" d=d /> });
        view! {
            {area}
            <path class=class d=d />
        }
        .into_any()
    };
    chart::lines(&series.readings, content.period).map(draw).collect()
}

/// A bar for each hour.
fn rain(
    content: &Content,
    series: &Series,
    frame: Frame,
    panel: Panel,
    is_own: bool,
) -> Vec<AnyView> {
    let hour = frame.at(1.0 / hours_of(content)) - frame.at(0.0);
    let bar = |point: &Point| {
        let (top, width) = (panel.y(series, point.highest()), (hour - 1.0).max(1.0));
        let x = (frame.x(series, *point) - width / 2.0).max(frame.left);
        view! {
            <rect
                class=if is_own { "bar" } else { "bar other" }
                x=x
                y=top
                width=width
                height=(panel.bottom - top).max(0.0)
            />
        }
        .into_any()
    };
    series.points.iter().map(bar).collect()
}

#[allow(clippy::cast_precision_loss)] // at most 60 days
fn hours_of(content: &Content) -> f64 {
    content.period.length().num_hours() as f64
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let step = |(index, (x, y)): (usize, (f64, f64))| {
        format!("{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' })
    };
    points.enumerate().map(step).collect()
}

/// The levels that are marked, with their names where there is space above or below the line. The list below the
/// chart has all of them in full.
fn marks(content: &Content, frame: Frame, panel: Panel) -> Vec<AnyView> {
    let marks = sorting::sorted(content.marks.iter().collect(), |(a, _), (b, _)| b.total_cmp(a));
    let mut free_from = panel.top - LINE;
    let ys: Vec<f64> = marks.iter().map(|(level, _)| panel.y(&content.own, *level)).collect();
    let mut parts = Vec::new();
    for (index, (level, text)) in marks.into_iter().enumerate() {
        let Some(y) = ys.get(index).copied() else { continue };
        parts.push(line("mark", (frame.left, y), (frame.right(), y)));
        let below = ys.get(index + 1).copied().unwrap_or(panel.bottom);
        let baseline = if y - LINE >= free_from {
            y - 4.0
        } else if y + LINE <= below {
            y + LINE - 3.0
        } else {
            continue;
        };
        free_from = baseline + 3.0;
        // The right part is left to the newest reading.
        let space = (frame.right() - frame.left) * 0.65;
        let text = format!("{} {}", content.own.level(*level), text.as_str());
        let text = fitted(&text, space);
        parts.push(label("mark", frame.left + 4.0, baseline, text));
    }
    parts
}

/// A ring at the highest reading, and a dot with the value at the newest one.
fn highest_and_now(
    language: Language,
    content: &Content,
    frame: Frame,
    panel: Panel,
) -> Vec<AnyView> {
    let own = &content.own;
    let mut parts = Vec::new();
    let Some(newest) = own.points.last().copied() else { return parts };
    let place = |point: Point| (frame.x(own, point), panel.y(own, point.highest()));
    let by_level = |a: &&Point, b: &&Point| a.highest().total_cmp(&b.highest());
    let highest = own.points.iter().max_by(by_level).copied();
    if let Some(highest) = highest.filter(|_| content.kind != ParameterKind::Rain) {
        let (x, y) = place(highest);
        parts.push(dot("highest", x, y));
    }
    // A day and an hour have not ended yet.
    let Point::Reading(reading) = newest else { return parts };
    let (x, y) = place(newest);
    parts.push(dot("now", x, y));
    let value = own.level(reading.level);
    let texts = language.chart_texts();
    let text = if content.is_current {
        (texts.now)(&value)
    } else {
        (texts.reading)(&content.time(language, newest), &value)
    };
    let baseline = if y - LINE >= panel.top - 4.0 { y - 10.0 } else { y + LINE + 4.0 };
    parts.push(label("now end", frame.right(), baseline, text));
    parts
}
