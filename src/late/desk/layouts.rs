//! The layouts for a desk and a wall, and the links between them.

use super::{county_table::CountyTable, message_table::MessageTable};
use crate::{
    browser::document,
    state::{
        AppState,
        page_query::{Layout, PageQuery},
        use_app_state,
    },
};
use gorlif_core::i18n::desk::DeskTexts;
use leptos::prelude::*;

/// Above the lists of messages: their numbers by county, and in the layouts for a desk and a wall the messages as a table. The style
/// sheet shows the table in place of the lists where the screen is wide enough.
pub fn overview() -> AnyView {
    let state = use_app_state();
    let class = match state.deployment.layout {
        Layout::Lists => return view! { <CountyTable /> }.into_any(),
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
pub fn layout_links(state: AppState) -> AnyView {
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
