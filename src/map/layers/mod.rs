//! The layers of the map, one a file. Dropping a layer removes it from the map. Gauges and warnings
//! are drawn by `paint` on one canvas.

pub mod areas;
pub mod basemap;
pub mod built_up;
pub mod popup;
pub mod radius;
pub mod risk;
pub mod tiles;
