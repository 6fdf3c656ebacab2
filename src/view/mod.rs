//! What people see and press. Nothing here fetches; of the browser only the events show.

mod answer;
pub mod app;
mod forecast;
mod parts;
mod place_bar;
mod rivers;
mod sources;
mod warnings;

use crate::{
    erased::{El, derived, el, follows, truth},
    state::{Panel, State},
};
use gorlif_core::domain::selection::Selection;

impl Panel {
    /// The section of this view; `id` names its heading, as `id-heading`. A phone shows only the one that is open.
    fn section(self, state: State, id: &'static str) -> El {
        let class = move || Some(format!("panel {id}{}", if state.panel.get() == self { " open" } else { "" }));
        el("section").class(follows(class)).attr("aria-labelledby", format!("{id}-heading"))
    }
}

/// An entry of a list: a button that selects it, here and on the map, and its details while it is selected.
fn list_entry(state: State, this: Selection, head: impl Fn() -> Vec<El> + Send + 'static, details: impl Fn() -> Vec<El> + Send + 'static) -> El {
    let (shown, pressed) = (this.clone(), this);
    let open = derived(move || state.selection.with(|selection| selection.as_ref() == Some(&shown)));
    let (is_open, was_open) = (open.clone(), open.clone());
    let press = move |_| state.selection.set((!was_open.get_untracked()).then(|| pressed.clone()));
    el("li")
        .child(
            el("button").attr("type", "button").class("entry").attr("aria-expanded", truth(move || is_open.get())).on("click", press).dynamic(head),
        )
        .dynamic(move || if open.get() { vec![el("div").class("details").children(details())] } else { Vec::new() })
}
