//! Owns the Leaflet map: applies the page's state to it and reports user actions.

use super::{
    callbacks::MapCallbacks,
    canvas::{CanvasView, canvas},
    layers::{
        basemap,
        popup::{PopupLayer, PopupText},
        radius::RadiusLayer,
    },
    leaflet::{self, Map, corners, lat_lng, pair},
    owned::Listener,
    paint::{self, Palette, Sprites},
    shapes::{Shape, Shapes},
    surface::{self, Surface},
    symbols::{self, Hit, Placed, Symbol, WebMercator},
};
use crate::browser::{
    document::{prefers_reduced_motion, set_attribute},
    js_object::object as options,
    window,
};
use gloo_events::EventListener;
use gorlif_core::{
    basemap::Basemap,
    domain::{
        decimal,
        geo::{Distance, Position, Radius},
        selection::ItemId,
        trigonometry::cos,
    },
};
use js_sys::Array;
use leptos::prelude::Callable;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};
use web_sys::HtmlElement;

/// South-west and north-east corners of the map view for all of Wales.
pub const WALES: [[f64; 2]; 2] = [[51.35, -5.35], [53.45, -2.65]];
/// The largest distance in pixels at which a tap selects a symbol.
const REACH: f64 = 24.0;

/// The largest zoom on the bundled ground, which is not more exact.
const GROUND_ZOOM: u32 = 12;
/// The largest zoom with street level or map tiles.
pub const STREET_ZOOM: u32 = 16;

/// The largest zoom to which a tap on a group moves.
const GROUP_ZOOM: u32 = 11;

/// Draws below the symbols; gets them so that it can leave room for them.
pub type PaintBelow = Box<dyn Fn(&CanvasView<'_>, &Palette, &Placed)>;

/// The drawn data, shared with the painters.
#[derive(Default)]
struct Scene {
    placed: Placed,
    selected: Option<ItemId>,
    sprites: Sprites,
    below: Option<PaintBelow>,
}

/// Kept for as long as the page is open.
pub struct Controller {
    map: Map,
    scene: Rc<RefCell<Scene>>,
    canvas: Rc<Surface>,
    basemap: Option<(Shapes, [Option<Shape>; 2])>,
    radius: Option<RadiusLayer>,
    shown_circle: Option<(Position, Radius)>,
    /// The area to which the map was last fitted.
    fitted: Option<(Position, Distance)>,
    /// The zoom and the centre that this gave; none while the map has no size.
    fitted_view: Cell<Option<(f64, WebMercator)>>,
    popup: Option<PopupLayer>,
    /// Set while the controller closes the popup, so that this is not reported as a user action.
    closing: Rc<Cell<bool>>,
    callbacks: MapCallbacks,
    _listeners: [Listener; 3],
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
        let map = new_map(element)?;
        // The canvas and the listeners need a view.
        fit(&map, None)?;

        let scene = Rc::new(RefCell::new(Scene::default()));
        if let Some(palette) = Palette::read() {
            scene.borrow_mut().sprites.set_palette(palette);
        }
        let canvas = Rc::new(symbol_canvas(&map, &scene)?);
        let click = select_on_click(&map, &scene, callbacks);
        let closing = Rc::new(Cell::new(false));
        let is_closing = Rc::clone(&closing);
        let closed = Listener::new(&map, "popupclose", move |_| {
            if !is_closing.get() {
                callbacks.close.run(());
            }
        });
        let (view_map, view_element) = (map.clone(), element.clone());
        let publish = move || publish_view(&view_map, &view_element);
        publish();
        let moved = Listener::new(&map, "moveend", move |_| publish());

        let controller = Self {
            _theme: watch_theme(&scene, &canvas),
            map,
            scene,
            canvas,
            basemap: None,
            radius: None,
            shown_circle: None,
            fitted: None,
            fitted_view: Cell::default(),
            popup: None,
            closing,
            callbacks,
            _listeners: [click, closed, moved],
        };
        controller.fit();
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

    /// The map, for the layers of the chunks that load late.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Calls this whenever the symbols are drawn, before them.
    pub fn set_paint_below(&self, paint: PaintBelow) {
        self.scene.borrow_mut().below = Some(paint);
        self.canvas.draw();
    }

    /// Draws the bundled outlines: the land around Wales and the counties.
    pub fn set_basemap(&mut self, basemap: &Basemap) {
        self.basemap = Some(basemap::draw(&self.map, basemap));
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
                self.radius = RadiusLayer::new(&self.map, centre, radius, self.callbacks);
            }
        }
    }

    /// Moves the view to what lies within the distance of a position, or to all of Wales.
    pub fn show_area(&mut self, wanted: Option<(Position, Distance)>) {
        if self.fitted != wanted {
            self.fitted = wanted;
            self.fit();
        }
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
            (Some(text), Some(popup)) => popup.set(&self.map, text),
            (Some(text), None) => self.popup = PopupLayer::new(&self.map, text, self.callbacks),
        }
        self.closing.set(false);
    }

    /// Moves the view so that the position is visible.
    pub fn reveal(&self, position: Position) {
        let pan = options(&[("padding", pair(60.0, 60.0).into()), ("animate", false.into())]);
        let _ = self.map.pan_inside(&lat_lng(position), &pan);
    }

    pub fn zoom_in(&self) {
        self.map.zoom_in();
    }

    pub fn zoom_out(&self) {
        self.map.zoom_out();
    }

    /// Allows the zooms of street level. Fits the map to its area again, unless the visitor has moved it.
    pub fn allow_streets(&self) {
        leaflet::set_options(&self.map, &options(&[("maxZoom", STREET_ZOOM.into())]));
        self.resized();
    }

    /// Updates the map after its element has been resized. It is fitted to its area again, unless the visitor has moved it.
    pub fn resized(&self) {
        let is_fitted = match (self.fitted_view.get(), self.view()) {
            (Some((zoom, centre)), Some((zoom_now, centre_now))) => {
                // A change of the size moves the centre by some pixels.
                let moved =
                    centre.distance_to(centre_now) * surface::world_size(&self.map, zoom_now);
                (zoom - zoom_now).abs() < 0.01 && moved < 8.0
            }
            _ => true,
        };
        self.map.invalidate_size(&options(&[]));
        if is_fitted {
            self.fit();
        }
        if let Some(popup) = &self.popup {
            popup.resized(&self.map);
        }
    }

    /// Fits the map to its area. Fails for a hidden map, which has no size; it is fitted when it is shown.
    fn fit(&self) {
        let has_size = self.map.size().x() > 0.0 && fit(&self.map, self.fitted).is_some();
        self.fitted_view.set(self.view().filter(|_| has_size));
    }

    fn view(&self) -> Option<(f64, WebMercator)> {
        let centre = self.map.centre();
        Some((self.map.zoom(), WebMercator::of(Position::new(centre.lat(), centre.lng())?)))
    }
}

/// Redraws when the device switches between light and dark.
fn watch_theme(scene: &Rc<RefCell<Scene>>, canvas: &Rc<Surface>) -> Option<EventListener> {
    let dark = window()?.match_media("(prefers-color-scheme: dark)").ok()??;
    let (scene, canvas) = (Rc::clone(scene), Rc::clone(canvas));
    Some(EventListener::new(&dark, "change", move |_| {
        if let Some(palette) = Palette::read() {
            scene.borrow_mut().sprites.set_palette(palette);
        }
        canvas.draw();
    }))
}

/// Fits the view to the circle, or to all of Wales.
fn fit(map: &Map, circle: Option<(Position, Distance)>) -> Option<()> {
    let bounds = circle.map_or(corners(WALES), |(centre, reach)| {
        let up = reach.metres() / 111_320.0;
        let across = up / cos(centre.lat().to_radians());
        corners([
            [centre.lat() - up, centre.lon() - across],
            [centre.lat() + up, centre.lon() + across],
        ])
    });
    let pan = options(&[("animate", false.into()), ("padding", pair(8.0, 8.0).into())]);
    map.fit_bounds(&bounds, &pan).ok().map(drop)
}

/// Moves the view to the warnings of a group, at a zoom at which they are drawn singly.
fn open_group(map: &Map, positions: &[Position]) {
    let positions: Array = positions.iter().map(|at| pair(at.lat(), at.lon())).collect();
    let pan = options(&[("maxZoom", GROUP_ZOOM.into()), ("padding", pair(48.0, 48.0).into())]);
    let _ = map.fit_bounds(&positions, &pan);
}

fn new_map(element: &HtmlElement) -> Option<Map> {
    let moves = !prefers_reduced_motion();
    let options = options(&[
        ("zoomControl", false.into()),
        ("zoomAnimation", moves.into()),
        ("inertia", moves.into()),
        // Text that fades in has too little contrast at first.
        ("fadeAnimation", false.into()),
        // Leaflet's own attribution takes HTML; the page shows the attribution as text.
        ("attributionControl", false.into()),
        ("zoomSnap", 0.5.into()),
        ("minZoom", 6.into()),
        ("maxZoom", GROUND_ZOOM.into()),
        ("maxBounds", corners([[48.5, -10.5], [56.5, 2.5]]).into()),
    ]);
    leaflet::new_map(element, &options).ok()
}

/// The canvas of the symbols.
fn symbol_canvas(map: &Map, scene: &Rc<RefCell<Scene>>) -> Option<Surface> {
    let drawn = Rc::clone(scene);
    canvas(map, ("symbols", "450"), move |view| {
        let scene = &mut *drawn.borrow_mut();
        scene.placed.group(paint::spacing(view));
        if let Some(paint) = &scene.below {
            paint(view, scene.sprites.palette(), &scene.placed);
        }
        let selected = scene
            .selected
            .as_ref()
            .and_then(|id| scene.placed.symbols.iter().find(|symbol| symbol.id == *id));
        scene.sprites.symbols(view, &scene.placed, selected);
    })
}

/// Selects the symbol that is clicked, opens a group of them, or reports the position.
fn select_on_click(map: &Map, scene: &Rc<RefCell<Scene>>, callbacks: MapCallbacks) -> Listener {
    let (clicked, click_map) = (Rc::clone(scene), map.clone());
    Listener::new(map, "click", move |event| {
        let (point, world) =
            (event.container_point(), surface::world_size(&click_map, click_map.zoom()));
        let (origin, layer) =
            (click_map.pixel_origin(), click_map.container_to_layer(&pair(point.x(), point.y())));
        let at = (origin.x() + layer.x(), origin.y() + layer.y());
        let hit = {
            let scene = clicked.borrow();
            symbols::hit(&scene.placed, at, world, REACH, scene.selected.as_ref())
        };
        match hit {
            Some(Hit::One(id)) => callbacks.select.run(id),
            Some(Hit::Group(positions)) => open_group(&click_map, &positions),
            None => {
                if let Some(place) = Position::new(event.at().lat(), event.at().lng()) {
                    callbacks.tap.run(place);
                }
            }
        }
    })
}

/// The map's view as data attributes, for scripts and measurements.
fn publish_view(map: &Map, element: &HtmlElement) {
    let (centre, zoom) = (map.centre(), map.zoom());
    let (lat, lon) = (decimal::fixed(centre.lat(), 5), decimal::fixed(centre.lng(), 5));
    set_attribute(element, "data-centre", Some(&format!("{lat} {lon}")));
    set_attribute(element, "data-zoom", Some(&decimal::fixed(zoom, 5)));
}
