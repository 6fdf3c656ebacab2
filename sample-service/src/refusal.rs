//! Why a request is refused, as the service's gateway says it.

use axum::{
    Json,
    extract::rejection::{PathRejection, QueryRejection},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("Resource not found")]
    NotFound,
    #[error(
        "Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API."
    )]
    NoKey,
    #[error(
        "Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription."
    )]
    WrongKey,
    #[error("{0}")]
    BadRequest(String),
    #[error("{0}")]
    Fault(String),
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Self {
        Self::BadRequest(rejection.body_text())
    }
}

impl From<PathRejection> for Refusal {
    fn from(rejection: PathRejection) -> Self {
        Self::BadRequest(rejection.body_text())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::NoKey | Self::WrongKey => StatusCode::UNAUTHORIZED,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Fault(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let body = json!({ "statusCode": status.as_u16(), "message": self.to_string() });
        let mut response = (status, Json(body)).into_response();
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static(
                r#"AzureApiManagementKey realm="sample",name="Ocp-Apim-Subscription-Key",type="header""#,
            );
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}
