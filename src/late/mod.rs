//! The parts of the page that the first answer does not need. The build splits them from the main module into
//! chunks, which the browser loads after the first data: one chunk for each module here. What several chunks
//! use is in the first of them that loads.

mod desk;
mod details;
mod forecast;
mod page;
mod search;
mod watch;

pub use desk::DESK;
pub use details::DETAILS;
pub use forecast::FORECAST;
pub use page::PAGE;
pub use search::SEARCH;
pub use watch::WATCH;
