//! The settings: environment variables whose names begin with `GORLIF_`.

use crate::{refusal::Refusal, values};
use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
};
use gorlif_core::api::table::{self, Group, Operation};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
};
use values::{Address, List};

const PREFIX: &str = "GORLIF_";

/// The settings as given, each of the right form. The templates have them by these names, but for those that `configuration.rs` gives
/// them in another form: they are skipped, so that one that is missing there is an error.
#[derive(Clone, Debug, Args, Serialize)]
pub struct Settings {
    #[arg(long, value_parser = values::upstream)]
    #[serde(skip)]
    upstream: Option<Address>,
    #[arg(long, value_parser = values::origins("origin of a site"))]
    #[serde(skip)]
    pub frame_ancestors: Option<List>,
    #[arg(long, value_parser = values::origins("origin of map tiles"))]
    #[serde(skip)]
    pub tiles: Option<List>,
    #[arg(long, value_parser = values::origins("origin of an endpoint"))]
    pub connect: Option<List>,
    #[arg(long, value_parser = values::tiles)]
    pub tiles_upstream: Option<Address>,
    #[arg(long, value_parser = values::postcodes)]
    pub postcodes_upstream: Option<Address>,
    #[arg(long, value_parser = values::places)]
    pub places_upstream: Option<Address>,
    #[arg(long, value_parser = values::history)]
    pub history: Option<PathBuf>,
    #[arg(long, value_parser = values::push)]
    pub push: Option<String>,
    #[arg(long, default_value = "65", value_parser = values::number(0, 600))]
    pub call_interval: u32,
    #[arg(long, default_value = "60", value_parser = values::number(1, 6000))]
    pub place_calls: u32,
    #[arg(long, value_parser = values::number(1, 6000))]
    place_share: Option<u32>,
    // The histories have the key and the quota of the levels.
    #[arg(long, default_value = "12", value_parser = values::number(1, 6000))]
    pub historical_calls: u32,
    #[arg(long, default_value = "3000", value_parser = values::number(1, 6000))]
    pub tiles_calls: u32,
    #[arg(long, default_value = "300", value_parser = values::number(1, 6000))]
    pub postcodes_calls: u32,
    #[arg(long, default_value = "300", value_parser = values::number(1, 6000))]
    pub places_upstream_calls: u32,
    #[arg(long, default_value = "1024", value_parser = values::number(8, 65_535))]
    pub connections: u32,
    #[arg(long, default_value = "8", value_parser = values::number(1, 30))]
    pub read_timeout: u32,
    #[arg(long, default_value = "auto", value_parser = values::workers)]
    pub workers: String,
    #[arg(long, default_value = "/srv/gorlif", value_parser = values::folder)]
    pub page: PathBuf,
    #[arg(long, default_value = "/run/gorlif", value_parser = values::folder)]
    pub run: PathBuf,
    #[arg(long, default_value = "/var/cache/gorlif", value_parser = values::folder)]
    pub cache: PathBuf,
    #[arg(long, default_value = "/usr/lib/nginx/modules", value_parser = values::folder)]
    pub modules: PathBuf,
    #[arg(
        long,
        default_value = "/etc/ssl/certs/ca-certificates.crt",
        value_parser = values::readable("must be a file with the certificates of authorities")
    )]
    pub ca: PathBuf,
    #[arg(long, default_value = "www-data", value_parser = values::user)]
    #[serde(skip)]
    pub user: String,
    #[arg(
        long,
        default_value = "127.0.0.1:8080",
        value_parser = values::listen("0.0.0.0:8080 or \"0.0.0.0:8080 [::]:8080\"")
    )]
    pub listen: List,
    #[arg(long, value_parser = values::listen("0.0.0.0:80"))]
    pub redirect_listen: Option<List>,
    #[arg(long, value_parser = values::status)]
    pub status: Option<String>,
    #[arg(long, default_value = "off", value_parser = values::switch, action = ArgAction::Set)]
    status_open: bool,
    #[arg(long, value_parser = values::readable(CERTIFICATE))]
    pub tls_certificate: Option<PathBuf>,
    #[arg(long, value_parser = values::readable(TLS_KEY))]
    pub tls_key: Option<PathBuf>,
    #[arg(long, default_value = "off", value_parser = values::switch, action = ArgAction::Set)]
    behind_tls: bool,
    #[arg(long, value_parser = values::networks)]
    pub trusted_proxies: Option<List>,
    #[arg(long, value_parser = values::switch)]
    allow_sample: Option<bool>,
    #[arg(long, value_parser = values::contact)]
    pub security_contact: Option<String>,
    #[arg(long, value_parser = values::resolver)]
    #[serde(skip)]
    pub resolver: Option<String>,
    #[arg(long, default_value = "off", value_parser = values::switch, action = ArgAction::Set)]
    pub log_addresses: bool,
    #[arg(long, default_value = "/dev/stdout", value_parser = values::log)]
    pub log: PathBuf,
    #[arg(long, default_value = "text", value_parser = values::log_format)]
    pub log_format: String,
    /// Of each group: the version of its operations, and the seconds for which their responses are cached.
    #[arg(skip)]
    #[serde(skip)]
    of_groups: BTreeMap<&'static str, OfGroup>,
}

/// Settings of earlier versions, and their names now.
const RENAMED: [(&str, &str); 2] =
    [("GORLIF_CACHE_FAILURES", "GORLIF_CALL_INTERVAL"), ("GORLIF_WAIT", "GORLIF_READ_TIMEOUT")];
const CERTIFICATE: &str = "and GORLIF_TLS_KEY must both be files that can be read";
const TLS_KEY: &str = "and GORLIF_TLS_CERTIFICATE must both be files that can be read";

/// The settings of the operations of one group.
#[derive(Clone, Debug)]
struct OfGroup {
    /// `None` if they are not passed on.
    version: Option<&'static str>,
    /// `None` where there is no setting.
    cache_seconds: Option<u32>,
}

impl Settings {
    /// Reads the settings from the environment. A variable without a value counts as absent.
    ///
    /// # Errors
    ///
    /// The first setting that is missing, malformed or unknown, or two that contradict each other.
    pub fn read() -> Result<Self, Refusal> {
        let settings = Self::parse(std::env::vars_os())?;
        settings.check()?;
        Ok(settings)
    }

    fn parse(environment: impl Iterator<Item = (OsString, OsString)>) -> Result<Self, Refusal> {
        let mut options = Vec::new();
        for (name, value) in environment {
            let Some(name) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else {
                continue;
            };
            // keys.rs reads the keys.
            if value.is_empty() || name.starts_with("KEY_") {
                continue;
            }
            let mut option =
                OsString::from(format!("--{}=", name.to_lowercase().replace('_', "-")));
            option.push(value);
            options.push(option);
        }
        let command = Self::augment_args(Command::new("gateway").no_binary_name(true))
            .disable_help_flag(true)
            .disable_version_flag(true)
            .args(Group::ALL.into_iter().flat_map(arguments_of));
        let mut matches = command.try_get_matches_from(options).map_err(|error| refusal(&error))?;
        let of_groups = Group::ALL.map(|group| (group.id(), of_group(group, &mut matches)));
        let settings = Self::from_arg_matches(&matches).map_err(|error| refusal(&error))?;
        Ok(Self { of_groups: of_groups.into(), ..settings })
    }

    /// The rules that concern several values.
    fn check(&self) -> Result<(), Refusal> {
        self.upstream()?;
        if self.tls_certificate.is_some() != self.tls_key.is_some() {
            return Err(Refusal::of("GORLIF_TLS_CERTIFICATE", CERTIFICATE));
        }
        if self.redirect_listen.is_some() && self.tls_certificate.is_none() {
            return Err(Refusal::of(
                "GORLIF_REDIRECT_LISTEN",
                "is for a gateway where TLS ends: GORLIF_TLS_CERTIFICATE is not set",
            ));
        }
        if self.status.as_ref().is_some_and(|status| !is_local(status)) && !self.status_open {
            return Err(Refusal::of(
                "GORLIF_STATUS",
                "is open to other machines: counts and causes of failures are for the operator. Set GORLIF_STATUS_OPEN=on where only the operator can reach it",
            ));
        }
        if let Some(share) = self.place_share.filter(|share| *share > self.place_calls) {
            let problem =
                format!("must be a whole number from 1 to {}, not {share}", self.place_calls);
            return Err(Refusal::of("GORLIF_PLACE_SHARE", problem));
        }
        Ok(())
    }

    /// The address of the service.
    ///
    /// # Errors
    ///
    /// If it is missing.
    pub fn upstream(&self) -> Result<&Address, Refusal> {
        self.upstream.as_ref().ok_or_else(|| {
            Refusal::of(
                "GORLIF_UPSTREAM",
                "is missing: the base address of the service, such as https://api.example",
            )
        })
    }

    /// The version of the operations of a group; `None` if they are not passed on.
    pub fn version(&self, group: Group) -> Option<&'static str> {
        self.of_groups.get(group.id())?.version
    }

    /// The seconds for which the responses of an operation are cached.
    pub fn cache_seconds(&self, operation: Operation) -> u32 {
        let of_group = self.of_groups.get(operation.group.id());
        let setting = of_group.and_then(|of_group| of_group.cache_seconds);
        setting
            .filter(|_| operation.longest_cache_seconds.is_some())
            .unwrap_or(operation.cache_seconds)
    }

    /// How many calls for places one visitor may cause in any minute.
    pub fn place_share(&self) -> u32 {
        self.place_share.unwrap_or_else(|| self.share_of(self.place_calls))
    }

    /// How many calls for histories one visitor may cause in any minute.
    pub fn historical_share(&self) -> u32 {
        self.share_of(self.historical_calls)
    }

    /// Five sixths of the calls, so that one visitor cannot use all of them.
    fn share_of(&self, calls: u32) -> u32 {
        if self.has_one_address() || calls == 1 { calls } else { calls * 5 / 6 }
    }

    /// Whether all visitors share one IP address: TLS ends in front of this gateway.
    pub fn has_one_address(&self) -> bool {
        self.behind_tls && self.trusted_proxies.is_none()
    }

    /// Whether visitors reach the page over TLS.
    pub fn has_tls(&self) -> bool {
        self.behind_tls || self.tls_certificate.is_some()
    }

    /// Whether data of a service that says that it is a sample is served. By default only on this machine:
    /// behind a proxy a page is public, whatever this gateway listens on.
    pub fn allow_sample(&self) -> bool {
        let is_private = self.listen.0.iter().all(|address| is_local(address))
            && !self.behind_tls
            && self.trusted_proxies.is_none();
        self.allow_sample.unwrap_or(is_private)
    }

    /// The same settings with run folder, cache and log in one folder.
    pub fn in_folder(self, folder: &Path) -> Self {
        Self {
            run: folder.to_owned(),
            cache: folder.join("cache"),
            log: folder.join("log"),
            ..self
        }
    }
}

/// Whether only this machine can reach an address with a port.
fn is_local(address: &str) -> bool {
    address.starts_with("127.") || address.starts_with("[::1]:")
}

/// `GORLIF_OPERATION_…` and `GORLIF_CACHE_…` of a group, where there is something to choose.
fn arguments_of(group: Group) -> impl Iterator<Item = Arg> {
    let first = table::ALL.into_iter().find(|operation| operation.group == group);
    let versions = first.map_or(&[][..], |operation| operation.versions);
    let names: Vec<_> = versions.iter().map(|version| version.id).collect();
    let problem = format!("must be {}", names.join(" or "));
    let read = move |value: &str| {
        let known = names.iter().find(|name| **name == value);
        known.copied().ok_or_else(|| problem.clone())
    };
    let version = Arg::new(version_of(group)).long(version_of(group)).value_parser(read);
    let longest = first.and_then(|operation| operation.longest_cache_seconds);
    let cache = longest.map(|longest| {
        Arg::new(cache_of(group)).long(cache_of(group)).value_parser(values::number(0, longest))
    });
    std::iter::once(version).chain(cache)
}

fn of_group(group: Group, matches: &mut ArgMatches) -> OfGroup {
    let version = matches.try_remove_one::<&'static str>(&version_of(group)).ok().flatten();
    let cache_seconds = matches.try_remove_one(&cache_of(group)).ok().flatten();
    OfGroup { version: version.or(group.default_version()), cache_seconds }
}

/// The name of the option of the version of a group's operations.
fn version_of(group: Group) -> String {
    format!("operation-{}", group.id())
}

/// The name of the option of the seconds for which the responses of a group's operations are cached.
fn cache_of(group: Group) -> String {
    format!("cache-{}", group.id())
}

/// An error of clap with the name of the variable in place of the option.
fn refusal(error: &clap::Error) -> Refusal {
    let name = |kind| match error.get(kind) {
        Some(ContextValue::String(option)) => variable(option),
        _ => String::new(),
    };
    let problem = match error.kind() {
        ErrorKind::UnknownArgument => {
            match (new_name(&name(ContextKind::InvalidArg)), name(ContextKind::SuggestedArg)) {
                (Some(new), _) => format!("has another name now: {new}"),
                (None, similar) if similar.is_empty() => {
                    "is not a setting of the gateway".to_owned()
                }
                (None, similar) => {
                    format!("is not a setting of the gateway; a similar one is {similar}")
                }
            }
        }
        ErrorKind::ValueValidation => {
            std::error::Error::source(error).map_or_else(String::new, ToString::to_string)
        }
        kind => kind.to_string(),
    };
    Refusal::Setting { name: name(ContextKind::InvalidArg), problem }
}

/// The name that a setting of an earlier version has now.
fn new_name(old: &str) -> Option<&'static str> {
    RENAMED.iter().find(|(name, _)| *name == old).map(|(_, new)| *new)
}

/// The variable of an option: `--cache-levels <CACHE_LEVELS>` → `GORLIF_CACHE_LEVELS`.
fn variable(option: &str) -> String {
    let name = option.trim_start_matches("--").split([' ', '=']).next().unwrap_or_default();
    format!("{PREFIX}{}", name.to_uppercase().replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(variables: &[(&str, &str)]) -> Result<Settings, String> {
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        Settings::parse(variables)
            .and_then(|settings| settings.check().map(|()| settings))
            .map_err(|refusal| refusal.to_string())
    }

    fn with(name: &str, value: &str) -> Result<Settings, String> {
        let upstream = ("GORLIF_UPSTREAM", "https://api.example");
        let upstream = Some(upstream).filter(|(required, _)| *required != name);
        parse(&upstream.into_iter().chain([(name, value)]).collect::<Vec<_>>())
    }

    #[test]
    fn a_setting_without_a_value_is_absent_and_variables_of_other_programs_are_ignored() {
        let settings = with("GORLIF_CACHE_LEVELS", "").expect("settings");
        assert_eq!(settings.cache_seconds(table::LEVELS), 180);
        assert_eq!(settings.cache_seconds(table::FORECAST), 900);
        assert!(with("PATH", "/bin").is_ok() && with("GORLIF_KEY_LEVELS", "x").is_ok());
        assert_eq!(
            parse(&[]).err().as_deref(),
            Some(
                "GORLIF_UPSTREAM is missing: the base address of the service, such as https://api.example"
            )
        );
    }

    #[test]
    fn an_unknown_setting_is_named_with_a_similar_one() {
        assert_eq!(
            with("GORLIF_CACHE_LEVEL", "60").err().as_deref(),
            Some(
                "GORLIF_CACHE_LEVEL is not a setting of the gateway; a similar one is GORLIF_CACHE_LEVELS"
            )
        );
        assert_eq!(
            with("GORLIF_XYZZY", "1").err().as_deref(),
            Some("GORLIF_XYZZY is not a setting of the gateway")
        );
        assert_eq!(
            with("GORLIF_WAIT", "8").err().as_deref(),
            Some("GORLIF_WAIT has another name now: GORLIF_READ_TIMEOUT")
        );
    }

    /// Settings, values that they cannot have, and how the sentence about them begins.
    const MALFORMED: &[(&str, &[&str], &str)] = &[
        (
            "GORLIF_UPSTREAM",
            &[
                "https://x:99999",
                "https://a..b",
                "service.example",
                "http://service.example",
                "https://service.example/?x",
                "https://user@service.example",
                "https://service.example/$host",
                "https://service.example;",
                "https://a b",
                "ftp://x",
                "https://x\nhttps://y",
                "https://x\r",
                "\"https://x\"",
            ],
            "must be an https address without query",
        ),
        (
            "GORLIF_FRAME_ANCESTORS",
            &[
                "https://*.org",
                "https://*.a.example:99999",
                "www.example.org",
                "https://x; script-src *",
                "'none'",
                "https://*",
                "https://x/path",
                "*",
            ],
            "has '",
        ),
        (
            "GORLIF_TILES",
            &["tile.example", "https://x.example/{z}", "data: 'unsafe-inline'"],
            "has '",
        ),
        (
            "GORLIF_TILES_UPSTREAM",
            &["http://tiles.example/{z}/{x}/{y}.png", "https://tiles.example/{z}/{x}/{y}.png;evil"],
            "must be an https address with {z}, {x} and {y}",
        ),
        ("GORLIF_TILES_UPSTREAM", &["https://tiles.example/{z}/{x}.png"], "has no {y}"),
        (
            "GORLIF_TILES_UPSTREAM",
            &["https://tiles.example/{z}/{x}/{y}/{s}.png"],
            "has braces other",
        ),
        (
            "GORLIF_POSTCODES_UPSTREAM",
            &[
                "http://api.example/{postcode}",
                "https://api.example/postcodes",
                "https://a.example/{postcode}?x=1",
                "https://a.example/{postcode};evil",
            ],
            "must be an https address that ends with /{postcode}",
        ),
        (
            "GORLIF_PLACES_UPSTREAM",
            &[
                "http://api.example/places?q={name}",
                "https://api.example/places",
                "https://api.example/places?q={name}&x=1",
                "https://api.example/places?name={name}",
                "https://api.example/places?q={name};evil",
                "https://api.example/places?q={name}&limit=101",
            ],
            "must be an https address with ?q={name}",
        ),
        (
            "GORLIF_HISTORY",
            &["relative", "/nowhere/at/all", "/tmp; include /etc/passwd"],
            "must be the full path of the folder that the recorder writes",
        ),
        (
            "GORLIF_PUSH",
            &[
                "8093",
                "127.0.0.1",
                "http://127.0.0.1:8093",
                "a b:1",
                "recorder:8093/x",
                "recorder;:1",
            ],
            "must be a host with a port",
        ),
        (
            "GORLIF_CACHE_LEVELS",
            &["-1", "1.5", "3m", "901", "x", "9999999999"],
            "must be a whole number from 0 to 900",
        ),
        ("GORLIF_CALL_INTERVAL", &["601"], "must be a whole number from 0 to 600"),
        ("GORLIF_PLACE_CALLS", &["0", "many"], "must be a whole number from 1 to 6000"),
        ("GORLIF_PLACE_SHARE", &["61"], "must be a whole number from 1 to 60, not 61"),
        ("GORLIF_TILES_CALLS", &["0"], "must be a whole number from 1 to 6000"),
        ("GORLIF_POSTCODES_CALLS", &["x"], "must be a whole number from 1 to 6000"),
        (
            "GORLIF_LISTEN",
            &[
                "127.0.0.1:70000",
                "8080",
                "localhost:8080",
                "127.0.0.1:0; x",
                "127.0.0.1",
                "127.0.0.1:80 x",
            ],
            "must be one or more addresses with a port",
        ),
        ("GORLIF_REDIRECT_LISTEN", &["127.0.0.1:80"], "is for a gateway where TLS ends"),
        ("GORLIF_STATUS", &["0.0.0.0:9", "[::]:9", "10.0.0.1:9"], "is open to other machines"),
        ("GORLIF_STATUS", &["127.0.0.1", "localhost:9"], "must be an address with a port"),
        ("GORLIF_STATUS_OPEN", &["yes"], "must be 'on' or 'off'"),
        ("GORLIF_LOG_ADDRESSES", &["yes"], "must be 'on' or 'off'"),
        ("GORLIF_BEHIND_TLS", &["1"], "must be 'on' or 'off'"),
        ("GORLIF_ALLOW_SAMPLE", &["yes"], "must be 'on' or 'off'"),
        ("GORLIF_LOG_FORMAT", &["xml", "JSON"], "must be text or json"),
        ("GORLIF_LOG", &["stdout"], "must be the full path of a file"),
        ("GORLIF_PAGE", &["relative", "/tmp/a b", "/tmp;x"], "must be the full path of a folder"),
        ("GORLIF_RUN", &["x"], "must be the full path of a folder"),
        ("GORLIF_MODULES", &["x"], "must be the full path of a folder"),
        (
            "GORLIF_RESOLVER",
            &["a", "[]", "dns.example", "1.1.1.1; x"],
            "must be the addresses of name servers",
        ),
        ("GORLIF_TLS_CERTIFICATE", &["/nonexistent"], "and GORLIF_TLS_KEY must both be files"),
        ("GORLIF_CA", &["/nonexistent", "/etc"], "must be a file with the certificates"),
        ("GORLIF_WORKERS", &["0", "many"], "must be 'auto' or a number of processes"),
        ("GORLIF_SECURITY_CONTACT", &["security@flood.example"], "must be a mailto: or https:"),
        ("GORLIF_TRUSTED_PROXIES", &["10.0.0.0/8 proxy.example"], "has 'proxy.example'"),
        ("GORLIF_OPERATION_LEVELS", &["v2"], "must be v1 or station-data"),
        ("GORLIF_OPERATION_WARNINGS", &["v4"], "must be v1 or v3"),
        ("GORLIF_OPERATION_FORECAST", &["v4"], "must be v1 or v2"),
        ("GORLIF_OPERATION_COMMENTARY", &["v3", "v4"], "must be v1 or v2"),
        ("GORLIF_OPERATION_PLACE", &["v1"], "is not a setting of the gateway"),
    ];

    // case 135
    #[test]
    fn a_malformed_setting_is_named_with_what_it_must_be() {
        for (name, values, problem) in MALFORMED {
            for value in *values {
                let found = with(name, value).err().unwrap_or_default();
                let expected = format!("{name} {problem}");
                assert!(found.starts_with(&expected), "{value:?}: {expected}, not {found}");
            }
        }
        assert!(with("GORLIF_PUSH", "recorder:8093").is_ok());
        let open = [
            ("GORLIF_UPSTREAM", "https://api.example"),
            ("GORLIF_STATUS", "0.0.0.0:9092"),
            ("GORLIF_STATUS_OPEN", "on"),
        ];
        assert!(parse(&open).is_ok());
    }

    #[test]
    fn versions_shares_and_sample_data_follow_the_settings() {
        let settings = with("GORLIF_OPERATION_LEVELS", "station-data").expect("settings");
        assert_eq!(
            Group::ALL.map(|group| settings.version(group)),
            [Some("station-data"), Some("v1"), Some("v1"), None]
        );
        assert_eq!((settings.place_share(), settings.historical_share()), (50, 10));
        assert!(settings.allow_sample());
        let behind = with("GORLIF_BEHIND_TLS", "on").expect("settings");
        assert_eq!((behind.place_share(), behind.historical_share()), (60, 12));
        assert!(!behind.allow_sample());
        assert!(!with("GORLIF_LISTEN", "127.0.0.1:1 0.0.0.0:2").expect("settings").allow_sample());
    }
}
