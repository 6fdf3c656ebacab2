//! Requests to push services (RFC 8030): which addresses are allowed, the encryption (RFC 8291), and what a response means.

use super::{
    keys::{KeyError, Keys},
    notices::{Notice, Urgency},
};
use base64ct::{Base64UrlUnpadded, Encoding};
use gorlif_core::push_request::PushDevice;
use ip_network::IpNetwork;
use reqwest::{
    Client, StatusCode,
    dns::{Addrs, Name, Resolve, Resolving},
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER},
    redirect::Policy,
};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;
use url::{Host, Url};
use web_push_native::{Auth, p256::PublicKey};

/// The hosts of the push services of browsers; one that begins with a dot is the end of each of their names.
const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"];
/// The limits of a request.
const CONNECTION_LIMIT: Duration = Duration::from_secs(5);
const REQUEST_LIMIT: Duration = Duration::from_secs(10);
/// A device that is switched off gets the notification within this time. The notification has the time of the check in it.
const LIFE_SECONDS: u32 = 12 * 3600;
/// A signature is used for this long.
const SIGNED: Duration = Duration::from_secs(6 * 3600);
/// The number of origins whose signatures are kept.
const MOST_SIGNED: usize = 1_000;
/// A notification that failed is sent again after this time, if the push service does not ask for another.
const RETRY: Duration = Duration::from_secs(15);
/// After this number of failures in a row a push service is not requested for a while.
const FAILURES: u32 = 5;
/// The first such pause; each further one is twice as long.
const PAUSE: Duration = Duration::from_secs(15);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// The origins that may be requested beside those of the push services of browsers, as the operator gives them. They may be on
/// private addresses.
#[derive(Clone, Debug, Default)]
pub struct Origins(Vec<String>);

/// Why a text is no list of origins.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no origin of a push service: https and a host (or http on 127.0.0.x)")]
pub struct OriginError(String);

impl Origins {
    /// The origins in a list with spaces.
    ///
    /// # Errors
    ///
    /// [`OriginError`], with the first text that is no origin.
    pub fn parse(text: &str) -> Result<Self, OriginError> {
        let origin = |text: &str| {
            let url = Url::parse(text).ok()?;
            let is_loopback =
                matches!(url.host(), Some(Host::Ipv4(address)) if address.is_loopback());
            let is_allowed = url.scheme() == "https" || url.scheme() == "http" && is_loopback;
            let origin = url.origin().ascii_serialization();
            (is_allowed && text.trim_end_matches('/') == origin).then_some(origin)
        };
        let origins =
            text.split_whitespace().map(|text| origin(text).ok_or(OriginError(text.to_owned())));
        Ok(Self(origins.collect::<Result<_, _>>()?))
    }
}

/// A device whose address and keys are usable.
#[derive(Clone, Debug)]
pub struct Target {
    address: Url,
    origin: String,
    /// The push service: one of [`SERVICES`], or an origin of the operator. A service has many names.
    pub service: Arc<str>,
    /// Whether the operator gave the origin.
    is_own: bool,
    key: PublicKey,
    auth: Auth,
}

/// Why a device cannot be notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// The address is of no known push service.
    #[error("the address is of no known push service")]
    Service,
    /// The keys cannot be used.
    #[error("the keys are no keys of a browser")]
    Keys,
}

/// The result of sending a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The push service has it.
    Accepted,
    /// The push service does not know the device any more.
    Gone,
    /// The push service refuses the request: an error of this program or of its keys.
    Refused(StatusCode),
    /// The push service cannot be reached, fails, or asks to wait: for how long.
    Later(Duration),
    /// Nothing was sent, because the push service has failed repeatedly: for how long it is left alone.
    Paused(Duration),
}

/// Sends notifications.
pub struct Sender {
    /// Resolves to public addresses only.
    public: Client,
    /// For the origins of the operator.
    own: Client,
    origins: Origins,
    keys: Arc<Keys>,
    contact: String,
    /// By origin: devices may have subscribed with any name below that of a push service.
    services: Mutex<HashMap<String, Service>>,
    /// The header `Authorization` for each origin, with the time of its signature.
    signed: Mutex<HashMap<String, (Instant, String)>>,
}

/// The state of one origin of a push service.
#[derive(Default)]
struct Service {
    /// In a row.
    failures: u32,
    paused_until: Option<Instant>,
}

impl Sender {
    /// A sender. `contact` is the address of the operator for push services, `mailto:` or `https:`.
    ///
    /// # Errors
    ///
    /// If the certificates of this machine cannot be loaded.
    pub fn new(keys: Arc<Keys>, contact: String, origins: Origins) -> reqwest::Result<Self> {
        let builder = || {
            Client::builder()
                .redirect(Policy::none())
                .connect_timeout(CONNECTION_LIMIT)
                .timeout(REQUEST_LIMIT)
                // The names of push services are resolved here, so that none leads into the operator's network.
                .no_proxy()
                .user_agent(concat!("gorlif-recorder/", env!("CARGO_PKG_VERSION")))
        };
        Ok(Self {
            public: builder().https_only(true).dns_resolver(Arc::new(PublicAddresses)).build()?,
            own: builder().build()?,
            origins,
            keys,
            contact,
            services: Mutex::default(),
            signed: Mutex::default(),
        })
    }

    /// The target of a device, if it can be notified.
    ///
    /// # Errors
    ///
    /// [`TargetError`]
    pub fn target(&self, device: &PushDevice) -> Result<Target, TargetError> {
        let address = Url::parse(&device.endpoint).map_err(|_| TargetError::Service)?;
        let origin = address.origin().ascii_serialization();
        let is_own = self.origins.0.contains(&origin);
        let own = is_own.then_some(origin.as_str());
        let service = own.or_else(|| service_of(&address)).ok_or(TargetError::Service)?;
        // One device has one address.
        if address.as_str() != device.endpoint
            || address.fragment().is_some()
            || !address.username().is_empty()
            || address.password().is_some()
        {
            return Err(TargetError::Service);
        }
        let service = Arc::from(service);
        let bytes = |text: &str| Base64UrlUnpadded::decode_vec(text.trim_end_matches('=')).ok();
        let key = bytes(&device.p256dh).and_then(|key| PublicKey::from_sec1_bytes(&key).ok());
        let auth = bytes(&device.auth).and_then(|auth| <[u8; 16]>::try_from(auth).ok());
        let (key, auth) = key.zip(auth).ok_or(TargetError::Keys)?;
        Ok(Target { address, origin, service, is_own, key, auth: auth.into() })
    }

    /// Sends a notification, unless its push service is paused.
    ///
    /// # Errors
    ///
    /// If the signature cannot be made.
    pub async fn send(&self, target: &Target, notice: &Notice) -> Result<Sent, KeyError> {
        let now = Instant::now();
        if let Some(until) = self.paused_until(&target.origin, now) {
            return Ok(Sent::Paused(until - now));
        }
        let authorization = self.authorization(&target.origin)?;
        let Ok(text) = serde_json::to_vec(notice) else { return Err(KeyError::Signature) };
        let body = web_push_native::encrypt(text, &target.key, &target.auth);
        let body = body.map_err(|_| KeyError::Signature)?;
        let client = if target.is_own { &self.own } else { &self.public };
        let urgency = match notice.urgency {
            Urgency::Normal => "normal",
            Urgency::High => "high",
        };
        let response = client
            .post(target.address.clone())
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("TTL", LIFE_SECONDS)
            .header("Urgency", urgency)
            .header("Topic", topic(&notice.topic()))
            .body(body)
            .send()
            .await;
        let sent = response.as_ref().map_or(Sent::Later(RETRY), meaning);
        self.note(target, sent);
        Ok(sent)
    }

    /// When an origin may be requested again, if it is paused.
    fn paused_until(&self, origin: &str, now: Instant) -> Option<Instant> {
        let services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        services.get(origin)?.paused_until.filter(|until| *until > now)
    }

    fn authorization(&self, origin: &str) -> Result<String, KeyError> {
        let mut signed = self.signed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, header)) = signed.get(origin)
            && at.elapsed() < SIGNED
        {
            return Ok(header.clone());
        }
        if signed.len() >= MOST_SIGNED {
            signed.clear();
        }
        let header = self.keys.authorization(origin, &self.contact)?;
        signed.insert(origin.to_owned(), (Instant::now(), header.clone()));
        Ok(header)
    }

    /// Notes how a push service responded, and pauses it where it fails repeatedly.
    fn note(&self, target: &Target, sent: Sent) {
        if let Sent::Refused(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) = sent {
            // It may have been signed while this machine's clock was wrong.
            let mut signed = self.signed.lock().unwrap_or_else(PoisonError::into_inner);
            signed.remove(&target.origin);
        }
        self.note_service(&target.origin, sent, Instant::now());
    }

    fn note_service(&self, origin: &str, sent: Sent, now: Instant) {
        let mut services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        let service = services.entry(origin.to_owned()).or_default();
        let wait = match sent {
            Sent::Accepted | Sent::Gone => {
                (service.failures, service.paused_until) = (0, None);
                return;
            }
            // It answers; what it refuses is of one device, such as one that subscribed with another key.
            Sent::Refused(_) | Sent::Paused(_) => return,
            Sent::Later(wait) => wait,
        };
        // Many requests are under way at once; of those that fail together, the first begin one pause. A single failure may be of its
        // device alone.
        if service.paused_until.is_some_and(|until| until > now) {
            return;
        }
        service.failures = service.failures.saturating_add(1);
        if !service.failures.is_multiple_of(FAILURES) {
            return;
        }
        let own = PAUSE * 2u32.saturating_pow((service.failures / FAILURES - 1).min(6));
        service.paused_until = Some(now + own.max(wait).min(LONGEST_PAUSE));
    }
}

/// The push service of a browser that an address is of.
fn service_of(address: &Url) -> Option<&'static str> {
    let Some(Host::Domain(host)) = address.host() else { return None };
    // An address with a port that is not the default one has one here.
    if address.scheme() != "https" || address.port().is_some() {
        return None;
    }
    SERVICES.into_iter().find(|service| match service.strip_prefix('.') {
        Some(_) => host.ends_with(service),
        None => host == *service,
    })
}

/// The meaning of a response.
fn meaning(response: &reqwest::Response) -> Sent {
    let status = response.status();
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => Sent::Gone,
        _ if status.is_success() => Sent::Accepted,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Sent::Later(wait(response)),
        _ if status.is_server_error() => Sent::Later(wait(response)),
        _ => Sent::Refused(status),
    }
}

/// How long the push service asks to wait.
fn wait(response: &reqwest::Response) -> Duration {
    let header = response.headers().get(RETRY_AFTER).and_then(|text| text.to_str().ok());
    let seconds = header.and_then(|seconds| seconds.parse().ok());
    seconds.map_or(RETRY, Duration::from_secs).clamp(Duration::from_secs(1), LONGEST_PAUSE)
}

/// A topic has at most 32 characters of base64url.
fn topic(tag: &str) -> String {
    Base64UrlUnpadded::encode_string(&Sha256::digest(tag)[..12])
}

/// Resolves names to public addresses only, so that no name leads into the operator's network.
struct PublicAddresses;

impl Resolve for PublicAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(is_public).collect();
            if public.is_empty() {
                let cause = format!("{} has no public address", name.as_str());
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, cause).into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

fn is_public(address: &SocketAddr) -> bool {
    IpNetwork::from(address.ip().to_canonical()).is_global()
}

#[cfg(test)]
mod tests {
    use super::*;

    const P256DH: &str =
        "BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY";
    const AUTH: &str = "_ordMnz7uTCmrpBTeUV4Bw";

    fn sender(origins: &str) -> Sender {
        let keys = Arc::new(Keys::parse(&Keys::generate()).expect("keys"));
        let origins = Origins::parse(origins).expect("origins");
        Sender::new(keys, "mailto:a@b.cd".to_owned(), origins).expect("a sender")
    }

    fn device(endpoint: &str) -> PushDevice {
        PushDevice {
            endpoint: endpoint.to_owned(),
            p256dh: P256DH.to_owned(),
            auth: AUTH.to_owned(),
        }
    }

    // case 202
    #[test]
    fn only_addresses_of_push_services_are_requested() {
        let sender = sender("http://127.0.0.1:9000 https://push.council.example");
        for (address, is_allowed) in [
            ("https://fcm.googleapis.com/fcm/send/abc", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/abc", true),
            ("https://wns2-am3p.notify.windows.com/w/?token=abc", true),
            ("https://web.push.apple.com/abc", true),
            ("http://127.0.0.1:9000/1", true),
            ("https://push.council.example/1", true),
            ("http://fcm.googleapis.com/fcm/send/abc", false),
            ("https://fcm.googleapis.com:8443/fcm/send/abc", false),
            ("https://a@fcm.googleapis.com/fcm/send/abc", false),
            ("https://:a@fcm.googleapis.com/fcm/send/abc", false),
            ("https://fcm.googleapis.com/fcm/send/abc#1", false),
            ("https://fcm.googleapis.com:443/fcm/send/abc", false),
            ("https://FCM.googleapis.com/fcm/send/abc", false),
            ("https://fcm.googleapis.com.evil.example/", false),
            ("https://evilfcm.googleapis.com/", false),
            ("https://notify.windows.com.evil.example/", false),
            ("http://127.0.0.1:9001/1", false),
            ("https://127.0.0.1/", false),
            ("https://[::1]/", false),
            ("https://169.254.169.254/latest/meta-data", false),
            ("https://localhost/", false),
            ("file:///etc/passwd", false),
            ("", false),
        ] {
            let target = sender.target(&device(address)).map(|target| target.service);
            assert_eq!(target.is_ok(), is_allowed, "{address}: {target:?}");
        }
    }

    #[test]
    fn keys_that_are_none_are_refused() {
        let sender = sender("");
        let good = device("https://fcm.googleapis.com/1");
        assert!(sender.target(&good).is_ok());
        let key = |p256dh: &str, auth: &str| {
            let (p256dh, auth) = (p256dh.to_owned(), auth.to_owned());
            sender.target(&PushDevice { p256dh, auth, ..good.clone() }).err()
        };
        // A point that is not on the curve, a compressed or short key, another alphabet.
        let off_curve = format!("BAAA{}", &P256DH[4..]);
        for (p256dh, auth) in [
            ("", AUTH),
            (&*off_curve, AUTH),
            (&P256DH[..40], AUTH),
            ("+/+/", AUTH),
            (P256DH, ""),
            (P256DH, "AAAA"),
        ] {
            assert_eq!(key(p256dh, auth), Some(TargetError::Keys), "{p256dh} {auth}");
        }
        assert_eq!(key(P256DH, &format!("{AUTH}==")), None);
    }

    // case 202
    #[test]
    fn a_name_is_resolved_to_public_addresses_only() {
        for (address, expected) in [
            ("142.250.1.1:0", true),
            ("[2a00:1450::1]:0", true),
            ("127.0.0.1:0", false),
            ("10.1.2.3:0", false),
            ("172.16.0.1:0", false),
            ("192.168.1.1:0", false),
            ("169.254.169.254:0", false),
            ("100.64.0.1:0", false),
            ("0.0.0.0:0", false),
            ("[::1]:0", false),
            ("[fe80::1]:0", false),
            ("[fd00::1]:0", false),
            ("[::ffff:10.0.0.1]:0", false),
        ] {
            let address: SocketAddr = address.parse().expect("an address");
            assert_eq!(is_public(&address), expected, "{address}");
        }
    }

    #[test]
    fn what_is_no_origin_is_named() {
        for text in
            ["push.example", "http://push.example", "https://push.example/a", "ftp://a.example"]
        {
            assert_eq!(Origins::parse(text).err(), Some(OriginError(text.to_owned())));
        }
        assert_eq!(Origins::parse("").expect("none").0.len(), 0);
    }

    #[test]
    fn a_push_service_that_fails_is_paused_longer_each_time() {
        let sender = sender("");
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let pause = |now: u64| {
            let until = sender.paused_until("s", at(now));
            until.map(|until| (until - at(now)).as_secs())
        };
        let note = |now: u64, count: usize, sent| {
            (0..count).for_each(|_| sender.note_service("s", sent, at(now)));
        };
        note(0, 4, Sent::Later(Duration::from_secs(600)));
        assert_eq!(pause(0), None, "these may be of single devices");
        note(0, 1, Sent::Later(RETRY));
        assert_eq!(pause(0), Some(15));
        note(0, 100, Sent::Later(RETRY));
        assert_eq!(pause(0), Some(15), "these were under way");
        assert_eq!(pause(15), None);
        note(15, 5, Sent::Later(RETRY));
        assert_eq!(pause(15), Some(30));
        note(45, 5, Sent::Later(Duration::from_secs(100_000)));
        assert_eq!(pause(45), Some(600));
        note(45, 1, Sent::Accepted);
        assert_eq!(pause(45), None);
        note(45, 100, Sent::Refused(StatusCode::FORBIDDEN));
        assert_eq!(pause(45), None, "these are of single devices");
    }

    // case 202
    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_resolved() {
        let name = "localhost".parse().expect("a name");
        let cause = PublicAddresses.resolve(name).await.err().expect("no address").to_string();
        assert_eq!(cause, "localhost has no public address");
    }
}
