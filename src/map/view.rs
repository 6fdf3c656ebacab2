//! The map as an element: data in, ids out.

pub use super::controller::PopupText;
use super::{
    controller::{Controller, Reports},
    symbols::Symbol,
};
use crate::{
    browser::{document, marks, settings::Tiles},
    erased::{Derived, El, Sig, effect, el, follows, truth, word},
};
use gorlif_core::{
    atlas::Atlas,
    domain::{
        geo::{Position, Radius},
        selection::Selection,
    },
    language::{Catalogue, Language},
};
use std::{cell::RefCell, sync::Arc};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

type Circle = Option<(Position, Radius)>;

/// What the map is given, and whom it tells.
#[derive(Clone, Copy)]
pub struct MapData {
    pub language: &'static Sig<Language>,
    pub atlas: &'static Derived<Option<Arc<Atlas>>>,
    pub symbols: &'static Derived<Arc<Vec<Symbol>>>,
    /// Whether the gauges have come.
    pub has_stations: &'static Derived<bool>,
    /// The circle as chosen; the map moves there.
    pub settled: &'static Derived<Circle>,
    /// The circle as it follows a finger on the slider.
    pub circle: &'static Derived<Circle>,
    pub selected: &'static Sig<Option<Selection>>,
    pub popup: &'static Derived<Option<PopupText>>,
}

/// Tells what people do on the map.
#[derive(Clone)]
pub struct Told {
    pub select: Arc<dyn Fn(Selection) + Send + Sync>,
    /// A tap met no symbol.
    pub tap: Arc<dyn Fn(Position) + Send + Sync>,
    /// The centre of the circle was dragged there. Tells whether it may stay.
    pub drag: Arc<dyn Fn(Position) -> bool + Send + Sync>,
    /// The popup's button was pressed.
    pub act: Arc<dyn Fn() + Send + Sync>,
    pub close: Arc<dyn Fn() + Send + Sync>,
}

pub fn map_view(data: MapData, told: &Told, tiles: &Tiles) -> El {
    let large = Sig::new(false);
    let failed = Sig::new(false);
    let ready = Sig::new(false);
    // As the page itself, the map is never taken down.
    let controller: &'static RefCell<Option<Controller>> = Box::leak(Box::default());
    let words = move || -> &'static Catalogue { data.language.get().words() };
    let with = move |act: &mut dyn FnMut(&mut Controller)| {
        if let Ok(mut controller) = controller.try_borrow_mut()
            && let Some(controller) = controller.as_mut()
        {
            act(controller);
        }
    };

    let told = told.clone();
    effect(move || {
        let told = told.clone();
        document::after_map_script(move || {
            let element: Option<HtmlElement> = document::document().and_then(|document| document.get_element_by_id("map")?.dyn_into().ok());
            let Told { select, tap, drag, act, close } = told;
            let reports = Reports {
                picked: Box::new(move |what| select(what)),
                tapped: Box::new(move |at| tap(at)),
                dragged: Box::new(move |to| drag(to)),
                acted: Box::new(move || {
                    // What was chosen is answered on the page, which the large map covers.
                    large.set(false);
                    act();
                }),
                closed: Box::new(move || close()),
            };
            let made = element.and_then(|element| Controller::new(&element, reports));
            let is_made = made.is_some();
            if !is_made {
                // What no map replaces would look current for ever.
                document::remove("first-map");
            }
            failed.set(!is_made);
            controller.replace(made);
            ready.set(is_made);
        });
    });
    carry(data, ready, with);
    // Whoever saves data is asked first.
    let has_tiles = !tiles.address.is_empty();
    let tiles_wanted = Sig::new(has_tiles && !document::saves_data());
    let tiles_failed = Sig::new(false);
    let address = tiles.address.clone();
    effect(move || {
        if ready.get() && tiles_wanted.get() {
            with(&mut |controller| controller.set_tiles(&address, move || tiles_failed.set(true)));
        }
    });
    let show_tiles = move || {
        let press = move |_| tiles_wanted.set(true);
        el("button").class("map-tiles").attr("type", "button").on("click", press).word(data.language, |words| words.map_show_tiles)
    };
    let mut large_before = false;
    effect(move || {
        let large = large.get();
        if std::mem::replace(&mut large_before, large) != large {
            with(&mut |controller| controller.resized());
        }
    });

    let count = move |stations: bool| {
        let of_kind = |symbol: &&Symbol| matches!(symbol.what, Selection::Station(_)) == stations;
        Some(data.symbols.with(|symbols| symbols.iter().filter(of_kind).count()).to_string())
    };
    let zoom = |label: fn(&'static Catalogue) -> &'static str, text: &'static str, act: fn(&Controller)| {
        let press = move |_| with(&mut |controller| act(controller));
        el("button").attr("type", "button").attr("aria-label", word(data.language, label)).on("click", press).text(text)
    };
    let key = move |event: web_sys::Event| {
        if event.dyn_ref::<web_sys::KeyboardEvent>().is_some_and(|event| event.key() == "Escape") {
            large.set(false);
        }
    };
    let attribution = tiles.attribution.clone();
    el("section")
        .class(follows(move || Some(if large.get() { "map-frame large" } else { "map-frame" }.to_owned())))
        .attr("aria-label", word(data.language, |words| words.map_label))
        .on("keydown", key)
        .child(
            el("div")
                .class("map")
                .attr("id", "map")
                .attr("data-stations", follows(move || count(true)))
                .attr("data-warnings", follows(move || count(false))),
        )
        .dynamic(move || if failed.get() { vec![el("p").class("map-failed").text(words().map_unavailable)] } else { Vec::new() })
        .dynamic(move || if has_tiles && !tiles_wanted.get() { vec![show_tiles()] } else { Vec::new() })
        .child(el("p").class("map-trouble").attr("role", "status").say(move || if tiles_failed.get() { words().map_tiles_failed } else { "" }))
        .child(el("div").class("map-buttons").child(zoom(|words| words.map_zoom_in, "+", Controller::zoom_in)).child(zoom(
            |words| words.map_zoom_out,
            "−",
            Controller::zoom_out,
        )))
        .child(
            el("button")
                .class("map-size")
                .attr("type", "button")
                .attr("aria-pressed", truth(move || large.get()))
                .on("click", move |_| large.update(|large| *large = !*large))
                .say(move || if large.get() { words().map_leave_full_screen } else { words().map_full_screen }),
        )
        .children((!attribution.is_empty()).then(|| el("p").class("map-attribution").text(attribution)))
}

/// Each effect carries one thing from the state to Leaflet, and runs again once the map is there.
fn carry(data: MapData, ready: &'static Sig<bool>, with: impl Fn(&mut dyn FnMut(&mut Controller)) + Copy + 'static) {
    effect(move || {
        if ready.get()
            && let Some(atlas) = data.atlas.get()
        {
            with(&mut |controller| controller.set_atlas(&atlas));
        }
    });
    effect(move || {
        let language = data.language.get();
        if ready.get() {
            with(&mut |controller| controller.set_language(language));
        }
    });
    effect(move || {
        let settled = data.settled.get();
        if ready.get() {
            with(&mut |controller| controller.set_circle(settled, true));
        }
    });
    effect(move || {
        let circle = data.circle.get();
        if ready.get() {
            with(&mut |controller| controller.set_circle(circle, false));
        }
    });
    let mut marked = false;
    effect(move || {
        let (symbols, plotted) = (data.symbols.get(), data.has_stations.get());
        if !ready.get() {
            return;
        }
        with(&mut |controller| controller.set_symbols(&symbols));
        if plotted && !std::mem::replace(&mut marked, true) {
            marks::after_paint("usable");
        }
    });
    let mut shown = None;
    effect(move || {
        let (selected, popup) = (data.selected.get(), data.popup.get());
        if !ready.get() {
            return;
        }
        let is_new = shown != selected;
        shown.clone_from(&selected);
        with(&mut |controller| {
            controller.set_selected(selected.clone());
            if let Some(popup) = popup.as_ref().filter(|_| is_new) {
                controller.reveal(popup.at);
            }
            controller.set_popup(popup.clone());
        });
    });
}
