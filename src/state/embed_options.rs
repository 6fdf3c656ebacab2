//! The options of a frame, from the attributes that embed_frame.js sets.

use crate::browser::document;

/// The parts of the page in a frame of another site. The page itself shows everything.
#[derive(Clone, Copy)]
pub struct EmbedOptions {
    pub gauges: bool,
    pub warnings: bool,
    /// The place is fixed by the embedding site, so the map cannot change it.
    pub fixed: bool,
    /// The frame has the lists.
    pub lists: bool,
}

impl EmbedOptions {
    pub(super) fn read() -> Self {
        let (view, layers) =
            (document::attribute("data-embed"), document::attribute("data-layers"));
        Self {
            gauges: layers != "warnings",
            warnings: layers != "rivers",
            fixed: document::attribute("data-place") == "fixed",
            lists: matches!(&*view, "" | "list"),
        }
    }
}
