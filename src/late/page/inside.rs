//! Of the answer: a more severe message near the place than that of the headline, and the flood areas that contain the place besides
//! its own.

use crate::{
    components::fragments::{Text, area_title, symbol},
    map::symbols::SymbolStyle,
    state::{AppState, use_app_state},
};
use gorlif_core::{
    domain::{limits::NEAR, warning::SeverityCounts},
    presenter::answer::where_it_is,
    source::warnings::WarningHere,
};
use leptos::prelude::*;

pub fn inside() -> AnyView {
    let state = use_app_state();
    view! {
        {move || more_severe(state).into_any()}
        <p class="inside" hidden=move || also_inside(state).is_empty()>
            {move || also_inside(state).into_iter().map(Text::into_view).collect_view()}
        </p>
    }
    .into_any()
}

/// A more severe message near the place than that of the headline: the place is not in its area.
fn more_severe(state: AppState) -> Option<AnyView> {
    let place = state.choices.place.get()?;
    let (language, texts) = (state.language(), state.texts());
    state.warnings.with(|warnings| {
        let is_near = |local: &&WarningHere| local.distance.is_none_or(|distance| distance <= NEAR);
        let local = warnings.more_severe_than_headline().filter(is_near)?;
        let severity = local.warning.severity;
        let before =
            format!("{} {}: ", language.area_texts().near_your_place, (texts.severity)(severity));
        let where_it_is = where_it_is(language, Some(place), local);
        let comma = if where_it_is.is_empty() { "" } else { ", " };
        let after = format!("{comma}{where_it_is}. {}.", (texts.severity_meaning)(severity));
        let texts = [Text::Own(before), area_title(state, &local.warning), Text::Own(after)];
        Some(
            view! {
                <p class="said more-severe" data-severity=severity.id()>
                    {symbol(SymbolStyle::Warning(severity).symbol())}
                    <span>{texts.into_iter().map(Text::into_view).collect_view()}</span>
                </p>
            }
            .into_any(),
        )
    })
}

/// "Your place is also inside: River Usk, outer (Flood alert)."; the number of each severity of several areas, whose names
/// are in the list.
fn also_inside(state: AppState) -> Vec<Text> {
    let (language, texts) = (state.language(), state.texts());
    let also_inside = language.area_texts().also_inside;
    state.warnings.with(|warnings| {
        let headline = warnings.headline().map(|local| &local.warning.code);
        let others: Vec<_> = warnings
            .containing()
            .map(|local| &local.warning)
            .filter(|warning| Some(&warning.code) != headline)
            .collect();
        match others.as_slice() {
            [] => Vec::new(),
            [other] => {
                let severity = (texts.severity)(other.severity);
                let [before, after] = [format!("{also_inside} "), format!(" ({severity}).")];
                vec![Text::Own(before), area_title(state, other), Text::Own(after)]
            }
            others => {
                let counts = SeverityCounts::of(others.iter().copied());
                let areas = (language.area_texts().areas_of)(counts);
                vec![Text::Own(format!("{also_inside} {areas}."))]
            }
        }
    })
}
