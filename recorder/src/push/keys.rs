//! The key pair by which push services know this sender (VAPID, RFC 8292), and the encryption of what is stored of devices.

use aes_gcm::{
    Aes256Gcm, Nonce,
    aead::{Aead, AeadCore, KeyInit, OsRng, Payload},
};
use base64ct::{Base64UrlUnpadded, Encoding};
use hkdf::Hkdf;
use sha2::Sha256;
use web_push_native::jwt_simple::{
    algorithms::{ECDSAP256KeyPairLike, ECDSAP256PublicKeyLike, ES256KeyPair},
    claims::Claims,
};

/// The bytes of a private key of P-256.
const PRIVATE_BYTES: usize = 32;
/// The bytes of a nonce of AES-GCM, before the encrypted bytes.
const NONCE_BYTES: usize = 12;
/// The label by which the key of the store differs from the private key of which it is derived.
const STORE_KEY: &[u8] = b"gorlif subscriptions";
/// A signature is valid for this long; push services allow a day.
const VALID: std::time::Duration = std::time::Duration::from_secs(12 * 3600);

/// Why a key or a signature could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The text is not the base64url of a private key of P-256.
    #[error("the file of GORLIF_PUSH_KEY_FILE does not have a key of `recorder keys`")]
    NotAKey,
    /// The signature could not be made.
    #[error("the signature for the push service could not be made")]
    Signature,
}

/// The bytes of the id of a device.
const ID_BYTES: usize = 24;

/// The keys. With the private key one can send to all devices, and decrypt what is stored of them.
pub struct Keys {
    vapid: ES256KeyPair,
    store: Aes256Gcm,
    /// Of which the ids of devices are derived.
    ids: Hkdf<Sha256>,
}

impl Keys {
    /// A new private key, as text.
    pub fn generate() -> String {
        Base64UrlUnpadded::encode_string(&ES256KeyPair::generate().to_bytes())
    }

    /// The keys of a private key.
    ///
    /// # Errors
    ///
    /// [`KeyError::NotAKey`]
    pub fn parse(private: &str) -> Result<Self, KeyError> {
        let bytes = Base64UrlUnpadded::decode_vec(private).map_err(|_| KeyError::NotAKey)?;
        // Bytes of another number would end the program.
        if bytes.len() != PRIVATE_BYTES {
            return Err(KeyError::NotAKey);
        }
        let vapid = ES256KeyPair::from_bytes(&bytes).map_err(|_| KeyError::NotAKey)?;
        let mut key = [0; 32];
        let ids = Hkdf::<Sha256>::new(None, &bytes);
        ids.expand(STORE_KEY, &mut key).map_err(|_| KeyError::NotAKey)?;
        Ok(Self { vapid, store: Aes256Gcm::new(&key.into()), ids })
    }

    /// The public key, which the page needs to subscribe.
    pub fn public(&self) -> String {
        let key = self.vapid.public_key();
        Base64UrlUnpadded::encode_string(&key.public_key().to_bytes_uncompressed())
    }

    /// The header `Authorization` for requests to the push service of an origin.
    ///
    /// # Errors
    ///
    /// [`KeyError::Signature`]
    pub fn authorization(&self, origin: &str, contact: &str) -> Result<String, KeyError> {
        let claims = Claims::create(VALID.into()).with_audience(origin).with_subject(contact);
        let token = self.vapid.sign(claims).map_err(|_| KeyError::Signature)?;
        Ok(format!("vapid t={token}, k={}", self.public()))
    }

    /// The id of the device with this address: a hash that cannot be made or checked without the key.
    pub fn id(&self, endpoint: &str) -> String {
        let mut id = [0; ID_BYTES];
        // It fails for other lengths only.
        let _ = self.ids.expand(format!("device {endpoint}").as_bytes(), &mut id);
        Base64UrlUnpadded::encode_string(&id)
    }

    /// Encrypts the row of a device. It can be decrypted with the same id only.
    pub fn seal(&self, id: &str, text: &[u8]) -> Option<Vec<u8>> {
        let nonce = Aes256Gcm::generate_nonce(&mut OsRng);
        let payload = Payload { msg: text, aad: id.as_bytes() };
        let sealed = self.store.encrypt(&nonce, payload).ok()?;
        Some([nonce.as_slice(), &sealed].concat())
    }

    /// Decrypts the row of a device. `None` if another key encrypted it, or the row of another device.
    pub fn open(&self, id: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_BYTES)?;
        let payload = Payload { msg: sealed, aad: id.as_bytes() };
        self.store.decrypt(Nonce::from_slice(nonce), payload).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_decrypted_with_its_id_and_key_only() {
        let keys = Keys::parse(&Keys::generate()).expect("keys");
        let sealed = keys.seal("a", b"text").expect("a row");
        assert!(!sealed.windows(4).any(|bytes| bytes == b"text"));
        assert_ne!(Some(&sealed), keys.seal("a", b"text").as_ref(), "the nonce differs each time");
        assert_eq!(keys.open("a", &sealed).as_deref(), Some(&b"text"[..]));
        assert_eq!(keys.open("b", &sealed), None);
        assert_eq!(keys.open("a", &sealed[..8]), None);
        let others = Keys::parse(&Keys::generate()).expect("keys");
        assert_eq!(others.open("a", &sealed), None);
    }

    #[test]
    fn a_text_that_is_no_private_key_is_refused() {
        let public = Keys::parse(&Keys::generate()).expect("keys").public();
        for text in ["", "x", "====", &"A".repeat(43), &public, &format!("{}\n", Keys::generate())]
        {
            assert!(Keys::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_signature_names_the_origin_and_the_contact() {
        let keys = Keys::parse(&Keys::generate()).expect("keys");
        let header =
            keys.authorization("https://push.example:8443", "mailto:a@b.cd").expect("header");
        let token = header.strip_prefix("vapid t=").and_then(|rest| rest.split(", k=").next());
        let claims = token.and_then(|token| token.split('.').nth(1)).expect("claims");
        let claims = Base64UrlUnpadded::decode_vec(claims).expect("base64url");
        let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(claims["aud"], "https://push.example:8443");
        assert_eq!(claims["sub"], "mailto:a@b.cd");
        assert!(header.ends_with(&keys.public()));
    }
}
