//! The document: elements outside the Leptos tree, its title, language and visibility.

use super::{response_cache, window};
use gloo_events::EventListener;
use js_sys::Promise;
use wasm_bindgen::{JsCast, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Document, Element, EventTarget, HtmlElement, HtmlScriptElement, Node, NodeList,
    ScrollIntoViewOptions, ScrollLogicalPosition, VisibilityState,
};

// Declared here because web-sys declares this call as fallible.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
    /// Writes a line for the deployer to the console.
    #[wasm_bindgen(js_namespace = console)]
    pub fn warn(text: &str);
}

/// Sets an attribute, or removes it when the value is `None`.
pub fn set_attribute(element: &Element, name: &str, value: Option<&str>) {
    // Fails only for invalid attribute names.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

pub fn document() -> Option<Document> {
    window()?.document()
}

/// The element with this id.
pub fn by_id(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}

/// `<html>`.
fn root_element() -> Option<Element> {
    document()?.document_element()
}

/// The elements of a list of nodes.
fn elements(list: &NodeList) -> impl Iterator<Item = Element> {
    (0..list.length()).filter_map(move |index| list.item(index)?.dyn_into().ok())
}

/// Whether the page is out of sight.
pub fn is_hidden() -> bool {
    document().is_some_and(|document| document.visibility_state() == VisibilityState::Hidden)
}

/// Calls `then` when the page is shown or hidden.
pub fn on_visibility_change(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(document()?.as_ref(), "visibilitychange", move |_| then()))
}

pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Sets the icon of the page.
pub fn set_icon(address: &str) {
    if let Some(icon) = found("link[rel=icon]") {
        set_attribute(&icon, "href", Some(address));
    }
}

/// An attribute of the root element; empty when absent.
pub fn attribute(name: &str) -> String {
    root_element().and_then(|root| root.get_attribute(name)).unwrap_or_default()
}

/// Adds a class to the root element.
pub fn add_root_class(name: &str) {
    if let Some(root) = root_element() {
        // Fails only for an invalid name.
        let _ = root.class_list().add_1(name);
    }
}

/// Scrolls the content of a frame on, so that its first item that is not wholly visible comes below
/// the frame's heading. Returns whether there was one.
#[allow(clippy::cast_possible_truncation)] // pixels of a screen
pub fn scroll_on(frame: &str, heading: &str, items: &str) -> bool {
    let scroll = || {
        let frame = found(frame)?;
        let heading = frame.query_selector(heading).ok()??.get_bounding_client_rect();
        let bottom = frame.get_bounding_client_rect().bottom();
        let items = frame.query_selector_all(items).ok()?;
        let mut items = elements(&items).map(|item| item.get_bounding_client_rect());
        let top = items.find(|item| item.bottom() > bottom + 1.0)?.top();
        let before = frame.scroll_top();
        frame.set_scroll_top(before + (top - heading.bottom()) as i32);
        (frame.scroll_top() > before).then_some(())
    };
    scroll().is_some()
}

pub fn scroll_to_top(selector: &str) {
    if let Some(element) = found(selector) {
        element.set_scroll_top(0);
    }
}

fn found(selector: &str) -> Option<Element> {
    document()?.query_selector(selector).ok()?
}

/// Adds a style sheet to the page.
pub fn add_style_sheet(address: &str) {
    let link = document().and_then(|document| document.create_element("link").ok());
    let (Some(root), Some(link)) = (root_element(), link) else { return };
    set_attribute(&link, "rel", Some("stylesheet"));
    set_attribute(&link, "href", Some(address));
    let _ = root.append_child(&link);
}

/// Loads a script of the page. Returns whether it has run.
pub async fn load_script(address: &str) -> bool {
    let script = document().and_then(|document| document.create_element("script").ok());
    let script = script.and_then(|script| script.dyn_into::<HtmlScriptElement>().ok());
    let (Some(root), Some(script)) = (root_element(), script) else { return false };
    script.set_src(address);
    let loaded = Promise::new(&mut |resolve, reject| {
        script.set_onload(Some(&resolve));
        script.set_onerror(Some(&reject));
        let _ = root.append_child(&script);
    });
    JsFuture::from(loaded).await.is_ok()
}

/// Whether the page is in a frame of another site, with a view that its options name.
pub fn is_framed() -> bool {
    !attribute("data-embed").is_empty()
}

/// Whether an element that receives the focus is outside the element of this id. No element is not.
pub fn is_outside(target: Option<EventTarget>, id: &str) -> bool {
    let (Some(target), Some(container)) = (target, by_id(id)) else { return false };
    !container.contains(target.dyn_ref::<Node>())
}

/// Sets the `lang` attribute of the document.
pub fn set_language(tag: &str) {
    if let Some(root) = root_element() {
        set_attribute(&root, "lang", Some(tag));
    }
}

/// Makes the elements that match a selector inert, or not.
pub fn set_inert(selector: &str, is_inert: bool) {
    let found = document().and_then(|document| document.query_selector_all(selector).ok());
    for element in found.iter().flat_map(elements) {
        set_attribute(&element, "inert", is_inert.then_some(""));
    }
}

/// The element in which the page is mounted.
pub fn root() -> Option<HtmlElement> {
    by_id("page")?.dyn_into().ok()
}

/// Scrolls the first element with this attribute value into view: its start to the start of the view, or with `Nearest`
/// as far as is needed. `is_focused` also focuses its button.
pub fn reveal(attribute: &str, value: &str, edge: ScrollLogicalPosition, is_focused: bool) {
    let Some(found) = find(attribute, value) else { return };
    let options = ScrollIntoViewOptions::new();
    options.set_block(edge);
    found.scroll_into_view_with_scroll_into_view_options(&options);
    if let Some(button) = found.query_selector("button").ok().flatten().filter(|_| is_focused) {
        focus_element(&button);
    }
}

/// Moves the focus from `target` to the button of the next or the previous sibling of its ancestor.
pub fn focus_neighbour(target: Option<EventTarget>, ancestor: &str, is_next: bool) {
    let neighbour = || {
        let own = target?.dyn_into::<Element>().ok()?.closest(ancestor).ok()??;
        let sibling =
            if is_next { own.next_element_sibling() } else { own.previous_element_sibling() };
        sibling?.query_selector("button").ok()?
    };
    if let Some(button) = neighbour() {
        focus_element(&button);
    }
}

/// Whether the page is not scrolled.
pub fn is_at_top() -> bool {
    window().and_then(|window| window.scroll_y().ok()).is_none_or(|y| y <= 0.0)
}

/// Whether the map and the lists are in one column, so that the page scrolls between them.
pub fn is_one_column() -> bool {
    // The limit of style/page.css.
    matches("(max-width: 720px)")
}

/// Whether the visitor has asked the system for less motion.
pub fn prefers_reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

fn matches(query: &str) -> bool {
    let query = window().and_then(|window| window.match_media(query).ok()?);
    query.is_some_and(|query| query.matches())
}

/// Whether the element or something in it has the focus.
pub fn has_focus(id: &str) -> bool {
    let active = document().and_then(|document| document.active_element());
    by_id(id).is_some_and(|element| element.contains(active.as_ref().map(AsRef::as_ref)))
}

/// The attribute of the entry that contains an element, and its value.
pub fn entry_of(target: Option<EventTarget>) -> Option<(&'static str, String)> {
    let element: Element = target?.dyn_into().ok()?;
    ["data-area-code", "data-station-id"].into_iter().find_map(|attribute| {
        let entry = element.closest(&format!("[{attribute}]")).ok()??;
        Some((attribute, entry.get_attribute(attribute)?))
    })
}

/// Whether the element with the focus has been removed.
pub fn has_lost_focus() -> bool {
    let active = document().and_then(|document| document.active_element());
    active.is_none_or(|active| active.tag_name() == "BODY")
}

fn find(attribute: &str, value: &str) -> Option<Element> {
    // Compared as values and not built into a selector: ids are external input.
    // A list that another one has replaced stays in the document, hidden, until the next paint.
    let all = document()?.query_selector_all(&format!(":not([hidden]) > [{attribute}]")).ok()?;
    elements(&all).find(|element| element.get_attribute(attribute).as_deref() == Some(value))
}

/// Focuses an element. A failure is ignored, since the element remains reachable by keyboard.
pub fn focus(id: &str) {
    if let Some(element) = by_id(id) {
        focus_element(&element);
    }
}

fn focus_element(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Shows the bilingual failure box of index.html, with the cause for the operator.
pub fn show_failure(cause: &str) {
    console_error(cause);
    response_cache::dispatch("gorlif:crash", &[("cause", cause.into())]);
}

/// Lets `bootstrap.js` remove its first warnings and its search field; the page is behind them. Its first dots move to
/// the map's element and stay until the map replaces them.
pub fn remove_waiting() {
    if let (Some(dots), Some(map)) = (by_id("first-map"), by_id("map"))
        && map.first_element_child().is_none()
    {
        // Cannot fail: both elements exist, and neither contains the other.
        let _ = map.append_child(&dots);
    }
    response_cache::dispatch("gorlif:shown", &[]);
}

/// Removes an element, if it exists.
pub fn remove(id: &str) {
    if let Some(element) = by_id(id) {
        element.remove();
    }
}

/// Calls `then` once the map script has loaded or failed to load. `bootstrap.js` loads it.
pub fn after_map_script(then: impl FnOnce() + 'static) {
    response_cache::dispatch("gorlif:map", &[("then", Closure::once_into_js(then))]);
}
