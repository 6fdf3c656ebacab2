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
    Status { code: u32, retry_after_seconds: Option<u32> },
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
    #[error("the body is not JSON from line {line}, column {column} on")]
    NotJson { line: usize, column: usize },
    #[error("expected {expected}")]
    WrongShape { expected: &'static str },
    #[error("the headers do not say without contradiction how old the answer is")]
    Undated,
    #[error("the answer says of itself that it is an error or not complete")]
    Incomplete,
    #[error("the body has more features than the limit")]
    TooMany,
}

impl ServiceError {
    /// What the answer's status says, if it is no success. `retry_after` is that header's text;
    /// `until` tells how many seconds away an HTTP date is. A date that has passed and a
    /// negative number are no wait, other texts are no word.
    pub fn from_status(
        code: u32,
        retry_after: Option<&str>,
        until: impl FnOnce(&str) -> Option<i64>,
    ) -> Self {
        let seconds = retry_after
            .map(str::trim)
            .and_then(|text| text.parse::<i64>().ok().or_else(|| until(text)));
        Self::Status {
            code,
            retry_after_seconds: seconds
                .map(|seconds| u32::try_from(seconds.max(0)).unwrap_or(u32::MAX)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_28_retry_after_is_read_in_both_forms() {
        for (text, expected) in [
            (Some("57"), Some(57)),
            (Some(" 0 "), Some(0)),
            (Some("-5"), Some(0)),
            (Some("1000000000"), Some(1_000_000_000)),
            (Some("99999999999999"), Some(u32::MAX)),
            (Some("Fri, 20 Nov 2026 12:01:30 GMT"), Some(90)),
            (Some("Fri, 20 Nov 2026 11:00:00 GMT"), Some(0)),
            (Some("abc"), None),
            (Some(""), None),
            (None, None),
        ] {
            let until = |text: &str| match text {
                "Fri, 20 Nov 2026 12:01:30 GMT" => Some(90),
                "Fri, 20 Nov 2026 11:00:00 GMT" => Some(-3_600),
                _ => None,
            };
            assert_eq!(
                ServiceError::from_status(429, text, until),
                ServiceError::Status { code: 429, retry_after_seconds: expected },
                "{text:?}"
            );
        }
    }
}
