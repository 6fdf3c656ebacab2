//! Leptos with erased types: elements, signals, memos and effects that are compiled once instead of once per type and closure.
//!
//! With `view!` every element and every closure has a type of its own and costs 0.3 to 2 kB of code; the page so written weighed
//! 280 kB of wasm (brotli). Here an element is a tag with a list of attributes and a list of children, a text that changes is one
//! boxed closure type, and so on. It is still Leptos that renders and reacts.

use gorlif_core::language::{Catalogue, Language};
use leptos::{
    attr::any_attribute::{AnyAttribute, IntoAnyAttribute},
    attr::custom::custom_attribute,
    ev,
    html::{self, HtmlElement},
    prelude::*,
    reactive::{computed::ArcMemo, graph::untrack, signal::ArcTrigger},
    tachys::html::property::prop,
};
use std::{
    borrow::Cow,
    sync::{Arc, PoisonError, RwLock},
};

/// A value that others follow. It lives as long as the page, so it is handed around as a plain reference.
pub struct Sig<T: 'static> {
    value: RwLock<T>,
    changed: ArcTrigger,
}

impl<T> Sig<T> {
    pub fn new(value: T) -> &'static Self {
        Box::leak(Box::new(Self { value: RwLock::new(value), changed: ArcTrigger::new() }))
    }

    /// Reads the value and follows it.
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        self.changed.track();
        self.with_untracked(read)
    }

    /// Reads the value once.
    pub fn with_untracked<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        read(&self.value.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the value and tells those who follow it.
    pub fn update<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = change(&mut self.value.write().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify();
        result
    }

    pub fn set(&self, value: T) {
        self.update(|old| *old = value);
    }
}

impl<T: Clone> Sig<T> {
    pub fn get(&self) -> T {
        self.with(T::clone)
    }

    pub fn get_untracked(&self) -> T {
        self.with_untracked(T::clone)
    }
}

/// A value that is worked out from signals, anew only when one of them has changed, and passed on only when it is another one.
pub struct Derived<T> {
    /// Rises with every change. One type for all values, so that Leptos's machinery is compiled once.
    version: ArcMemo<u32>,
    value: Arc<RwLock<T>>,
}

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Self {
        Self { version: self.version.clone(), value: Arc::clone(&self.value) }
    }
}

/// A derived value that ends with its owner.
pub fn derived<T: PartialEq + Send + Sync + 'static>(work_out: impl Fn() -> T + Send + Sync + 'static) -> Derived<T> {
    let value = Arc::new(RwLock::new(untrack(&work_out)));
    let slot = Arc::clone(&value);
    let has_changed = move || {
        let new = work_out();
        let mut slot = slot.write().unwrap_or_else(PoisonError::into_inner);
        let changed = *slot != new;
        *slot = new;
        changed
    };
    Derived { version: version(Box::new(has_changed)), value }
}

/// A derived value that lives as long as the page.
pub fn memo<T: PartialEq + Send + Sync + 'static>(work_out: impl Fn() -> T + Send + Sync + 'static) -> &'static Derived<T> {
    Box::leak(Box::new(derived(work_out)))
}

fn version(has_changed: Box<dyn Fn() -> bool + Send + Sync>) -> ArcMemo<u32> {
    ArcMemo::new(move |before: Option<&u32>| before.copied().unwrap_or_default().wrapping_add(u32::from(has_changed())))
}

impl<T> Derived<T> {
    /// Reads the value and follows it.
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        self.version.get();
        read(&self.value.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<T: Clone> Derived<T> {
    pub fn get(&self) -> T {
        self.with(T::clone)
    }

    pub fn get_untracked(&self) -> T {
        untrack(|| self.get())
    }
}

/// Runs now and whenever a signal that it reads changes. Effects are for what leaves Rust: map, title, address, storage.
pub fn effect(run: impl FnMut() + 'static) {
    fn new(mut run: Box<dyn FnMut()>) {
        Effect::new(move |_| run());
    }
    new(Box::new(run));
}

/// What an attribute or a text is made of: fixed, or following the state.
pub enum Value {
    Fixed(Text),
    Follows(Box<dyn Fn() -> Option<String> + Send>),
}

type Text = Cow<'static, str>;

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Self {
        Self::Fixed(Cow::Borrowed(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Fixed(Cow::Owned(text))
    }
}

/// A value that follows the state; `None` takes the attribute away.
pub fn follows(value: impl Fn() -> Option<String> + Send + 'static) -> Value {
    Value::Follows(Box::new(value))
}

/// Picks a word out of the catalogue: a plain function, which costs next to nothing.
pub type Word = fn(&'static Catalogue) -> &'static str;

/// A word as it follows the language.
pub fn word(language: &'static Sig<Language>, pick: Word) -> Value {
    follows(move || Some(pick(language.get().words()).to_owned()))
}

/// "true" or "false", as ARIA's states have it.
pub fn truth(value: impl Fn() -> bool + Send + 'static) -> Value {
    follows(move || Some(if value() { "true" } else { "false" }.to_owned()))
}

/// There or not, as HTML's own flags have it.
pub fn flag(value: impl Fn() -> bool + Send + 'static) -> Value {
    follows(move || value().then(String::new))
}

/// An element under construction: one pointer, so that a chain of calls stays small.
pub struct El(Box<Parts>);

struct Parts {
    tag: &'static str,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

/// An HTML element.
pub fn el(tag: &'static str) -> El {
    El(Box::new(Parts { tag, attributes: Vec::new(), children: Vec::new() }))
}

impl El {
    pub fn attr(self, name: &'static str, value: impl Into<Value>) -> Self {
        self.put(name, value.into())
    }

    fn put(mut self, name: &'static str, value: Value) -> Self {
        self.0.attributes.push(match value {
            Value::Fixed(text) => custom_attribute(name, text).into_any_attr(),
            Value::Follows(value) => custom_attribute(name, value).into_any_attr(),
        });
        self
    }

    pub fn class(self, class: impl Into<Value>) -> Self {
        self.put("class", class.into())
    }

    /// The `lang` of a stretch that is not in the page's language.
    pub fn lang(self, foreign: Option<&'static str>) -> Self {
        match foreign {
            Some(tag) => self.put("lang", tag.into()),
            None => self,
        }
    }

    /// What a field holds, which is a property and no attribute.
    pub fn value(mut self, value: impl Fn() -> String + Send + 'static) -> Self {
        let value: Box<dyn Fn() -> String + Send> = Box::new(value);
        self.0.attributes.push(prop("value", value).into_any_attr());
        self
    }

    pub fn on(self, event: &'static str, run: impl FnMut(web_sys::Event) + 'static) -> Self {
        self.listen(event, Box::new(run))
    }

    fn listen(mut self, event: &'static str, run: Box<dyn FnMut(web_sys::Event)>) -> Self {
        self.0.attributes.push(ev::on(ev::Custom::<web_sys::Event>::new(event), run).into_any_attr());
        self
    }

    pub fn text(self, text: impl Into<Value>) -> Self {
        self.write(text.into())
    }

    fn write(self, text: Value) -> Self {
        self.child_view(match text {
            Value::Fixed(text) => text.into_any(),
            Value::Follows(value) => value.into_any(),
        })
    }

    /// A word of the catalogue, in the language of the page.
    pub fn word(self, language: &'static Sig<Language>, pick: Word) -> Self {
        self.write(word(language, pick))
    }

    /// A text that follows the state.
    pub fn say<T: Into<String>>(self, text: impl Fn() -> T + Send + 'static) -> Self {
        self.write(follows(move || Some(text().into())))
    }

    pub fn child(self, child: El) -> Self {
        self.child_view(child.into_view())
    }

    pub fn child_view(mut self, child: AnyView) -> Self {
        self.0.children.push(child);
        self
    }

    pub fn children(self, children: impl IntoIterator<Item = El>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// Elements that are made anew whenever a signal changes that `make` reads.
    pub fn dynamic(self, make: impl Fn() -> Vec<El> + Send + 'static) -> Self {
        self.follow(Box::new(make))
    }

    fn follow(self, make: Box<dyn Fn() -> Vec<El> + Send>) -> Self {
        let make: Box<dyn Fn() -> Vec<AnyView> + Send> = Box::new(move || make().into_iter().map(El::into_view).collect());
        self.child_view(make.into_any())
    }

    /// One element per key, which lives as long as its key is among those that `keys` gives.
    pub fn each<K: Clone + Eq + std::hash::Hash + Send + Sync + 'static>(
        self,
        keys: impl Fn() -> Vec<K> + Send + Sync + 'static,
        make: impl Fn(K) -> El + Send + Sync + 'static,
    ) -> Self {
        self.list(Box::new(keys), Arc::new(make))
    }

    fn list<K: Clone + Eq + std::hash::Hash + Send + Sync + 'static>(
        self,
        keys: Box<dyn Fn() -> Vec<K> + Send + Sync>,
        make: Arc<dyn Fn(K) -> El + Send + Sync>,
    ) -> Self {
        let list = ForProps::builder().each(keys).key(K::clone).children(move |key| make(key).into_view()).build();
        self.child_view(For(list).into_any())
    }

    pub fn into_view(self) -> AnyView {
        let Parts { tag, attributes, children } = *self.0;
        let element: HtmlElement<_, (), ()> = html::custom(tag);
        element.add_any_attr(attributes).child(children).into_any()
    }
}
