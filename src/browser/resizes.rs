//! The changes of an element's size.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, ResizeObserver};

/// Observes an element; dropping it ends that.
pub struct Resizes {
    observer: ResizeObserver,
    _then: Closure<dyn FnMut()>,
}

impl Resizes {
    /// Calls `then` now and each time that the size of the element has changed.
    pub fn of(element: &Element, then: impl FnMut() + 'static) -> Option<Self> {
        let then = Closure::<dyn FnMut()>::new(then);
        let observer = ResizeObserver::new(then.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _then: then })
    }
}

impl Drop for Resizes {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
