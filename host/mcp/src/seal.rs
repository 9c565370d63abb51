//! What the client carries for a guest between two calls: the guest's state and what it asked, sealed.
//!
//! The contract promises a guest that a client can neither read nor alter its state, so this is encryption with
//! authentication (ChaCha20-Poly1305) and not a signature alone. The principal, the tool and the arguments are bound
//! in as associated data: a seal that was made for another of any of them does not open.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::error::Unspecified;
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answers::Asked;
use crate::error::Error;

/// What is sealed.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pending {
    #[serde(with = "base64_text")]
    pub(crate) state: Vec<u8>,
    /// What the last call asked.
    pub(crate) asked: Vec<Asked>,
    /// What calls before it asked and were told, to be given to the guest again.
    pub(crate) answered: Answered,
}

/// Questions with the client's answers, as they came.
pub(crate) type Answered = Vec<(Asked, Value)>;

#[derive(Serialize, Deserialize)]
struct Body {
    /// Seconds since the epoch.
    expires: u64,
    pending: Pending,
}

/// To what a seal belongs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<'a> {
    pub(crate) principal: &'a str,
    pub(crate) tool: &'a str,
    pub(crate) arguments: &'a Value,
}

impl Binding<'_> {
    /// One text for one binding: members sorted, so that a client may write the same arguments in another order.
    fn to_bytes(self) -> Vec<u8> {
        json!([self.principal, self.tool, sorted(self.arguments)]).to_string().into_bytes()
    }
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut pairs: Vec<_> = members.iter().collect();
            pairs.sort_by_key(|(name, _)| *name);
            pairs.into_iter().map(|(name, value)| json!([name, sorted(value)])).collect()
        }
        // Marked, so that no array reads like an object.
        Value::Array(items) => json!({ "items": items.iter().map(sorted).collect::<Vec<_>>() }),
        scalar => scalar.clone(),
    }
}

/// What was sealed, opened.
#[derive(Debug, PartialEq)]
pub(crate) struct Opened {
    pub(crate) pending: Pending,
    nonce: [u8; NONCE_LEN],
    expires: u64,
}

/// Why a seal was not accepted. One variant: a client that guesses learns nothing from the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rejected;

/// How many seals that were opened are remembered until they would have expired. Each took a call that ended in a
/// question; when so many are open, no other opens until the first of them expire.
const REMEMBERED: usize = 100_000;

/// The key of this process. A seal does not outlive it.
pub(crate) struct Seal {
    /// The nonces of seals that were opened, with the second in which they expire.
    used: Mutex<HashMap<[u8; NONCE_LEN], u64>>,
    key: LessSafeKey,
    random: SystemRandom,
    lifetime: Duration,
}

impl Seal {
    pub(crate) fn new(lifetime: Duration) -> Result<Self, Error> {
        let random = SystemRandom::new();
        let mut key = [0; 32];
        random.fill(&mut key).map_err(|_| Error::Randomness)?;
        let key = UnboundKey::new(&CHACHA20_POLY1305, &key).map_err(|_| Error::Randomness)?;
        Ok(Self { used: Mutex::default(), key: LessSafeKey::new(key), random, lifetime })
    }

    /// Seals.
    ///
    /// # Errors
    ///
    /// When the system gives no random numbers.
    pub(crate) fn close(
        &self,
        pending: Pending,
        binding: Binding,
        now: SystemTime,
    ) -> Result<String, Unspecified> {
        let body = Body { expires: seconds(now).saturating_add(self.lifetime.as_secs()), pending };
        let mut sealed = serde_json::to_vec(&body).map_err(|_| Unspecified)?;
        // A fresh random nonce each time: a collision becomes likely after 2^48 seals, far more than a process makes.
        let mut nonce = [0; NONCE_LEN];
        self.random.fill(&mut nonce)?;
        let aad = Aad::from(binding.to_bytes());
        self.key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed)?;
        Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
    }

    /// Opens what [`Seal::close`] made for the same binding, if it has not expired and was not used up.
    pub(crate) fn open(&self, sealed: &str, binding: Binding, now: SystemTime) -> Result<Opened, Rejected> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| Rejected)?;
        let (nonce, body) = bytes.split_first_chunk::<NONCE_LEN>().ok_or(Rejected)?;
        let mut body = body.to_vec();
        let aad = Aad::from(binding.to_bytes());
        let body = self
            .key
            .open_in_place(Nonce::assume_unique_for_key(*nonce), aad, &mut body)
            .map_err(|_| Rejected)?;
        let body: Body = serde_json::from_slice(body).map_err(|_| Rejected)?;
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if seconds(now) >= body.expires || used.contains_key(nonce) {
            return Err(Rejected);
        }
        Ok(Opened { pending: body.pending, nonce: *nonce, expires: body.expires })
    }

    /// Uses up what was opened: it opens no second time. Not done in [`Seal::open`], so that a client whose answers do not
    /// fit the questions may correct them.
    pub(crate) fn use_up(&self, opened: &Opened, now: SystemTime) -> Result<(), Rejected> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= REMEMBERED {
            used.retain(|_, expires| *expires > seconds(now));
        }
        if used.len() >= REMEMBERED || used.contains_key(&opened.nonce) {
            return Err(Rejected);
        }
        used.insert(opened.nonce, opened.expires);
        Ok(())
    }
}

/// Bytes as a string: JSON's arrays of numbers are three times as long.
mod base64_text {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        STANDARD.decode(String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests;
