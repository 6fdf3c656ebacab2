//! The layers of the map, one a file. Dropping a layer removes it from the map. Gauges and warnings
//! are drawn by `paint` on one canvas.

pub mod areas;
pub mod basemap;
pub mod county;
pub mod ground;
pub mod names;
pub mod popup;
pub mod radius;
pub mod risk;
pub mod streets;
pub mod tiles;
