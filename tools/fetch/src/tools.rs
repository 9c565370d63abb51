//! The functions that models call.

use std::collections::BTreeMap;

use bulkhead_sdk::{ToolError, tool};
use bulkhead_tool_common::thousands;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::get::{Got, LARGEST_BODY, get};
use crate::json;
use crate::page::{LARGEST_PAGE, Page};
use crate::web::{Host, Web};

/// In which form to give a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// HTML as Markdown with whole links, JSON indented, other text as it is.
    #[default]
    Markdown,
    /// The text that a reader sees, without links.
    Text,
    /// The source as the server sent it.
    Html,
    /// JSON, indented; anything else is an error.
    Json,
}

/// A page, or a part of it.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct Fetched {
    /// The address that it came from, after redirects.
    pub url: String,
    /// The server's status, such as 200.
    pub status: u16,
    /// What the server says it is, such as `text/html`.
    pub content_type: String,
    /// The page's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The page, from `start` on.
    pub text: String,
    /// How many characters the whole page has in this form.
    pub total_chars: usize,
    /// The `start` that reads on; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start: Option<usize>,
    /// The addresses that led here, when there were redirects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redirects: Vec<String>,
    /// Anything else to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A value of a JSON document.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct FetchedJson {
    /// The address that it came from, after redirects.
    pub url: String,
    /// The server's status, such as 200.
    pub status: u16,
    /// The value at the pointer; of a list, the elements from `start` on.
    pub value: Value,
    /// How many elements the list has, when it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
    /// The `start` of the list's next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start: Option<usize>,
}

/// Gets a web page by its address, as Markdown. Use it to read an article, documentation or any text on the web; for data
/// of a web service, fetch_json is better. Long pages come in parts: call again with the `next_start` of the answer. It
/// only reads: it runs no scripts, sends no forms and logs in nowhere. At most 5 redirects are followed, and never from
/// https to http.
#[tool(title = "Fetch a page", read_only, idempotent, open_world, tags = ["web", "http", "url", "download", "browse"])]
pub fn fetch(
    /// The whole address, such as `https://example.com/page`.
    #[schemars(length(min = 1, max = 8192))]
    url: String,
    /// In which form.
    #[arg(default)]
    format: Format,
    /// Leave out navigation, side bars and footers, and keep to what the page marks as its main part.
    #[arg(default = true)]
    main_content: bool,
    /// How many characters to give, at most.
    #[arg(default = 20000, min = 100, max = 32000)]
    max_chars: u32,
    /// How many characters to pass over: the `next_start` of the part before.
    #[arg(default)]
    start: u32,
    /// Request headers, such as `{"accept-language": "de"}`.
    #[arg(default)]
    headers: BTreeMap<String, String>,
) -> Result<Fetched, ToolError> {
    let slice = Slice { start: start as usize, most: max_chars as usize };
    fetch_from(&Host, &url, format, main_content, slice, &headers)
}

/// Gets JSON from a web service, and of it the value at a JSON Pointer. Lists come in pages. When the value is too large,
/// the error says what is in it, so that the pointer can be made longer.
#[tool(title = "Fetch JSON", read_only, idempotent, open_world, tags = ["api", "rest", "http", "json"])]
pub fn fetch_json(
    /// The whole address, such as `https://api.example.com/v1/items?page=2`.
    #[schemars(length(min = 1, max = 8192))]
    url: String,
    /// Where in the document, as a JSON Pointer such as `/items/0/name`. The whole document when empty.
    #[arg(default)]
    pointer: String,
    /// Of a list, how many elements to pass over: the `next_start` of the page before.
    #[arg(default)]
    start: u32,
    /// Of a list, how many elements to give, at most.
    #[arg(default = 50, min = 1, max = 1000)]
    limit: u32,
    /// Request headers, such as `{"accept-language": "de"}`.
    #[arg(default)]
    headers: BTreeMap<String, String>,
) -> Result<FetchedJson, ToolError> {
    fetch_json_from(&Host, &url, &pointer, start as usize, limit as usize, &headers)
}

/// A part of a text, in characters.
#[derive(Clone, Copy, Debug)]
struct Slice {
    start: usize,
    most: usize,
}

fn fetch_from(
    web: &impl Web,
    url: &str,
    format: Format,
    main: bool,
    slice: Slice,
    headers: &BTreeMap<String, String>,
) -> Result<Fetched, ToolError> {
    let accept = match format {
        Format::Json => "application/json",
        Format::Markdown | Format::Text | Format::Html => {
            "text/html, text/markdown;q=0.9, text/*;q=0.8, application/json;q=0.8, */*;q=0.5"
        }
    };
    let got = get(web, url, accept, headers)?;
    let Formed { title, text: whole, cut } = in_form(&got, format, main)?;
    let (text, total_chars, next_start) = slice.of(&whole)?;
    Ok(Fetched {
        url: got.url.to_string(),
        status: got.reply.status,
        content_type: got.content_type(),
        title,
        text,
        total_chars,
        next_start,
        note: cut
            .map(|most| format!("The page is larger than {} bytes; the rest was not read.", thousands(most))),
        redirects: got.redirects,
    })
}

/// What a body is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Html,
    Json,
    Text,
}

fn kind(got: &Got) -> Result<Kind, ToolError> {
    let content_type = got.content_type();
    match content_type.as_str() {
        "text/html" | "application/xhtml+xml" => return Ok(Kind::Html),
        json if json == "application/json" || json.ends_with("+json") => return Ok(Kind::Json),
        text if text.starts_with("text/") || text.ends_with("+xml") => return Ok(Kind::Text),
        _ => {}
    }
    // What is said nothing of, or something unusual, is text when it has no NUL, which other formats are full of.
    let beginning = &got.reply.body[..got.reply.body.len().min(8192)];
    if beginning.contains(&0)
        || std::str::from_utf8(beginning).is_err_and(|error| error.error_len().is_some())
    {
        return Err(ToolError::unsupported(format!(
            "{} is no text but `{content_type}` ({} bytes), which this tool cannot read.",
            got.url,
            thousands(got.reply.body.len())
        )));
    }
    let said_html = content_type.is_empty() && beginning.trim_ascii_start().starts_with(b"<");
    Ok(if said_html { Kind::Html } else { Kind::Text })
}

/// A body in the form that was asked for.
struct Formed {
    title: Option<String>,
    text: String,
    /// How many bytes were read of a body that is larger.
    cut: Option<usize>,
}

fn in_form(got: &Got, format: Format, main: bool) -> Result<Formed, ToolError> {
    let kind = kind(got)?;
    let body = got.text();
    let mut cut = got.reply.truncated.then_some(LARGEST_BODY);
    let mut page = || {
        if body.len() > LARGEST_PAGE {
            cut = Some(LARGEST_PAGE);
        }
        Page::read(&body, &got.url, main)
    };
    let (title, text) = match (kind, format) {
        (_, Format::Json) | (Kind::Json, Format::Markdown | Format::Text) => {
            (None, indented(got, &body, format)?)
        }
        (Kind::Html, Format::Markdown) => {
            let page = page();
            (page.title.clone(), page.markdown())
        }
        (Kind::Html, Format::Text) => {
            let page = page();
            (page.title.clone(), page.text())
        }
        (Kind::Text, Format::Markdown | Format::Text) | (_, Format::Html) => (None, body),
    };
    Ok(Formed { title, text, cut })
}

fn indented(got: &Got, text: &str, format: Format) -> Result<String, ToolError> {
    match parsed(got, text) {
        Ok(value) => Ok(format!("{value:#}")),
        // What claims to be JSON and is none is still text.
        Err(error) if format == Format::Json => Err(error),
        Err(_) => Ok(text.to_owned()),
    }
}

fn parsed(got: &Got, text: &str) -> Result<Value, ToolError> {
    // Known before reading it, which takes much memory.
    if got.reply.truncated {
        return Err(ToolError::too_large(format!(
            "{} is larger than {} bytes, which is too much to read as JSON. Ask the service for less.",
            got.url,
            thousands(LARGEST_BODY)
        )));
    }
    serde_json::from_str(text).map_err(|error| {
        let message = format!("{} is not JSON: {error}. It is `{}`.", got.url, got.content_type());
        ToolError::new("not_json", message)
    })
}

impl Slice {
    /// The part, how many characters there are, and where the next part begins.
    fn of(self, text: &str) -> Result<(String, usize, Option<usize>), ToolError> {
        let total = text.chars().count();
        if self.start > 0 && self.start >= total {
            let message =
                format!("The page has {} characters; there is none at {}.", thousands(total), self.start);
            return Err(ToolError::new("out_of_range", message));
        }
        let rest = text.char_indices().nth(self.start).map_or("", |(at, _)| &text[at..]);
        let Some((end, _)) = rest.char_indices().nth(self.most) else {
            return Ok((rest.to_owned(), total, None));
        };
        // A part that ends with a line is easier to read, when that costs little of it.
        let part = &rest[..end];
        let part = match part.rfind('\n') {
            Some(newline) if newline >= end - end / 10 => &part[..=newline],
            _ => part,
        };
        Ok((part.to_owned(), total, Some(self.start + part.chars().count())))
    }
}

fn fetch_json_from(
    web: &impl Web,
    url: &str,
    pointer: &str,
    start: usize,
    limit: usize,
    headers: &BTreeMap<String, String>,
) -> Result<FetchedJson, ToolError> {
    let got = get(web, url, "application/json, */*;q=0.5", headers)?;
    let document = parsed(&got, &got.text())?;
    let json::Part { value, total, next_start } = json::part(&document, pointer, start, limit)?;
    Ok(FetchedJson { url: got.url.to_string(), status: got.reply.status, value, total, next_start })
}

#[cfg(test)]
mod tests;
