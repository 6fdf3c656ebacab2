//! Owns the Leaflet map: applies the page's state to it and reports user actions.

use super::{
    callbacks::MapCallbacks,
    canvas::{self, Canvas},
    convert::{lat_lng, pair},
    layers::{
        areas::AreasLayer,
        basemap::{self, BasemapLayer},
        popup::{PopupLayer, PopupText},
        radius::RadiusLayer,
        risk::RiskLayer,
        tiles::Tiles,
    },
    leaflet::{self, Layer, Map},
    owned::{Listener, OnMap},
    paint::{self, Palette, Sprites},
    symbols::{self, Hit, Placed, Symbol},
};
use crate::browser::{
    document::{prefers_reduced_motion, set_attribute},
    js_object::object as options,
    window,
};
use gloo_events::EventListener;
use gorlif_core::{
    basemap::{Basemap, River},
    domain::{
        decimal,
        geo::{Distance, Position, Radius},
        selection::ItemId,
    },
    gazetteer::{Gazetteer, Place},
    i18n::Language,
};
use js_sys::Array;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};
use web_sys::HtmlElement;

/// South-west and north-east corners of the map view for all of Wales.
const WALES: [[f64; 2]; 2] = [[51.35, -5.35], [53.45, -2.65]];
/// The largest distance in pixels at which a tap selects a symbol.
const REACH: f64 = 24.0;

/// The largest zoom to which a tap on a group moves.
const GROUP_ZOOM: u32 = 11;

/// The drawn data, shared with the painters.
#[derive(Default)]
struct Scene {
    placed: Placed,
    selected: Option<ItemId>,
    sprites: Sprites,
    palette: Palette,
    gazetteer: Option<Arc<Gazetteer>>,
    /// The rivers, named where the names of places leave room.
    rivers: Vec<Place>,
    language: Language,
    /// Map tiles have loaded; they contain place names.
    tiled: bool,
}

pub struct Controller {
    map: Map,
    scene: Rc<RefCell<Scene>>,
    canvas: Rc<Canvas>,
    basemap: Option<BasemapLayer>,
    radius: Option<RadiusLayer>,
    shown_circle: Option<(Position, Radius)>,
    /// The view that the map was last moved to.
    fitted: Option<(Position, Distance)>,
    popup: Option<PopupLayer>,
    /// Set while the controller closes the popup, so that this is not reported as a user action.
    closing: Rc<Cell<bool>>,
    callbacks: Rc<MapCallbacks>,
    tiles: Option<Tiles>,
    /// What late chunks draw.
    risk: RiskLayer,
    areas: AreasLayer,
    built_up: Option<OnMap<Layer>>,
    _listeners: Vec<Listener>,
    _theme: Option<EventListener>,
}

impl Controller {
    /// Creates a map in the element; `None` if Leaflet is missing or fails.
    pub fn new(element: &HtmlElement, callbacks: MapCallbacks) -> Option<Self> {
        // Remove the bootstrap script's dots, even if there will be no map.
        element.set_text_content(None);
        if !leaflet::is_leaflet_loaded() {
            return None;
        }
        let moves = !prefers_reduced_motion();
        let map = leaflet::new_map(
            element,
            &options(&[
                ("zoomControl", false.into()),
                ("zoomAnimation", moves.into()),
                ("inertia", moves.into()),
                // Text that fades in has too little contrast at first.
                ("fadeAnimation", false.into()),
                // Leaflet's own attribution takes HTML; the page shows the attribution as text.
                ("attributionControl", false.into()),
                ("zoomSnap", 0.5.into()),
                ("minZoom", 6.into()),
                ("maxZoom", 16.into()),
                ("maxBounds", corners([[48.5, -10.5], [56.5, 2.5]]).into()),
            ]),
        )
        .ok()?;
        canvas::pane(&map, basemap::PANE, basemap::PANE_LEVEL);
        fit(&map, None)?;

        let callbacks = Rc::new(callbacks);
        let scene = Rc::new(RefCell::new(Scene::default()));
        if let Some(palette) = Palette::read() {
            scene.borrow_mut().set_palette(palette);
        }
        let drawn = Rc::clone(&scene);
        let canvas = Rc::new(Canvas::new(&map, "symbols", "450", move |view| {
            let scene = &mut *drawn.borrow_mut();
            if let Some(gazetteer) = scene.gazetteer.as_ref().filter(|_| !scene.tiled) {
                let (places, rivers) = (gazetteer.places.iter(), scene.rivers.iter());
                paint::names(view, &scene.palette, places, rivers, scene.language);
            }
            scene.placed.group(paint::spacing(view));
            let selected = scene
                .selected
                .as_ref()
                .and_then(|id| scene.placed.symbols.iter().find(|symbol| symbol.id == *id));
            scene.sprites.symbols(view, &scene.placed, selected);
        })?);

        let (clicked, click_map, click_callbacks) =
            (Rc::clone(&scene), map.clone(), Rc::clone(&callbacks));
        let click = Listener::new(&map, "click", move |event| {
            let (point, world) =
                (event.container_point(), canvas::world_size(&click_map, click_map.zoom()));
            let (origin, layer) = (
                click_map.pixel_origin(),
                click_map.container_to_layer(&pair(point.x(), point.y())),
            );
            let at = (origin.x() + layer.x(), origin.y() + layer.y());
            let hit = {
                let scene = clicked.borrow();
                symbols::hit(&scene.placed, at, world, REACH, scene.selected.as_ref())
            };
            match hit {
                Some(Hit::One(id)) => (click_callbacks.select)(id),
                Some(Hit::Group(positions)) => open_group(&click_map, &positions),
                None => {
                    if let Some(place) = Position::new(event.at().lat(), event.at().lng()) {
                        (click_callbacks.tap)(place);
                    }
                }
            }
        });
        let closing = Rc::new(Cell::new(false));
        let (close_callbacks, is_closing) = (Rc::clone(&callbacks), Rc::clone(&closing));
        let closed = Listener::new(&map, "popupclose", move |_| {
            if !is_closing.get() {
                (close_callbacks.close)();
            }
        });
        // The map's view as data attributes, for scripts and measurements.
        let (view_map, view_element) = (map.clone(), element.clone());
        let publish_view = move || {
            let centre = view_map.centre();
            set_attribute(
                &view_element,
                "data-centre",
                Some(&format!(
                    "{} {}",
                    decimal::fixed(centre.lat(), 5),
                    decimal::fixed(centre.lng(), 5)
                )),
            );
            set_attribute(&view_element, "data-zoom", Some(&decimal::fixed(view_map.zoom(), 5)));
        };
        publish_view();
        let moved = Listener::new(&map, "moveend", move |_| publish_view());

        let controller = Self {
            _theme: watch_theme(&scene, &canvas),
            map,
            scene,
            canvas,
            basemap: None,
            radius: None,
            shown_circle: None,
            fitted: None,
            popup: None,
            closing,
            callbacks,
            tiles: None,
            risk: RiskLayer::default(),
            areas: AreasLayer::default(),
            built_up: None,
            _listeners: vec![click, closed, moved],
        };
        Some(controller)
    }

    /// Draws these symbols in place of the current ones. Does nothing if they are equal.
    pub fn set_symbols(&self, wanted: &Arc<Vec<Symbol>>) {
        {
            let mut scene = self.scene.borrow_mut();
            if scene.placed.symbols == *wanted {
                return;
            }
            scene.placed = Placed::new(Arc::clone(wanted));
        }
        self.canvas.draw();
    }

    pub fn set_selected(&self, selected: Option<ItemId>) {
        if self.scene.borrow().selected == selected {
            return;
        }
        self.scene.borrow_mut().selected = selected;
        self.canvas.draw();
    }

    pub fn set_language(&self, language: Language) {
        if self.scene.borrow().language != language {
            self.scene.borrow_mut().language = language;
            self.canvas.draw();
        }
    }

    /// Draws the bundled outlines: the land around Wales, the counties, and the rivers.
    pub fn set_basemap(&mut self, basemap: &Basemap) {
        self.basemap = Some(BasemapLayer::new(&self.map, basemap));
        self.scene.borrow_mut().rivers = basemap.rivers.iter().filter_map(river_label).collect();
        // The names of the places may be drawn already.
        self.canvas.draw();
    }

    /// Draws the names of places, except over map tiles.
    pub fn set_places(&mut self, gazetteer: Arc<Gazetteer>) {
        self.scene.borrow_mut().gazetteer = Some(gazetteer);
        self.canvas.draw();
    }

    /// Shows the circle around the place, or none.
    pub fn set_circle(&mut self, wanted: Option<(Position, Radius)>) {
        if wanted == self.shown_circle {
            return;
        }
        self.shown_circle = wanted;
        match (wanted, &self.radius) {
            (None, _) => self.radius = None,
            (Some((centre, radius)), Some(layer)) => layer.set(centre, radius),
            (Some((centre, radius)), None) => {
                self.radius = RadiusLayer::new(&self.map, centre, radius, &self.callbacks);
            }
        }
    }

    /// Moves the view to what lies within the distance of a position, or to all of Wales.
    pub fn show_area(&mut self, wanted: Option<(Position, Distance)>) {
        if self.fitted != wanted {
            self.fitted = wanted;
            // Fails for a hidden map, which has no size; it is fitted when it is shown.
            let _ = fit(&self.map, wanted);
        }
    }

    /// Changes the drawn flood risk of the counties. `act` is a parameter so that only the module
    /// that draws it contains it.
    pub fn with_risk(&mut self, act: impl FnOnce(&Map, &mut RiskLayer)) {
        act(&self.map, &mut self.risk);
    }

    /// Changes the drawn flood areas. `act` is a parameter for the same reason.
    pub fn with_areas(&mut self, act: impl FnOnce(&Map, &mut AreasLayer)) {
        act(&self.map, &mut self.areas);
    }

    /// Draws the built-up areas. `draw` is a parameter for the same reason.
    pub fn set_built_up(&mut self, draw: impl FnOnce(&Map) -> Option<OnMap<Layer>>) {
        self.built_up = draw(&self.map);
    }

    /// Shows a popup with this text, or none.
    pub fn set_popup(&mut self, wanted: Option<PopupText>) {
        if self.popup.as_ref().map(PopupLayer::text) == wanted.as_ref() {
            return;
        }
        self.closing.set(true);
        match (wanted, &mut self.popup) {
            (None, _) => {
                self.map.close_popup();
                self.popup = None;
            }
            (Some(text), Some(popup)) => popup.set(&self.map, text, &self.callbacks),
            (Some(text), None) => self.popup = PopupLayer::new(&self.map, text, &self.callbacks),
        }
        self.closing.set(false);
    }

    /// Moves the view so that the position is visible.
    pub fn reveal(&self, position: Position) {
        let _ = self.map.pan_inside(
            &lat_lng(position),
            &options(&[("padding", pair(60.0, 60.0).into()), ("animate", false.into())]),
        );
    }

    /// Shows map tiles over the bundled outlines.
    pub fn set_tiles(&mut self, address: &str, on_error: impl FnMut() + 'static) {
        let (scene, canvas) = (Rc::clone(&self.scene), Rc::clone(&self.canvas));
        // The canvas draws no place names once the first tile has loaded.
        let on_load = move || {
            if !std::mem::replace(&mut scene.borrow_mut().tiled, true) {
                canvas.draw();
            }
        };
        self.tiles = Tiles::new(&self.map, address, on_load, on_error);
    }

    pub fn zoom_in(&self) {
        self.map.zoom_in();
    }

    pub fn zoom_out(&self) {
        self.map.zoom_out();
    }

    /// Updates the map after its element has been resized, and moves the view to its area again.
    pub fn refit(&self) {
        self.resized();
        // Fails for a map without a size.
        let _ = fit(&self.map, self.fitted);
    }

    /// Updates the map after its element has been resized.
    pub fn resized(&self) {
        self.map.invalidate_size(&options(&[("pan", false.into())]));
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        self.closing.set(true);
        self.radius = None;
        self.popup = None;
        self.basemap = None;
        self.risk = RiskLayer::default();
        self.areas = AreasLayer::default();
        self.built_up = None;
        self.tiles = None;
        self._listeners.clear();
        // Fails only if the element is already gone; there is nothing left to remove then.
        let _ = self.map.remove();
    }
}

impl Scene {
    fn set_palette(&mut self, palette: Palette) {
        self.sprites.set_palette(palette.clone());
        self.palette = palette;
    }
}

/// Redraws when the device switches between light and dark.
fn watch_theme(scene: &Rc<RefCell<Scene>>, canvas: &Rc<Canvas>) -> Option<EventListener> {
    let dark = window()?.match_media("(prefers-color-scheme: dark)").ok()??;
    let (scene, canvas) = (Rc::clone(scene), Rc::clone(canvas));
    Some(EventListener::new(&dark, "change", move |_| {
        if let Some(palette) = Palette::read() {
            scene.borrow_mut().set_palette(palette);
        }
        canvas.draw();
    }))
}

/// Fits the view to the circle, or to all of Wales.
fn fit(map: &Map, circle: Option<(Position, Distance)>) -> Option<()> {
    let bounds = circle.map_or(corners(WALES), |(centre, reach)| {
        let up = reach.metres() / 111_320.0;
        let across = up / centre.lat().to_radians().cos();
        corners([
            [centre.lat() - up, centre.lon() - across],
            [centre.lat() + up, centre.lon() + across],
        ])
    });
    map.fit_bounds(
        &bounds,
        &options(&[("animate", false.into()), ("padding", pair(8.0, 8.0).into())]),
    )
    .ok()
    .map(drop)
}

/// Moves the view to the warnings of a group, at a zoom at which they are drawn singly.
fn open_group(map: &Map, positions: &[Position]) {
    let positions: Array = positions.iter().map(|at| pair(at.lat(), at.lon())).collect();
    let padding = pair(48.0, 48.0);
    let _ = map.fit_bounds(
        &positions,
        &options(&[("maxZoom", GROUP_ZOOM.into()), ("padding", padding.into())]),
    );
}

fn corners([[south, west], [north, east]]: [[f64; 2]; 2]) -> Array {
    Array::of2(&pair(south, west), &pair(north, east))
}

/// The name of a river at the middle of its line, for all zoom levels.
fn river_label(river: &River) -> Option<Place> {
    let [lat, lon] = river.line.get(river.line.len() / 2)?;
    let position = Position::new(*lat, *lon).filter(|_| !river.name.en.is_empty())?;
    Some(Place::new(river.name.clone(), position, 0))
}
