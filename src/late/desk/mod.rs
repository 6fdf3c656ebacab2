//! The chunk that passes the page's content on: downloads, sharing, the printed briefing, and the layouts for a desk
//! and a wall.

mod briefing;
mod county_table;
mod export;
mod glossary;
mod layouts;
mod message_table;
mod wall;

use super::page::watch_button::SignUp;
use crate::{components::late::DeskParts, state::Panel};
use briefing::Briefing;
use export::Export;
use glossary::Glossary;
use layouts::{LayoutLinks, Overview};
use leptos::prelude::*;

pub static DESK: DeskParts = DeskParts {
    overview: || view! { <Overview /> }.into_any(),
    export: |panel| {
        let more = match panel {
            Panel::Warnings => view! { <SignUp /> }.into_any(),
            _ => view! { <Glossary /> }.into_any(),
        };
        view! {
            <Export panel />
            <LayoutLinks />
            {more}
        }
        .into_any()
    },
    views: || {
        view! {
            <Briefing />
            {wall::wall()}
        }
        .into_any()
    },
};
