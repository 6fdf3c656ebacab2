//! The symbols on the map and their positions, as values. Pure; `paint` draws them.

use gorlif_core::domain::{
    freshness::Freshness, geo::Position, selection::ItemId, sorting, warning::Severity,
};
use std::sync::Arc;

/// The style of a symbol. Styles differ in shape as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolStyle {
    /// Filled when fresh, half filled when late, hollow and dashed when stale; with a slash when
    /// the service reports the gauge as offline.
    Gauge {
        freshness: Freshness,
        offline: bool,
    },
    Warning(Severity),
}

/// One symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    pub id: ItemId,
    pub position: Position,
    pub style: SymbolStyle,
}

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
            Self::Gauge { freshness: Freshness::Fresh, offline: false } => "#symbol-fresh",
            Self::Gauge { freshness: Freshness::Late, offline: false } => "#symbol-late",
            Self::Gauge { offline: false, .. } => "#symbol-stale",
            Self::Gauge { freshness: Freshness::Fresh, .. } => "#symbol-fresh-offline",
            Self::Gauge { freshness: Freshness::Late, .. } => "#symbol-late-offline",
            Self::Gauge { .. } => "#symbol-stale-offline",
        }
    }

    pub fn is_gauge(self) -> bool {
        matches!(self, Self::Gauge { .. })
    }

    /// The drawing order: gauges lowest, the most severe message highest.
    pub const fn height(self) -> u8 {
        match self {
            Self::Gauge { freshness: Freshness::Stale | Freshness::Unknown, .. } => 0,
            Self::Gauge { .. } => 1,
            Self::Warning(Severity::NoLongerInForce) => 2,
            Self::Warning(Severity::Alert) => 3,
            Self::Warning(Severity::Unknown) => 4,
            Self::Warning(Severity::Warning) => 5,
            Self::Warning(Severity::Severe) => 6,
        }
    }
}

/// Symbols in drawing order, each with its Web Mercator position.
#[derive(Debug, Default)]
pub struct Placed {
    pub symbols: Arc<Vec<Symbol>>,
    lowest_first: Vec<(usize, WebMercator)>,
}

impl Placed {
    pub fn new(symbols: Arc<Vec<Symbol>>) -> Self {
        const HIGHEST: u8 = SymbolStyle::Warning(Severity::Severe).height();
        let of_height = |height| {
            symbols.iter().enumerate().filter(move |(_, symbol)| symbol.style.height() == height)
        };
        let mut lowest_first = Vec::with_capacity(symbols.len());
        lowest_first.extend(
            (0..=HIGHEST)
                .flat_map(of_height)
                .map(|(index, symbol)| (index, WebMercator::of(symbol.position))),
        );
        Self { symbols, lowest_first }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Symbol, WebMercator)> {
        self.lowest_first
            .iter()
            .filter_map(|(index, world)| Some((self.symbols.get(*index)?, *world)))
    }
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
        let sin = position.lat().to_radians().sin().clamp(-0.9999, 0.9999);
        Self {
            x: position.lon() / 360.0 + 0.5,
            y: 0.5 - ((1.0 + sin) / (1.0 - sin)).ln() / (4.0 * std::f64::consts::PI),
        }
    }

    /// In pixels from the north-west corner, where Web Mercator is `size` pixels wide.
    pub fn pixels(self, size: f64) -> (f64, f64) {
        (self.x * size, self.y * size)
    }
}

/// The symbol at a tap or click: the topmost of the nearest within `reach` pixels. If that one is
/// already selected, the next one below it, so that repeated taps reach all symbols at one
/// position.
pub fn hit<'a>(
    placed: &'a Placed,
    at: (f64, f64),
    size: f64,
    reach: f64,
    selected: Option<&ItemId>,
) -> Option<&'a Symbol> {
    let within = placed.iter().filter_map(|(symbol, world)| {
        let (x, y) = world.pixels(size);
        let off = ((x - at.0) * (x - at.0) + (y - at.1) * (y - at.1)).sqrt();
        // Among almost equally near symbols the higher one wins: a warning before a gauge.
        (off <= reach)
            .then(|| ((off / 6.0).floor() - f64::from(symbol.style.height()) / 10.0, symbol))
    });
    let found = sorting::sorted(within.collect(), |(a, _): &(f64, &Symbol), (b, _)| a.total_cmp(b));
    let next = found
        .iter()
        .position(|(_, symbol)| Some(&symbol.id) == selected)
        .map_or(0, |index| index + 1);
    found.get(next).or(found.first()).map(|(_, symbol)| *symbol)
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
        let gauge = |id: &str, position| {
            let style = SymbolStyle::Gauge { freshness: Freshness::Fresh, offline: false };
            Symbol { id: ItemId::Station(StationId(id.into())), position, style }
        };
        let alert = Symbol {
            id: ItemId::Area(AreaCode("a".to_owned())),
            position: here,
            style: SymbolStyle::Warning(Severity::Alert),
        };
        let all = Placed::new(Arc::new(vec![gauge("1", here), alert, gauge("2", at(52.0, -3.45))]));
        let tap = |position| {
            hit(&all, WebMercator::of(position).pixels(SIZE), SIZE, 16.0, None)
                .map(|symbol| symbol.id.clone())
        };
        assert_eq!(tap(here), Some(ItemId::Area(AreaCode("a".to_owned()))));
        assert_eq!(tap(at(52.0, -3.452)), Some(ItemId::Station(StationId("2".into()))));
        assert_eq!(tap(at(53.0, -3.5)), None);
    }

    // case 93
    #[test]
    fn five_hundred_on_one_point_are_reached_one_after_the_other() {
        let here = Position::new(52.0, -3.5).expect("in range");
        let gauge = |number: usize| {
            let id = ItemId::Station(StationId(number.to_string().into()));
            Symbol {
                id,
                position: here,
                style: SymbolStyle::Gauge { freshness: Freshness::Fresh, offline: false },
            }
        };
        let all = Placed::new(Arc::new((0..500).map(gauge).collect()));
        let (mut selected, mut reached) = (None, std::collections::BTreeSet::new());
        for _ in 0..500 {
            selected = hit(&all, WebMercator::of(here).pixels(SIZE), SIZE, 16.0, selected.as_ref())
                .map(|symbol| symbol.id.clone());
            reached.insert(selected.clone());
        }
        assert_eq!(reached.len(), 500);
    }
}
