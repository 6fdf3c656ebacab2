//! An address as a QR code.

use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// The white border of a QR code, in modules.
const BORDER: i32 = 4;

/// `None` if the address is too long for a code.
pub fn qr_code(address: &str, label: &'static str) -> Option<AnyView> {
    let code = QrCode::encode_text(address, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for (x, y) in (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y))) {
        if code.get_module(x, y) {
            // Writing to a string does not fail.
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    let size = code.size() + 2 * BORDER;
    let view_box = format!("{} {} {size} {size}", -BORDER, -BORDER);
    Some(
        view! {
            <svg class="code" viewBox=view_box role="img" aria-label=label>
                <path d=path fill="#000" />
            </svg>
        }
        .into_any(),
    )
}
