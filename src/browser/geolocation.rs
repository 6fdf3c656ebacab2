//! Where the device is; asked only when a person presses for it.

use super::{document::object, window};
use gorlif_core::domain::limits::ROUGHEST_POSITION_METRES;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::PositionError;

/// Why the device did not say where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPosition {
    Refused,
    Unavailable,
    /// The device knows it too roughly to be of use.
    Rough,
}

/// Latitude and longitude of the device, handed to `then` once.
pub fn locate(then: impl FnOnce(Result<(f64, f64), NoPosition>) + 'static) {
    let Some(geolocation) = window().and_then(|window| window.navigator().geolocation().ok())
    else {
        return then(Err(NoPosition::Unavailable));
    };
    // Whichever of the two is called takes the continuation with it.
    let then = std::rc::Rc::new(std::cell::Cell::new(Some(then)));
    let also_then = std::rc::Rc::clone(&then);
    let found = Closure::once_into_js(move |position: JsValue| {
        if let Some(then) = then.take() {
            // Not asked for its class, which goes by another name in web-sys than in browsers.
            let position: &web_sys::Position = position.unchecked_ref();
            let coords = position.coords();
            then(if coords.accuracy() > ROUGHEST_POSITION_METRES {
                Err(NoPosition::Rough)
            } else {
                Ok((coords.latitude(), coords.longitude()))
            });
        }
    });
    let failed = Closure::once_into_js(move |error: JsValue| {
        let refused =
            error.unchecked_ref::<PositionError>().code() == PositionError::PERMISSION_DENIED;
        if let Some(then) = also_then.take() {
            then(Err(if refused { NoPosition::Refused } else { NoPosition::Unavailable }));
        }
    });
    let options = object(&[("timeout", 15_000.into()), ("maximumAge", 60_000.into())]);
    // The error callback also gets what the call itself could throw; a second report would find the
    // continuation gone.
    let _ = geolocation.get_current_position_with_error_callback_and_options(
        found.unchecked_ref(),
        Some(failed.unchecked_ref()),
        options.unchecked_ref(),
    );
}
