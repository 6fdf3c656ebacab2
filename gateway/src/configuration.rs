//! The configuration of nginx: the templates of `nginx/` and what they are filled with, and the Lua files.

use crate::{
    folders::{Folders, Readers},
    keys::Keys,
    nginx, operations, page,
    refusal::Refusal,
    settings::Settings,
    values::{self, Address, List},
};
use gorlif_core::{
    api::completeness::{COUNTS, ERRORS, FLAGS, INNER, NEXT},
    domain::limits::{CLOCK_SKEW_SECONDS, WARNINGS_FRESH_SECONDS},
};
use include_dir::{Dir, include_dir};
use minijinja::{
    Environment, UndefinedBehavior, Value, context, syntax::SyntaxConfig, value::Serde,
};
use std::fs;

static TEMPLATES: Dir = include_dir!("$CARGO_MANIFEST_DIR/nginx");
static LUA: Dir = include_dir!("$CARGO_MANIFEST_DIR/lua");

/// The modules of nginx, and Debian's packages that have them.
const MODULES: [(&str, &str); 3] = [
    ("ngx_http_headers_more_filter_module.so", "libnginx-mod-http-headers-more-filter"),
    ("ngx_http_brotli_static_module.so", "libnginx-mod-http-brotli-static"),
    ("ngx_http_lua_module.so", "libnginx-mod-http-lua, and lua-cjson"),
];

/// The values with which the files of the configuration are rendered.
pub struct Configuration {
    settings: Value,
    keys: Value,
}

/// A service that nginx requests.
fn service(address: &Address) -> Value {
    let text = address.as_str();
    let parameters = [
        ("{z}", "$tile_z"),
        ("{x}", "$tile_x"),
        ("{y}", "$tile_y"),
        ("{key}", "$key_tiles"),
        ("{postcode}", "$postcode"),
        ("{name}", "$place_name"),
    ];
    let target = |target: String, (name, variable): (&str, &str)| target.replace(name, variable);
    context! {
        address => text,
        authority => address.authority(),
        name => address.name(),
        port => address.port(),
        is_tls => !address.is_local(),
        // The address without the query, which has the key: part of the cache key.
        pattern => text.split('?').next().unwrap_or_default(),
        // The address with nginx's variables in place of the parameters.
        target => parameters.into_iter().fold(text.to_owned(), target),
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
        Ok(Self { settings: values_of(settings)?, keys })
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
        let settings = context! { user => folders.user(), ..&self.settings };
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

/// The settings by their names, and what differs from them in the form that nginx needs.
fn values_of(settings: &Settings) -> Result<Value, Refusal> {
    page::check(settings)?;
    let upstream = settings.upstream()?;
    let has_tls = settings.tls_certificate.is_some();
    // A list of the policy: each origin after a space.
    let origins = |list: &Option<List>| {
        let origins = list.iter().flat_map(|list| &list.0);
        origins.map(|origin| format!(" {origin}")).collect::<String>()
    };
    let local_service = match upstream.authority().split_once(':') {
        Some((host, port)) if upstream.is_local() => format!("\"{host}\", {port}"),
        _ => String::new(),
    };
    Ok(context! {
        logged_address => if settings.log_addresses { "$remote_addr" } else { "-" },
        http2_directive => has_tls && nginx::has_http2_directive()?,
        hsts => settings.has_tls(),
        scheme => if settings.has_tls() { "https" } else { "http" },
        frame_ancestors => format!("'self'{}", origins(&settings.frame_ancestors)),
        tile_origins => origins(&settings.tiles),
        connect_origins => origins(&settings.connect),
        // Other sites may frame the page, and all that it loads is of its own origin.
        is_isolated => settings.frame_ancestors.is_some()
            && settings.tiles.is_none()
            && settings.connect.is_none(),
        script_hashes => page::hashes(settings, "script-hashes")?,
        style_hashes => page::hashes(settings, "style-hashes")?,
        resolver => resolver(settings)?,
        upstream => service(upstream),
        operations => Serde(operations::views(settings)),
        ready => Serde(operations::ready(settings)),
        tiles => settings.tiles_upstream.as_ref().map(service),
        postcodes => settings.postcodes_upstream.as_ref().map(service),
        places => settings.places_upstream.as_ref().map(service),
        retry_after => settings.call_interval.max(5),
        // How long a response of the warnings proves what is in force.
        proven_minutes => WARNINGS_FRESH_SECONDS / 60,
        read_timeout_inner => settings.read_timeout + 10,
        read_timeout_outer => settings.read_timeout + 12,
        // As a value of Lua: the network of the visitor, or nothing where all visitors share one address.
        limited_visitor => if settings.has_one_address() {
            "\"\""
        } else {
            "require(\"network\")(ngx.var.remote_addr)"
        },
        allow_sample => if settings.allow_sample() { "on" } else { "off" },
        // As arguments of Lua: host and port of a service on this machine, which is asked at the start whether
        // its data is a sample.
        local_service,
        ..Value::from(Serde(settings))
    })
}

/// The name servers, by default those of this machine.
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
