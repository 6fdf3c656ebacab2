//! The number of messages in force at the place, on the icon of the installed page.

use crate::{
    browser::{
        app_badge::{self, AppBadge},
        document,
    },
    state::{
        AppState,
        reactive::{effect, memo},
    },
};
use gorlif_core::source::warnings::WarningStatus;
use leptos::prelude::*;

/// Follows the answer. What is not known is a mark without a number, since an icon without one means that nothing is in force. A page in a
/// frame is not the one that is installed.
pub fn follow(state: AppState) {
    if document::is_framed() {
        return;
    }
    let badge = memo(move || {
        let count = || state.warnings.with(|warnings| warnings.counts().in_force());
        // Until the first answer the mark of the last visit stays.
        (!state.is_waiting()).then(|| match state.status() {
            WarningStatus::NoneInForce => AppBadge::None,
            WarningStatus::Unknown => AppBadge::Mark,
            // Only near the border of the county.
            WarningStatus::InForce if count() == 0 => AppBadge::Mark,
            WarningStatus::InForce => AppBadge::Number(u32::try_from(count()).unwrap_or(u32::MAX)),
        })
    });
    effect(move || {
        if let Some(badge) = badge.get() {
            app_badge::set(badge);
        }
    });
}
