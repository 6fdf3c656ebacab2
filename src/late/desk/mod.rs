//! The chunk that passes the page's content on: downloads, sharing, the printed briefing, and the wall view.

mod briefing;
mod export;
mod glossary;
mod wall;

use super::page::sign_up::SignUp;
use crate::{components::late::DeskParts, state::Panel};
use briefing::Briefing;
use export::Export;
use glossary::Glossary;
use leptos::prelude::*;
use wall::Wall;

pub static DESK: DeskParts = DeskParts {
    export: |panel| {
        let more = match panel {
            Panel::Warnings => view! { <SignUp /> }.into_any(),
            _ => view! { <Glossary /> }.into_any(),
        };
        view! {
            <Export panel />
            {more}
        }
        .into_any()
    },
    views: || {
        view! {
            <Briefing />
            <Wall />
        }
        .into_any()
    },
    draw_on_map: wall::fit_map,
};
