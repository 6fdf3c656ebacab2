//! The flood areas that contain the place besides the one of the headline.

use crate::{
    components::fragments::{Text, area_title},
    state::use_app_state,
};
use leptos::prelude::*;

/// "Your place is also inside: River Usk, outer (Flood alert)."
#[component]
pub fn Inside() -> impl IntoView {
    let state = use_app_state();
    let others = move || {
        let (language, texts) = (state.language(), state.texts());
        state.warnings.with(|warnings| {
            let others = warnings.containing().skip(1).map(|local| {
                let severity = (texts.severity)(local.warning.severity);
                [area_title(language, &local.warning), Text::own(format!(" ({severity})"))]
            });
            others.collect::<Vec<[Text; 2]>>()
        })
    };
    let content = move || {
        let area_texts = state.language().area_texts();
        let mut content = Vec::new();
        for (index, texts_of_area) in others().into_iter().enumerate() {
            content.push(Text::own(if index == 0 { area_texts.also_inside } else { ";" }));
            content.push(Text::own(" "));
            content.extend(texts_of_area);
        }
        if !content.is_empty() {
            content.push(Text::own("."));
        }
        content.into_iter().map(Text::into_view).collect::<Vec<AnyView>>()
    };
    let has_none = move || state.warnings.with(|warnings| warnings.containing().count() < 2);
    view! {
        <p class="inside" hidden=has_none>
            {content}
        </p>
    }
}
