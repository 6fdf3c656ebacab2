//! Sends one request to each version of each operation of the service, with the keys of a deployment, describes the responses, and
//! prints the settings that work. Prints no key.

mod deployment;
mod report;
mod settings;

use chrono::Utc;
use clap::Parser;
use deployment::{Deployment, KEY_HEADER};
use gorlif_core::{
    api::{endpoint::Endpoint, operations::Operations},
    domain::limits::{BODY_LIMIT_BYTES, IDLE_TIMEOUT_MILLISECONDS, TOTAL_TIMEOUT_MILLISECONDS},
};
use report::{Asked, Description, Failure};
use reqwest::{Client, StatusCode, header::HeaderValue, redirect::Policy};
use serde_json::json;
use settings::{Working, setting};
use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};
use url::{Host, Url};

/// Between two requests: the service does not say how many a minute it allows, and refuses the others for a minute.
const PAUSE: Duration = Duration::from_secs(2);

/// Sends one request to each version of each operation of the service, describes the responses, and prints the settings that work. The
/// keys are those of the gateway: GORLIF_KEY_LEVELS, GORLIF_KEY_WARNINGS, GORLIF_KEY_FORECAST, or …_FILE.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The base address of the service.
    #[arg(long, env = "GORLIF_UPSTREAM", default_value = "")]
    upstream: String,
    /// Takes the address and the keys from a configuration of trunk, such as Trunk.live.toml.
    #[arg(long)]
    trunk: Option<PathBuf>,
    /// Writes the settings that work into this file of the gateway's settings; its other lines stay.
    #[arg(long)]
    write: Option<PathBuf>,
    /// Keeps the responses that work in this folder, without keys and the name of the service, for `make serve CAPTURES=…`.
    #[arg(long)]
    save: Option<PathBuf>,
    /// Prints only the page's settings, as JSON, on the standard output, and all else on the standard error.
    #[arg(long)]
    json: bool,
}

/// What ends the program before the first request, or when it writes.
#[derive(Debug, thiserror::Error)]
enum Stop {
    #[error("GORLIF_UPSTREAM must be an https address (or http on 127.0.0.x)")]
    Upstream,
    #[error(transparent)]
    Trunk(#[from] deployment::Unusable),
    #[error("{0}")]
    Client(String),
    #[error("{0} cannot be read")]
    Unreadable(String),
    #[error("{0} cannot be written")]
    Unwritable(String),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(stop) => {
            eprintln!("probe: {stop}");
            ExitCode::from(2)
        }
    }
}

/// Whether each operation that a deployment needs has a version that works.
async fn run(arguments: Arguments) -> Result<bool, Stop> {
    let deployment = match &arguments.trunk {
        Some(file) => Deployment::of_trunk(file)?,
        None => Deployment::of_environment(arguments.upstream.clone()),
    };
    let upstream = &deployment.upstream;
    let endpoint =
        Endpoint::parse(upstream).filter(|_| is_allowed(upstream)).ok_or(Stop::Upstream)?;
    let client = client().map_err(|error| Stop::Client(error.without_url().to_string()))?;
    let say = |line: &str| print(line, arguments.json);

    let file = arguments.write.as_deref().map(Settings::read).transpose()?;
    let (mut working, mut bodies) = (Working::default(), Vec::new());
    let mut is_first = true;
    for asked in Asked::ALL {
        let operation = asked.operation();
        let Some(key) = deployment.key(operation.key) else {
            let setting = deployment::setting(operation.key);
            say(&format!("{}: {}", operation.group.id(), Failure::NoKey { setting }));
            continue;
        };
        let in_file = || settings::in_file(&file.as_ref()?.text, operation.group);
        let of_environment = env::var(setting(operation.group)).ok();
        let chosen = of_environment.filter(|version| !version.is_empty()).or_else(in_file);
        for version in operation.versions {
            if !std::mem::take(&mut is_first) && upstream.starts_with("https:") {
                tokio::time::sleep(PAUSE).await;
            }
            let operations = only(operation.group.id(), version.id);
            let endpoint = endpoint.clone().with(operations);
            let response = match asked {
                Asked::Source(source) => endpoint.url(source, None),
                Asked::Commentary => endpoint.commentary_url(),
            };
            let Some(url) = response else { continue };
            let described = ask(&client, &url, key).await.and_then(|body| {
                Ok((report::describe(&body, asked, operations, Utc::now())?, body))
            });
            match described {
                Ok((Description { lines, worth }, body)) => {
                    say(&lines.join("\n"));
                    working.add(operation.group, version.id, worth, chosen.as_deref());
                    bodies.push((asked, version.id, body));
                }
                Err(failure) => say(&format!("{}: {failure}", report::name(asked, version.id))),
            }
        }
    }
    let lacking = working.lacking();
    if let Some(group) = lacking {
        say(&format!("No version of the {} works with this key.", group.id()));
    }
    say("\nThe settings that work, for the gateway:");
    say(&working.of_gateway().join("\n"));
    say("for the page, in the settings of index.html:");
    let page = working.of_page();
    if arguments.json {
        println!("{page}");
    } else {
        // A member of the block that is there.
        print(&format!("\"operations\": {}", page["operations"]), false);
    }
    say("for the recorder:");
    say(&working.of_recorder());
    if let (Some(file), None) = (file, lacking) {
        file.write(&working)?;
    }
    if let Some(folder) = &arguments.save {
        save(folder, &deployment, &working.needed(), &bodies)
            .map_err(|_| Stop::Unwritable(folder.display().to_string()))?;
    }
    Ok(lacking.is_none())
}

/// A file of the gateway's settings.
struct Settings {
    path: PathBuf,
    /// Empty if there is no file yet.
    text: String,
}

impl Settings {
    fn read(path: &Path) -> Result<Self, Stop> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|_| Stop::Unreadable(path.display().to_string()))?,
        };
        Ok(Self { path: path.to_owned(), text })
    }

    /// Writes the settings that work. Renamed into its place, so that an interrupted run leaves the file as it was.
    fn write(self, working: &Working) -> Result<(), Stop> {
        let mut new = self.path.clone().into_os_string();
        new.push(".new");
        let written = fs::write(&new, working.written_into(&self.text));
        let written = written.and_then(|()| fs::rename(&new, &self.path));
        written.map_err(|_| Stop::Unwritable(self.path.display().to_string()))
    }
}

/// The default versions, but this one of a group.
fn only(group: &str, version: &str) -> Operations {
    serde_json::from_value(json!({ group: version })).unwrap_or_default()
}

/// Writes the responses of the versions that are used, with the names that sample-service reads, and the page's settings. Without the
/// commentary, which sample-service does not serve.
fn save(
    folder: &Path,
    deployment: &Deployment,
    working: &Working,
    bodies: &[(Asked, &'static str, Vec<u8>)],
) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let today = Utc::now().format("%Y-%m-%d");
    for (asked, version, body) in bodies {
        if working.is_used(asked.operation().group, version) {
            let text = deployment.redacted(&String::from_utf8_lossy(body));
            let name = format!("{}-{today}.json", report::capture(*asked, version));
            fs::write(folder.join(name), text)?;
        }
    }
    fs::write(folder.join("settings.json"), working.of_page().to_string() + "\n")
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
fn print(line: &str, is_beside: bool) {
    let _ =
        if is_beside { writeln!(io::stderr(), "{line}") } else { writeln!(io::stdout(), "{line}") };
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
