//! The kind of a place: `local_type` of OS Open Names.

/// The kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalType {
    /// A city.
    City,
    /// A town.
    Town,
    /// A village.
    Village,
    /// A part of a town: "Suburban Area".
    Suburb,
    /// A hamlet.
    Hamlet,
    /// Any other.
    Other,
}

impl LocalType {
    /// The kind with this name in OS Open Names.
    pub fn of(name: &str) -> Self {
        match name {
            "City" => Self::City,
            "Town" => Self::Town,
            "Village" => Self::Village,
            "Suburban Area" => Self::Suburb,
            "Hamlet" => Self::Hamlet,
            _ => Self::Other,
        }
    }
}
