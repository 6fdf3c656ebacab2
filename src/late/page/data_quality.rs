//! Above the list of gauges: notices about the quality of the whole response.

use crate::{components::fragments::paragraph, state::use_app_state};
use gorlif_core::domain::data_quality;
use leptos::prelude::*;

#[component]
pub fn DataQuality() -> impl IntoView {
    let state = use_app_state();
    move || {
        let (language, now) = (state.language(), state.clock.now_by_quarter());
        let text = language.source_texts().data_quality;
        state.station_index.with(|index| {
            let newest = data_quality::newest_reading(index.rivers(), now);
            let issues = data_quality::of(index.rivers(), newest, now).into_iter();
            let notices = issues.map(|issue| paragraph(text(language, now, issue)));
            notices.collect::<Vec<AnyView>>().into_any()
        })
    }
}
