//! The result of a decoder.

use super::{error::BodyError, rejected::Rejected};
use crate::domain::{Timestamp, warning::Warning};

/// A decoded body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded<T> {
    /// The decoded content.
    pub content: T,
    /// The items that could not be decoded.
    pub rejected: Vec<Rejected>,
}

/// Decodes a body, given the previous content and the UTC time at which the body was received.
pub type Decode<T> = fn(&[u8], Option<&T>, Timestamp) -> Result<Decoded<T>, BodyError>;

/// The content of the flood warnings operation.
pub type Warnings = Vec<Warning>;
