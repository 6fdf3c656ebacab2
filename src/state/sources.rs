//! The sources of the page: their states, when they are polled, and how their bodies are decoded.

use super::{clock::Clock, levels_decoder, progress::LateState};
use gorlif_core::{
    api::{
        self, Decode, Stations, Warnings,
        operations::{LevelsVersion, Operations},
        table::{
            FORECAST_POLL_SECONDS, LEVELS_POLL_SECONDS, PLACE_POLL_SECONDS, WALES_POLL_SECONDS,
        },
    },
    domain::{forecast::Forecast, page_time::PageTime, source_id::SourceId},
    source::{content::Content, schedule::NextPoll, state::SourceState},
};
use leptos::prelude::*;

/// The decoder of a source; `None` while the late chunk that has it is not loaded.
pub(super) type Decoder<T> = fn(Option<LateState>) -> Option<Decode<T>>;

/// A source with its state, its schedule and its decoder.
pub struct Source<T: 'static> {
    pub id: SourceId,
    pub(super) state: RwSignal<SourceState<T>>,
    pub(super) next: RwSignal<Option<NextPoll>>,
    /// The seconds between two requests.
    pub(super) interval: i64,
    /// The source is polled once there is one.
    pub(super) decoder: Decoder<T>,
}

// Derived, these would require them of the content.
impl<T> Clone for Source<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Source<T> {}

impl<T: Content> Source<T> {
    fn new(id: SourceId, interval: i64, decoder: Decoder<T>) -> Self {
        let (state, next) = (RwSignal::new(SourceState::default()), RwSignal::new(None));
        Self { id, state, next, interval, decoder }
    }

    /// Reads the state of the source. Tracks it.
    pub fn with<R>(self, read: impl FnOnce(&SourceState<T>) -> R) -> R {
        self.state.with(read)
    }

    /// Reads the state of the source without tracking it.
    pub fn with_untracked<R>(self, read: impl FnOnce(&SourceState<T>) -> R) -> R {
        self.state.with_untracked(read)
    }

    /// When the source is polled next. Tracks it.
    pub fn next(self) -> Option<NextPoll> {
        self.next.get()
    }
}

/// The result of the last press of "check now".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ManualCheck {
    #[default]
    NotPressed,
    InProgress,
    /// Every source succeeded; the check ended at this time.
    Succeeded(PageTime),
    /// A source failed; the check ended at this time.
    Failed(PageTime),
    /// The last requests were sent only seconds ago.
    TooSoon,
    /// The service allows no request before this time.
    Busy(PageTime),
}

/// All sources, and the result of the visitor's last request to check them.
#[derive(Clone, Copy)]
pub struct Sources {
    pub national_warnings: Source<Warnings>,
    pub local_warnings: Source<Warnings>,
    pub levels: Source<Stations>,
    pub forecast: Source<Forecast>,
    pub manual_check: RwSignal<ManualCheck>,
}

impl Sources {
    pub(super) fn new(operations: Operations) -> Self {
        let warnings: Decoder<Warnings> = |_| Some(|body, _, _| api::decode_flood_warnings(body));
        let levels: Decoder<Stations> = match operations.levels {
            LevelsVersion::V1 => {
                |late| Some(late.map_or(levels_decoder::first, |late| late.decode_levels))
            }
            LevelsVersion::StationData => |late| Some(late?.decode_levels),
        };
        let forecast: Decoder<Forecast> = |late| Some(late?.decode_forecast);
        Self {
            national_warnings: Source::new(
                SourceId::NationalWarnings,
                WALES_POLL_SECONDS,
                warnings,
            ),
            local_warnings: Source::new(SourceId::LocalWarnings, PLACE_POLL_SECONDS, warnings),
            levels: Source::new(SourceId::RiverLevels, LEVELS_POLL_SECONDS, levels),
            forecast: Source::new(SourceId::FloodForecast, FORECAST_POLL_SECONDS, forecast),
            manual_check: RwSignal::default(),
        }
    }

    /// Updates whether the times of the snapshots are contradicted, after a response of a source.
    pub(super) fn compare_times(self, clock: Clock, responded: SourceId) {
        for source in [self.national_warnings, self.local_warnings] {
            let is_confirmed = clock.confirms(source.id);
            // A snapshot that another page has confirmed stays so.
            if is_confirmed || source.id == responded {
                source.state.maybe_update(|source| source.set_contradicted(!is_confirmed));
            }
        }
    }

    /// Whether the river levels cannot be requested before a late chunk has loaded.
    pub fn levels_need_late_chunk(self) -> bool {
        (self.levels.decoder)(None).is_none()
    }
}
