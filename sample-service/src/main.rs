//! The documented service itself, for development, demonstrations and tests: `sample-service
//! --help`.

mod api;
mod captures;
mod fault;
mod gazetteer;
mod key;
mod refusal;
mod response;
mod sample;
mod wire;

use chrono::TimeDelta;
use clap::Parser;
use std::{
    net::Ipv4Addr,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, Mutex},
};

/// Serves the three operations of the open data service on this machine only, with made-up data.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// Port on 127.0.0.1; 0 takes a free one.
    #[arg(long, default_value_t = 8091)]
    port: u16,
    /// The subscription key that callers must send, of all operations or of one. Sample keys:
    /// nothing real opens with them.
    #[arg(long, default_value = "sample-key", value_name = "[OPERATION=]KEY")]
    key: Vec<key::Wish>,
    /// How bad the weather is.
    #[arg(long, value_enum, default_value_t = sample::Scenario::Mixed)]
    scenario: sample::Scenario,
    /// How many gauges there are, 1 to 100,000.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    stations: Option<u32>,
    /// Let time stand still at the start, so that answers never change.
    #[arg(long)]
    still: bool,
    /// Serve the readings of this time before now at /past.csv, for the recorder's first import:
    /// "7d", up to "60d".
    #[arg(long, value_parser = past, conflicts_with = "captures")]
    past: Option<TimeDelta>,
    /// Serve the files of this folder, which the recorder writes, at /history/.
    #[arg(long)]
    history: Option<PathBuf>,
    /// Serve recorded river levels and flood warnings out of this folder; the forecast stays made
    /// up.
    #[arg(long, conflicts_with_all = ["stations", "scenario"])]
    captures: Option<PathBuf>,
    /// Lets something go wrong: "hang", "riverlevels=503-120", … May be given several times; a
    /// wrong one is answered with the list.
    #[arg(long, value_name = "[OPERATION=]FAULT")]
    fault: Vec<fault::Wish>,
    /// Lets faults be switched while it runs, by requests from this machine to
    /// /control/OPERATION/FAULT ("all" and "none" too), and the time be set, by /control/time/TIME
    /// (RFC 3339), at which it then stands still.
    #[arg(long)]
    control: bool,
}

/// Where answers come from.
enum Source {
    Sample(sample::Sample),
    Captures(captures::Captures),
}

#[tokio::main]
async fn main() -> ExitCode {
    match serve(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("sample-service: {sentence}");
            ExitCode::from(2)
        }
    }
}

/// Serves until Ctrl-C. Fails with a sentence.
async fn serve(arguments: Arguments) -> Result<(), String> {
    let Arguments { port, key, scenario, stations, still, past, history, captures, fault, control } =
        arguments;
    let source = match captures {
        Some(folder) => Source::Captures(captures::Captures::read(&folder)?),
        None => Source::Sample(sample::Sample::new(scenario, stations)?),
    };
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    let listener = listener.map_err(|error| {
        format!("port {port} on 127.0.0.1 cannot be used: {error}. Choose another with --port.")
    })?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let kind = if matches!(source, Source::Captures(_)) { "recorded data" } else { "sample data" };
    println!("sample-service: listening on http://{address}, {kind}");
    let service = api::Service {
        keys: key::Keys::new(key),
        source,
        still_at: Mutex::new(still.then(chrono::Utc::now)),
        faults: fault::Faults::new(&fault),
        control,
        past,
        history,
    };
    let stopped = async {
        // Without a handler for Ctrl-C the process ends on it anyway.
        let _ = tokio::signal::ctrl_c().await;
    };
    axum::serve(listener, api::router(Arc::new(service)))
        .with_graceful_shutdown(stopped)
        .await
        .map_err(|error| error.to_string())
}

/// Parses a number of days: "7d".
fn past(text: &str) -> Result<TimeDelta, &'static str> {
    let days = text.strip_suffix('d').and_then(|days| days.parse().ok());
    days.filter(|days| (1..=60).contains(days))
        .map(TimeDelta::days)
        .ok_or("the past is a number of days from 1d to 60d")
}
