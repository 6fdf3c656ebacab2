//! The answers of `POST /subscription`, which the gateway passes on from the page.

use super::task::{Refusal, Requests};
use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use gorlif_core::push_request::{LARGEST_BYTES, PushRequest};
use std::{io, net::SocketAddr};
use tokio::net::TcpListener;

/// Answers `POST /subscription`: 204 if it is stored, else what is wrong as text.
///
/// # Errors
///
/// If the address cannot be used.
pub async fn serve(address: SocketAddr, requests: Requests) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let router = Router::new()
        .route("/subscription", post(subscription))
        .layer(DefaultBodyLimit::max(LARGEST_BYTES))
        .with_state(requests);
    tokio::spawn(axum::serve(listener, router).into_future());
    Ok(())
}

async fn subscription(
    State(requests): State<Requests>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    // Another type could come from a form of another site.
    let is_json =
        headers.get(CONTENT_TYPE).is_some_and(|media_type| media_type == "application/json");
    if !is_json {
        return StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response();
    }
    let request = match PushRequest::decode(&body) {
        Ok(request) => request,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    match requests.ask(request).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(refusal) => {
            let status = match refusal {
                Refusal::Target(_) => StatusCode::BAD_REQUEST,
                Refusal::Full | Refusal::Busy | Refusal::Store => StatusCode::SERVICE_UNAVAILABLE,
            };
            (status, refusal.to_string()).into_response()
        }
    }
}
