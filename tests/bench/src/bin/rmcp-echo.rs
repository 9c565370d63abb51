//! An MCP server made with rmcp's own server, with the echo tool and no sandbox: what the host is measured against.
//!
//! `rmcp-echo stdio`, `rmcp-echo json` (HTTP, stateless, one JSON document for each answer: the fastest that rmcp has) or
//! `rmcp-echo sessions` (HTTP as rmcp does it by default). A server on HTTP prints its address.

#![allow(clippy::print_stdout, reason = "whoever starts this must learn the address")]

use std::error::Error;

use axum::serve::ListenerExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;

#[derive(Clone)]
struct Echo;

impl ServerHandler for Echo {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![Tool::new("echo", "Says what it is told.", schema())]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let text =
            request.arguments.as_ref().and_then(|arguments| arguments.get("text")).and_then(Value::as_str);
        let text = text.ok_or_else(|| ErrorData::invalid_params("`text` must be a string", None))?;
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

fn schema() -> Map<String, Value> {
    let schema =
        json!({ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] });
    schema.as_object().cloned().unwrap_or_default()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("stdio") => {
            Echo.serve(stdio()).await?.waiting().await?;
            Ok(())
        }
        Some("json") => {
            http(
                StreamableHttpServerConfig::default()
                    .with_legacy_session_mode(false)
                    .with_json_response(true),
            )
            .await
        }
        Some("sessions") => http(StreamableHttpServerConfig::default()).await,
        _ => Err("rmcp-echo stdio | json | sessions".into()),
    }
}

async fn http(config: StreamableHttpServerConfig) -> Result<(), Box<dyn Error>> {
    let service = StreamableHttpService::new(|| Ok(Echo), LocalSessionManager::default().into(), config);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    // Without this, an answer in several pieces waits for the client's acknowledgement of the first.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    println!("serving at http://{address}/mcp");
    Ok(axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?)
}
