//! The chunk with the forecast: its panel, its map and its part of the briefing.

mod map;
mod panel;

use crate::components::late::ForecastParts;
use leptos::prelude::*;
use panel::ForecastPanel;

pub static FORECAST: ForecastParts = ForecastParts {
    panel: || view! { <ForecastPanel /> }.into_any(),
    printed: panel::printed,
    draw_on_map: map::draw,
};
