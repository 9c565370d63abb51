//! The one way to the network.

use std::time::Duration;

use bulkhead_sdk::{ToolError, http};
use url::Url;

/// How long a server may keep silent. A call has 30 seconds by default, and there may be redirects before the page.
const PATIENCE: Duration = Duration::from_secs(15);

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Such as 200.
    pub status: u16,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// The body, or the beginning of it.
    pub body: Vec<u8>,
    /// Whether the body is longer.
    pub truncated: bool,
}

impl Reply {
    /// The first value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Where the server says to go instead.
    pub fn redirect(&self) -> Option<&str> {
        matches!(self.status, 301 | 302 | 303 | 307 | 308).then(|| self.header("location")).flatten()
    }
}

/// Something that gets a URL, once.
pub trait Web {
    /// Sends one request, follows nothing, and reads at most `cap` bytes.
    ///
    /// # Errors
    ///
    /// `not_allowed` when the host refuses it, `unavailable` when the server does not answer.
    fn get(&self, url: &Url, headers: &[(String, String)], cap: usize) -> Result<Reply, ToolError>;
}

/// Through the host, which checks every request.
#[derive(Clone, Copy, Debug)]
pub struct Host;

impl Web for Host {
    fn get(&self, url: &Url, headers: &[(String, String)], cap: usize) -> Result<Reply, ToolError> {
        let request = http::get(url.as_str()).timeout(PATIENCE);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(name, value));
        let response = request.send()?;
        let mut reply = Reply {
            status: response.status,
            headers: response
                .headers
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            ..Reply::default()
        };
        if reply.redirect().is_none() {
            (reply.body, reply.truncated) = response.read_up_to(cap)?;
        }
        Ok(reply)
    }
}
