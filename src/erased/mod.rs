//! Leptos with erased types: elements, signals, memos and effects that are compiled once instead of once per type and closure.
//!
//! With `view!` every element and every closure has a type of its own and costs 0.3 to 2 kB of code; the page so written weighed
//! 280 kB of wasm (brotli). Here there is one type of element, one of changing text, and so on. Leptos mounts the page, owns what
//! ends with its part, and runs what follows a signal.

mod element;
mod rows;
mod signal;
mod work;

pub use element::{El, Value, Word, el, flag, follows, mount, svg, truth, word};
pub use signal::{Derived, Sig, derived, effect, memo};
