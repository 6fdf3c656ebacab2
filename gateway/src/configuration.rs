//! The configuration of nginx: the templates of `nginx/` and what they are filled with, and the Lua files.

use crate::{
    folders::{Folders, Readers},
    keys::Keys,
    nginx,
    operations::{self, OperationView, ReadyView},
    page,
    refusal::Refusal,
    settings::Settings,
    values::{self, Address, List, LogFormat},
};
use gorlif_core::{
    api::completeness::{COUNTS, ERRORS, FLAGS, INNER, NEXT},
    domain::limits::{CLOCK_SKEW_SECONDS, WARNINGS_FRESH_SECONDS},
};
use include_dir::{Dir, include_dir};
use minijinja::{
    Environment, UndefinedBehavior, Value, context, syntax::SyntaxConfig, value::Serde,
};
use serde::Serialize;
use std::{fs, path::Path};

static TEMPLATES: Dir = include_dir!("$CARGO_MANIFEST_DIR/nginx");
static LUA: Dir = include_dir!("$CARGO_MANIFEST_DIR/lua");

/// The modules of nginx, and Debian's packages that have them.
const MODULES: [(&str, &str); 3] = [
    ("ngx_http_headers_more_filter_module.so", "libnginx-mod-http-headers-more-filter"),
    ("ngx_http_brotli_static_module.so", "libnginx-mod-http-brotli-static"),
    ("ngx_http_lua_module.so", "libnginx-mod-http-lua, and lua-cjson"),
];

/// The files of the configuration, rendered.
pub struct Configuration {
    settings: View,
    keys: Value,
}

/// The values of the templates.
#[derive(Serialize)]
struct View {
    run: String,
    cache: String,
    page: String,
    modules: String,
    ca: String,
    log: String,
    logged_address: &'static str,
    log_format: LogFormat,
    workers: String,
    connections: u32,
    listen: Vec<String>,
    redirect: Vec<String>,
    tls: Option<TlsView>,
    hsts: bool,
    scheme: &'static str,
    status: Option<String>,
    trusted_proxies: Vec<String>,
    frame_ancestors: String,
    tile_origins: String,
    connect_origins: String,
    script_hashes: String,
    security_contact: Option<String>,
    history: Option<String>,
    push: Option<String>,
    resolver: String,
    upstream: UpstreamView,
    operations: Vec<OperationView>,
    ready: Vec<ReadyView>,
    tiles: Option<UpstreamView>,
    tiles_calls: u32,
    postcodes: Option<UpstreamView>,
    postcodes_calls: u32,
    places: Option<UpstreamView>,
    places_upstream_calls: u32,
    call_interval: u32,
    retry_after: u32,
    /// How long a response of the warnings proves what is in force.
    proven_minutes: i64,
    read_timeout: u32,
    read_timeout_inner: u32,
    read_timeout_outer: u32,
    /// As a value of Lua: the network of the visitor, or nothing where all visitors share one address.
    limited_visitor: &'static str,
    allow_sample: &'static str,
    /// As arguments of Lua: host and port of a service on this machine, which is asked at the start whether
    /// its data is a sample.
    local_service: String,
}

#[derive(Serialize)]
struct TlsView {
    certificate: String,
    key: String,
    http2_directive: bool,
}

/// A service that nginx requests.
#[derive(Serialize)]
struct UpstreamView {
    address: String,
    authority: String,
    name: String,
    port: u16,
    is_tls: bool,
    /// The address without the query, which has the key: part of the cache key.
    pattern: String,
    /// The address with nginx's variables in place of the parameters.
    target: String,
}

impl UpstreamView {
    fn new(address: &Address) -> Self {
        let text = address.as_str();
        let parameters = [
            ("{z}", "$tile_z"),
            ("{x}", "$tile_x"),
            ("{y}", "$tile_y"),
            ("{key}", "$key_tiles"),
            ("{postcode}", "$postcode"),
            ("{name}", "$place_name"),
        ];
        let target =
            |target: String, (name, variable): (&str, &str)| target.replace(name, variable);
        Self {
            address: text.to_owned(),
            authority: address.authority().to_owned(),
            name: address.name().to_owned(),
            port: address.port(),
            is_tls: !address.is_local(),
            pattern: text.split('?').next().unwrap_or_default().to_owned(),
            target: parameters.into_iter().fold(text.to_owned(), target),
        }
    }
}

impl Configuration {
    /// The configuration of the settings.
    ///
    /// # Errors
    ///
    /// If the page or the modules are not where the settings say.
    pub fn new(settings: &Settings, keys: &Keys) -> Result<Self, Refusal> {
        for (file, package) in MODULES {
            if !settings.modules.join(file).is_file() {
                let folder = settings.modules.display();
                let problem = format!("has no {file}: {folder} (Debian: {package})");
                return Err(Refusal::of("GORLIF_MODULES", problem));
            }
        }
        let keys = context! { keys => Serde(keys.by_name()) };
        Ok(Self { settings: View::new(settings)?, keys })
    }

    /// Writes the files into the run folder.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(&self, folders: &Folders) -> Result<(), Refusal> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_syntax(
            SyntaxConfig::builder()
                .trim_blocks(true)
                .lstrip_blocks(true)
                .keep_trailing_newline(true)
                .build()?,
        );
        let settings = context! { user => folders.user(), ..Value::from(Serde(&self.settings)) };
        for (name, template) in texts(&TEMPLATES) {
            let values = if name == "keys.conf" { &self.keys } else { &settings };
            let text = environment.render_named_str(name, template, values)?;
            folders.write(name, text.as_bytes(), Readers::Owner)?;
        }
        for (name, code) in texts(&LUA) {
            folders.write(name, code.as_bytes(), Readers::Workers)?;
        }
        folders.write("limits.lua", limits().as_bytes(), Readers::Workers)?;
        Ok(())
    }
}

/// The limits of `core` that the Lua files use, and the names of members by which a response says that it is not whole, as
/// a module.
fn limits() -> String {
    let names = |names: &[&str]| {
        let entry = |name: &&str| format!("[{name:?}] = true");
        format!("{{ {} }}", names.iter().map(entry).collect::<Vec<String>>().join(", "))
    };
    let tables = [
        ("errors", names(&ERRORS)),
        ("flags", names(&FLAGS)),
        ("next", names(&NEXT)),
        ("counts", names(&COUNTS)),
        ("inner", names(&INNER)),
    ];
    let tables = tables.map(|(kind, names)| format!("{kind} = {names}")).join(", ");
    format!(
        "return {{ warnings_fresh_seconds = {WARNINGS_FRESH_SECONDS}, clock_skew_seconds = {CLOCK_SKEW_SECONDS}, {tables} }}\n"
    )
}

/// Name and content of each file.
fn texts(folder: &'static Dir) -> impl Iterator<Item = (&'static str, &'static str)> {
    folder.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)))
}

impl View {
    fn new(settings: &Settings) -> Result<Self, Refusal> {
        let upstream = settings.upstream()?;
        // A list of the policy: each origin after a space.
        let origins = |list: &Option<List>| {
            let origins = list.iter().flat_map(|list| &list.0);
            origins.map(|origin| format!(" {origin}")).collect::<String>()
        };
        let list = |list: &Option<List>| list.clone().unwrap_or_default().0;
        Ok(Self {
            run: text(&settings.run),
            cache: text(&settings.cache),
            page: text(&settings.page),
            modules: text(&settings.modules),
            ca: text(&settings.ca),
            log: text(&settings.log),
            logged_address: if settings.log_addresses { "$remote_addr" } else { "-" },
            log_format: settings.log_format,
            workers: settings.workers.clone(),
            connections: settings.connections,
            listen: settings.listen.0.clone(),
            redirect: list(&settings.redirect_listen),
            tls: TlsView::new(settings)?,
            hsts: settings.has_tls(),
            scheme: if settings.has_tls() { "https" } else { "http" },
            status: settings.status.clone(),
            trusted_proxies: list(&settings.trusted_proxies),
            frame_ancestors: format!("'self'{}", origins(&settings.frame_ancestors)),
            tile_origins: origins(&settings.tiles),
            connect_origins: origins(&settings.connect),
            script_hashes: page::script_hashes(settings)?,
            security_contact: settings.security_contact.clone(),
            history: settings.history.as_deref().map(text),
            push: settings.push.clone(),
            resolver: resolver(settings)?,
            upstream: UpstreamView::new(upstream),
            operations: operations::views(settings),
            ready: operations::ready(settings),
            tiles: settings.tiles_upstream.as_ref().map(UpstreamView::new),
            tiles_calls: settings.tiles_calls,
            postcodes: settings.postcodes_upstream.as_ref().map(UpstreamView::new),
            postcodes_calls: settings.postcodes_calls,
            places: settings.places_upstream.as_ref().map(UpstreamView::new),
            places_upstream_calls: settings.places_upstream_calls,
            call_interval: settings.call_interval,
            retry_after: settings.call_interval.max(5),
            proven_minutes: WARNINGS_FRESH_SECONDS / 60,
            read_timeout: settings.read_timeout,
            read_timeout_inner: settings.read_timeout + 10,
            read_timeout_outer: settings.read_timeout + 12,
            limited_visitor: limited_visitor(settings),
            allow_sample: if settings.allow_sample() { "on" } else { "off" },
            local_service: match upstream.authority().split_once(':') {
                Some((host, port)) if upstream.is_local() => format!("\"{host}\", {port}"),
                _ => String::new(),
            },
        })
    }
}

impl TlsView {
    /// `None` without a certificate.
    fn new(settings: &Settings) -> Result<Option<Self>, Refusal> {
        let (Some(certificate), Some(key)) = (&settings.tls_certificate, &settings.tls_key) else {
            return Ok(None);
        };
        Ok(Some(Self {
            certificate: text(certificate),
            key: text(key),
            http2_directive: nginx::has_http2_directive()?,
        }))
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// The name servers, by default those of this machine.
/// The Lua expression of the visitor whose requests are counted together.
fn limited_visitor(settings: &Settings) -> &'static str {
    if settings.has_one_address() { "\"\"" } else { "require(\"network\")(ngx.var.remote_addr)" }
}

fn resolver(settings: &Settings) -> Result<String, Refusal> {
    let own = || {
        let file = fs::read_to_string("/etc/resolv.conf").unwrap_or_default();
        let servers: Vec<_> = file
            .lines()
            .filter_map(|line| line.strip_prefix("nameserver")?.split_whitespace().next())
            .map(
                |server| {
                    if server.contains(':') { format!("[{server}]") } else { server.to_owned() }
                },
            )
            .collect();
        let servers = if servers.is_empty() { "127.0.0.53".to_owned() } else { servers.join(" ") };
        values::resolver(&servers).map_err(|problem| Refusal::of("GORLIF_RESOLVER", problem))
    };
    let servers = settings.resolver.clone().map_or_else(own, Ok)?;
    // A machine without a global IPv6 address cannot reach one (the fourth column is the scope).
    let interfaces = fs::read_to_string("/proc/net/if_inet6").unwrap_or_default();
    let is_global = |line: &str| line.split_whitespace().nth(3) == Some("00");
    let has_ipv6 = interfaces.lines().any(is_global);
    Ok(if has_ipv6 { servers } else { format!("{servers} ipv6=off") })
}
