//! The responses of the operations: JSON with a tag, and "not modified" for those who have it.

use crate::refusal::Refusal;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A JSON text, which is sent with its tag.
pub struct Tagged(pub String);

impl Tagged {
    pub fn json(value: &impl Serialize) -> Result<Self, Refusal> {
        let text = serde_json::to_string(value);
        text.map(Self).map_err(|error| Refusal::Fault(error.to_string()))
    }
}

impl IntoResponse for Tagged {
    fn into_response(self) -> Response {
        let mut tag = DefaultHasher::new();
        self.0.hash(&mut tag);
        let headers = [
            (header::CONTENT_TYPE, "application/json; charset=utf-8".to_owned()),
            (header::ETAG, format!("\"{:016x}\"", tag.finish())),
        ];
        (headers, self.0).into_response()
    }
}

/// A response, or that it is not modified if its tag is one of `If-None-Match`.
pub fn conditional(response: Response, if_none_match: &HeaderValue) -> Response {
    let Some(tag) = response.headers().get(header::ETAG).cloned() else { return response };
    let is_known = if_none_match.to_str().is_ok_and(|given| {
        let mut tags = given.split(',').map(|one| one.trim().trim_start_matches("W/"));
        tags.any(|one| one == "*" || one.as_bytes() == tag.as_bytes())
    });
    if is_known {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    response
}
