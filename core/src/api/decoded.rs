//! What a decoder returns.

use super::rejected::Rejected;
use crate::domain::warning::Warning;

/// A decoded body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded<T> {
    /// The decoded content.
    pub content: T,
    /// The items that could not be decoded.
    pub rejected: Vec<Rejected>,
}

/// The content of the flood warnings operation.
pub type Warnings = Vec<Warning>;
