//! The messages as a table, in the layouts for a desk and a wall. The open message stands below it, in the list.

use crate::{
    browser::document,
    components::{
        entry_list::show_entry,
        fragments::{area_title, aria, nearest_county_name, severity_symbol, span},
    },
    late::page::list_order,
    state::{
        AppState,
        page_query::Layout,
        reactive::{memo, row_memo, rows_in_steps},
        use_app_state,
    },
};
use gorlif_core::{
    domain::{
        Timestamp,
        list_view::{Order, SortKey, last_change},
        selection::ItemId,
        warning::{AreaCode, Severity},
    },
    source::warnings::WarningHere,
};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Severity,
    Area,
    County,
    Since,
    Changed,
}

impl Column {
    const ALL: [Self; 5] = [Self::Severity, Self::Area, Self::County, Self::Since, Self::Changed];

    /// The column by which a list in this order is sorted.
    fn of(order: Option<Order>) -> Self {
        match order {
            Some(Order::Name) => Self::Area,
            Some(Order::County) => Self::County,
            Some(Order::Newest) => Self::Changed,
            Some(Order::Severity | Order::Distance | Order::Unusual) | None => Self::Severity,
        }
    }

    fn heading(self, state: AppState) -> &'static str {
        let texts = state.language().desk_texts();
        match self {
            Self::Severity => texts.severity,
            Self::Area => texts.area,
            Self::County => state.texts().county,
            Self::Since => texts.since,
            Self::Changed => texts.changed,
        }
    }

    /// Whether the largest value is first: the most severe message, the latest time.
    fn is_descending(self) -> bool {
        matches!(self, Self::Severity | Self::Since | Self::Changed)
    }

    fn key(self, state: AppState, local: &WarningHere) -> SortKey {
        match self {
            Self::Severity => SortKey::Number(f64::from(local.warning.severity as u8)),
            Self::Area => SortKey::name(area_title(state, &local.warning).as_str()),
            Self::County => SortKey::name(county(state, local)),
            Self::Since => SortKey::newest(local.warning.severity_changed),
            Self::Changed => SortKey::newest(last_change(&local.warning)),
        }
    }
}

/// The column by which the table is sorted, and whether the last row of that order is first.
#[derive(Clone, Copy, PartialEq)]
struct Sorting {
    column: Column,
    is_reversed: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Row {
    code: AreaCode,
    severity: Severity,
    severity_text: &'static str,
    /// How the message differs from when it was last seen.
    change: Option<&'static str>,
    area: (String, Option<&'static str>),
    county: &'static str,
    since: String,
    changed: String,
}

fn county(state: AppState, local: &WarningHere) -> &'static str {
    nearest_county_name(state, local.warning.position).unwrap_or_default()
}

fn rows(state: AppState, Sorting { column, is_reversed }: Sorting) -> Vec<Row> {
    let (language, now) = (state.language(), state.clock.now_by_day());
    let time = |at: Option<Timestamp>| {
        at.map_or_else(|| state.texts().time_not_given.to_owned(), |at| language.since(at, now))
    };
    let row = |local: &WarningHere| Row {
        code: local.warning.code.clone(),
        severity: local.warning.severity,
        severity_text: (language.desk_texts().short_severity)(local.warning.severity),
        change: state.difference(&local.warning.code).map(state.texts().difference),
        area: area_title(state, &local.warning).into_parts(),
        county: county(state, local),
        since: time(local.warning.severity_changed),
        changed: time(last_change(&local.warning)),
    };
    // The filters are those of the list; the order is the table's own.
    let sorted = list_order::sorted(state, &|local| column.key(state, local));
    let mut rows: Vec<Row> = sorted.iter().map(row).collect();
    if is_reversed {
        rows.reverse();
    }
    rows
}

#[component]
pub fn MessageTable() -> impl IntoView {
    let state = use_app_state();
    let is_wall = state.deployment.layout == Layout::Wall;
    let column = Column::of(state.message_view.with_untracked(|view| view.order));
    let sorting = RwSignal::new(Sorting { column, is_reversed: false });
    let rows = memo(move || rows(state, sorting.get()));
    // A wall has no space for the last change.
    let columns = if is_wall { &Column::ALL[..4] } else { &Column::ALL[..] };
    let heading = |column: &Column| {
        let column = *column;
        if is_wall {
            return view! { <th scope="col">{move || column.heading(state)}</th> }.into_any();
        }
        sortable(state, sorting, column)
    };
    // `<For>` keeps the focus on its row, but some bytes of each row that is gone, which count on a wall: that page is
    // open for months.
    let body = if is_wall {
        let row = move |row: Row| table_row(state, row, true);
        (move || rows.get().into_iter().map(row).collect_view().into_any()).into_any()
    } else {
        view! {
            <For each=rows_in_steps(rows) key=Row::clone let(row)>
                {table_row(state, row, false)}
            </For>
        }
        .into_any()
    };
    let headings = columns.iter().map(heading).collect_view();
    view! {
        <table class="message-table" hidden=move || rows.with(Vec::is_empty)>
            <caption class="visually-hidden">{move || state.texts().warnings}</caption>
            <thead>
                <tr>{headings}</tr>
            </thead>
            <tbody on:keydown=move |event| move_focus(&event)>{body}</tbody>
        </table>
    }
}

/// A heading that sorts by its column, and in the other direction when it is pressed again.
fn sortable(state: AppState, sorting: RwSignal<Sorting>, column: Column) -> AnyView {
    let direction = move || {
        let Sorting { column: sorted, is_reversed } = sorting.get();
        let is_descending = column.is_descending() != is_reversed;
        (sorted == column).then_some(if is_descending { "descending" } else { "ascending" })
    };
    let arrow = move || match direction() {
        Some("descending") => " ▼",
        Some(_) => " ▲",
        None => "",
    };
    let sort = move |_| {
        sorting.update(|sorting| {
            let is_reversed = sorting.column == column && !sorting.is_reversed;
            *sorting = Sorting { column, is_reversed };
        });
    };
    view! {
        <th scope="col" aria-sort=direction>
            <button type="button" on:click=sort>
                {move || column.heading(state)}
                <span aria-hidden="true">{arrow}</span>
            </button>
        </th>
    }
    .into_any()
}

fn table_row(state: AppState, row: Row, is_wall: bool) -> AnyView {
    let Row { code, severity, severity_text, change, area, county, since, changed } = row;
    let (name, language) = area;
    let area = view! { <bdi lang=language>{name.clone()}</bdi> }.into_any();
    let area = if is_wall { area } else { opener(state, ItemId::Area(code.clone()), name, area) };
    view! {
        <tr data-message=code.0 data-severity=severity.id()>
            <td>
                {severity_symbol(severity)} {severity_text}
                {change.map(|mark| span("change", mark.into_any()))}
            </td>
            <th scope="row">{area}</th>
            <td>{county}</td>
            <td>{since}</td>
            {(!is_wall).then(|| view! { <td>{changed}</td> }.into_any())}
        </tr>
    }
    .into_any()
}

/// The button that opens and closes a message, and while it is open the one that leads to its text below the table,
/// so that the keyboard need not pass the remaining rows. A long name is cut; the title has it whole.
fn opener(state: AppState, message: ItemId, name: String, content: AnyView) -> AnyView {
    let selected = message.clone();
    let is_open = row_memo(move || {
        state.choices.selection.with(|selection| selection.as_ref() == Some(&selected))
    });
    let shown = message.clone();
    let toggle = move |_| state.choices.select((!is_open.get_untracked()).then(|| message.clone()));
    let to_text = move || {
        let shown = shown.clone();
        is_open.get().then(|| {
            let show = move |_| show_entry(state, shown.clone(), true);
            view! {
                <button type="button" class="to-text" on:click=show>
                    {move || state.language().desk_texts().to_text}
                </button>
            }
        })
    };
    view! {
        <button type="button" title=name aria-expanded=move || aria(is_open.get()) on:click=toggle>
            {content}
        </button>
        {to_text}
    }
    .into_any()
}

/// The arrow keys move between the rows.
fn move_focus(event: &KeyboardEvent) {
    if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
        return;
    }
    let is_next = match event.key().as_str() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        _ => return,
    };
    event.prevent_default();
    document::focus_neighbour(event.target(), "tr", is_next);
}
