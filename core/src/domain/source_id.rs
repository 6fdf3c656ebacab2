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

impl SourceId {
    /// The number of the operation of the source with this number: the warnings of all of Wales and of a
    /// place are of one operation.
    pub fn operation_of(source: usize) -> usize {
        if source == Self::LocalWarnings as usize {
            Self::NationalWarnings as usize
        } else {
            source
        }
    }
}
