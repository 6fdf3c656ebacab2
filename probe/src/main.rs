//! Sends one request to each operation of the service, with the keys of a deployment, and describes the
//! responses. Writes no file, and prints no key.

mod report;

use chrono::Utc;
use clap::Parser;
use gorlif_core::{
    api::{
        endpoint::Endpoint,
        operations::{ForecastVersion, LevelsVersion, Operations, UnknownVersion, WarningsVersion},
    },
    domain::{
        limits::{BODY_LIMIT_BYTES, IDLE_TIMEOUT_MILLISECONDS, TOTAL_TIMEOUT_MILLISECONDS},
        source_id::SourceId,
    },
};
use report::{Asked, Failure};
use reqwest::{Client, StatusCode, header::HeaderValue, redirect::Policy};
use std::{
    io::{self, Write},
    process::ExitCode,
    time::Duration,
};
use url::{Host, Url};

const KEY_HEADER: &str = "Ocp-Apim-Subscription-Key";

/// Sends one request to each operation of the service and describes the responses. The settings are
/// those of the gateway.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The base address of the service.
    #[arg(long, env = "GORLIF_UPSTREAM")]
    upstream: String,
    /// The version of the river levels: v1 or station-data.
    #[arg(long, env = "GORLIF_OPERATION_LEVELS", default_value = "v1")]
    levels: LevelsVersion,
    /// The version of the flood warnings: v1 or v3.
    #[arg(long, env = "GORLIF_OPERATION_WARNINGS", default_value = "v1")]
    warnings: WarningsVersion,
    /// The version of the flood forecast: v1 or v2.
    #[arg(long, env = "GORLIF_OPERATION_FORECAST", default_value = "v1")]
    forecast: ForecastVersion,
    /// The version of the forecaster's commentary: v1 or v2. Without it the commentary is not requested.
    #[arg(
        long,
        env = "GORLIF_OPERATION_COMMENTARY",
        default_value = "",
        value_parser = commentary_version
    )]
    commentary: CommentaryVersion,
}

/// Of an operation that need not be requested. An alias, because clap would take a written `Option` for an option that may be absent.
type CommentaryVersion = Option<ForecastVersion>;

/// As in the settings of the gateway, where an empty variable counts as absent.
fn commentary_version(text: &str) -> Result<CommentaryVersion, UnknownVersion> {
    (!text.is_empty()).then(|| text.parse()).transpose()
}

/// A key from the environment, or from the file that `NAME_FILE` names. Not an option, so that the key is not in the list of
/// processes.
fn key(name: &str) -> Option<String> {
    let of_file = || {
        let file = std::env::var(format!("{name}_FILE")).ok()?;
        Some(std::fs::read_to_string(file).ok()?.trim_end().to_owned())
    };
    std::env::var(name).ok().filter(|key| !key.is_empty()).or_else(of_file)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Arguments { upstream, levels, warnings, forecast, commentary } = Arguments::parse();
    let operations = Operations { levels, warnings, forecast, commentary };
    let endpoint = Endpoint::parse(&upstream).filter(|_| is_allowed(&upstream));
    let Some(endpoint) = endpoint.map(|endpoint| endpoint.with(operations)) else {
        eprintln!("probe: GORLIF_UPSTREAM must be an https address (or http on 127.0.0.x)");
        return ExitCode::from(2);
    };
    let client = match client() {
        Ok(client) => client,
        Err(error) => {
            eprintln!("probe: {}", error.without_url());
            return ExitCode::from(2);
        }
    };
    // Each is read once: the file may be a pipe.
    let [levels, warnings, forecast] =
        ["GORLIF_KEY_LEVELS", "GORLIF_KEY_WARNINGS", "GORLIF_KEY_FORECAST"]
            .map(|setting| (setting, key(setting)));
    let asked = [
        (Asked::Source(SourceId::RiverLevels), &levels),
        (Asked::Source(SourceId::NationalWarnings), &warnings),
        (Asked::Source(SourceId::FloodForecast), &forecast),
        (Asked::Commentary, &forecast),
    ];
    let mut is_good = true;
    for (asked, (setting, key)) in asked {
        let url = match asked {
            Asked::Source(source) => endpoint.url(source, None),
            Asked::Commentary => endpoint.commentary_url(),
        };
        let Some(url) = url else { continue };
        let response = match key {
            Some(key) => ask(&client, &url, key).await,
            None => Err(Failure::NoKey { setting }),
        };
        let received = Utc::now();
        let described =
            response.and_then(|body| report::describe(&body, asked, operations, received));
        match described {
            Ok(lines) => print(&lines.join("\n")),
            Err(failure) => {
                is_good = false;
                print(&format!("{}: {failure}", report::name(asked, operations)));
            }
        }
    }
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// As for the gateway: keys are sent unencrypted only on this machine.
fn is_allowed(upstream: &str) -> bool {
    Url::parse(upstream).is_ok_and(|url| match url.scheme() {
        "https" => true,
        "http" => matches!(url.host(), Some(Host::Ipv4(address)) if address.is_loopback()),
        _ => false,
    })
}

fn client() -> reqwest::Result<Client> {
    Client::builder()
        .redirect(Policy::none())
        // A proxy would see the key of a call over plain HTTP.
        .no_proxy()
        .read_timeout(Duration::from_millis(IDLE_TIMEOUT_MILLISECONDS.into()))
        .timeout(Duration::from_millis(TOTAL_TIMEOUT_MILLISECONDS.into()))
        .user_agent(concat!("gorlif-probe/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// Prints a line. The exit code says the same if the output is closed.
fn print(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// The body of a successful response.
async fn ask(client: &Client, url: &str, key: &str) -> Result<Vec<u8>, Failure> {
    let mut key = HeaderValue::from_str(key).map_err(|_| Failure::UnusableKey)?;
    key.set_sensitive(true);
    let request = client.get(url).header(KEY_HEADER, key);
    let mut response = request.send().await.map_err(|error| Failure::of(&error))?;
    if response.status() != StatusCode::OK {
        return Err(Failure::Status(response.status().as_u16()));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| Failure::of(&error))? {
        body.extend_from_slice(&chunk);
        if body.len() > BODY_LIMIT_BYTES as usize {
            return Err(Failure::TooLarge);
        }
    }
    Ok(body)
}
