//! The mark on the icon of the installed page. Reference: <https://www.w3.org/TR/badging/>.

use super::{js_object::call, window};
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

/// The mark on the icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppBadge {
    /// A number.
    Number(u32),
    /// A mark without a number.
    Mark,
    /// Nothing.
    None,
}

/// Sets the mark, where the browser has it. Without an installed page it has no effect.
pub fn set(badge: AppBadge) {
    let (method, arguments) = match badge {
        AppBadge::Number(number) => ("setAppBadge", vec![number.into()]),
        AppBadge::Mark => ("setAppBadge", Vec::new()),
        AppBadge::None => ("clearAppBadge", Vec::new()),
    };
    let Some(navigator) = window().map(|window| window.navigator()) else { return };
    // A browser may refuse it, of which nothing follows.
    spawn_local(async move {
        let _: Result<JsValue, JsValue> = call(&navigator, method, &arguments).await;
    });
}
