//! The chunk that passes the page's content on: downloads, sharing, the printed briefing, the layouts for a desk
//! and a wall, and whom to call and tell.

mod briefing;
mod contacts;
mod county_table;
mod export;
mod layouts;
mod message_table;
mod wall;

use crate::components::late::DeskParts;
use briefing::Briefing;
use leptos::prelude::*;

pub static DESK: DeskParts = DeskParts {
    contacts: contacts::contacts,
    overview: layouts::overview,
    export: export::below_list,
    views: || {
        view! {
            <Briefing />
            {wall::wall()}
        }
        .into_any()
    },
};
