//! Entry point: installs the panic hook, reads the settings and mounts the page.

use gorlif::{
    app::App,
    browser::{document, settings},
    components::late::LateParts,
    late,
};
use gorlif_core::api::endpoint::Endpoint;
use leptos::{
    mount::mount_to,
    prelude::*,
    wasm_split::{SplitLoaderError, wasm_split},
};

/// The global allocator: 2.5 kB smaller than the standard one. Counts the allocated bytes for the
/// soak test.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: cap::Cap<rlsf::GlobalTlsf<Allocation>> =
    cap::Cap::new(rlsf::GlobalTlsf::new(), usize::MAX);

/// Response bodies are larger than a 64 KiB memory page, so adjacent pools are joined. Moving a
/// block needs less code than growing it in place.
#[cfg(target_arch = "wasm32")]
struct Allocation;

#[cfg(target_arch = "wasm32")]
impl rlsf::GlobalTlsfOptions for Allocation {
    const ENABLE_REALLOCATION: bool = false;
    const COALESCE_POOLS: bool = true;
}

/// The number of bytes currently allocated.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn allocated_bytes() -> usize {
    ALLOCATOR.allocated()
}

/// The point at which `build/post-build.mjs` splits the module. The macro declares the loader, a
/// function of another module, which is unsafe to call.
#[allow(unsafe_code)]
#[wasm_split(late_parts, fallible, wasm_split_path = ::leptos::wasm_split)]
fn late_parts() -> Result<LateParts, SplitLoaderError> {
    Ok(late::parts())
}

fn main() {
    std::panic::set_hook(Box::new(|panic| {
        let place =
            panic.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
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
        // `forget` keeps the page mounted; dropping Leptos' handle would unmount it.
        Some(root) => mount_to(root, move || view! { <App settings load_late_parts=|| Box::pin(async { late_parts().await.ok() }) /> }).forget(),
        None => document::show_failure("index.html has no element with the id page"),
    }
}
