//! Why a source could not be had. Causes, not sentences: the language module finds the words.

use thiserror::Error;

/// The cause of a failed call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ServiceError {
    #[error("the browser is offline")]
    Offline,
    #[error("the endpoint could not be reached")]
    Unreachable,
    #[error("no byte came for too long")]
    Silent,
    #[error("the answer took too long in all")]
    TooSlow,
    #[error("the body is larger than the limit")]
    TooLarge,
    #[error("status {code}")]
    Status { code: u16, retry_after_seconds: Option<u32> },
    #[error("{0}")]
    Body(#[from] BodyError),
}

/// Why a body that came with success is not an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BodyError {
    #[error("the body is empty")]
    Empty,
    #[error("the body is a web page, not data")]
    WebPage,
    #[error("the body is not UTF-8")]
    NotUtf8,
    #[error("the body is not the documented JSON, line {line}, column {column}")]
    NotTheDocument { line: usize, column: usize },
    #[error("expected {expected}")]
    WrongShape { expected: &'static str },
    #[error("the body is nested too deeply")]
    TooDeep,
    #[error("the body has more features than the limit")]
    TooMany,
}

impl ServiceError {
    /// What the answer's status says, if it is no success. `retry_after` is that header's text, in whole seconds.
    pub fn from_status(code: u16, retry_after: Option<&str>) -> Self {
        Self::Status { code, retry_after_seconds: retry_after.and_then(|text| text.trim().parse().ok()) }
    }
}
