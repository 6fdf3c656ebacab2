//! Records readings and messages over time and publishes them as static files: `recorder --help`.

use clap::{Arg, ArgAction, CommandFactory, Parser, Subcommand};
use gorlif_core::{
    api::{
        endpoint::Endpoint,
        operations::{ForecastVersion, LevelsVersion, Operations, WarningsVersion},
    },
    area_names::AreaNames,
    flood_areas::Projection,
};
use gorlif_recorder::{
    cycle::{Intervals, Recorder},
    feeds, gateway,
    metrics::Metrics,
    monitor,
    output::{self, Output},
    publish::{PublishError, Publisher},
    push::{self, KeyError, Keys, Known, OptionsError, PushError, PushOptions},
    report::Report,
    schedule::Schedule,
    store::{self, Access, Store},
    transfer::{self, Format, Imported},
};
use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};
use tokio::{
    signal::{
        ctrl_c,
        unix::{SignalKind, signal},
    },
    sync::watch,
};
use tracing::{info, warn};
use url::{Host, Url};

/// Records the readings and messages that the gateway serves, and publishes them as static files.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The store: `sqlite:FILE` or `postgres://USER:PASSWORD@HOST/DATABASE`.
    #[arg(
        long,
        global = true,
        env = "GORLIF_STORE",
        hide_env_values = true,
        default_value = "sqlite:gorlif.db"
    )]
    store: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Records until it is stopped.
    Run(Box<RunOptions>),
    /// Stores earlier readings from a CSV file with the columns station, unit, time, level.
    Import {
        /// The file; standard input without it.
        file: Option<PathBuf>,
    },
    /// Asks a running recorder for `/healthz`: for the health check of a container.
    Health {
        /// The address of its `--health`.
        #[arg(long, env = "GORLIF_RECORDER_HEALTH", default_value = "127.0.0.1:8092")]
        address: SocketAddr,
    },
    /// Prints a new private key for notifications to standard output, and the public one to standard error.
    Keys,
    /// Writes what is stored to standard output.
    Export {
        /// The format of the export.
        #[arg(long, value_enum, default_value_t = Format::Csv)]
        format: Format,
    },
}

#[derive(clap::Args)]
struct RunOptions {
    /// The base address of the gateway's operations.
    #[arg(long, env = "GORLIF_GATEWAY", default_value = "http://127.0.0.1:8080/api")]
    gateway: String,
    /// The version of the river levels behind the gateway: v1 or station-data.
    #[arg(long, env = "GORLIF_OPERATION_LEVELS", default_value = "v1")]
    levels: LevelsVersion,
    /// The version of the flood warnings behind the gateway: v1 or v3.
    #[arg(long, env = "GORLIF_OPERATION_WARNINGS", default_value = "v1")]
    warnings: WarningsVersion,
    /// The version of the flood forecast behind the gateway: v1 or v2.
    #[arg(long, env = "GORLIF_OPERATION_FORECAST", default_value = "v1")]
    forecast: ForecastVersion,
    /// The folder of the published files.
    #[arg(long, env = "GORLIF_HISTORY", default_value = "history")]
    history: PathBuf,
    /// The public address of the page, to which the feeds link. Without it there are no feeds.
    #[arg(long, env = "GORLIF_PAGE_ADDRESS", overrides_with = "page_address")]
    page_address: Option<String>,
    /// The file of the names of the flood areas that `build/flood-areas.mjs` has made, `area-names.json`: for the Welsh names in feeds and plain pages.
    #[arg(long, env = "GORLIF_AREA_NAMES")]
    area_names: Option<PathBuf>,
    /// The messages are made up: the feeds say so. They also do if the service says so.
    #[arg(long)]
    test_data: bool,
    /// The seconds between two cycles, 0.01 to 86,400. Without it 900, and with `--push` 300.
    #[arg(long, value_parser = interval)]
    interval: Option<Duration>,
    /// The seconds between two requests for the earlier readings of gauges, with station-data.
    #[arg(long, default_value = "8", value_parser = interval)]
    filling_interval: Duration,
    /// Answer `GET /healthz` and `GET /metrics` at this address and port, such as 127.0.0.1:8092.
    #[arg(long, env = "GORLIF_RECORDER_HEALTH")]
    health: Option<SocketAddr>,
    /// Allow an address of `--health` that other machines can reach: on or off.
    #[arg(long, env = "GORLIF_STATUS_OPEN", default_value = "off", value_parser = switch, action = ArgAction::Set)]
    status_open: bool,
    /// Wait while another recorder writes into the store or the folder, and take over when that ends: on or off.
    #[arg(long, env = "GORLIF_RECORDER_STANDBY", default_value = "off", value_parser = switch, action = ArgAction::Set)]
    standby: bool,
    /// Run this number of cycles, then end.
    #[arg(long)]
    cycles: Option<u32>,
    #[command(flatten)]
    push: PushOptions,
}

/// Between two cycles.
const INTERVAL: Duration = Duration::from_secs(900);
/// Between two attempts of a standby, if that is less than its interval.
const STANDBY_INTERVAL: Duration = Duration::from_secs(5);
/// Between two cycles where devices are notified.
const PUSH_INTERVAL: Duration = Duration::from_secs(300);

fn interval(text: &str) -> Result<Duration, &'static str> {
    text.parse()
        .ok()
        .filter(|seconds| (0.01..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or("the interval is a number of seconds from 0.01 to 86400")
}

fn switch(text: &str) -> Result<bool, &'static str> {
    match text {
        "on" => Ok(true),
        "off" | "" => Ok(false),
        _ => Err("must be on or off"),
    }
}

/// The prefix of the variables of the gateway and the recorder.
const PREFIX: &str = "GORLIF_";

/// The first variable that begins with `GORLIF_` and is no setting of this program, as a mistyped one is.
fn unknown_variable(environment: impl Iterator<Item = (OsString, OsString)>) -> Option<String> {
    let command = Arguments::command();
    let options = command
        .get_arguments()
        .chain(command.get_subcommands().flat_map(clap::Command::get_arguments));
    let known: Vec<_> = options.filter_map(Arg::get_env).collect();
    environment
        .filter(|(name, value)| !value.is_empty() && !known.contains(&name.as_os_str()))
        .find_map(|(name, _)| {
            Some(name.to_str()?.to_owned()).filter(|name| name.starts_with(PREFIX))
        })
}

/// Why the program ends.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0} is no setting of the recorder; `recorder run --help` has them")]
    Unknown(String),
    #[error("the gateway's address is no http address: {0}")]
    Gateway(String),
    #[error("the page's address is no https address without query (or http on 127.0.0.x): {0}")]
    Page(String),
    #[error("the outlines of the counties cannot be read")]
    Outlines,
    #[error("{0} is not a file of names of flood areas, as build/flood-areas.mjs makes it")]
    AreaNames(PathBuf),
    #[error("the store cannot be opened: {0}")]
    Store(#[from] store::StoreError),
    #[error("the folder of the published files cannot be used: {0}")]
    History(#[from] output::OutputError),
    #[error("the file cannot be opened: {0}")]
    File(io::Error),
    #[error(
        "the address {0} of GORLIF_RECORDER_HEALTH is open to other machines: set GORLIF_STATUS_OPEN=on where only the operator can reach it"
    )]
    OpenHealth(SocketAddr),
    #[error("the recorder is not healthy: {0}")]
    Unhealthy(String),
    #[error("the address of /healthz cannot be used: {0}")]
    Health(io::Error),
    #[error("the client cannot be set up: {0}")]
    Client(#[from] reqwest::Error),
    #[error("{0}")]
    Key(#[from] KeyError),
    #[error("{0}")]
    PushOptions(#[from] OptionsError),
    #[error("{0}")]
    Push(#[from] PushError),
    #[error("{0}")]
    Publish(#[from] PublishError),
    #[error("{0}")]
    Transfer(#[from] transfer::TransferError),
    #[error("signals cannot be received: {0}")]
    Signals(io::Error),
}

#[tokio::main]
async fn main() -> ExitCode {
    // Standard output is for what `export` writes.
    tracing_subscriber::fmt().with_writer(io::stderr).with_target(false).init();
    let Arguments { store, command } = Arguments::parse();
    let ended = match (unknown_variable(std::env::vars_os()), command) {
        (Some(name), _) => Err(Failure::Unknown(name)),
        // Also while it starts. A cycle that is interrupted has stored all of its readings or none.
        (None, Command::Run(options)) => tokio::select! {
            ended = run(&store, *options) => ended,
            received = stopped() => received.map_err(Failure::Signals),
        },
        (None, Command::Import { file }) => import(&store, file).await,
        (None, Command::Health { address }) => health(address).await,
        (None, Command::Keys) => keys(),
        (None, Command::Export { format }) => export(&store, format).await,
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("recorder: {failure}");
            ExitCode::FAILURE
        }
    }
}

async fn import(store: &str, file: Option<PathBuf>) -> Result<(), Failure> {
    let mut store = Store::open(store, Access::Write).await?;
    let Imported { readings, days, faults, empty } = match file {
        Some(path) => {
            transfer::import(&mut store, File::open(path).map_err(Failure::File)?).await?
        }
        None => transfer::import(&mut store, io::stdin().lock()).await?,
    };
    println!("{readings} new readings");
    if days > 0 {
        println!("{days} days before the retention, for the records");
    }
    for (count, rows) in [(faults, "rows of sensor faults"), (empty, "rows without a level")] {
        if count > 0 {
            println!("{count} {rows} were left out");
        }
    }
    Ok(())
}

/// Prints a new private key, and apart from it what the settings of the page need.
fn keys() -> Result<(), Failure> {
    let private = Keys::generate();
    eprintln!("In the settings of index.html: \"push\": \"{}\"", Keys::parse(&private)?.public());
    println!("{private}");
    Ok(())
}

/// Asks a recorder on this machine, whatever address it listens at.
async fn health(mut address: SocketAddr) -> Result<(), Failure> {
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let response = gateway::client()?.get(format!("http://{address}/healthz")).send().await?;
    match response.status() {
        status if status.is_success() => Ok(()),
        _ => Err(Failure::Unhealthy(response.text().await?)),
    }
}

async fn export(store: &str, format: Format) -> Result<(), Failure> {
    let mut store = Store::open(store, Access::Read).await?;
    Ok(transfer::export(&mut store, format, io::stdout().lock()).await?)
}

async fn run(store: &str, options: RunOptions) -> Result<(), Failure> {
    let endpoint = endpoint(&options)?;
    let push = options.push.settings()?;
    let interval =
        options.interval.unwrap_or(if push.is_some() { PUSH_INTERVAL } else { INTERVAL });
    let is_open = |address: &SocketAddr| !address.ip().is_loopback() && !options.status_open;
    if let Some(open) = options.health.filter(is_open) {
        return Err(Failure::OpenHealth(open));
    }
    let address = store;
    let (store, output) = open(address, &options.history, options.standby, interval).await?;
    let page = options.page_address.as_deref().map(page_address_of).transpose()?.flatten();
    let outlines = feeds::outlines().ok_or(Failure::Outlines)?;
    let names = Arc::new(options.area_names.map(read_area_names).transpose()?.unwrap_or_default());
    let publisher = Publisher::new(output, page, &outlines, &names)?;
    let times = Intervals { cycle: interval, filling: options.filling_interval };
    let client = gateway::client()?;
    let mut recorder =
        Recorder::new(client, endpoint, store, publisher, options.test_data, times).await?;
    let (reports, last_report) = watch::channel(Report::default());
    let metrics = Arc::new(Metrics::default());
    let known = match push {
        Some(settings) => {
            let store = Store::open(address, Access::Beside).await?;
            Some(push::start(settings, store, metrics.push.clone()).await?)
        }
        None => None,
    };
    if let Some(address) = options.health {
        let served = monitor::serve(address, last_report, interval, Arc::clone(&metrics)).await;
        served.map_err(Failure::Health)?;
    }
    let mut schedule = Schedule::new(interval);
    let mut done = 0;
    loop {
        let report = recorder.cycle().await?;
        let Report { new_readings, new_messages, milliseconds, reasons, .. } = &report;
        info!(new_readings, changed_messages = new_messages, milliseconds, "cycle");
        for reason in reasons {
            warn!("{reason}");
        }
        let wait = schedule.next(report.new_readings > 0);
        metrics.add(&report);
        if let Some(known) = &known {
            let (sources, check, is_test) = recorder.published();
            let now = Known::of(sources, check, is_test, &outlines, &names);
            known.send_replace(Some(Arc::new(now)));
        }
        reports.send_replace(report);
        done += 1;
        if options.cycles.is_some_and(|cycles| done >= cycles) {
            return Ok(());
        }
        recorder.fill_for(wait).await;
    }
}

/// Opens the store and the folder for writing. A standby waits while another recorder has one of them: PostgreSQL and the operating system
/// end its locks with its connection and its process.
async fn open(
    address: &str,
    history: &Path,
    is_standby: bool,
    interval: Duration,
) -> Result<(Store, Output), Failure> {
    let mut is_told = false;
    loop {
        let opened = match Store::open(address, Access::Write).await {
            Ok(store) => match Output::open(history) {
                Ok(output) => return Ok((store, output)),
                Err(error) => Failure::from(error),
            },
            Err(error) => Failure::from(error),
        };
        let is_locked = matches!(
            opened,
            Failure::Store(store::StoreError::Locked)
                | Failure::History(output::OutputError::Locked)
        );
        if !(is_standby && is_locked) {
            return Err(opened);
        }
        if !std::mem::replace(&mut is_told, true) {
            info!("standby: {opened}");
        }
        tokio::time::sleep(STANDBY_INTERVAL.min(interval)).await;
    }
}

fn endpoint(options: &RunOptions) -> Result<Endpoint, Failure> {
    let RunOptions { gateway, levels, warnings, forecast, .. } = options;
    let operations =
        Operations { levels: *levels, warnings: *warnings, forecast: *forecast, commentary: None };
    let endpoint = Endpoint::parse(gateway).filter(|_| gateway.starts_with("http"));
    endpoint
        .map(|endpoint| endpoint.with(operations))
        .ok_or_else(|| Failure::Gateway(gateway.clone()))
}

/// The names of the flood areas. Their points are not used, whatever their projection.
fn read_area_names(path: PathBuf) -> Result<AreaNames, Failure> {
    // A variable that is set to nothing names no file.
    if path.as_os_str().is_empty() {
        return Ok(AreaNames::default());
    }
    let file = fs::read(&path).map_err(Failure::File)?;
    AreaNames::decode(&file, Projection::default()).ok_or(Failure::AreaNames(path))
}

/// The address of the page, with a slash at its end. It is the sender of the feeds, so that it must not be
/// one that others can answer for; `http` is for trials on one machine. An empty text is none.
fn page_address_of(text: &str) -> Result<Option<String>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    let is_allowed = |url: &Url| {
        let is_loopback = matches!(url.host(), Some(Host::Ipv4(address)) if address.is_loopback());
        (url.scheme() == "https" || url.scheme() == "http" && is_loopback)
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none()
    };
    match Url::parse(text).ok().filter(is_allowed) {
        Some(url) => Ok(Some(format!("{}/", url.as_str().trim_end_matches('/')))),
        None => Err(Failure::Page(text.to_owned())),
    }
}

/// Waits for a signal that ends the program.
async fn stopped() -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = ctrl_c() => interrupted,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_is_no_setting_is_named_and_one_without_a_value_is_absent() {
        let unknown = |names: &[(&str, &str)]| {
            unknown_variable(names.iter().map(|(name, value)| ((*name).into(), (*value).into())))
        };
        let known = [
            ("PATH", "/bin"),
            ("GORLIF_STORE", "sqlite:x"),
            ("GORLIF_PAGE_ADDRESS", "https://flood.example"),
            ("GORLIF_RECORDER_HEALTH", "127.0.0.1:8092"),
        ];
        assert_eq!(unknown(&known), None);
        assert_eq!(unknown(&[("GORLIF_UPSTREAM", "")]), None);
        let mistyped = ("GORLIF_PAGE_ADRESS", "https://flood.example");
        assert_eq!(unknown(&[known[0], mistyped]).as_deref(), Some("GORLIF_PAGE_ADRESS"));
    }

    // case 185
    #[test]
    fn the_address_of_the_page_is_https_or_of_this_machine() {
        for (text, expected) in [
            ("http://flood.example", None),
            ("http://127.0.0.1.evil.example", None),
            ("https://user@flood.example", None),
            ("https://flood.example/?a=b", None),
            ("flood.example", None),
            ("https://flood.example/floods", Some("https://flood.example/floods/")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080/")),
        ] {
            assert_eq!(page_address_of(text).ok().flatten().as_deref(), expected, "{text}");
        }
    }
}
