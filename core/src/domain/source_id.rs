//! The identifiers of the page's sources.

/// A source of the page: one of the service's three operations with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceId {
    /// Warnings in all of Wales. The address is the same for every client.
    NationalWarnings,
    /// Warnings around the user's place.
    LocalWarnings,
    /// The latest reading of every gauge.
    RiverLevels,
    /// The five-day flood risk by county.
    FloodForecast,
}
