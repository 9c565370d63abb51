//! Gets web pages as Markdown or text, and JSON from web services.
//!
//! The functions that models call are in [`tools`]. What goes over the network goes through [`web::Web`], so that all
//! the rest is tested without one.

pub mod charset;
pub mod get;
pub mod json;
pub mod page;
pub mod tools;
pub mod web;

use bulkhead_sdk::component;
use tools::{fetch, fetch_json};

component! {
    name: "fetch",
    title: "Fetch",
    description: "Gets web pages as Markdown or text, and JSON from web services.",
    requests: [
        // With any port: which ones, the operator says.
        http("GET https://*:*/*", reason = "To get the page that is asked for."),
        http("GET http://*:*/*", reason = "To get pages of servers without TLS.", optional),
    ],
    tools: [fetch, fetch_json],
}
