//! A list of gauges or messages. Entries can be selected; the selected one shows its details.

use super::{
    fragments::{Text, aria, paragraph, span, symbol},
    late::use_late,
};
use crate::{
    browser::{document, timer},
    state::{
        AppState, Panel,
        listed::{Key, Listed},
        page_query::Layout,
        reactive::{effect, memo, memo_with_previous, row_memo, rows_in_steps},
        use_app_state,
    },
};
use gorlif_core::domain::{list_view::ListView, selection::ItemId};
use leptos::prelude::*;
use web_sys::ScrollLogicalPosition;

/// The number of entries shown before "Show more" is pressed. No list for Wales is longer.
pub const PAGE_SIZE: usize = 300;
/// The number of rows of a list that are created with the first data, and when it is filtered or
/// sorted. The others follow after the page has painted it, so that a long list delays nothing.
const FIRST_ROWS: usize = 6;
/// The number of further rows created between two paints, so that a long list does not block input.
const BATCH: usize = 6;

/// The content of an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub symbol: &'static str,
    /// May be empty.
    pub symbol_class: &'static str,
    /// The `data-state` of the row.
    pub state: Option<&'static str>,
    /// How a message differs from when it was last seen: the `data-change` of the row, and its mark.
    pub change: Option<(&'static str, &'static str)>,
    /// The `data-trend` of the row.
    pub trend: Option<&'static str>,
    /// The `data-standing` of the row.
    pub standing: Option<&'static str>,
    pub title: Text,
    pub value: Option<String>,
    pub lines: Vec<Vec<Text>>,
    /// The number of the lines that are bold, which are the first.
    pub bold: usize,
    /// Only for the selected entry, and only what the chunk `details` does not have.
    pub details: Option<Details>,
}

/// The text and the facts of an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    pub paragraphs: Vec<Paragraph>,
    /// Terms and their values.
    pub facts: Vec<(&'static str, Text)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paragraph {
    /// May be empty.
    pub class: &'static str,
    pub direction: Option<&'static str>,
    pub language: Option<&'static str>,
    pub text: String,
}

impl Paragraph {
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn with_class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    fn into_view(self) -> AnyView {
        view! {
            <p class=self.class dir=self.direction lang=self.language>
                {self.text}
            </p>
        }
        .into_any()
    }
}

/// Reads an entry from the state; the last argument requests its details.
pub type ReadEntry = fn(AppState, &Key, bool) -> Option<Entry>;

/// The list, and a button to show more entries. Always contains the selected entry.
#[component]
pub fn EntryList(
    visible_count: RwSignal<usize>,
    listed: Memo<Listed>,
    view: Memo<ListView>,
    read: ReadEntry,
) -> impl IntoView {
    let state = use_app_state();
    // The number of rows so far of the view that has them: another view begins with its first rows.
    let created = RwSignal::new((view.get_untracked(), FIRST_ROWS));
    let limit = memo(move || {
        let (view, (of, count)) = (view.get(), created.get());
        let count = if of == view { count } else { FIRST_ROWS };
        count.min(visible_count.get())
    });
    let has_more = memo(move || {
        let count = listed.with(|listed| listed.keys.len());
        count.min(visible_count.get()) > limit.get()
    });
    effect(move || {
        let (view, limit) = (view.get(), limit.get());
        let is_another = created.with(|(of, _)| *of != view);
        if (has_more.get() || is_another) && state.progress.primary_painted.get() {
            timer::after_paint(move || created.set((view, limit + BATCH)));
        }
    });
    // Rows that are there already stay, since only new ones take long.
    let shown = memo_with_previous(move |before: Option<&Vec<Key>>| {
        let (limit, most) = (limit.get(), visible_count.get());
        let selected = state.choices.selection.get();
        let is_shown = |(index, key): &(usize, &Key)| {
            *index < limit
                || *index < most && before.is_some_and(|before| before.contains(key))
                || selected.as_ref() == Some(&key.0)
        };
        listed.with(|Listed { keys, .. }| {
            let shown = keys.iter().enumerate().filter(is_shown);
            shown.map(|(_, key)| key.clone()).collect::<Vec<Key>>()
        })
    });
    let linked = state.deployment.linked;
    effect(move || {
        // A frame would scroll the page around it too.
        let leads_to_link = state.deployment.layout == Layout::Lists && !document::is_framed();
        let is_complete = state.progress.primary_painted.get() && !has_more.get();
        let selected = state.choices.selection.get();
        if linked.with_value(|linked| *linked != selected) {
            return linked.set_value(None);
        }
        let Some(selected) = selected.filter(|_| is_complete && leads_to_link) else { return };
        // Once its list has all rows, unless the visitor has scrolled meanwhile.
        if listed.with(|listed| listed.keys.iter().any(|(item, _)| *item == selected)) {
            linked.set_value(None);
            if document::is_at_top() {
                show_entry(state, selected, false);
            }
        }
    });
    view! {
        <ul
            class="entries"
            hidden=move || listed.with(|listed| listed.keys.is_empty())
            aria-busy=move || has_more.get().then_some("true")
        >
            <For each=rows_in_steps(shown) key=Key::clone let(key)>
                <EntryRow key read />
            </For>
        </ul>
        <p hidden=move || listed.with(|listed| listed.count) <= visible_count.get()>
            <button
                type="button"
                on:click=move |_| visible_count.update(|count| *count += PAGE_SIZE)
            >
                {move || state.texts().show_more}
            </button>
        </p>
    }
}

/// Opens the panel whose list has the item, unless the page is a frame without lists.
pub fn open_list(state: AppState, item: &ItemId) {
    if state.deployment.embed.lists {
        state.choices.panel.set(Panel::of(item));
    }
}

/// Opens the panel whose list has the item and scrolls its entry into view; `is_focused` also
/// focuses the entry.
pub fn show_entry(state: AppState, item: ItemId, is_focused: bool) {
    open_list(state, &item);
    let (attribute, id) = match item {
        ItemId::Station(id) => ("data-station-id", id.0),
        ItemId::Area(code) => ("data-area-code", code.0.into()),
    };
    let reveal = move || document::reveal(attribute, &id, ScrollLogicalPosition::Start, is_focused);
    request_animation_frame(reveal);
}

/// A button that selects the entry, here and on the map, and the details of the selected entry.
#[component]
fn EntryRow(key: Key, read: ReadEntry) -> impl IntoView {
    let state = use_app_state();
    let (station_id, area_code) = match &key.0 {
        ItemId::Station(id) => (Some(id.0.to_string()), None),
        ItemId::Area(code) => (None, Some(code.0.clone())),
    };
    let (selection, watched) = (key.0.clone(), key.0.clone());
    let is_open = row_memo({
        let selection = selection.clone();
        move || state.choices.selection.with(|selected| selected.as_ref() == Some(&selection))
    });
    // Apart from the entry, which is made anew whenever its data changes.
    let (late, own_key) = (use_late(), key.clone());
    let more = move || {
        if !is_open.get() {
            return None;
        }
        match late.details.loaded() {
            Some(parts) => Some((parts.details)(own_key.clone())),
            None if late.details.loading.is_missing() => {
                Some(paragraph(state.texts().part_not_loaded.to_owned()))
            }
            None => None,
        }
    };
    let is_watched = row_memo(move || state.choices.is_watched(&watched));
    let entry = row_memo(move || read(state, &key, is_open.get()));
    let attribute = move |read: fn(&Entry) -> Option<&'static str>| {
        move || entry.with(|entry| entry.as_ref().and_then(read))
    };
    let own_details = move || entry.with(|entry| Some(details(entry.as_ref()?.details.as_ref()?)));
    let toggle =
        move |_| state.choices.select((!is_open.get_untracked()).then(|| selection.clone()));
    view! {
        <li
            data-station-id=station_id
            data-area-code=area_code
            data-state=attribute(|entry| entry.state)
            data-watched=move || is_watched.get().then_some("")
            data-change=attribute(|entry| Some(entry.change?.0))
            data-trend=attribute(|entry| entry.trend)
            data-standing=attribute(|entry| entry.standing)
        >
            <button
                type="button"
                class="entry"
                aria-expanded=move || aria(is_open.get())
                on:click=toggle
            >
                {move || entry.with(|entry| entry.as_ref().map(head)).into_any()}
            </button>
            {move || own_details().into_any()}
            {move || more().into_any()}
        </li>
    }
}

fn head(entry: &Entry) -> AnyView {
    let Entry { symbol: symbol_id, symbol_class, title, value, lines, bold, change, .. } = entry;
    let line = |(index, texts): (usize, &Vec<Text>)| {
        let texts = texts.iter().cloned().map(Text::into_view).collect::<Vec<AnyView>>();
        span(if index < *bold { "line bold" } else { "line" }, texts.into_any())
    };
    view! {
        {span(symbol_class, symbol(symbol_id))}
        {span("title", title.clone().into_view())}
        {value.clone().map(|value| span("value", value.into_any()))}
        {change.map(|(_, mark)| span("line change", mark.into_any()))}
        {lines.iter().enumerate().map(line).collect::<Vec<AnyView>>()}
    }
    .into_any()
}

fn details(details: &Details) -> AnyView {
    view! { <div class="details">{text_and_facts(details.clone())}</div> }.into_any()
}

/// The paragraphs, and below them the facts.
pub fn text_and_facts(Details { paragraphs, facts }: Details) -> AnyView {
    let fact = |(term, value): (&'static str, Text)| {
        view! {
            <dt>{term}</dt>
            <dd>{value.into_view()}</dd>
        }
        .into_any()
    };
    view! {
        {paragraphs.into_iter().map(Paragraph::into_view).collect::<Vec<AnyView>>()}
        <dl>{facts.into_iter().map(fact).collect::<Vec<AnyView>>()}</dl>
    }
    .into_any()
}
