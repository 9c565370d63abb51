//! HTTP requests, over `wasi:http`. The component must have requested the address with `http("…", reason = "…")`, and the
//! operator must have granted it.
//!
//! ```
//! use std::time::Duration;
//!
//! use bulkhead_sdk::{ToolError, http, tool};
//!
//! /// Gets the weather of a place.
//! #[tool(read_only)]
//! fn weather(
//!     /// The place's name.
//!     place: String,
//! ) -> Result<String, ToolError> {
//!     http::get("https://api.example.com/v1/weather")
//!         .query("place", &place)
//!         .header("accept", "text/plain")
//!         .timeout(Duration::from_secs(10))
//!         .send()?
//!         .ok()?
//!         .text(64 * 1024)
//! }
//! # // There is no network in a native build.
//! # assert_eq!(weather("Oslo".to_owned()).unwrap_err().code(), "unavailable");
//! ```
//!
//! No redirect is followed: where it leads to is another address, which may not be granted. In a native build, sending
//! gives the error `unavailable`.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ToolError;

mod url;

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(not(target_family = "wasm"))]
use native as imp;

#[cfg(target_family = "wasm")]
mod wasm;
#[cfg(target_family = "wasm")]
use wasm as imp;

/// Begins a `GET`.
pub fn get(url: &str) -> Request {
    Request::new("GET", url)
}

/// Begins a `POST`.
pub fn post(url: &str) -> Request {
    Request::new("POST", url)
}

/// Begins a `PUT`.
pub fn put(url: &str) -> Request {
    Request::new("PUT", url)
}

/// Begins a `DELETE`.
pub fn delete(url: &str) -> Request {
    Request::new("DELETE", url)
}

/// A request in the making.
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before `send`"]
pub struct Request {
    method: String,
    url: String,
    headers: Headers,
    body: Vec<u8>,
    timeout: Option<Duration>,
}

impl Request {
    /// Begins a request with any method, in upper case.
    pub fn new(method: &str, url: &str) -> Self {
        Self {
            method: method.to_owned(),
            url: url.to_owned(),
            headers: Headers::default(),
            body: Vec::new(),
            timeout: None,
        }
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.0.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Names a secret that the host puts into the request: the component must have requested it with `secret("…", to = "…",
    /// reason = "…")`, and the operator must have granted it. Which header it goes into is the operator's affair; the
    /// component never sees its value, and where the response has it, there are stars.
    ///
    /// A request with a secret cannot ask for a `range`, and its response is never compressed.
    pub fn secret(self, name: &str) -> Self {
        self.header("bulkhead-secret", name)
    }

    /// Adds a parameter to the query, encoded.
    pub fn query(mut self, name: &str, value: &str) -> Self {
        url::push_parameter(&mut self.url, name, value);
        self
    }

    /// Sets the body.
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Sets the body to a value's JSON, and says so in a header.
    ///
    /// # Errors
    ///
    /// `invalid` when the value has no JSON form.
    pub fn json(self, value: &impl Serialize) -> Result<Self, ToolError> {
        let body = serde_json::to_vec(value)?;
        Ok(self.header("content-type", "application/json").body(body))
    }

    /// How long to wait for the connection, for the response to begin, and between two pieces of its body: for each of
    /// these, so long. Otherwise the host's own limits hold.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sends the request and waits until the response begins.
    ///
    /// # Errors
    ///
    /// `invalid` for what is no request, `not_allowed` when it is not granted, `unavailable` when the other side does
    /// not answer, `http_limit` when the call has made all the requests that it may make or has too many connections
    /// open, `too_large` when a body is larger than it may be.
    pub fn send(self) -> Result<Response, ToolError> {
        let parts = url::split(&self.url)?;
        let (status, headers, body) = imp::send(&self, &parts)?;
        Ok(Response { status, headers, body })
    }
}

/// The headers of a message, in their order. Names are compared without case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// The first value of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// All of them. Bytes that are no text have been replaced.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// A response whose body is still to be read.
#[derive(Debug)]
pub struct Response {
    /// Such as 200.
    pub status: u16,
    /// Its headers.
    pub headers: Headers,
    body: imp::Body,
}

impl Response {
    /// The first value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)
    }

    /// The response, if its status is 2xx.
    ///
    /// # Errors
    ///
    /// `not_found` for 404 and 410, `not_allowed` for 401 and 403, `unavailable` for 429 and 5xx, `failed` for any
    /// other.
    pub fn ok(self) -> Result<Self, ToolError> {
        let message = || format!("The server answered with status {}.", self.status);
        match self.status {
            200..=299 => Ok(self),
            401 | 403 => Err(ToolError::not_allowed(message())),
            404 | 410 => Err(ToolError::not_found(message())),
            429 | 500..=599 => Err(ToolError::unavailable(message())),
            _ => Err(ToolError::failed(message())),
        }
    }

    /// The next piece of the body, of whatever size it arrives in; nothing at its end.
    ///
    /// # Errors
    ///
    /// `unavailable` when the rest does not arrive, `too_large` when there is more of it than may be.
    pub fn chunk(&mut self) -> Result<Option<Vec<u8>>, ToolError> {
        self.body.chunk()
    }

    /// The body, or its first `cap` bytes and `true` when there is more. The rest is not received.
    ///
    /// # Errors
    ///
    /// As [`Response::chunk`].
    pub fn read_up_to(mut self, cap: usize) -> Result<(Vec<u8>, bool), ToolError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.chunk()? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > cap {
                bytes.truncate(cap);
                return Ok((bytes, true));
            }
        }
        Ok((bytes, false))
    }

    /// The whole body, of at most `cap` bytes.
    ///
    /// # Errors
    ///
    /// `too_large` when it is larger; reading stops there.
    pub fn bytes(self, cap: usize) -> Result<Vec<u8>, ToolError> {
        match self.read_up_to(cap)? {
            (bytes, false) => Ok(bytes),
            (_, true) => Err(ToolError::too_large(format!("The response is larger than {cap} bytes."))),
        }
    }

    /// The whole body as text, of at most `cap` bytes. Bytes that are no UTF-8 are replaced.
    ///
    /// # Errors
    ///
    /// As [`Response::bytes`].
    pub fn text(self, cap: usize) -> Result<String, ToolError> {
        let bytes = self.bytes(cap)?;
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// The whole body as JSON, of at most `cap` bytes.
    ///
    /// # Errors
    ///
    /// As [`Response::bytes`]; `unexpected_response` when it is something other than `T`.
    pub fn json<T: DeserializeOwned>(self, cap: usize) -> Result<T, ToolError> {
        serde_json::from_slice(&self.bytes(cap)?).map_err(|error| {
            ToolError::new(
                "unexpected_response",
                format!("The response is not the JSON that was expected: {error}."),
            )
        })
    }
}

#[cfg(test)]
mod tests;
