//! Notifications of this page. They are shown through the service worker where there is one, which
//! browsers on phones require.

use super::{
    js_object::{call, get, has},
    window,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Notification, NotificationOptions, NotificationPermission, ServiceWorkerRegistration,
};

/// Whether the visitor may be notified; `false` also where the browser has no notifications.
pub fn is_allowed() -> bool {
    let has_notifications = window().is_some_and(|window| has(&window, "Notification"));
    has_notifications && Notification::permission() == NotificationPermission::Granted
}

/// Asks the visitor, unless they have decided before. Returns whether they allow notifications.
pub async fn request_permission() -> bool {
    if let Ok(asked) = Notification::request_permission() {
        // The decision is read below.
        let _ = JsFuture::from(asked).await;
    }
    is_allowed()
}

/// Shows a notification. Another one with the same tag is replaced.
pub async fn show(title: &str, language: &str, tag: &str) {
    let options = NotificationOptions::new();
    options.set_lang(language);
    options.set_tag(tag);
    options.set_icon("icon-192.png");
    match registration().await {
        Some(registration) => {
            let _ = registration.show_notification_with_options(title, &options);
        }
        None => {
            let _ = Notification::new_with_options(title, &options);
        }
    }
}

/// The service worker's registration, once it runs.
pub(super) async fn registration() -> Option<ServiceWorkerRegistration> {
    let navigator = window()?.navigator();
    // Not in frames with an opaque origin, nor in private windows of some browsers.
    let workers = get(&navigator, "serviceWorker");
    let found = call(&workers, "getRegistration", &[]).await.ok()?;
    found.dyn_into::<ServiceWorkerRegistration>().ok().filter(|found| found.active().is_some())
}
