//! The components, one per file. They send no requests, do not call Leaflet, and do not name the late chunks' functions.

mod advice;
pub mod answer;
pub mod entry_list;
pub mod footer;
pub mod fragments;
pub mod gauge_list;
pub mod gauge_text;
pub mod header;
pub mod late;
pub mod late_panel;
pub mod map_panel;
pub mod map_view;
pub mod place_bar;
pub mod place_choice;
pub mod rivers_panel;
pub mod view_picker;
pub mod warnings_panel;
