//! Outside the host there is no network.

use super::url::Parts;
use super::{Headers, Request};
use crate::ToolError;

/// There is none.
#[derive(Debug)]
pub(super) enum Body {}

impl Body {
    pub(super) fn chunk(&mut self) -> Result<Option<Vec<u8>>, ToolError> {
        match *self {}
    }
}

pub(super) fn send(request: &Request, parts: &Parts<'_>) -> Result<(u16, Headers, Body), ToolError> {
    let Request { method, headers, body, timeout, .. } = request;
    let Parts { secure, authority, path } = parts;
    // The same words as in the host's log, so that an author sees what would have been sent.
    crate::log::debug!(
        "{method} {}://{authority}{path}", if *secure { "https" } else { "http" };
        headers = headers.iter().count(), body = body.len(), timeout = timeout.map(|timeout| timeout.as_secs_f64())
    );
    Err(ToolError::unavailable("HTTP works inside the host only."))
}
