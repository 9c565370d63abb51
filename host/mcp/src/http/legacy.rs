//! The session that a legacy request belongs to.

use std::sync::Arc;

use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode};
use ring::rand::{SecureRandom, SystemRandom};

use super::answer::{self, Accept};
use super::{Door, bad_version, invalid, now};
use crate::abilities::Abilities;
use crate::frame::{self, Refusal};
use crate::link::Link;
use crate::revision::Revision;
use crate::session::Session;
use crate::wire::headers;

pub(super) const SESSION_ID: &str = "mcp-session-id";
pub(super) const NO_SESSION: &str = "there is no such session (any more); send `initialize` again";

impl Door {
    pub(super) fn initialize(&self, request: &frame::Request, accept: Accept) -> Response {
        let (reply, settled) = self.server.initialize(request);
        let mut response = answer::done(reply, accept);
        // Without random numbers, or for a client that was refused, there is no session; requests work without one.
        if let Some((revision, abilities)) = settled
            && let Some(id) = random_id()
            && let Ok(header) = HeaderValue::from_str(&id)
        {
            let session = Session::new(revision, abilities, Arc::new(Link::default()));
            self.sessions.open(id, Arc::new(session), now());
            response.headers_mut().insert(SESSION_ID, header);
        }
        response
    }

    /// The session of a legacy request. A request that names none gets one for itself, of a client that can nothing.
    pub(super) fn session(&self, headers: &HeaderMap) -> Result<Arc<Session>, (StatusCode, Refusal)> {
        let bad = |error| (StatusCode::BAD_REQUEST, Refusal { id: None, error });
        let version = headers::single(headers, headers::PROTOCOL_VERSION).map_err(bad)?;
        let revision = match version {
            None => None,
            Some(version) => match Revision::parse(version).filter(|revision| !revision.is_modern()) {
                Some(revision) => Some(revision),
                None => return Err((StatusCode::BAD_REQUEST, bad_version(version))),
            },
        };
        match headers::single(headers, SESSION_ID).map_err(bad)? {
            Some(id) => {
                self.sessions.find(id, now()).ok_or_else(|| (StatusCode::NOT_FOUND, invalid(NO_SESSION)))
            }
            None => {
                let revision = revision.unwrap_or(Revision::UNSAID);
                Ok(Arc::new(Session::new(revision, Abilities::default(), Arc::new(Link::default()))))
            }
        }
    }
}

/// 128 bits that no one can guess.
fn random_id() -> Option<String> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(u128::from_be_bytes(bytes)).map(|number| format!("{number:032x}"))
}
