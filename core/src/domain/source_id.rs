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
    /// All sources, in the order in which the page lists them.
    pub const ALL: [Self; 4] =
        [Self::NationalWarnings, Self::LocalWarnings, Self::RiverLevels, Self::FloodForecast];

    /// The name in the page's `data-source`, and in causes for the operator.
    pub fn id(self) -> &'static str {
        match self {
            Self::NationalWarnings => "warnings",
            Self::LocalWarnings => "warnings-here",
            Self::RiverLevels => "levels",
            Self::FloodForecast => "forecast",
        }
    }

    /// Whether it is one of the two sources of warnings.
    pub fn is_of_warnings(self) -> bool {
        matches!(self, Self::NationalWarnings | Self::LocalWarnings)
    }

    /// Whether both are of one operation: the warnings of all of Wales and those of a place are.
    pub fn shares_operation_with(self, other: Self) -> bool {
        self == other || (self.is_of_warnings() && other.is_of_warnings())
    }
}
