//! Ownership of Leaflet objects: dropping a handle removes its listener or layer.

use super::leaflet::{Evented, Layer, MapEvent};
use gorlif_core::domain::geo::Position;
use js_sys::{Array, Reflect};
use std::ops::Deref;
use wasm_bindgen::{JsCast, closure::Closure};

/// A listener on a Leaflet object; dropping it removes the listener before its closure.
pub struct Listener {
    target: Evented,
    kind: &'static str,
    closure: Closure<dyn FnMut(MapEvent)>,
}

impl Listener {
    pub fn new(target: &Evented, kind: &'static str, then: impl FnMut(MapEvent) + 'static) -> Self {
        Self::begin(target, kind, Closure::wrap(Box::new(then)))
    }

    fn begin(target: &Evented, kind: &'static str, closure: Closure<dyn FnMut(MapEvent)>) -> Self {
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

/// An array of two numbers, Leaflet's form of points and positions.
pub fn pair(a: f64, b: f64) -> Array {
    Array::of2(&a.into(), &b.into())
}

/// A position in Leaflet's form.
pub fn at(position: Position) -> Array {
    pair(position.lat(), position.lon())
}

/// Whether Leaflet has been loaded.
pub fn leaflet_is_there() -> bool {
    Reflect::get(&js_sys::global(), &"L".into())
        .is_ok_and(|leaflet| leaflet.is_object() && !leaflet.is_instance_of::<js_sys::Error>())
}
