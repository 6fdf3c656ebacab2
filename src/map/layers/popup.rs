//! The one popup of the map. Its content is made of text nodes.

use crate::{
    browser::{
        document::{document, set_attribute},
        js_object::object as options,
    },
    map::{
        callbacks::MapCallbacks,
        leaflet::{self, Map, Popup, lat_lng, pair},
        owned::OnMap,
    },
};
use gloo_events::EventListener;
use gorlif_core::domain::geo::Position;
use leptos::prelude::Callable;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The text of a popup: lines, each with its language where that differs from the page's.
#[derive(Clone, Debug, PartialEq)]
pub struct PopupText {
    pub at: Position,
    pub lines: Vec<(String, Option<&'static str>)>,
    /// The label of its button, if it has one.
    pub action: Option<&'static str>,
    /// The label of the button that closes it.
    pub close: &'static str,
}

/// A popup on the map with its text.
pub struct PopupLayer {
    popup: OnMap<Popup>,
    text: PopupText,
    /// The listeners of the popup's buttons.
    _buttons: Vec<EventListener>,
}

impl PopupLayer {
    pub fn new(map: &Map, text: PopupText, callbacks: MapCallbacks) -> Option<Self> {
        let (content, buttons) = content(&text, callbacks)?;
        let style = options(&[
            ("closeButton", false.into()),
            ("offset", pair(0.0, -8.0).into()),
            ("maxWidth", max_width(map).into()),
            ("autoPan", true.into()),
            // Beside the page's controls: the size button at the top, the zoom buttons on the right,
            ("autoPanPaddingTopLeft", pair(8.0, 60.0).into()),
            // and above the legend.
            ("autoPanPaddingBottomRight", pair(60.0, 64.0).into()),
        ]);
        let popup = leaflet::new_popup(&style).ok()?;
        popup.set_anchor(&lat_lng(text.at)).set_content(&content).open_on(map);
        Some(Self { popup: OnMap(popup), text, _buttons: buttons })
    }

    pub fn text(&self) -> &PopupText {
        &self.text
    }

    /// Shows another text in the same popup.
    pub fn set(&mut self, map: &Map, text: PopupText, callbacks: MapCallbacks) {
        let Some((content, buttons)) = content(&text, callbacks) else { return };
        self.popup.set_content(&content);
        if text.at != self.text.at {
            self.popup.set_anchor(&lat_lng(text.at));
        }
        self.popup.open_on(map);
        (self.text, self._buttons) = (text, buttons);
    }

    /// Lays the popup out again after the map has been resized.
    pub fn resized(&self, map: &Map) {
        leaflet::set_options(&self.popup.0, &options(&[("maxWidth", max_width(map).into())]));
        self.popup.update();
    }
}

/// The widest content that fits beside the zoom buttons: what the paddings above and Leaflet's margins leave.
fn max_width(map: &Map) -> f64 {
    (map.size().x() - 68.0 - 44.0).clamp(150.0, 260.0)
}

/// The popup's content: its lines and its buttons with their listeners.
fn content(text: &PopupText, callbacks: MapCallbacks) -> Option<(HtmlElement, Vec<EventListener>)> {
    let document = document()?;
    let whole: HtmlElement = document.create_element("div").ok()?.dyn_into().ok()?;
    for (index, (line, language)) in text.lines.iter().enumerate() {
        let element = document.create_element(if index == 0 { "strong" } else { "p" }).ok()?;
        element.set_text_content(Some(line));
        set_attribute(&element, "dir", Some("auto"));
        set_attribute(&element, "lang", *language);
        whole.append_child(&element).ok()?;
    }
    let mut listeners = Vec::new();
    let action = text.action.map(|label| (label, None, callbacks.action));
    for (label, name, callback) in
        action.into_iter().chain([("×", Some(text.close), callbacks.close)])
    {
        let button = document.create_element("button").ok()?;
        button.set_text_content(Some(label));
        set_attribute(&button, "type", Some("button"));
        set_attribute(&button, "aria-label", name);
        whole.append_child(&button).ok()?;
        listeners.push(EventListener::new(&button, "click", move |_| callback.run(())));
    }
    Some((whole, listeners))
}
