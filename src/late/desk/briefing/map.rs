//! The map of the briefing: the outlines of the counties and the messages in force.

use crate::{components::fragments::paragraph, map::symbols::SymbolStyle, state::AppState};
use gorlif_core::{
    basemap::{Basemap, Ring},
    domain::{geo::Position, trigonometry::cos, warning::Severity},
};
use leptos::prelude::*;
use std::fmt::Write;

/// The width of the map and the size of a symbol, in its own units.
const WIDTH: f64 = 300.0;
const SYMBOL: f64 = 14.0;
/// The land around the shown area, as a share of its width.
const MARGIN: f64 = 0.05;

/// From degrees to the units of the map: the same scale in both directions at the middle of the area.
struct Projection {
    north: f64,
    west: f64,
    across: f64,
    down: f64,
    height: f64,
}

impl Projection {
    /// So that the map contains these outlines; `None` without a point.
    fn around<'a>(rings: impl Iterator<Item = &'a Ring>) -> Option<Self> {
        let (lats, lons): (Vec<f64>, Vec<f64>) =
            rings.flatten().map(|[lat, lon]| (*lat, *lon)).unzip();
        let ends = |all: &[f64]| {
            let least = all.iter().copied().reduce(f64::min)?;
            Some((least, all.iter().copied().reduce(f64::max)?))
        };
        let ((south, north), (west, east)) = (ends(&lats)?, ends(&lons)?);
        let margin = (east - west) * MARGIN;
        let across = WIDTH / (east - west + 2.0 * margin);
        let down = across / cos(f64::midpoint(south, north).to_radians());
        let height = (north - south + 2.0 * margin) * down;
        Some(Self { north: north + margin, west: west - margin, across, down, height })
    }

    /// The path of a ring.
    fn outline(&self, ring: &Ring) -> String {
        let mut path = String::new();
        for (index, [lat, lon]) in ring.iter().enumerate() {
            let (x, y) = self.point(*lat, *lon);
            // Writing to a string does not fail.
            let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
        }
        path + "Z"
    }

    fn point(&self, lat: f64, lon: f64) -> (f64, f64) {
        ((lon - self.west) * self.across, (self.north - lat) * self.down)
    }
}

/// `None` before the outlines have loaded.
pub fn map(state: AppState) -> Option<AnyView> {
    state.assets.basemap.with(|basemap| Some(drawn(state, basemap.loaded()?)))?
}

fn drawn(state: AppState, basemap: &Basemap) -> Option<AnyView> {
    let county = state.choices.county.get();
    let is_shown = |of: &&(_, Vec<Ring>)| county.is_none_or(|county| county == of.0);
    let shown = basemap.counties.iter().filter(is_shown).flat_map(|(_, rings)| rings);
    // The worst is drawn last, above the others.
    let mut placed: Vec<(Severity, Position)> = Vec::new();
    let mut without_point = 0;
    state.warnings.with(|warnings| {
        for local in warnings.in_force() {
            match local.warning.position {
                Some(at) => placed.insert(0, (local.warning.severity, at)),
                None => without_point += 1,
            }
        }
    });
    // With the points beyond a county's border too.
    let points: Ring = placed.iter().map(|(_, at)| [at.lat(), at.lon()]).collect();
    let projection = Projection::around(shown.chain([&points]))?;
    let rings = basemap.counties.iter().flat_map(|(_, rings)| rings);
    let counties: String = rings.map(|ring| projection.outline(ring)).collect();
    let symbol = |(severity, at): (Severity, Position)| {
        let (x, y) = projection.point(at.lat(), at.lon());
        let corner = |middle: f64| format!("{:.1}", middle - SYMBOL / 2.0);
        view! {
            <use
                href=SymbolStyle::Warning(severity).symbol()
                x=corner(x)
                y=corner(y)
                width=SYMBOL
                height=SYMBOL
            />
        }
        .into_any()
    };
    let symbols = placed.into_iter().map(symbol).collect::<Vec<AnyView>>();
    let view_box = format!("0 0 {WIDTH} {:.1}", projection.height);
    let texts = state.language().output_texts();
    Some(
        view! {
            <div class="map-printed">
                <svg viewBox=view_box role="img" aria-label=texts.map>
                    <path d=counties />
                    {symbols}
                </svg>
                {(without_point > 0).then(|| paragraph((texts.not_on_map)(without_point)))}
            </div>
        }
        .into_any(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_contains_the_area_with_a_margin_and_has_one_scale() {
        let rings = [vec![[51.0, -5.0], [53.0, -3.0]]];
        let projection = Projection::around(rings.iter()).expect("points");
        let (west, north) = projection.point(53.0, -5.0);
        let (east, south) = projection.point(51.0, -3.0);
        let margin = WIDTH * MARGIN / (1.0 + 2.0 * MARGIN);
        assert!((west - margin).abs() < 0.01, "{west}");
        assert!((east - (WIDTH - margin)).abs() < 0.01, "{east}");
        assert!(north > 0.0 && south < projection.height, "{north} {south}");
        // A degree of latitude is 1.62 times as long as one of longitude at 52° north.
        let ratio = (south - north) / (east - west);
        assert!((ratio - 1.624).abs() < 0.01, "{ratio}");
        assert!(Projection::around(std::iter::empty()).is_none());
    }
}
