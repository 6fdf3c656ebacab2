//! A value that is loaded after the first data.

use std::sync::Arc;

/// A file or module that is loaded after the first data.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Loadable<T> {
    #[default]
    Loading,
    Loaded(Arc<T>),
    Missing,
}

impl<T> From<Option<T>> for Loadable<T> {
    fn from(decoded: Option<T>) -> Self {
        decoded.map_or(Self::Missing, |content| Self::Loaded(Arc::new(content)))
    }
}

impl<T> Loadable<T> {
    pub fn loaded(&self) -> Option<&T> {
        match self {
            Self::Loaded(content) => Some(content),
            Self::Loading | Self::Missing => None,
        }
    }
}
