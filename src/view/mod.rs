//! What people see and press. Nothing here fetches; of the browser only the events show.

mod answer;
pub mod app;
mod forecast;
mod parts;
mod place_bar;
mod rivers;
mod sources;
mod warnings;

use crate::browser::document;
use crate::{
    erased::{Derived, El, Sig, derived, el, flag, follows, truth},
    state::{Panel, State},
};
use gorlif_core::domain::{geo::Position, selection::Selection};
use leptos::prelude::request_animation_frame;

/// Chooses another place, or all of Wales, and puts the focus on the answer.
fn choose_place(state: State, place: Option<Position>) {
    state.choose_place(place);
    request_animation_frame(|| document::focus(answer::HEADING));
}

impl Panel {
    /// The section of this view; `id` names its heading, as `id-heading`. A phone shows only the one that is open.
    fn section(self, state: State, id: &'static str) -> El {
        let class = move || Some(format!("panel {id}{}", if state.panel.get() == self { " open" } else { "" }));
        el("section").class(follows(class)).attr("aria-labelledby", format!("{id}-heading"))
    }
}

/// What an entry is about, and how far it is from the place in metres.
type Key = (Selection, Option<u32>);

/// So many entries stand in a list; more on request. Wales has fewer of each kind.
const PAGE: usize = 300;

/// What a list shows: how many entries there are, and the first page of them with the selected one.
#[derive(Default, PartialEq)]
struct Listed {
    count: usize,
    keys: Vec<Key>,
}

/// A list of entries that can be selected, and the button that shows more of a very long one. The selected entry is always in it.
fn entries(state: State, page: &'static Sig<usize>, listed: &'static Derived<Listed>, entry: fn(State, Key) -> El) -> [El; 2] {
    let first = move |limit: usize| {
        let page = page.get();
        listed.with(|Listed { keys, .. }| {
            let (first, rest) = keys.split_at(keys.len().min(limit).min(page));
            let selected = if rest.is_empty() { None } else { state.selection.get() };
            let also = selected.and_then(|selected| rest.iter().find(|(what, _)| *what == selected));
            (first.iter().chain(also).cloned().collect(), keys.len().min(page) > limit)
        })
    };
    let more =
        el("button").attr("type", "button").on("click", move |_| page.update(|page| *page += PAGE)).word(state.language, |words| words.show_more);
    let all_there = move || listed.with(|listed| listed.count) <= page.get();
    [el("ul").class("entries").each(first, move |key| entry(state, key.clone())), el("p").attr("hidden", flag(all_there)).child(more)]
}

/// An entry of a list: a button that selects it, here and on the map, and its details while it is selected.
fn list_entry(state: State, this: Selection, head: impl Fn() -> Vec<El> + Send + 'static, details: impl Fn() -> Vec<El> + Send + 'static) -> El {
    let (shown, pressed) = (this.clone(), this);
    let open = derived(move || state.selection.with(|selection| selection.as_ref() == Some(&shown)));
    let (is_open, was_open) = (open.clone(), open.clone());
    let press = move |_| state.select((!was_open.get_untracked()).then(|| pressed.clone()));
    el("li")
        .child(
            el("button").attr("type", "button").class("entry").attr("aria-expanded", truth(move || is_open.get())).on("click", press).dynamic(head),
        )
        .dynamic(move || if open.get() { vec![el("div").class("details").children(details())] } else { Vec::new() })
}
