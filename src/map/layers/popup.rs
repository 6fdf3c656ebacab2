//! The one popup of the map. Its content is made of text nodes.

use crate::{
    browser::{
        document::{self, set_attribute},
        js_object::object as options,
    },
    map::{
        MAP,
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
    content: Content,
}

/// The elements of the popup. They stay while its text changes, so that a button keeps the focus.
struct Content {
    whole: HtmlElement,
    lines: HtmlElement,
    action: HtmlElement,
    close: HtmlElement,
    _listeners: [EventListener; 2],
}

impl PopupLayer {
    pub fn new(map: &Map, text: PopupText, callbacks: MapCallbacks) -> Option<Self> {
        let content = Content::new(callbacks)?;
        content.show(&text)?;
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
        popup.set_anchor(&lat_lng(text.at)).set_content(&content.whole).open_on(map);
        Some(Self { popup: OnMap(popup), text, content })
    }

    pub fn text(&self) -> &PopupText {
        &self.text
    }

    /// Shows another text in the same popup.
    pub fn set(&mut self, map: &Map, text: PopupText) {
        if self.content.show(&text).is_none() {
            return;
        }
        if text.at != self.text.at {
            self.popup.set_anchor(&lat_lng(text.at));
        }
        self.popup.open_on(map);
        self.popup.update();
        self.text = text;
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

impl Content {
    fn new(callbacks: MapCallbacks) -> Option<Self> {
        let whole = element("div")?;
        let [lines, action, close] = [element("div")?, element("button")?, element("button")?];
        for part in [&lines, &action, &close] {
            whole.append_child(part).ok()?;
        }
        for button in [&action, &close] {
            set_attribute(button, "type", Some("button"));
        }
        close.set_text_content(Some("×"));
        let listeners = [
            EventListener::new(&action, "click", move |_| callbacks.action.run(())),
            EventListener::new(&close, "click", move |_| {
                callbacks.close.run(());
                // The pressed button is gone.
                document::focus(MAP);
            }),
        ];
        Some(Self { whole, lines, action, close, _listeners: listeners })
    }

    fn show(&self, text: &PopupText) -> Option<()> {
        self.lines.set_text_content(None);
        for (index, (line, language)) in text.lines.iter().enumerate() {
            let part = element(if index == 0 { "strong" } else { "p" })?;
            part.set_text_content(Some(line));
            set_attribute(&part, "dir", Some("auto"));
            set_attribute(&part, "lang", *language);
            self.lines.append_child(&part).ok()?;
        }
        self.action.set_text_content(text.action);
        set_attribute(&self.action, "hidden", text.action.is_none().then_some(""));
        set_attribute(&self.close, "aria-label", Some(text.close));
        Some(())
    }
}

fn element(name: &str) -> Option<HtmlElement> {
    document::document()?.create_element(name).ok()?.dyn_into().ok()
}
