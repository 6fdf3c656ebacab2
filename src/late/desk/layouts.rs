//! The layouts for a desk and a wall, and the links between them.

use super::{county_table::CountyTable, message_table::MessageTable};
use crate::{
    browser::{document, resizes::Resizes},
    components::map_view::MAP,
    map::handle::{MapHandle, with_controller},
    state::{
        AppState,
        page_query::{Layout, PageQuery},
        reactive::effect,
        use_app_state,
    },
};
use gorlif_core::i18n::DeskTexts;
use leptos::prelude::*;

/// Above the lists of messages: in the layouts for a desk and a wall the messages as a table, at a desk with their
/// numbers by county. The style sheet shows it in place of the lists where the screen is wide enough.
#[component]
pub fn Overview() -> impl IntoView {
    let state = use_app_state();
    let class = match state.deployment.layout {
        Layout::Lists => return ().into_any(),
        Layout::Desk => "desk",
        Layout::Wall => "wall",
    };
    document::add_root_class(class);
    view! {
        <div class="overview">
            <div>
                <MessageTable />
            </div>
            {(state.deployment.layout == Layout::Desk).then(|| view! { <CountyTable /> })}
        </div>
    }
    .into_any()
}

/// Shown on wide screens only, and not in a frame, whose size the other site decides.
#[component]
pub fn LayoutLinks() -> impl IntoView {
    let state = use_app_state();
    if document::is_framed() {
        return ().into_any();
    }
    let link = move |layout: Layout, text: fn(&DeskTexts) -> &'static str| {
        view! {
            <a href=move || {
                Some(query(state, layout))
            }>{move || text(state.language().desk_texts())}</a>
        }
    };
    let other = match state.deployment.layout {
        Layout::Desk => link(Layout::Lists, |texts| texts.open_lists),
        Layout::Lists | Layout::Wall => link(Layout::Desk, |texts| texts.open_desk),
    };
    view! { <p class="layouts">{other} " · " {link(Layout::Wall, |texts| texts.open_wall)}</p> }
        .into_any()
}

/// The query of this view in another layout; "?" if it is empty, which a link needs.
pub fn query(state: AppState, layout: Layout) -> String {
    let query = PageQuery { layout, ..state.page_query() }.text();
    if query.is_empty() { "?".to_owned() } else { query }
}

/// Fits the map to its size in the layouts for a desk and a wall, which the late style sheet sets: at a desk once, on a
/// wall, which has no controls, whenever the size changes.
pub fn fit_map(state: AppState, map: MapHandle) {
    if state.deployment.layout == Layout::Lists {
        return;
    }
    let is_wall = state.deployment.layout == Layout::Wall;
    let is_first = StoredValue::new(true);
    let refit = move || {
        if is_wall || is_first.try_update_value(std::mem::take).unwrap_or(false) {
            with_controller(map, |controller| controller.refit());
        }
    };
    let observed = StoredValue::new_local(None);
    effect(move || {
        if map.is_ready() {
            let map = document::document().and_then(|document| document.get_element_by_id(MAP));
            observed.set_value(map.and_then(|map| Resizes::of(&map, refit)));
        }
    });
}
