//! The mark on the icon of the installed page. Reference: <https://www.w3.org/TR/badging/>.

use super::window;
use js_sys::{Array, Function, Promise, Reflect};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// What the icon shows.
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
        AppBadge::Number(number) => ("setAppBadge", Array::of1(&number.into())),
        AppBadge::Mark => ("setAppBadge", Array::new()),
        AppBadge::None => ("clearAppBadge", Array::new()),
    };
    let call = || {
        let navigator = window()?.navigator();
        let method: Function = Reflect::get(&navigator, &method.into()).ok()?.dyn_into().ok()?;
        method.apply(&navigator, &arguments).ok()?.dyn_into::<Promise>().ok()
    };
    if let Some(setting) = call() {
        // A browser may refuse it, of which nothing follows.
        spawn_local(async move {
            let _: Result<JsValue, JsValue> = JsFuture::from(setting).await;
        });
    }
}
