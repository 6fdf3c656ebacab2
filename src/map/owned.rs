//! Ownership of Leaflet objects: dropping the owner removes the listener or layer.

use super::leaflet::{Evented, Layer, MapEvent};
use std::ops::Deref;
use wasm_bindgen::closure::Closure;

/// A listener on a Leaflet object; dropping it removes the listener before its closure.
pub struct Listener {
    target: Evented,
    kind: &'static str,
    closure: Closure<dyn FnMut(MapEvent)>,
}

impl Listener {
    pub fn new(target: &Evented, kind: &'static str, then: impl FnMut(MapEvent) + 'static) -> Self {
        Self::attach(target, kind, Closure::wrap(Box::new(then)))
    }

    fn attach(target: &Evented, kind: &'static str, closure: Closure<dyn FnMut(MapEvent)>) -> Self {
        target.on(kind, closure.as_ref());
        Self { target: target.clone(), kind, closure }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.target.off(self.kind, self.closure.as_ref());
    }
}

/// A layer on the map; dropping it removes it.
pub struct OnMap<T: AsRef<Layer>>(pub T);

impl<T: AsRef<Layer>> Deref for OnMap<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: AsRef<Layer>> Drop for OnMap<T> {
    fn drop(&mut self) {
        self.0.as_ref().remove_layer();
    }
}
