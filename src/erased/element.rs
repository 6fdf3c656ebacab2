//! Elements: made at once, kept up to date for as long as they are held.

use super::{
    rows::Place,
    signal::Sig,
    work::{Make, Run},
};
use crate::browser::{
    document,
    listen::{Listener, listen},
    timer,
};
use gorlif_core::language::{Catalogue, Language};
use leptos::{
    mount::mount_to,
    reactive::{
        effect::RenderEffect,
        graph::{Subscriber, ToAnySubscriber, untrack},
    },
};
use std::{cell::Cell, rc::Rc};
use web_sys::{Element, Event, HtmlElement, Node};

/// What an attribute or a text is made of: a fixed text, or one that follows the state. Each kind is handed on as it is, which costs
/// a call less code than a value that could be either.
pub trait Value {
    fn write(self, element: El, to: Slot) -> El;
}

/// Where a value is written.
#[derive(Clone, Copy)]
pub enum Slot {
    Attribute(&'static str),
    Text,
}

/// Makes a text; `None` takes an attribute away.
pub struct Follows(Box<dyn Make<Option<String>>>);

impl Value for &str {
    fn write(self, element: El, to: Slot) -> El {
        element.fix(to, self)
    }
}

impl Value for String {
    fn write(self, element: El, to: Slot) -> El {
        element.fix(to, &self)
    }
}

impl Value for Follows {
    fn write(self, element: El, to: Slot) -> El {
        element.follow_with(to, self)
    }
}

/// A value that follows the state; `None` takes the attribute away.
pub fn follows(value: impl Fn() -> Option<String> + 'static) -> Follows {
    Follows(Box::new(value))
}

/// Picks a word out of the catalogue: a plain function, which costs next to nothing.
pub type Word = fn(&'static Catalogue) -> &'static str;

/// A word as it follows the language.
pub fn word(language: &'static Sig<Language>, pick: Word) -> Follows {
    follows(move || Some(pick(language.get().words()).to_owned()))
}

/// "true" or "false", as ARIA's states have it.
pub fn truth(value: impl Fn() -> bool + 'static) -> Follows {
    follows(move || Some(if value() { "true" } else { "false" }.to_owned()))
}

/// There or not, as HTML's own flags have it.
pub fn flag(value: impl Fn() -> bool + 'static) -> Follows {
    follows(move || value().then(String::new))
}

/// How many elements of a list are made at a time.
const SLICE: usize = 16;

/// An element. It is made at once; what keeps it up to date ends with it. One pointer, so that a chain of calls stays small.
pub struct El(Box<Parts>);

struct Parts {
    node: Element,
    kept: Vec<Kept>,
}

/// What lives as long as an element; all of it acts only by being dropped.
enum Kept {
    Following(#[expect(dead_code)] Following),
    Listening(#[expect(dead_code)] Listener),
}

/// A follower that leaves its signals when it is dropped. Leptos leaves it in their lists, which for a signal that never changes is for
/// ever: tests/e2e/soak.test.mjs measures it.
struct Following(RenderEffect<Vec<El>>);

impl Drop for Following {
    fn drop(&mut self) {
        let subscriber = self.0.to_any_subscriber();
        subscriber.clear_sources(&subscriber);
    }
}

/// An HTML element.
pub fn el(tag: &'static str) -> El {
    El(Box::new(Parts { node: document::html(tag), kept: Vec::new() }))
}

/// An SVG element.
pub fn svg(tag: &'static str) -> El {
    El(Box::new(Parts { node: document::svg(tag), kept: Vec::new() }))
}

impl El {
    pub fn attr(self, name: &'static str, value: impl Value) -> Self {
        value.write(self, Slot::Attribute(name))
    }

    pub fn class(self, class: impl Value) -> Self {
        class.write(self, Slot::Attribute("class"))
    }

    pub fn text(self, text: impl Value) -> Self {
        text.write(self, Slot::Text)
    }

    fn fix(self, to: Slot, text: &str) -> Self {
        match to {
            Slot::Attribute(name) => document::set_attribute(&self.0.node, name, Some(text)),
            Slot::Text => self.append(&document::text(text)),
        }
        self
    }

    fn follow_with(self, to: Slot, value: Follows) -> Self {
        let node = self.0.node.clone();
        let set: Box<dyn for<'a> Run<Option<&'a str>>> = match to {
            Slot::Attribute(name) => Box::new(move |text: Option<&str>| document::set_attribute(&node, name, text)),
            Slot::Text => {
                let node = document::text("");
                self.append(&node);
                Box::new(move |text: Option<&str>| node.set_data(text.unwrap_or_default()))
            }
        };
        self.keep_up(value, set)
    }

    /// Writes the value now, and whenever it has become another.
    fn keep_up(mut self, Follows(value): Follows, mut set: Box<dyn for<'a> Run<Option<&'a str>>>) -> Self {
        let mut before = None;
        self.follow(Box::new(move |_| {
            let now = value.make();
            if before.as_ref() != Some(&now) {
                set.run(now.as_deref());
                before = Some(now);
            }
            Vec::new()
        }));
        self
    }

    /// Runs with what the last run gave, now and whenever a signal changes that it reads.
    fn follow(&mut self, run: Box<dyn FnMut(Option<Vec<El>>) -> Vec<El>>) {
        self.0.kept.push(Kept::Following(Following(RenderEffect::new(run))));
    }

    /// The `lang` of a stretch that is not in the page's language.
    pub fn lang(self, foreign: Option<&'static str>) -> Self {
        match foreign {
            Some(tag) => self.attr("lang", tag),
            None => self,
        }
    }

    /// What a field holds, which is a property and no attribute.
    pub fn value(self, value: impl Fn() -> String + 'static) -> Self {
        let node = self.0.node.clone();
        let set = move |text: Option<&str>| document::set_property(&node, "value", text.unwrap_or_default());
        self.keep_up(follows(move || Some(value())), Box::new(set))
    }

    pub fn on(self, event: &'static str, run: impl FnMut(Event) + 'static) -> Self {
        self.hear(event, Box::new(run))
    }

    fn hear(mut self, event: &'static str, mut run: Box<dyn Run<Event>>) -> Self {
        let listener = listen(&self.0.node, event, move |event| run.run(event));
        self.0.kept.extend(listener.map(Kept::Listening));
        self
    }

    fn append(&self, node: &Node) {
        document::put(&self.0.node, node, None);
    }

    /// A word of the catalogue, in the language of the page.
    pub fn word(self, language: &'static Sig<Language>, pick: Word) -> Self {
        self.text(word(language, pick))
    }

    /// A text that follows the state.
    pub fn say<T: Into<String>>(self, text: impl Fn() -> T + 'static) -> Self {
        self.text(follows(move || Some(text().into())))
    }

    pub fn child(mut self, mut child: El) -> Self {
        self.append(&child.0.node);
        self.0.kept.append(&mut child.0.kept);
        self
    }

    pub fn children(self, children: impl IntoIterator<Item = El>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// Elements that are made anew whenever a signal changes that `make` reads.
    pub fn dynamic(self, make: impl Fn() -> Vec<El> + 'static) -> Self {
        self.remake(Box::new(make))
    }

    fn remake(mut self, make: Box<dyn Make<Vec<El>>>) -> Self {
        let place = self.place();
        self.follow(Box::new(move |before| {
            let elements = make.make();
            before.iter().flatten().for_each(|element| element.node().remove());
            elements.iter().for_each(|element| place.put(element, None));
            elements
        }));
        self
    }

    /// One element per key, which lives as long as its key is among those that `keys` gives: the first so many, and whether more follow.
    /// They are made in slices, one a paint, so that a long list stops nothing; until all are there the element is busy (`aria-busy`).
    pub fn each<K: Ord + 'static>(mut self, keys: impl Fn(usize) -> (Vec<K>, bool) + 'static, make: impl Fn(&K) -> El + 'static) -> Self {
        let place = self.place();
        let (limit, waits) = (Sig::new(SLICE), Rc::new(Cell::new(false)));
        let node = self.0.node.clone();
        let mut old_keys = Vec::new();
        // What a row reads while it is made is no reason to make the list anew.
        let make = move |key: &K| untrack(|| make(key));
        self.follow(Box::new(move |before| {
            let (new_keys, more) = keys(limit.get());
            let rows = place.renew(&old_keys, before.unwrap_or_default(), &new_keys, &make);
            old_keys = new_keys;
            document::set_attribute(&node, "aria-busy", more.then_some("true"));
            if more && !waits.replace(true) {
                let waits = Rc::clone(&waits);
                timer::after_paint(move || {
                    waits.set(false);
                    limit.update(|limit| *limit += SLICE);
                });
            }
            rows
        }));
        self
    }

    /// The place behind what stands in the element by now.
    fn place(&self) -> Place {
        let end = document::mark();
        self.append(&end);
        Place::new(&self.0.node, end)
    }

    pub(super) fn node(&self) -> &Element {
        &self.0.node
    }
}

/// Puts the page into its place. It lives until its tab closes.
pub fn mount(parent: &HtmlElement, page: impl FnOnce() -> Vec<El> + 'static) {
    let host = parent.clone();
    let build = move || {
        for element in page() {
            document::put(&host, element.node(), None);
            Box::leak(Box::new(element));
        }
    };
    Box::leak(Box::new(mount_to(parent.clone(), build)));
}
