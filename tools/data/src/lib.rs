//! Queries JSON, JSON Lines and CSV with the jq language.
//!
//! The functions that models call are in [`tools`]. Reading is in [`source`] and [`rows`], the language in [`program`], and
//! what becomes of its results in [`query`] and [`describe`].

pub mod describe;
pub mod output;
pub mod program;
pub mod query;
pub mod rows;
pub mod source;
pub mod tools;

use bulkhead_sdk::component;
use tools::{describe_data, query_data};

component! {
    name: "data",
    title: "Data",
    description: "Queries JSON, JSON Lines and CSV with the jq language.",
    requests: [
        directory("/work", read, reason = "To read data files in it.", optional),
        directory("/docs", read, reason = "To read data files in it.", optional),
        directory("/data", read, reason = "To read data files in it.", optional),
    ],
    tools: [query_data, describe_data],
}
