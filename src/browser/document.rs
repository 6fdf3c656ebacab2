//! The document: new nodes, and what the page does to it outside its own tree.

use super::{response_cache, window};
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::{Document, Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

// Declared here, since with names of our own these calls cannot fail, and web-sys has them as
// fallible.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set_on(object: &Object, name: &str, value: &JsValue) -> bool;
}

/// A plain object.
pub fn object(entries: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in entries {
        set_on(&object, name, value);
    }
    object
}

/// Sets an attribute, or removes it.
pub fn set_attribute(element: &Element, name: &str, value: Option<&str>) {
    // Refused only for names that are none.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

pub fn document() -> Option<Document> {
    window()?.document()
}

pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// An attribute of the page as a whole; empty where it is not there.
pub fn attribute(name: &str) -> String {
    document()
        .and_then(|document| document.document_element()?.get_attribute(name))
        .unwrap_or_default()
}

/// The `lang` attribute of the whole document.
pub fn set_language(tag: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        set_attribute(&root, "lang", Some(tag));
    }
}

/// The languages that the browser prefers, best first.
pub fn languages() -> Vec<String> {
    window()
        .map(|window| {
            window.navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
        })
        .unwrap_or_default()
}

/// Whether the device has been told to save data.
pub fn saves_data() -> bool {
    let part =
        |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED);
    window().is_some_and(|window| {
        part(&part(&window.navigator(), "connection"), "saveData").is_truthy()
    })
}

/// The element in which the page lives.
pub fn root() -> Option<HtmlElement> {
    document()?.get_element_by_id("page")?.dyn_into().ok()
}

/// Scrolls the first element with the attribute's value into its list's view, without moving what
/// need not move.
pub fn reveal(attribute: &str, value: &str) {
    let Some(found) = find(attribute, value) else { return };
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    found.scroll_into_view_with_scroll_into_view_options(&options);
}

fn find(attribute: &str, value: &str) -> Option<Element> {
    // Compared as values, never built into a selector: ids come from outside.
    let all = document()?.query_selector_all(&format!("[{attribute}]")).ok()?;
    (0..all.length())
        .filter_map(|index| all.item(index)?.dyn_into::<Element>().ok())
        .find(|element| element.get_attribute(attribute).as_deref() == Some(value))
}

/// Puts the focus on an element. Where that is refused it is a key press away.
pub fn focus(id: &str) {
    let element = document()
        .and_then(|document| document.get_element_by_id(id)?.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let _ = element.focus();
    }
}

/// Shows the bilingual failure box of index.html with what went wrong in the operator's words.
pub fn show_failure(cause: &str) {
    let Some(document) = document() else { return };
    if let Some(place) = document.get_element_by_id("failure-cause") {
        place.set_text_content(Some(cause));
    }
    // What stands on a page that has died would look current for ever.
    ["waiting", "page"].into_iter().for_each(remove);
    console_error(cause);
    if let Some(failure) = document.get_element_by_id("failure") {
        set_attribute(&failure, "hidden", None);
    }
}

/// Takes the bootstrap script's first word away; behind it stands the page. Its first dots stay
/// where the map comes to be, until it does.
pub fn remove_waiting() {
    let Some(document) = document() else { return };
    if let (Some(dots), Some(map)) =
        (document.get_element_by_id("first-map"), document.get_element_by_id("map"))
        && map.first_element_child().is_none()
    {
        // Both are there, and neither is in the other.
        let _ = map.append_child(&dots);
    }
    remove("waiting");
}

/// Takes an element away, if it is there.
pub fn remove(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        element.remove();
    }
}

/// Calls `then` when the map's script is there, or cannot be had. `bootstrap.js` loads it.
pub fn after_map_script(then: impl FnOnce() + 'static) {
    response_cache::dispatch("gorlif:map", &[("then", Closure::once_into_js(then))]);
}
