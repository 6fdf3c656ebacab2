//! Below the answer, folded: whom to call and tell at the place, the sign-up for the official warnings, and the button that watches the
//! county.

use crate::late::page::watch_button::{SignUp, WatchButton};
use crate::{
    components::fragments::Text,
    state::{council, reactive::memo, use_app_state},
};
use gorlif_core::{
    contacts::Contact,
    domain::watch_list::Watched,
    i18n::{SearchArea, contacts::NUMBERS},
};
use leptos::prelude::*;

pub fn contacts() -> AnyView {
    let state = use_app_state();
    let of_council = council::contacts(state);
    let county = memo(move || {
        state.choices.county.get().or_else(|| state.assets.county_at(state.choices.place.get()))
    });
    let texts = move || state.language().contact_texts();
    let of_wales = move || {
        let is_covered = state.search_area.with(SearchArea::is_covered);
        let lines = std::iter::zip(NUMBERS, texts().lines).filter(|_| is_covered);
        lines
            .map(|(phone, text)| line(phone, &phone.replace(' ', ""), text.into_any()))
            .collect_view()
    };
    let of_county = move || {
        let (language, county) = (state.language(), county.get());
        let is_here = |contact: &&Contact| contact.county.is_none() || contact.county == county;
        of_council.with(|contacts| {
            let here = contacts.iter().filter(is_here);
            let text = |contact: &Contact| Text::picked(language, &contact.text).into_view();
            here.map(|contact| line(&contact.phone, &contact.dialled(), text(contact)))
                .collect_view()
        })
    };
    let watch = move || {
        let watched = county.get().map(Watched::County);
        watched.map(|watched| view! { <WatchButton watched /> }).into_any()
    };
    view! {
        <details>
            <summary>{move || texts().heading}</summary>
            <ul>{of_county} {of_wales}</ul>
            <SignUp />
            {watch}
        </details>
    }
    .into_any()
}

fn line(phone: &str, dialled: &str, text: AnyView) -> AnyView {
    view! { <li>{text} " " <a href=format!("tel:{dialled}")>{phone.to_owned()}</a></li> }.into_any()
}
