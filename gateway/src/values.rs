//! The forms that the values of settings may have. Values are written into the configuration of nginx, so
//! each form admits only characters that have no meaning there.

use regex::Regex;
use serde::Serialize;
use std::path::PathBuf;

const SERVICE: &str = r"(https://HOST|http://127\.0\.0\.[0-9]{1,3}:PORT)";
const SOCKET: &str = r"([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:]*\]):PORT";
const LABEL: &str = "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?";
const PORT: &str =
    "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";
const BYTE: &str = "(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})";

/// Whether a pattern matches the whole value. The words SERVICE, SOCKET (an IP address with a port), LABEL, NAME, HOST, PORT and
/// BYTE in the pattern are replaced by the patterns of these parts.
pub fn matches(value: &str, pattern: &str) -> bool {
    let name = format!(r"{LABEL}(\.{LABEL})*");
    let pattern = pattern
        .replace("SERVICE", SERVICE)
        .replace("SOCKET", SOCKET)
        .replace("HOST", "NAME(:PORT)?")
        .replace("NAME", &name)
        .replace("LABEL", LABEL)
        .replace("PORT", PORT)
        .replace("BYTE", BYTE);
    Regex::new(&format!("^(?:{pattern})$")).is_ok_and(|pattern| pattern.is_match(value))
}

/// A text that matches a pattern, else the problem.
fn text(value: &str, pattern: &str, problem: &'static str) -> Result<String, &'static str> {
    if matches(value, pattern) { Ok(value.to_owned()) } else { Err(problem) }
}

/// An `https` address of a service, or `http` on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Address(String);

impl Address {
    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The host with its port.
    pub fn authority(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        rest.split('/').next().unwrap_or_default()
    }

    /// The host without its port.
    pub fn name(&self) -> &str {
        self.authority().split(':').next().unwrap_or_default()
    }

    /// The port.
    pub fn port(&self) -> u16 {
        let given = self.authority().split_once(':').and_then(|(_, port)| port.parse().ok());
        given.unwrap_or(if self.is_local() { 80 } else { 443 })
    }

    /// Whether the service is on this machine.
    pub fn is_local(&self) -> bool {
        self.0.starts_with("http:")
    }
}

/// The base address of the service. Keys are sent unencrypted only on this machine.
pub fn upstream(value: &str) -> Result<Address, &'static str> {
    let value = value.strip_suffix('/').unwrap_or(value);
    let problem = "must be an https address without query (or http on 127.0.0.x, for trials)";
    text(value, "SERVICE(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*", problem).map(Address)
}

/// The address of map tiles, with `{z}`, `{x}`, `{y}` and perhaps `{key}`.
pub fn tiles(value: &str) -> Result<Address, String> {
    let problem =
        "must be an https address with {z}, {x} and {y}, and at most one parameter, {key}";
    let pattern = r"SERVICE/[A-Za-z0-9._~/{}-]*(\?[A-Za-z_]+=\{key\})?";
    let address = text(value, pattern, problem)?;
    let mut rest = value.replace("{key}", "");
    for part in ["{z}", "{x}", "{y}"] {
        if !rest.contains(part) {
            return Err(format!("has no {part}"));
        }
        rest = rest.replacen(part, "", 1);
    }
    if rest.contains(['{', '}']) {
        return Err("has braces other than {z}, {x}, {y} and {key}".to_owned());
    }
    Ok(Address(address))
}

/// The address of positions of postcodes, which ends with `{postcode}`.
pub fn postcodes(value: &str) -> Result<Address, &'static str> {
    let problem = "must be an https address that ends with /{postcode}";
    text(value, r"SERVICE(/[A-Za-z0-9._~-]+)*/\{postcode\}", problem).map(Address)
}

/// The address of the places of a name, which has `q={name}` and at most a `limit` as its query.
pub fn places(value: &str) -> Result<Address, &'static str> {
    let pattern = r"SERVICE(/[A-Za-z0-9._~-]+)+\?q=\{name\}(&limit=([1-9][0-9]?|100))?";
    let problem = "must be an https address with ?q={name} at its end, or ?q={name}&limit= and a number from 1 to 100";
    text(value, pattern, problem).map(Address)
}

/// Several values of one setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct List(pub Vec<String>);

/// Values that match a pattern, separated by white space.
fn list(value: &str, pattern: &str, what: &str) -> Result<List, String> {
    let read = |one: &str| {
        let is_one = matches(one, pattern);
        is_one.then(|| one.to_owned()).ok_or_else(|| format!("has '{one}', which is no {what}"))
    };
    value.split_whitespace().map(read).collect::<Result<_, _>>().map(List)
}

/// Origins, separated by white space, such as `https://www.example.org`. A wildcard needs a domain of at
/// least two parts: not all sites under ".org".
pub fn origins(what: &'static str) -> impl Fn(&str) -> Result<List, String> + Clone {
    move |value| {
        let origin = r"https://HOST|https://\*\.LABEL(\.LABEL)+(:PORT)?|http://(localhost|127\.0\.0\.[0-9]{1,3})(:PORT)?";
        list(value, origin, &format!("{what} (such as https://www.example.org)"))
    }
}

/// A whole number within limits.
pub fn number(least: u32, most: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |value| {
        let is_plain = matches(value, "0|[1-9][0-9]{0,6}");
        value
            .parse()
            .ok()
            .filter(|number| is_plain && (least..=most).contains(number))
            .ok_or_else(|| format!("must be a whole number from {least} to {most}"))
    }
}

/// The number of processes of nginx.
pub fn workers(value: &str) -> Result<String, &'static str> {
    text(value, "auto|[1-9][0-9]?", "must be 'auto' or a number of processes")
}

/// `on` or `off`.
pub fn switch(value: &str) -> Result<bool, &'static str> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("must be 'on' or 'off'"),
    }
}

/// A full path.
fn path(value: &str, problem: &'static str) -> Result<PathBuf, &'static str> {
    text(value, "/[A-Za-z0-9._/-]+", problem).map(PathBuf::from)
}

/// The full path of a folder.
pub fn folder(value: &str) -> Result<PathBuf, &'static str> {
    let problem = "must be the full path of a folder, of letters, digits, '.', '_', '-'";
    path(value, problem)?;
    Ok(PathBuf::from(value.strip_suffix('/').unwrap_or(value)))
}

/// The folder that the recorder writes.
pub fn history(value: &str) -> Result<PathBuf, &'static str> {
    let is_folder = |folder: &PathBuf| folder.is_dir();
    let problem = "must be the full path of the folder that the recorder writes";
    folder(value).ok().filter(is_folder).ok_or(problem)
}

/// The host and port at which the recorder takes subscriptions.
pub fn push(value: &str) -> Result<String, &'static str> {
    text(value, "NAME:PORT", "must be a host with a port, such as 127.0.0.1:8093")
}

/// The full path of the file of the log.
pub fn log(value: &str) -> Result<PathBuf, &'static str> {
    path(value, "must be the full path of a file")
}

/// A file that can be read.
pub fn readable(problem: &'static str) -> impl Fn(&str) -> Result<PathBuf, &'static str> + Clone {
    move |value| {
        let path = path(value, problem)?;
        let can_read = path.is_file() && std::fs::File::open(&path).is_ok();
        can_read.then_some(path).ok_or(problem)
    }
}

/// IP addresses with a port, separated by spaces.
pub fn listen(such_as: &'static str) -> impl Fn(&str) -> Result<List, String> + Clone {
    move |value| {
        if matches(value, "SOCKET( +SOCKET)*") {
            Ok(List(value.split_whitespace().map(str::to_owned).collect()))
        } else {
            Err(format!("must be one or more addresses with a port, such as {such_as}"))
        }
    }
}

/// The form of a line of the log.
pub fn log_format(value: &str) -> Result<String, &'static str> {
    text(value, "text|json", "must be text or json")
}

/// An IP address with a port.
pub fn status(value: &str) -> Result<String, &'static str> {
    text(value, "SOCKET", "must be an address with a port, such as 127.0.0.1:9090")
}

/// IP addresses and networks, separated by white space.
pub fn networks(value: &str) -> Result<List, String> {
    let network = r"BYTE(\.BYTE){3}(/([12]?[0-9]|3[0-2]))?|[0-9a-f:]*:[0-9a-f:]*(/([0-9]{1,2}|1[01][0-9]|12[0-8]))?";
    list(value, network, "address or network (such as 10.0.0.0/8)")
}

/// The addresses of name servers.
pub fn resolver(value: &str) -> Result<String, &'static str> {
    let server = r"([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-fA-F:]{2,39}\])(:PORT)?";
    let value = value.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let problem = "must be the addresses of name servers";
    text(&value, &format!("{server}( {server})*"), problem)
}

/// The contact for reports of security problems (RFC 9116).
pub fn contact(value: &str) -> Result<String, &'static str> {
    let pattern = r"mailto:[A-Za-z0-9._+-]+@NAME|https://HOST(/[A-Za-z0-9._~/-]*)?";
    text(value, pattern, "must be a mailto: or https: address")
}

/// A user of this machine.
pub fn user(value: &str) -> Result<String, &'static str> {
    text(value, "[a-z_][a-z0-9_-]*", "must be a user of this machine")
}

/// A subscription key.
pub fn is_key(value: &str) -> bool {
    matches(value, "[A-Za-z0-9._~+/=-]{8,200}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_with_another_line_or_a_character_of_the_configuration_is_refused() {
        for value in
            ["https://x\nhttps://y", "https://x\n", "https://x;", "https://x/$host", "https://x y"]
        {
            assert!(upstream(value).is_err(), "{value:?}");
            assert!(contact(value).is_err(), "{value:?}");
        }
        for value in [
            "sample-key\n",
            "sample key",
            "sample$key",
            "sample\"key",
            "short",
            "sample\nkey-levels",
            "sample';x",
            "sample{}key",
            "sample\\nkey",
            &"x".repeat(201),
        ] {
            assert!(!is_key(value), "{value:?}");
        }
    }

    #[test]
    fn an_address_has_an_authority_and_a_name() {
        let address = upstream("https://api.example:8443/base/").expect("an address");
        assert_eq!(address.as_str(), "https://api.example:8443/base");
        assert_eq!((address.authority(), address.name()), ("api.example:8443", "api.example"));
        assert!(!address.is_local());
        assert!(upstream("http://127.0.0.1:8091").expect("an address").is_local());
    }

    #[test]
    fn a_tile_address_has_each_coordinate_once_and_no_other_braces() {
        for (value, problem) in [
            ("https://t.example/{z}/{x}.png", Some("has no {y}")),
            ("https://t.example/{z}/{x}/{y}/{q}.png", Some("has braces other")),
            ("https://t.example/{z}/{x}/{y}.png?key={key}", None),
            ("https://t.example/{z}/{x}/{y}.png", None),
        ] {
            let found = tiles(value).err();
            assert_eq!(found.is_some(), problem.is_some(), "{value}: {found:?}");
            assert!(found.unwrap_or_default().starts_with(problem.unwrap_or_default()), "{value}");
        }
    }

    #[test]
    fn an_origin_may_have_a_wildcard_for_the_sites_of_one_organisation() {
        let read = origins("origin of a site");
        assert_eq!(
            read("https://www.council.example  https://*.gov.wales:8443"),
            Ok(List(vec![
                "https://www.council.example".to_owned(),
                "https://*.gov.wales:8443".to_owned()
            ]))
        );
        for value in ["https://*.org", "https://*", "'none'", "*", "https://x/path"] {
            assert!(read(value).is_err(), "{value}");
        }
    }

    #[test]
    fn a_number_has_no_sign_no_leading_zero_and_is_within_its_limits() {
        let read = number(0, 900);
        assert_eq!([read("0"), read("900")], [Ok(0), Ok(900)]);
        for value in ["-1", "+1", "01", "1.5", "901", "", "9999999999"] {
            assert_eq!(
                read(value),
                Err("must be a whole number from 0 to 900".to_owned()),
                "{value}"
            );
        }
    }
}
