//! Entry point: installs the panic hook, reads the settings and mounts the page.

use gorlif::{
    app::App,
    browser::{document, settings},
    components::late::{LoadChunks, Parts},
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

/// The points at which `build/split.mjs` splits the module, one for each chunk. The macro declares the loader,
/// a function of another module, which is unsafe to call.
#[allow(unsafe_code)]
mod chunks {
    use super::{Parts, SplitLoaderError, late, wasm_split};

    macro_rules! chunk {
        ($name:ident, $parts:ident) => {
            #[wasm_split($name, fallible, wasm_split_path = ::leptos::wasm_split)]
            pub fn $name() -> Result<Parts, SplitLoaderError> {
                Ok(&late::$parts)
            }
        };
    }

    chunk!(search, SEARCH);
    chunk!(page, PAGE);
    chunk!(forecast, FORECAST);
    chunk!(details, DETAILS);
    chunk!(watch, WATCH);
    chunk!(desk, DESK);
}

const LOAD_CHUNKS: LoadChunks = LoadChunks {
    search: || Box::pin(async { chunks::search().await.ok() }),
    page: || Box::pin(async { chunks::page().await.ok() }),
    forecast: || Box::pin(async { chunks::forecast().await.ok() }),
    details: || Box::pin(async { chunks::details().await.ok() }),
    watch: || Box::pin(async { chunks::watch().await.ok() }),
    desk: || Box::pin(async { chunks::desk().await.ok() }),
};

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
        Some(root) => {
            mount_to(root, move || view! { <App settings load_chunks=LOAD_CHUNKS /> }).forget()
        }
        None => document::show_failure("index.html has no element with the id page"),
    }
}
