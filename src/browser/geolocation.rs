//! The device's position, requested only when the user presses the button.

use super::{js_object::object, window};
use gorlif_core::domain::limits::ROUGHEST_POSITION_METRES;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::PositionError;

/// Why no position is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPosition {
    Refused,
    Unavailable,
    /// The accuracy is too low.
    Rough,
}

/// The device's position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located {
    pub latitude: f64,
    pub longitude: f64,
    /// The radius, in metres, within which the device is with a probability of 95 %.
    pub accuracy: f64,
}

/// Passes the device's position to `then`, once.
pub fn locate(then: impl FnOnce(Result<Located, NoPosition>) + 'static) {
    let Some(geolocation) = window().and_then(|window| window.navigator().geolocation().ok())
    else {
        return then(Err(NoPosition::Unavailable));
    };
    // Both callbacks share the continuation; the first one called takes it.
    let then = std::rc::Rc::new(std::cell::Cell::new(Some(then)));
    let also_then = std::rc::Rc::clone(&then);
    let found = Closure::once_into_js(move |position: JsValue| {
        if let Some(then) = then.take() {
            // No checked cast: the class has different names in web-sys and in browsers.
            let position: &web_sys::Position = position.unchecked_ref();
            let coords = position.coords();
            then(if coords.accuracy() > ROUGHEST_POSITION_METRES {
                Err(NoPosition::Rough)
            } else {
                Ok(Located {
                    latitude: coords.latitude(),
                    longitude: coords.longitude(),
                    accuracy: coords.accuracy(),
                })
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
    // An error of the call itself is ignored, since the error callback reports the same failures.
    let _ = geolocation.get_current_position_with_error_callback_and_options(
        found.unchecked_ref(),
        Some(failed.unchecked_ref()),
        options.unchecked_ref(),
    );
}
