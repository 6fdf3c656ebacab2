//! The causes of failed requests. The language modules translate them into messages.

use thiserror::Error;

/// The cause of a failed request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ServiceError {
    /// The browser reports that the device is offline.
    #[error("the browser is offline")]
    Offline,
    /// The connection failed, or CORS refused the response.
    #[error("the endpoint could not be reached")]
    Unreachable,
    /// The response stalled: no byte within the time limit.
    #[error("no byte came for too long")]
    IdleTimeout,
    /// The response exceeded the total time limit.
    #[error("the response took too long in all")]
    TotalTimeout,
    /// The body exceeded the size limit.
    #[error("the body is larger than the limit")]
    TooLarge,
    /// An HTTP status other than success.
    #[error("status {code}")]
    Status {
        /// The HTTP status code.
        code: u32,
        /// The wait of `Retry-After` in seconds; `None` where it is absent or could not be parsed.
        retry_after_seconds: Option<u32>,
    },
    /// The body could not be decoded.
    #[error("{0}")]
    Body(#[from] BodyError),
}

/// Why the body of a successful response was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BodyError {
    /// The body is empty or white space.
    #[error("the body is empty")]
    Empty,
    /// The body begins with "<", such as the login page of a captive portal.
    #[error("the body is a web page, not data")]
    WebPage,
    /// The body is not valid UTF-8.
    #[error("the body is not UTF-8")]
    NotUtf8,
    /// The body is not valid JSON.
    #[error("the body is not JSON from line {line}, column {column} on")]
    NotJson {
        /// The line of the first error, from 1.
        line: usize,
        /// The column of the first error, from 1.
        column: usize,
    },
    /// The body is JSON, but not of the expected shape.
    #[error("expected {expected}")]
    WrongShape {
        /// A description of the expected shape.
        expected: &'static str,
    },
    /// The body is of another version of the operation than the settings name.
    #[error("the body is of {found}, not of the version in the settings")]
    OtherVersion {
        /// The version of the body.
        found: &'static str,
    },
    /// The age of the response is unknown: its headers are missing, unreadable or contradictory.
    #[error("the headers do not say without contradiction how old the response is")]
    UnknownAge,
    /// Neither the device nor another operation confirms the time of the response.
    #[error("the time of the response contradicts the device and the other operations")]
    ContradictedAge,
    /// The body reports an error, or that it does not contain all features.
    #[error("the response says of itself that it is an error or not complete")]
    Incomplete,
    /// The body has more features than the limit.
    #[error("the body has more features than the limit")]
    TooMany,
}

impl ServiceError {
    /// Creates the error of an HTTP status other than success. `retry_after` is the text of the
    /// `Retry-After` header; `until` converts an HTTP date into the number of seconds until then. A
    /// past date and a negative number mean a wait of 0; other texts are ignored.
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

    // case 28
    #[test]
    fn retry_after_is_read_in_both_forms() {
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
