//! The field of the visitor's own level of a gauge.

use crate::{
    browser::document,
    components::fragments::paragraph,
    state::{reactive::row_memo, use_app_state, watching},
};
use gorlif_core::{
    domain::{
        station::{StationId, Unit},
        threshold::Threshold,
    },
    i18n::decimal,
};
use leptos::{ev::SubmitEvent, html::Input, prelude::*};

#[component]
pub fn OwnLevel(id: StationId, unit: Unit) -> impl IntoView {
    let state = use_app_state();
    let field = NodeRef::<Input>::new();
    let is_wrong = RwSignal::new(false);
    let stored = {
        let id = id.clone();
        row_memo(move || state.choices.watch_list.with(|list| list.own_level(&id).cloned()))
    };
    let value = move || stored.get().map(|level| decimal(level.level(), 3)).unwrap_or_default();
    let unit_text = unit.symbol().to_owned();
    let save = {
        let id = id.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            let text = field.get_untracked().map(|field| field.value()).unwrap_or_default();
            let level = Threshold::parse(&text, unit.clone());
            is_wrong.set(level.is_none());
            let Some(level) = level else { return };
            if let Some(field) = field.get_untracked() {
                field.set_value(&decimal(level.level(), 3));
            }
            watching::change(state, |list| list.set_own_level(&id, Some(level)));
        }
    };
    let remove = move |_| {
        is_wrong.set(false);
        watching::change(state, |list| list.set_own_level(&id, None));
        if let Some(field) = field.get_untracked() {
            field.set_value("");
            // The pressed button is gone.
            let _ = field.focus();
        }
    };
    let texts = move || state.language().watch_texts();
    let wrong = move || is_wrong.get().then(|| paragraph(texts().not_a_level.to_owned()));
    view! {
        <form class="own-level buttons" hidden=document::is_framed() on:submit=save>
            <label>
                {move || texts().tell_me} " (" <bdi>{unit_text}</bdi> ") "
                <input
                    type="text"
                    inputmode="decimal"
                    size="8"
                    autocomplete="off"
                    node_ref=field
                    prop:value=value
                    aria-invalid=move || is_wrong.get().then_some("true")
                />
            </label>
            <button type="submit">{move || texts().save}</button>
            <button type="button" hidden=move || stored.with(Option::is_none) on:click=remove>
                {move || texts().remove_level}
            </button>
            <div role="alert">{wrong}</div>
        </form>
    }
}
