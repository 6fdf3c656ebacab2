//! The result of a decoder.

use super::error::BodyError;
use crate::domain::{Timestamp, warning::Warning};

/// A decoded body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded<T> {
    /// The decoded content.
    pub content: T,
    /// The items that could not be decoded.
    pub rejected: Vec<Rejected>,
}

/// An item that could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The index of the item in the response, from 0.
    pub index: usize,
    /// The identifier of the item, if it could be decoded.
    pub id: Option<String>,
    /// Why the item was rejected.
    pub reason: Reason,
}

/// Why an item was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The item or its `properties` is not an object, or a known key has two different values.
    Unreadable,
    /// The station, area or county is missing.
    NoIdentifier,
    /// The county is missing, and the fields of the day are in an order other than the contract's.
    MisorderedDay,
}

/// Decodes a body, given the previous content and the UTC time at which the body was received.
pub type Decode<T> = fn(&[u8], Option<&T>, Timestamp) -> Result<Decoded<T>, BodyError>;

/// The content of the flood warnings operation.
pub type Warnings = Vec<Warning>;
