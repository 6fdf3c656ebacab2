//! Owns the Leaflet map: applies the page's state to it and reports user actions.

use super::{
    canvas::{self, Canvas},
    handle::{self, Listener, OnMap, leaflet_is_there, pair},
    leaflet::{self, Circle, Layer, Map, Marker, Popup},
    paint::{self, Palette, Sprites},
    symbols::{self, Placed, Symbol},
};
use crate::browser::{
    document::{document, object as options, set_attribute},
    window,
};
use gloo_events::EventListener;
use gorlif_core::{
    atlas::{Atlas, Ring},
    domain::{
        geo::{Position, Radius},
        selection::Selection,
    },
    i18n::Language,
};
use js_sys::Array;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

/// South-west and north-east corners of the map view for all of Wales.
const WALES: [[f64; 2]; 2] = [[51.35, -5.35], [53.45, -2.65]];
/// The largest distance in pixels at which a tap selects a symbol.
const REACH: f64 = 24.0;

/// User actions on the map.
pub struct MapCallbacks {
    pub select: Box<dyn Fn(Selection)>,
    /// A tap hit no symbol.
    pub tap: Box<dyn Fn(Position)>,
    /// The centre of the circle was dragged to this position. Returns whether it is accepted.
    pub drag: Box<dyn Fn(Position) -> bool>,
    /// The button of the popup was pressed.
    pub action: Box<dyn Fn()>,
    pub close: Box<dyn Fn()>,
}

/// The text of a popup: lines, each with its language where that differs from the page's.
#[derive(Clone, Debug, PartialEq)]
pub struct PopupText {
    pub at: Position,
    pub lines: Vec<(String, Option<&'static str>)>,
    /// The label of its button, if it has one.
    pub action: Option<&'static str>,
}

/// The drawn data, shared with the painters.
#[derive(Default)]
struct Scene {
    placed: Placed,
    selected: Option<Selection>,
    sprites: Sprites,
    palette: Palette,
    atlas: Option<Arc<Atlas>>,
    language: Language,
    /// Map tiles have loaded; they contain place names.
    tiled: bool,
}

pub struct Controller {
    map: Map,
    scene: Rc<RefCell<Scene>>,
    canvas: Rc<Canvas>,
    ground: Vec<OnMap<Layer>>,
    circle: Option<(OnMap<Circle>, OnMap<Marker>, Vec<Listener>)>,
    shown_circle: Rc<Cell<Option<(Position, Radius)>>>,
    /// The view that the map was last moved to.
    fitted: Option<(Position, Radius)>,
    popup: Option<(OnMap<Popup>, PopupText)>,
    /// The listener of the popup's button.
    action: Option<EventListener>,
    /// Set while the controller closes the popup, so that this is not reported as a user action.
    closing: Rc<Cell<bool>>,
    callbacks: Rc<MapCallbacks>,
    tiles: Option<(OnMap<Layer>, [Listener; 2])>,
    _listeners: Vec<Listener>,
    _theme: Option<EventListener>,
}

impl Controller {
    /// Creates a map in the element; `None` if Leaflet is missing or fails.
    pub fn new(element: &HtmlElement, callbacks: MapCallbacks) -> Option<Self> {
        // Remove the bootstrap script's dots, even if there will be no map.
        element.set_text_content(None);
        if !leaflet_is_there() {
            return None;
        }
        let map = leaflet::new_map(
            element,
            &options(&[
                ("zoomControl", false.into()),
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
        canvas::pane(&map, "ground", "150");
        fit(&map, None)?;

        let callbacks = Rc::new(callbacks);
        let scene = Rc::new(RefCell::new(Scene::default()));
        if let Some(palette) = Palette::read() {
            scene.borrow_mut().set_palette(palette);
        }
        let drawn = Rc::clone(&scene);
        let canvas = Rc::new(Canvas::new(&map, "symbols", "450", move |frame| {
            let scene = &mut *drawn.borrow_mut();
            if let Some(atlas) = scene.atlas.as_ref().filter(|_| !scene.tiled) {
                paint::names(frame, &scene.palette, &atlas.places, scene.language);
            }
            let selected = scene
                .selected
                .as_ref()
                .and_then(|what| scene.placed.symbols.iter().find(|symbol| symbol.what == *what));
            scene.sprites.symbols(frame, &scene.placed, selected);
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
            let what = {
                let scene = clicked.borrow();
                symbols::hit(&scene.placed, at, world, REACH, scene.selected.as_ref())
                    .map(|symbol| symbol.what.clone())
            };
            match what {
                Some(what) => (click_callbacks.select)(what),
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
                Some(&format!("{} {}", decimal(centre.lat()), decimal(centre.lng()))),
            );
            set_attribute(&view_element, "data-zoom", Some(&decimal(view_map.zoom())));
        };
        publish_view();
        let moved = Listener::new(&map, "moveend", move |_| publish_view());

        let controller = Self {
            _theme: watch_theme(&scene, &canvas),
            map,
            scene,
            canvas,
            ground: Vec::new(),
            circle: None,
            shown_circle: Rc::default(),
            fitted: None,
            popup: None,
            action: None,
            closing,
            callbacks,
            tiles: None,
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

    pub fn set_selected(&self, selected: Option<Selection>) {
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

    /// Draws the bundled outlines: the land around Wales, Wales, and the borders of its counties.
    pub fn set_atlas(&mut self, atlas: &Arc<Atlas>) {
        self.ground.clear();
        let pane = |class: &str| {
            options(&[
                ("pane", "ground".into()),
                ("className", class.into()),
                ("interactive", false.into()),
                ("smoothFactor", 0.5.into()),
            ])
        };
        let wales: Array = atlas
            .counties
            .iter()
            .flat_map(|(_, of)| of)
            .map(|ring| Array::of1(&line(ring)))
            .collect();
        let layers = [
            leaflet::polygon(
                &atlas.land_around.iter().map(|ring| Array::of1(&line(ring))).collect(),
                &pane("map-land-around"),
            ),
            leaflet::polygon(&wales, &pane("map-wales")),
            leaflet::polyline(&atlas.borders.iter().map(line).collect(), &pane("map-borders")),
        ];
        for layer in layers.into_iter().flatten() {
            layer.add_to(&self.map);
            self.ground.push(OnMap(layer));
        }
        self.scene.borrow_mut().atlas = Some(Arc::clone(atlas));
        self.canvas.draw();
    }

    /// Shows the circle around the place, or none; `move_there` also moves the view to it.
    pub fn set_circle(&mut self, wanted: Option<(Position, Radius)>, move_there: bool) {
        if wanted != self.shown_circle.get() {
            match (wanted, &self.circle) {
                (None, _) => self.circle = None,
                (Some((centre, radius)), Some((circle, marker, _))) => {
                    circle.set_centre(&at(centre));
                    circle.set_radius(radius.distance().metres());
                    marker.set_position(&at(centre));
                }
                (Some((centre, radius)), None) => self.circle = self.new_circle(centre, radius),
            }
            self.shown_circle.set(wanted);
        }
        if move_there && self.fitted != wanted {
            self.fitted = wanted;
            // Fails for a hidden map, which has no size; it is fitted when it is shown.
            let _ = fit(&self.map, wanted);
        }
    }

    fn new_circle(
        &self,
        centre: Position,
        radius: Radius,
    ) -> Option<(OnMap<Circle>, OnMap<Marker>, Vec<Listener>)> {
        let style = options(&[
            ("radius", radius.distance().metres().into()),
            ("className", "map-circle".into()),
            ("interactive", false.into()),
        ]);
        let circle = leaflet::new_circle(&at(centre), &style).ok()?;
        let size = pair(32.0, 32.0);
        let icon = leaflet::div_icon(&options(&[
            ("className", "map-centre".into()),
            ("iconSize", size.into()),
        ]))
        .ok()?;
        // Not focusable: the place bar offers the same by keyboard, and a second tab stop would be
        // redundant.
        let marker = leaflet::new_marker(
            &at(centre),
            &options(&[("icon", icon), ("draggable", true.into()), ("keyboard", false.into())]),
        )
        .ok()?;
        circle.add_to(&self.map);
        marker.add_to(&self.map);
        let (following, dragged, source, callbacks) =
            (circle.clone(), marker.clone(), marker.clone(), Rc::clone(&self.callbacks));
        let (circle_of_marker, shown) = (circle.clone(), Rc::clone(&self.shown_circle));
        let listeners = vec![
            Listener::new(&marker, "drag", move |_| following.set_centre(&source.position())),
            Listener::new(&marker, "dragend", move |_| {
                let to = dragged.position();
                let stays =
                    Position::new(to.lat(), to.lng()).is_some_and(|place| (callbacks.drag)(place));
                if !stays && let Some((centre, _)) = shown.get() {
                    dragged.set_position(&at(centre));
                    circle_of_marker.set_centre(&at(centre));
                }
            }),
        ];
        Some((OnMap(circle), OnMap(marker), listeners))
    }

    /// Shows a popup with this text, or none.
    pub fn set_popup(&mut self, wanted: Option<PopupText>) {
        if self.popup.as_ref().map(|(_, text)| text) == wanted.as_ref() {
            return;
        }
        self.closing.set(true);
        self.action = None;
        match wanted {
            None => {
                self.map.close_popup();
                self.popup = None;
            }
            Some(text) => {
                self.show(text);
            }
        }
        self.closing.set(false);
    }

    fn show(&mut self, text: PopupText) -> Option<()> {
        let (content, action) = content(&text, &self.callbacks)?;
        match &mut self.popup {
            Some((popup, known)) => {
                popup.set_content(&content);
                if text.at != known.at {
                    popup.set_anchor(&at(text.at));
                }
                popup.open_on(&self.map);
                *known = text;
            }
            none => {
                let style = options(&[
                    ("closeButton", false.into()),
                    ("offset", pair(0.0, -8.0).into()),
                    ("maxWidth", 260.into()),
                    ("autoPan", true.into()),
                ]);
                let popup = leaflet::new_popup(&style).ok()?;
                popup.set_anchor(&at(text.at)).set_content(&content).open_on(&self.map);
                *none = Some((OnMap(popup), text));
            }
        }
        self.action = action;
        Some(())
    }

    /// Moves the view so that the position is visible.
    pub fn reveal(&self, position: Position) {
        let _ = self.map.pan_inside(
            &at(position),
            &options(&[("padding", pair(60.0, 60.0).into()), ("animate", false.into())]),
        );
    }

    /// Shows map tiles over the bundled outlines. Leaflet requests each tile once; where a tile
    /// fails, the outlines stay visible.
    pub fn set_tiles(&mut self, address: &str, on_error: impl FnMut() + 'static) {
        let Ok(layer) = leaflet::tile_layer(address, &options(&[("maxZoom", 16.into())])) else {
            return;
        };
        let mut on_error = on_error;
        let (scene, canvas) = (Rc::clone(&self.scene), Rc::clone(&self.canvas));
        // The canvas draws no place names once the first tile has loaded.
        let loaded = Listener::new(layer.as_ref(), "tileload", move |_| {
            if !std::mem::replace(&mut scene.borrow_mut().tiled, true) {
                canvas.draw();
            }
        });
        let missing = Listener::new(layer.as_ref(), "tileerror", move |_| on_error());
        layer.add_to(&self.map);
        self.tiles = Some((OnMap(layer), [loaded, missing]));
    }

    pub fn zoom_in(&self) {
        self.map.zoom_in();
    }

    pub fn zoom_out(&self) {
        self.map.zoom_out();
    }

    /// Updates the map after its element has been resized.
    pub fn resized(&self) {
        self.map.invalidate_size(&options(&[("pan", false.into())]));
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        self.closing.set(true);
        self.circle = None;
        self.popup = None;
        self.ground.clear();
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

/// The popup's content: its lines and, if it has one, its button with the listener.
fn content(
    text: &PopupText,
    callbacks: &Rc<MapCallbacks>,
) -> Option<(HtmlElement, Option<EventListener>)> {
    let document = document()?;
    let whole: HtmlElement = document.create_element("div").ok()?.dyn_into().ok()?;
    for (index, (line, language)) in text.lines.iter().enumerate() {
        let element = document.create_element(if index == 0 { "strong" } else { "p" }).ok()?;
        element.set_text_content(Some(line));
        set_attribute(&element, "dir", Some("auto"));
        set_attribute(&element, "lang", *language);
        whole.append_child(&element).ok()?;
    }
    let Some(label) = text.action else { return Some((whole, None)) };
    let button = document.create_element("button").ok()?;
    button.set_text_content(Some(label));
    set_attribute(&button, "type", Some("button"));
    whole.append_child(&button).ok()?;
    let callbacks = Rc::clone(callbacks);
    let listener = EventListener::new(&button, "click", move |_| (callbacks.action)());
    Some((whole, Some(listener)))
}

/// Fits the view to the circle, or to all of Wales.
fn fit(map: &Map, circle: Option<(Position, Radius)>) -> Option<()> {
    let bounds = circle.map_or(corners(WALES), |(centre, radius)| {
        let up = radius.distance().metres() / 111_320.0;
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

fn at(position: Position) -> Array {
    pair(position.lat(), position.lon())
}

fn corners([[south, west], [north, east]]: [[f64; 2]; 2]) -> Array {
    Array::of2(&pair(south, west), &pair(north, east))
}

fn line(ring: &Ring) -> JsValue {
    ring.iter().map(|[lat, lon]| handle::pair(*lat, *lon)).collect::<Array>().into()
}

fn decimal(value: f64) -> String {
    gorlif_core::domain::decimal::fixed(value, 5)
}
