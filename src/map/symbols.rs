//! The symbols on the map and their positions, as values. Pure; `paint` draws them.

use gorlif_core::domain::{
    freshness::Freshness, geo::Position, level_record::Standing, selection::ItemId, sorting,
    trend::Tendency, trigonometry::sin, warning::Severity,
};
use std::sync::Arc;

/// The style of a symbol. Styles differ in shape as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolStyle {
    /// Filled when fresh, half filled when late, hollow and dashed when stale; with a slash when
    /// the service reports the gauge as offline; with an arrow when a fresh reading rises or falls. The colour says how a fresh reading
    /// compares with the usual range; the highest ones are larger.
    Gauge {
        freshness: Freshness,
        offline: bool,
        tendency: Tendency,
        standing: Option<Standing>,
    },
    /// A gauge of rain: a drop, with a slash without a current reading.
    Rain {
        is_current: bool,
    },
    /// A gauge whose fresh reading has reached a level of the council: a square.
    Reached,
    Warning(Severity),
}

/// One symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    pub id: ItemId,
    pub position: Position,
    pub style: SymbolStyle,
    /// Drawn pale and below the others: the open list is about others.
    pub is_muted: bool,
}

impl Symbol {
    /// The drawing order: the muted ones lowest.
    fn height(&self) -> u8 {
        if self.is_muted { self.style.height() } else { self.style.height() + HEIGHTS }
    }
}

/// The number of heights of the styles.
const HEIGHTS: u8 = SymbolStyle::Warning(Severity::Severe).height() + 1;

impl SymbolStyle {
    /// The id of the symbol in index.html, used in the lists and on the map. In the page it is
    /// always shown next to text with the same meaning.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Warning(Severity::Severe) => "#symbol-severe",
            Self::Warning(Severity::Warning) => "#symbol-warning",
            Self::Warning(Severity::Unknown) => "#symbol-unknown",
            Self::Warning(Severity::Alert) => "#symbol-alert",
            Self::Warning(Severity::NoLongerInForce) => "#symbol-over",
            Self::Reached => "#symbol-reached",
            Self::Rain { is_current: true } => "#symbol-rain",
            Self::Rain { is_current: false } => "#symbol-rain-stale",
            Self::Gauge { freshness: Freshness::Fresh, offline: false, tendency, .. } => {
                match tendency {
                    Tendency::Rising => "#symbol-rising",
                    Tendency::Falling => "#symbol-falling",
                    Tendency::Steady | Tendency::Unknown => "#symbol-fresh",
                }
            }
            Self::Gauge { freshness: Freshness::Delayed, offline: false, .. } => "#symbol-late",
            Self::Gauge { offline: false, .. } => "#symbol-stale",
            Self::Gauge { freshness: Freshness::Fresh, .. } => "#symbol-fresh-offline",
            Self::Gauge { freshness: Freshness::Delayed, .. } => "#symbol-late-offline",
            Self::Gauge { .. } => "#symbol-stale-offline",
        }
    }

    pub fn is_gauge(self) -> bool {
        matches!(self, Self::Gauge { .. } | Self::Rain { .. } | Self::Reached)
    }

    /// A gauge with a fresh reading, without a trend.
    pub const FRESH: Self = Self::Gauge {
        freshness: Freshness::Fresh,
        offline: false,
        tendency: Tendency::Unknown,
        standing: None,
    };

    fn in_force(self) -> bool {
        matches!(self, Self::Warning(severity) if severity.in_force())
    }

    /// Whether a gauge is drawn larger: its level is very high for it, or has reached one of the council.
    pub const fn is_large_gauge(self) -> bool {
        matches!(self, Self::Gauge { standing: Some(Standing::FarAbove), .. } | Self::Reached)
    }

    /// The drawing order: gauges lowest, of those the large ones highest; the most severe message highest.
    pub const fn height(self) -> u8 {
        match self {
            Self::Gauge { freshness: Freshness::Stale | Freshness::Unknown, .. }
            | Self::Rain { is_current: false } => 0,
            _ if self.is_large_gauge() => 2,
            Self::Gauge { .. } | Self::Rain { .. } | Self::Reached => 1,
            Self::Warning(Severity::NoLongerInForce) => 3,
            Self::Warning(Severity::Alert) => 4,
            Self::Warning(Severity::Unknown) => 5,
            Self::Warning(Severity::Warning) => 6,
            Self::Warning(Severity::Severe) => 7,
        }
    }
}

/// One symbol in drawing order, or several warnings in one place of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The index of the symbol; in a group that of the most severe warning.
    index: usize,
    pub world: WebMercator,
    /// The indices of the other warnings of the group.
    others: Vec<usize>,
}

/// Symbols in drawing order. Warnings that would overlap are one mark, so that none hides another.
#[derive(Debug, Default)]
pub struct Placed {
    pub symbols: Arc<Vec<Symbol>>,
    /// Warnings nearer to each other than this are grouped, in units of Web Mercator.
    spacing: f64,
    lowest_first: Vec<Mark>,
}

impl Placed {
    /// The symbols, without groups.
    pub fn new(symbols: Arc<Vec<Symbol>>) -> Self {
        Self { lowest_first: marks(&symbols, 0.0), symbols, spacing: 0.0 }
    }

    /// Groups the warnings that are nearer to each other than `spacing`, in units of Web Mercator;
    /// 0 for no groups.
    pub fn group(&mut self, spacing: f64) {
        if spacing.total_cmp(&self.spacing).is_ne() {
            self.spacing = spacing;
            self.lowest_first = marks(&self.symbols, spacing);
        }
    }

    /// Each mark with its symbol, in a group that of the most severe warning.
    pub fn iter(&self) -> impl Iterator<Item = (&Symbol, &Mark)> {
        self.lowest_first.iter().filter_map(|mark| Some((self.symbols.get(mark.index)?, mark)))
    }

    /// The positions of a group's warnings.
    fn positions(&self, mark: &Mark) -> Vec<Position> {
        let all = mark.others.iter().chain([&mark.index]);
        all.filter_map(|index| Some(self.symbols.get(*index)?.position)).collect()
    }
}

impl Mark {
    /// The number of symbols.
    pub fn count(&self) -> usize {
        self.others.len() + 1
    }
}

/// The marks in drawing order: muted ones lowest, of those and of the others gauges lowest and the most severe warning
/// highest.
fn marks(symbols: &[Symbol], spacing: f64) -> Vec<Mark> {
    // From the highest, so that a group is where its most severe warning is.
    let mut highest_first: Vec<Mark> = Vec::with_capacity(symbols.len());
    let mut groups: Vec<usize> = Vec::new();
    for height in (0..2 * HEIGHTS).rev() {
        let of_height = symbols.iter().enumerate().filter(|(_, symbol)| symbol.height() == height);
        for (index, symbol) in of_height {
            let mark = Mark { index, world: WebMercator::of(symbol.position), others: Vec::new() };
            if symbol.style.is_gauge() {
                highest_first.push(mark);
                continue;
            }
            // A warning that is no longer in force is not counted with those that are, nor a muted one with others.
            let is_near = |number: &&usize| {
                highest_first.get(**number).is_some_and(|group| {
                    group.world.distance_to(mark.world) < spacing
                        && symbols.get(group.index).is_some_and(|first| {
                            first.style.in_force() == symbol.style.in_force()
                                && first.is_muted == symbol.is_muted
                        })
                })
            };
            match groups.iter().find(is_near).and_then(|number| highest_first.get_mut(*number)) {
                Some(group) => group.others.push(index),
                None => {
                    groups.push(highest_first.len());
                    highest_first.push(mark);
                }
            }
        }
    }
    highest_first.reverse();
    highest_first
}

/// A position in Web Mercator, 0..1 from the north-west corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WebMercator {
    pub x: f64,
    pub y: f64,
}

impl WebMercator {
    /// Spherical Mercator (EPSG:3857), as in Leaflet.
    pub fn of(position: Position) -> Self {
        let sin = sin(position.lat().to_radians()).clamp(-0.9999, 0.9999);
        Self {
            x: position.lon() / 360.0 + 0.5,
            y: 0.5 - ((1.0 + sin) / (1.0 - sin)).ln() / (4.0 * std::f64::consts::PI),
        }
    }

    pub fn distance_to(self, other: Self) -> f64 {
        distance((self.x, self.y), (other.x, other.y))
    }

    /// In pixels from the north-west corner, where Web Mercator is `size` pixels wide.
    pub fn pixels(self, size: f64) -> (f64, f64) {
        (self.x * size, self.y * size)
    }
}

/// The part of the map that a surface covers.
#[derive(Clone, Copy, Default)]
pub struct Frame {
    pub zoom: f64,
    /// The width of Web Mercator in pixels at this zoom.
    pub world: f64,
    /// The Web Mercator pixel at the element's corner.
    pub corner: (f64, f64),
    /// In CSS pixels.
    pub size: (f64, f64),
    /// Device pixels per CSS pixel.
    pub density: f64,
}

impl Frame {
    /// Where a point is from the frame's corner.
    pub fn at(&self, point: WebMercator) -> (f64, f64) {
        let (x, y) = point.pixels(self.world);
        (x - self.corner.0, y - self.corner.1)
    }

    /// Where a position is in the frame; `None` outside.
    pub fn pixel(&self, position: Position) -> Option<(f64, f64)> {
        let (x, y) = self.at(WebMercator::of(position));
        let is_inside = (0.0..self.size.0).contains(&x) && (0.0..self.size.1).contains(&y);
        is_inside.then_some((x, y))
    }

    /// The same of a latitude and a longitude.
    pub fn pixel_of(&self, [lat, lon]: [f64; 2]) -> Option<(f64, f64)> {
        self.pixel(Position::new(lat, lon)?)
    }
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

/// The meaning of a tap or click.
#[derive(Clone, Debug, PartialEq)]
pub enum Hit {
    One(ItemId),
    /// The positions of the warnings of a group.
    Group(Vec<Position>),
}

/// The target of a tap or click: the topmost of the nearest within `reach` pixels. If that one is
/// already selected, the next one below it, so that repeated taps reach all symbols at one
/// position.
pub fn hit(
    placed: &Placed,
    at: (f64, f64),
    size: f64,
    reach: f64,
    selected: Option<&ItemId>,
) -> Option<Hit> {
    let within = placed.iter().filter_map(|(symbol, mark)| {
        let off = distance(mark.world.pixels(size), at);
        // Among almost equally near symbols the higher one wins: a warning before a gauge, and one that leads before a
        // muted one.
        (off <= reach).then(|| ((off / 6.0).floor(), symbol, mark))
    });
    let found =
        sorting::sorted(within.collect(), |(a, high, _): &(f64, &Symbol, &Mark), (b, low, _)| {
            a.total_cmp(b).then_with(|| low.height().cmp(&high.height()))
        });
    let next = found
        .iter()
        .position(|(_, symbol, mark)| mark.count() == 1 && Some(&symbol.id) == selected)
        .map_or(0, |index| index + 1);
    let (_, symbol, mark) = found.get(next).or(found.first())?;
    Some(if mark.count() == 1 {
        Hit::One(symbol.id.clone())
    } else {
        Hit::Group(placed.positions(mark))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::domain::{station::StationId, warning::AreaCode};

    /// The width of Web Mercator at zoom 10.
    const SIZE: f64 = 256.0 * 1_024.0;

    fn at(lat: f64, lon: f64) -> Position {
        Position::new(lat, lon).expect("in range")
    }

    fn gauge(id: &str, position: Position) -> Symbol {
        let id = ItemId::Station(StationId(id.into()));
        Symbol { id, position, style: SymbolStyle::FRESH, is_muted: false }
    }

    fn area(code: &str) -> ItemId {
        ItemId::Area(AreaCode(code.to_owned()))
    }

    fn warning(code: &str, position: Position, severity: Severity) -> Symbol {
        let style = SymbolStyle::Warning(severity);
        Symbol { id: area(code), position, style, is_muted: false }
    }

    fn tap(all: &Placed, position: Position, selected: Option<&ItemId>) -> Option<Hit> {
        hit(all, WebMercator::of(position).pixels(SIZE), SIZE, 16.0, selected)
    }

    #[test]
    fn the_projection_agrees_with_leaflets() {
        // L.CRS.EPSG3857.latLngToPoint(L.latLng(51.95, -3.39), 10) of Leaflet 1.9.4
        let (x, y) = WebMercator::of(at(51.95, -3.39)).pixels(SIZE);
        assert!((x - 128_603.477_333).abs() < 1e-3, "{x}");
        assert!((y - 86_649.224_746).abs() < 1e-3, "{y}");
    }

    #[test]
    fn a_tap_means_the_nearest_and_of_two_at_one_spot_the_warning() {
        let here = at(52.0, -3.5);
        let alert = warning("a", here, Severity::Alert);
        let all = Placed::new(Arc::new(vec![gauge("1", here), alert, gauge("2", at(52.0, -3.45))]));
        assert_eq!(tap(&all, here, None), Some(Hit::One(area("a"))));
        let second = ItemId::Station(StationId("2".into()));
        assert_eq!(tap(&all, at(52.0, -3.452), None), Some(Hit::One(second)));
        assert_eq!(tap(&all, at(53.0, -3.5), None), None);
    }

    // case 93
    #[test]
    fn five_hundred_on_one_point_are_reached_one_after_the_other() {
        let here = at(52.0, -3.5);
        let gauges = (0..500).map(|number: usize| gauge(&number.to_string(), here));
        let all = Placed::new(Arc::new(gauges.collect()));
        let (mut selected, mut reached) = (None, std::collections::BTreeSet::new());
        for _ in 0..500 {
            let Some(Hit::One(id)) = tap(&all, here, selected.as_ref()) else {
                panic!("a gauge is at the tap");
            };
            selected = Some(id);
            reached.insert(selected.clone());
        }
        assert_eq!(reached.len(), 500);
    }

    #[test]
    fn warnings_that_overlap_are_one_mark_with_the_highest_severity() {
        let (here, beside, far) = (at(52.0, -3.5), at(52.01, -3.51), at(53.0, -3.5));
        let mut all = Placed::new(Arc::new(vec![
            warning("alert", here, Severity::Alert),
            warning("severe", beside, Severity::Severe),
            warning("over", here, Severity::NoLongerInForce),
            warning("far", far, Severity::Warning),
        ]));
        let drawn = |all: &Placed| {
            let marks = all.iter().map(|(symbol, mark)| (symbol.style, mark.count()));
            marks.collect::<Vec<_>>()
        };
        assert_eq!(drawn(&all).len(), 4);
        assert_eq!(tap(&all, far, None), Some(Hit::One(area("far"))));

        all.group(24.0 / SIZE);
        let style = SymbolStyle::Warning;
        assert_eq!(
            drawn(&all),
            [
                (style(Severity::NoLongerInForce), 1),
                (style(Severity::Warning), 1),
                (style(Severity::Severe), 2)
            ]
        );
        assert_eq!(tap(&all, beside, None), Some(Hit::Group(vec![here, beside])));

        all.group(0.0);
        assert_eq!(drawn(&all).len(), 4);
    }

    #[test]
    fn of_the_gauges_very_high_ones_and_reached_levels_are_drawn_highest_below_all_messages() {
        let here = at(52.0, -3.5);
        let of = |id: &str, standing| {
            let style = match standing {
                None => SymbolStyle::Reached,
                Some(standing) => SymbolStyle::Gauge {
                    freshness: Freshness::Fresh,
                    offline: false,
                    tendency: Tendency::Unknown,
                    standing: Some(standing),
                },
            };
            Symbol { style, ..gauge(id, here) }
        };
        let symbols = vec![
            warning("over", here, Severity::NoLongerInForce),
            of("very high", Some(Standing::FarAbove)),
            of("reached", None),
            of("high", Some(Standing::Above)),
        ];
        let all = Placed::new(Arc::new(symbols.clone()));
        let drawn: Vec<_> = all.iter().map(|(symbol, _)| symbol).collect();
        assert_eq!(drawn, [3, 2, 1, 0].map(|index: usize| &symbols[index]));
    }

    #[test]
    fn muted_symbols_are_below_the_others_and_in_no_group_with_them() {
        let here = at(52.0, -3.5);
        let muted = Symbol { is_muted: true, ..warning("muted", here, Severity::Severe) };
        let leading = warning("leading", here, Severity::Severe);
        let symbols = vec![muted, leading, gauge("1", at(52.1, -3.5))];
        let mut all = Placed::new(Arc::new(symbols.clone()));
        all.group(24.0 / SIZE);
        let drawn: Vec<_> = all.iter().map(|(symbol, mark)| (symbol, mark.count())).collect();
        assert_eq!(drawn, [(&symbols[0], 1), (&symbols[2], 1), (&symbols[1], 1)]);

        // The leading one first, the muted one below it next.
        let next_tap = |selected| tap(&all, here, selected);
        assert_eq!(next_tap(None), Some(Hit::One(symbols[1].id.clone())));
        assert_eq!(next_tap(Some(&symbols[1].id)), Some(Hit::One(symbols[0].id.clone())));
    }
}
