//! The answers of `GET /healthz` and `GET /metrics`.

use crate::{
    metrics::{self, Metrics},
    report::Report,
};
use axum::{
    Json, Router,
    http::{StatusCode, header::CONTENT_TYPE},
    response::IntoResponse,
    routing::get,
};
use chrono::Utc;
use std::{io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::watch};

/// Answers `GET /healthz` with the last report: 200 if it is healthy now, else 503; and `GET /metrics`.
///
/// # Errors
///
/// If the address cannot be used.
pub async fn serve(
    address: SocketAddr,
    reports: watch::Receiver<Report>,
    interval: Duration,
    metrics: Arc<Metrics>,
) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let now = move || reports.borrow().clone().judged(Utc::now(), interval);
    let reported = now.clone();
    let healthz = move || async move {
        let report = reported();
        let status = if report.healthy { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        (status, Json(report))
    };
    let metrics = move || async move {
        match metrics.encode(&now()) {
            Ok(text) => ([(CONTENT_TYPE, metrics::MEDIA_TYPE)], text).into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    };
    let router = Router::new().route("/healthz", get(healthz)).route("/metrics", get(metrics));
    tokio::spawn(axum::serve(listener, router).into_future());
    Ok(())
}
