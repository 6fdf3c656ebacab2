//! The picture of a chart: the axes, the marked levels, the readings of both gauges, and a line at the point that is
//! read.

use super::content::{CENTIMETRES, Content, MILLIMETRES, Point, Series};
use crate::late::page::nearest_gauge::path;
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
struct Panel<'a> {
    frame: Frame,
    series: &'a Series,
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

    fn panel(self, series: &Series, index: u8) -> Panel<'_> {
        let top = HEADING + f64::from(index) * (HEADING + self.panel_height);
        Panel { frame: self, series, top, bottom: top + self.panel_height }
    }

    /// The panel of the gauge itself.
    fn own(self, content: &Content) -> Panel<'_> {
        self.panel(&content.own, 0)
    }

    /// The panel of the other gauge.
    fn other(self, content: &Content) -> Option<Panel<'_>> {
        Some(self.panel(content.other.as_ref()?, self.panels - 1))
    }

    /// Where the last panel ends.
    fn bottom(self) -> f64 {
        self.height() - BELOW
    }

    fn at(self, share: f64) -> f64 {
        self.left + (self.right() - self.left) * share
    }

    /// The point at a horizontal position.
    pub fn point_at(self, content: &Content, x: f64) -> Option<usize> {
        let own = self.own(content);
        let distance = |point: Point| (own.x(point) - x).abs();
        let points = content.own.points.iter().enumerate();
        let nearest = points.min_by(|(_, a), (_, b)| distance(**a).total_cmp(&distance(**b)))?;
        Some(nearest.0)
    }
}

impl Panel<'_> {
    fn x(self, point: Point) -> f64 {
        self.frame.at(self.series.scales.x(point.at()))
    }

    fn y(self, level: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * self.series.scales.y(level)
    }

    /// Where a point is drawn: of a day the highest level.
    fn place(self, point: Point) -> (f64, f64) {
        (self.x(point), self.y(point.highest()))
    }

    /// A line across the panel at a height.
    fn across(self, class: &'static str, y: f64) -> AnyView {
        line(class, (self.frame.left, y), (self.frame.right(), y))
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

fn dot(class: &'static str, (x, y): (f64, f64)) -> AnyView {
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
    let (own, other) = (frame.own(content), frame.other(content));
    parts.extend(content.range.map(|range| usual_range(language, range, own)));
    parts.extend(axis_of_levels(own));
    if let Some(other) = other.filter(|_| frame.panels > 1) {
        parts.extend(axis_of_levels(other));
    }
    parts.extend(axis_of_times(language, content, frame));
    parts.extend(other.into_iter().flat_map(|other| readings(content, other, "line other")));
    parts.extend(readings(content, own, "line"));
    parts.extend(marks(content, own));
    parts.extend(highest_and_now(language, content, own));
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
        let value = content.own.value(language, *point, CENTIMETRES);
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
    let own = frame.own(content);
    let x = own.x(point);
    let other = frame.other(content).and_then(|other| {
        let near = other.series.near(point)?;
        Some(dot("read", other.place(near)))
    });
    view! {
        <svg
            class="cursor"
            aria-hidden="true"
            viewBox=format!("0 0 {} {}", frame.width, frame.height())
            width="100%"
        >
            {line("read", (x, own.top), (x, frame.bottom()))}
            {dot("read", own.place(point))}
            {other}
        </svg>
    }
    .into_any()
}

/// The levels of a panel with their unit, and with the name of the gauge where there are two panels.
fn axis_of_levels(panel: Panel<'_>) -> Vec<AnyView> {
    let Panel { frame, series, .. } = panel;
    let unit = series.unit.symbol();
    let heading = if frame.panels > 1 {
        format!("{} · {unit}", fitted(series.title.as_str(), frame.width - 60.0))
    } else {
        unit.to_owned()
    };
    let mut parts = vec![label("tick-label", 0.0, panel.top - 13.0, heading)];
    for level in series.scales.level_ticks() {
        let y = panel.y(level);
        parts.push(panel.across("grid", y));
        let text = decimal(level, series.scales.digits());
        parts.push(label("tick-label end", frame.left - 5.0, y + 4.5, text));
    }
    parts
}

/// The band of the usual range, with its name where there is space.
fn usual_range(language: Language, range: Range, panel: Panel<'_>) -> AnyView {
    let (frame, top, bottom) = (panel.frame, panel.y(range.high), panel.y(range.low));
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
    let bottom = frame.bottom();
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
fn readings(content: &Content, panel: Panel<'_>, class: &'static str) -> Vec<AnyView> {
    let (series, is_own) = (panel.series, class == "line");
    if content.kind == ParameterKind::Rain {
        return rain(content, panel, is_own);
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
            let x = |day: &DayRange| panel.x(Point::Day(*day));
            let highest = days.iter().map(|day| (x(day), panel.y(day.highest)));
            let lowest = days.iter().rev().map(|day| (x(day), panel.y(day.lowest)));
            let d = path(&mut highest.chain(lowest)) + "Z";
            view! { <path class=if is_own { "band" } else { "band other" } d=d /> }.into_any()
        };
        return chart::bands(&days).map(band).collect();
    }
    let draw = |line: &[Reading]| {
        let points = || line.iter().map(|reading| panel.place(Point::Reading(*reading)));
        let area = points().next().zip(points().next_back()).map(|(first, last)| {
            let ends = [(last.0, panel.bottom), (first.0, panel.bottom)];
            path(&mut points().chain(ends)) + "Z"
        });
        // A dot for a single reading.
        let d = path(&mut points()) + if line.len() == 1 { "h0.1" } else { "" };
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
fn rain(content: &Content, panel: Panel<'_>, is_own: bool) -> Vec<AnyView> {
    let frame = panel.frame;
    let hour = frame.at(1.0 / hours_of(content)) - frame.at(0.0);
    let bar = |point: &Point| {
        let ((x, top), width) = (panel.place(*point), (hour - 1.0).max(1.0));
        let x = (x - width / 2.0).max(frame.left);
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
    panel.series.points.iter().map(bar).collect()
}

#[allow(clippy::cast_precision_loss)] // at most 60 days
fn hours_of(content: &Content) -> f64 {
    content.period.length().num_hours() as f64
}

/// The levels that are marked, with their names where there is space above or below the line. The list below the
/// chart has all of them in full.
fn marks(content: &Content, panel: Panel<'_>) -> Vec<AnyView> {
    let frame = panel.frame;
    let marks = sorting::sorted(content.marks.iter().collect(), |(a, _), (b, _)| b.total_cmp(a));
    let mut free_from = panel.top - LINE;
    let ys: Vec<f64> = marks.iter().map(|(level, _)| panel.y(*level)).collect();
    let mut parts = Vec::new();
    for (index, (level, text)) in marks.into_iter().enumerate() {
        let Some(y) = ys.get(index).copied() else { continue };
        parts.push(panel.across("mark", y));
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
        let text = format!("{} {}", content.own.level(*level, MILLIMETRES), text.as_str());
        let text = fitted(&text, space);
        parts.push(label("mark", frame.left + 4.0, baseline, text));
    }
    parts
}

/// A ring at the highest reading, and a dot with the value at the newest one.
fn highest_and_now(language: Language, content: &Content, panel: Panel<'_>) -> Vec<AnyView> {
    let own = panel.series;
    let mut parts = Vec::new();
    let Some(newest) = own.points.last().copied() else { return parts };
    let by_level = |a: &&Point, b: &&Point| a.highest().total_cmp(&b.highest());
    let highest = own.points.iter().max_by(by_level).copied();
    if let Some(highest) = highest.filter(|_| content.kind != ParameterKind::Rain) {
        parts.push(dot("highest", panel.place(highest)));
    }
    // A day and an hour have not ended yet.
    let Point::Reading(reading) = newest else { return parts };
    let (x, y) = panel.place(newest);
    parts.push(dot("now", (x, y)));
    let value = own.level(reading.level, CENTIMETRES);
    let texts = language.chart_texts();
    let text = if content.is_current {
        (texts.now)(&value)
    } else {
        (texts.reading)(&content.time(language, newest), &value)
    };
    let baseline = if y - LINE >= panel.top - 4.0 { y - 10.0 } else { y + LINE + 4.0 };
    parts.push(label("now end", panel.frame.right(), baseline, text));
    parts
}
