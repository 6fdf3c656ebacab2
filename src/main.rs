//! Starts the page: panic hook, settings, mount.

use gorlif::{
    browser::{document, settings},
    view::app::App,
};
use gorlif_core::service::endpoint::Endpoint;
use leptos::prelude::*;

fn main() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
        document::show_failure(&format!("panic {place}"));
    }));
    let settings = match settings::read() {
        Ok(settings) if Endpoint::parse(&settings.endpoint).is_none() => {
            return document::show_failure("settings: endpoint is neither a path nor an address");
        }
        Ok(settings) => settings,
        Err(cause) => return document::show_failure(&cause),
    };
    match document::root() {
        Some(root) => {
            // The page lives until its tab closes.
            Box::leak(Box::new(mount_to(root, move || view! { <App settings=settings/> })));
        }
        None => document::show_failure("index.html has no element with the id page"),
    }
}
