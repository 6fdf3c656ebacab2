//! How far the page has come since it was opened, and the part of the state that the late chunk `page` adds.

use super::{
    further_places::FurtherPlaces, page_area::ByShape, recent_readings::RecentByStation,
    station_index::ByStation,
};
use gorlif_core::{
    api::{Decode, Stations},
    council_levels::CouncilLevels,
    domain::{
        forecast::Forecast,
        freshness::Freshness,
        geo::{Distance, Position},
        level_record::Comparison,
        seen::ChangesHere,
        station::Station,
        trend::Trend,
    },
    i18n::Language,
    level_records::LevelRecords,
};
use leptos::prelude::*;

/// How far the page has come, and whether it is visible.
#[derive(Clone, Copy, Default)]
pub struct Progress {
    /// The maximum wait for the first responses has elapsed.
    pub wait_elapsed: RwSignal<bool>,
    /// The warnings and the gauges are painted, have failed, or took longer than a second; assets
    /// and late chunks may be requested.
    pub primary_painted: RwSignal<bool>,
    /// The values that the chunk `page` derives, once it has loaded.
    pub late: RwSignal<Option<LateState>>,
    /// A newer version of the page is ready for the next load.
    pub new_version: RwSignal<bool>,
    /// The page is not visible.
    pub is_hidden: RwSignal<bool>,
}

/// The values that code of the chunk decodes and derives. They exist once the chunk has loaded.
#[derive(Clone, Copy)]
pub struct LateState {
    pub decode_levels: Decode<Stations>,
    pub decode_forecast: Decode<Forecast>,
    /// Requests the places of a name that the page does not know.
    pub request_further_places: fn(&str, FurtherPlaces),
    pub forecast_freshness: Memo<Freshness>,
    /// The facts that follow from the shapes of the flood areas.
    pub by_shape: Memo<ByShape>,
    /// The changes of the area's messages since they were seen.
    pub changes: Memo<ChangesHere>,
    /// Marks the present messages of the area as seen.
    pub mark_as_seen: Callback<()>,
    /// The readings of the gauges in the last 12 hours.
    pub recent: ReadSignal<RecentByStation>,
    /// The trends of the gauges.
    pub trends: Memo<ByStation<Trend>>,
    /// The usual ranges and highest levels of the gauges.
    pub level_records: ReadSignal<LevelRecords>,
    /// How the levels of the gauges compare with their past.
    pub comparisons: Memo<ByStation<Comparison>>,
    /// The same in words.
    pub comparison_text: fn(Language, Comparison) -> String,
    /// The levels of the council.
    pub council_levels: Memo<CouncilLevels>,
    /// The circle of the chosen county, or of the gauges of the chosen river.
    pub area_circle: Memo<Option<(Position, Distance)>>,
    /// Whether a gauge is on the river with this id.
    pub is_of_river: fn(&Station, &str) -> bool,
}
