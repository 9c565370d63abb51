//! Sends secrets that it does not know, and tells everything that it learns.
#![allow(missing_docs, reason = "a guest for tests")]

use std::{collections::BTreeMap, env};

use bulkhead_sdk::{ToolError, component, http, log, tool};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Serialize, JsonSchema)]
struct Learnt {
    status: u16,
    headers: Vec<String>,
    body: String,
    variables: BTreeMap<String, String>,
}

/// Makes one request with these secrets and headers.
#[tool]
fn secret(
    #[arg(default = "GET".to_owned())] method: String,
    url: String,
    names: Vec<String>,
    /// Such as `accept: text/plain`.
    #[arg(default)]
    headers: Vec<String>,
    /// To log and to fail with what was learnt, in place of answering.
    #[arg(default)]
    fail: bool,
) -> Result<Learnt, ToolError> {
    let mut request = http::Request::new(&method, &url);
    for name in &names {
        request = request.secret(name);
    }
    for (name, value) in headers.iter().filter_map(|header| header.split_once(": ")) {
        request = request.header(name, value);
    }
    let response = request.send()?;
    let headers = response.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let status = response.status;
    let learnt = Learnt { status, headers, body: response.text(1 << 20)?, variables: env::vars().collect() };
    if fail {
        log::error!("{learnt:?}");
        return Err(ToolError::failed(format!("{learnt:?}")));
    }
    Ok(learnt)
}

component! {
    name: "secret",
    description: "Sends secrets.",
    requests: [
        http("* http://*:*/*", reason = "To ask a server."),
        http("* https://*:*/*", reason = "To ask a server that nobody listens to."),
        secret("TOKEN", to = "http://api.test", reason = "To be let in."),
        secret("FILED", to = "http://api.test", reason = "To be let in elsewhere."),
        secret("RINGED", to = "http://api.test", reason = "To be let in by a keyring."),
        environment("GREETING", reason = "To greet."),
    ],
    tools: [secret],
}
