//! The components, one per file. They send no requests and do not call Leaflet.

pub mod answer;
pub mod entry_list;
pub mod footer;
mod forecast_panel;
pub mod fragments;
mod gauge_details;
mod handover;
pub mod header;
pub mod late_parts;
mod level_chart;
mod map_legend;
pub mod map_panel;
pub mod map_view;
mod message_timeline;
mod near_links;
mod own_level;
pub mod place_bar;
mod radius_picker;
mod remembered_places;
pub mod rivers_panel;
mod source_list;
pub mod view_picker;
pub mod warnings_panel;
mod watch_button;
mod watch_panel;
