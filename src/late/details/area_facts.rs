//! The area of a message in the deployer's file: the streets, and the alert area that contains it.

use crate::{
    components::{
        entry_list::{Details, text_and_facts},
        fragments::Text,
    },
    state::use_app_state,
};
use gorlif_core::{area_names::AreaName, domain::warning::AreaCode};
use leptos::prelude::*;

#[component]
pub fn AreaFacts(code: AreaCode) -> impl IntoView {
    let state = use_app_state();
    move || {
        let language = state.language();
        let texts = language.area_texts();
        let facts = state.assets.area_names.with(|names| {
            let area = names.get(&code)?;
            let alert_area = names.parent(area).map(AreaName::name);
            let known = [(texts.covers, Some(area.description())), (texts.alert_area, alert_area)];
            let facts = known.into_iter().filter_map(|(name, text)| {
                let text = Text::picked(language, text?);
                (!text.as_str().is_empty()).then_some((name, text))
            });
            Some(facts.collect())
        })?;
        Some(text_and_facts(Details { paragraphs: Vec::new(), facts }))
    }
}
