//! Street level on the map, where the deployer has an archive of it: shown when the map is zoomed in or large.

use super::map_tiles::MapNotes;
use crate::{
    browser::{document, navigator},
    map::{
        handle::{MapHandle, when_ready, with_controller},
        layers::streets::{StreetsLayer, on_zoom},
    },
    state::{
        Loadable,
        reactive::{effect, memo},
        use_app_state,
    },
};
use gorlif_core::{gazetteer::Place, i18n::Language};
use leptos::{prelude::*, task::spawn_local};

/// The script with the library that draws the archive.
const SCRIPT: &str = "streets.js";
/// From this zoom on street level is shown; the ground tells more of all of Wales.
const FROM: f64 = 10.0;

#[component]
pub fn Streets(
    map: MapHandle,
    /// The address of the archive, relative to the page.
    address: String,
    is_large: Signal<bool>,
    /// Set while street level is shown, which has names.
    has_own_names: RwSignal<bool>,
) -> impl IntoView {
    let state = use_app_state();
    let [is_near, has_failed, is_loaded, has_tiles] = [(); 4].map(|()| RwSignal::new(false));
    // With the data saver on, street level loads only on request.
    let is_allowed = RwSignal::new(!navigator::saves_data());
    let attribution = RwSignal::new(String::new());
    let layer = StoredValue::new_local(None::<StreetsLayer>);
    let zoomed = StoredValue::new_local(None);
    effect(move || {
        when_ready(map, |controller| {
            is_near.set(controller.map().zoom() >= FROM);
            let follow = move |zoom| is_near.set(zoom >= FROM);
            zoomed.set_value(Some(on_zoom(controller.map(), follow)));
        });
    });

    let is_useful = memo(move || is_near.get() || is_large.get());
    let is_wanted = memo(move || is_allowed.get() && is_useful.get());
    let has_begun = StoredValue::new(false);
    effect(move || {
        if !is_wanted.get() || has_begun.get_value() {
            return;
        }
        has_begun.set_value(true);
        let address = address.clone();
        spawn_local(async move {
            match load(map, &address, has_tiles, has_failed).await {
                Ok(loaded) => {
                    attribution.set(loaded.attribution.clone());
                    layer.set_value(Some(loaded));
                    is_loaded.set(true);
                    with_controller(map, |controller| controller.allow_streets());
                }
                Err(cause) => {
                    // For the operator.
                    document::warn(&format!("gorlif: ground: {address}: {cause}"));
                    has_failed.set(true);
                    // Tried again when it is wanted the next time.
                    has_begun.set_value(false);
                }
            }
        });
    });
    effect(move || {
        let language = state.language();
        let gazetteer = state.assets.gazetteer.get();
        if !is_loaded.get() {
            return;
        }
        // A name that two places share may be the Welsh one of the other.
        let welsh: Vec<&Place> = match &gazetteer {
            Loadable::Loaded(gazetteer) if language == Language::Welsh => {
                let is_clear = |place: &&Place| !gazetteer.is_repeated(&place.name);
                gazetteer.places.iter().filter(is_clear).collect()
            }
            _ => Vec::new(),
        };
        layer.with_value(|layer| {
            if let Some(layer) = layer {
                let names = welsh.iter().map(|place| (&*place.name.en, &*place.name.cy));
                layer.draw(language, names.filter(|(_, cy)| !cy.is_empty()));
            }
        });
    });
    let is_shown = memo(move || is_loaded.get() && is_wanted.get());
    effect(move || {
        let is_shown = is_shown.get();
        with_controller(map, |controller| {
            layer.update_value(|layer| {
                if let Some(layer) = layer {
                    layer.show(controller.map(), is_shown);
                }
            });
        });
    });
    // The names of the ground stay until there are others.
    effect(move || has_own_names.set(is_shown.get() && has_tiles.get()));
    view! { <MapNotes is_allowed is_useful has_failed attribution /> }
}

/// Loads the script and then the archive's header. The error is the cause for the operator.
async fn load(
    map: MapHandle,
    address: &str,
    has_tiles: RwSignal<bool>,
    has_failed: RwSignal<bool>,
) -> Result<StreetsLayer, String> {
    if !document::load_script(SCRIPT).await {
        return Err(format!("{SCRIPT} could not be loaded"));
    }
    let mut on = None;
    with_controller(map, |controller| on = Some(controller.map().clone()));
    let on = on.ok_or("no map")?;
    let outcome = move |has_read: bool| {
        if has_read && has_tiles.try_get_untracked() == Some(false) {
            has_tiles.set(true);
        }
        if has_failed.try_get_untracked() == Some(has_read) {
            has_failed.set(!has_read);
        }
    };
    StreetsLayer::new(&on, address, move || outcome(true), move || outcome(false)).await
}
