//! Getting a URL: what may be asked for, redirects, and what a server's refusal means.

use std::collections::BTreeMap;

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::cut_start;
use serde_json::json;
use url::Url;

use crate::charset::decode;
use crate::web::{Reply, Web};

/// What browsers stop at is 20; what a page needs is one or two, and each is a request of the few that a call has.
const MOST_REDIRECTS: usize = 5;

/// What is received at most. JSON takes ten to twenty times its size when it is read: of the 64 MiB that a call has by
/// default, 4 MiB of mostly text fill a good part, and of mostly small numbers more than there is.
pub const LARGEST_BODY: usize = 4 * 1024 * 1024;

/// How much of an error page is shown.
const ERROR_TEXT: usize = 400;

/// Headers that belong to the connection rather than to the request; a compressed answer could not be read.
const NOT_YOURS: [&str; 9] = [
    "accept-encoding",
    "connection",
    "content-length",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Headers that are for one server only.
const PRIVATE: [&str; 3] = ["authorization", "cookie", "proxy-authorization"];

/// What was got.
#[derive(Debug)]
pub struct Got {
    /// Where it was in the end.
    pub url: Url,
    /// The addresses that led there, the first one asked for.
    pub redirects: Vec<String>,
    /// A success.
    pub reply: Reply,
}

impl Got {
    /// The content type without its parameters, in lower case.
    pub fn content_type(&self) -> String {
        self.reply.header("content-type").map(essence).unwrap_or_default()
    }

    /// The body as text.
    pub fn text(&self) -> String {
        decode(&self.reply.body, self.reply.header("content-type").unwrap_or_default())
    }
}

fn essence(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Gets a URL and follows redirects. Each is a new request, which the host checks like the first.
///
/// # Errors
///
/// `invalid` for what is no URL to get, `not_allowed` when the host refuses, `http_status` when the server does,
/// `too_many_redirects`, `insecure_redirect`, `unavailable`.
pub fn get(
    web: &impl Web,
    url: &str,
    accept: &str,
    headers: &BTreeMap<String, String>,
) -> Result<Got, ToolError> {
    let mut url = parse(url)?;
    let mut headers = all_headers(accept, headers)?;
    let mut redirects = Vec::new();
    loop {
        let reply =
            web.get(&url, &headers, LARGEST_BODY).map_err(|error| in_words(error, &url, &redirects))?;
        let Some(location) = reply.redirect() else {
            return finished(Got { url, redirects, reply });
        };
        let next = target(&url, location)?;
        if redirects.len() == MOST_REDIRECTS {
            let message =
                format!("There were more than {MOST_REDIRECTS} redirects; the next one is to {next}.");
            return Err(ToolError::new("too_many_redirects", message));
        }
        if next.origin() != url.origin() {
            headers.retain(|(name, _)| !PRIVATE.contains(&name.as_str()));
        }
        redirects.push(url.to_string());
        url = next;
    }
}

fn parse(text: &str) -> Result<Url, ToolError> {
    let url = Url::parse(text.trim()).map_err(|error| {
        ToolError::invalid(format!(
            "`{text}` is not a URL ({error}). Give a whole one, such as https://example.com/page."
        ))
    })?;
    check(url)
}

fn check(mut url: Url) -> Result<Url, ToolError> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(ToolError::invalid(format!("`{url}` is neither http nor https.")));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(ToolError::invalid("A URL must not carry a user name or a password."));
    }
    // It is never sent.
    url.set_fragment(None);
    Ok(url)
}

fn target(from: &Url, location: &str) -> Result<Url, ToolError> {
    let next = from.join(location).map_err(|error| {
        ToolError::failed(format!("{from} redirects to `{location}`, which is not a URL ({error})."))
    })?;
    let next = check(next).map_err(|error| error.context(format_args!("{from} redirects elsewhere")))?;
    if from.scheme() == "https" && next.scheme() == "http" {
        let message = format!(
            "{from} redirects to {next}, which is not encrypted, and was not followed. Fetch that address itself if it \
             is wanted."
        );
        return Err(ToolError::new("insecure_redirect", message));
    }
    Ok(next)
}

fn all_headers(accept: &str, given: &BTreeMap<String, String>) -> Result<Vec<(String, String)>, ToolError> {
    let mut headers = BTreeMap::from([
        ("accept".to_owned(), accept.to_owned()),
        ("user-agent".to_owned(), concat!("bulkhead-fetch/", env!("CARGO_PKG_VERSION")).to_owned()),
    ]);
    for (name, value) in given {
        let name = name.to_ascii_lowercase();
        if NOT_YOURS.contains(&name.as_str()) {
            return Err(ToolError::invalid(format!("The header `{name}` cannot be set.")));
        }
        headers.insert(name, value.clone());
    }
    Ok(headers.into_iter().collect())
}

/// Which request failed, and what a refusal by the host means.
fn in_words(error: ToolError, url: &Url, redirects: &[String]) -> ToolError {
    let way = redirects.first().map(|first| format!(" (redirected from {first})")).unwrap_or_default();
    if error.code() != "not_allowed" {
        return error.context(format_args!("{url}{way}"));
    }
    ToolError::not_allowed(format!(
        "{url}{way}: this host does not let its tools go there. {} Asking again will not help; the operator can allow \
         it in bulkhead.toml.",
        error.message()
    ))
}

fn finished(got: Got) -> Result<Got, ToolError> {
    let status = got.reply.status;
    if (200..300).contains(&status) {
        return decodable(got);
    }
    let said = said(&got);
    let said = if said.is_empty() { String::new() } else { format!(" It said: {said}") };
    let error = ToolError::new("http_status", format!("{} answered with status {status}.{said}", got.url))
        .detail(json!({
            "status": status,
            "url": got.url.as_str(),
            "retry_after": got.reply.header("retry-after"),
        }));
    // Too many requests, a timeout, or a server in trouble.
    Err(if matches!(status, 408 | 429 | 500..=599) { error.retryable() } else { error })
}

fn said(got: &Got) -> String {
    let text = match got.content_type().as_str() {
        "text/html" => crate::page::Page::read(&got.text(), &got.url, true).text(),
        kind if kind.starts_with("text/") || kind.ends_with("json") => got.text(),
        _ => String::new(),
    };
    cut_start(&text.split_whitespace().collect::<Vec<_>>().join(" "), ERROR_TEXT)
}

/// No encoding was offered to the server. Some compress all the same.
fn decodable(got: Got) -> Result<Got, ToolError> {
    match got.reply.header("content-encoding") {
        None | Some("" | "identity") => Ok(got),
        Some(encoding) => Err(ToolError::unsupported(format!(
            "{} answered with the encoding `{encoding}`, which was not asked for and cannot be read.",
            got.url
        ))),
    }
}

#[cfg(test)]
pub(crate) mod tests;
