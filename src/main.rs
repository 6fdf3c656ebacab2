//! Starts the page: panic hook, settings, mount.

use gorlif::{
    browser::{document, settings},
    erased::mount,
    view::app::app,
};
use gorlif_core::service::endpoint::Endpoint;

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
        Some(root) => mount(&root, move || app(settings)),
        None => document::show_failure("index.html has no element with the id page"),
    }
}
