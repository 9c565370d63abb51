//! `bulkhead serve`.

use std::{io::Write, net::SocketAddr, sync::Arc};

use anyhow::Context;
use bulkhead_code::{CodeMode, InMemory};
use bulkhead_dispatch::Dispatcher;
use bulkhead_mcp::Settings;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::json;
use tokio::{net::TcpListener, signal};

use crate::{
    args::Serve,
    exit::{Code, OrExit, Outcome},
    host::{Configured, local_user},
    paste::Paste,
    print,
};

mod follow;

use follow::PolicyFile;

/// The port in the documentation's examples: free of any registered service.
const DEFAULT_PORT: u16 = 7333;

pub async fn run(args: Serve) -> Outcome {
    let configured = Configured::read(&args.source)?;
    let listen = args.http.or(configured.policy.host().listen);
    let metrics = configured.policy.host().metrics;
    let paste = Paste::new(&args.source, &configured);
    let own = configured.own_files(&args.source);
    let file = configured.file.clone().zip(configured.text.clone());
    let file = file.map(|(file, text)| PolicyFile { file, text, own });
    let dispatcher = configured.open(&args.source).await?;
    let code = CodeMode::new(dispatcher.clone(), Arc::new(InMemory::default()));
    warn_of_refused(&dispatcher);
    if let Some(address) = metrics {
        serve_metrics(address)?;
    }
    let settings = settings(&args);
    if args.stdio {
        serve_stdio(code, settings, file).await
    } else {
        let address = listen.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], DEFAULT_PORT)));
        serve_http(code, settings, address, &paste, file).await
    }
}

fn settings(args: &Serve) -> Settings {
    let mut settings = Settings::new("bulkhead", env!("CARGO_PKG_VERSION"));
    settings.allowed_hosts.clone_from(&args.allow_host);
    settings.allowed_origins.clone_from(&args.allow_origin);
    settings
}

/// Counts what the dispatcher counts, and serves it in Prometheus's text format.
fn serve_metrics(address: SocketAddr) -> Outcome {
    let exporter = PrometheusBuilder::new().with_http_listener(address);
    exporter.install().with_context(|| format!("cannot serve metrics on {address}")).or_exit(Code::Usage)
}

fn warn_of_refused(dispatcher: &Dispatcher) {
    for refused in dispatcher.catalog().refused() {
        tracing::warn!(file = %refused.path.display(), reason = refused.reason, "component refused");
    }
}

async fn serve_stdio(code: CodeMode, settings: Settings, policy: Option<PolicyFile>) -> Outcome {
    let following = follow::start(code.dispatcher(), policy);
    let (input, output) = bulkhead_mcp::standard_streams();
    let served = bulkhead_mcp::serve_stdio(code, local_user(), settings, input, output).await;
    drop(following);
    served.or_exit(Code::Internal)
}

async fn serve_http(
    code: CodeMode,
    settings: Settings,
    address: SocketAddr,
    paste: &Paste,
    policy: Option<PolicyFile>,
) -> Outcome {
    let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"));
    let listener = listener.or_exit(Code::Usage)?;
    let address = listener.local_addr().or_exit(Code::Internal)?;
    announce(code.dispatcher(), address, paste).or_exit(Code::Internal)?;
    let following = follow::start(code.dispatcher(), policy);
    let router = bulkhead_mcp::http_service(code, local_user(), settings).or_exit(Code::Internal)?;
    let served = bulkhead_mcp::serve_http(listener, router, stopped()).await;
    drop(following);
    served.or_exit(Code::Internal)
}

/// Ends with SIGINT or SIGTERM.
async fn stopped() {
    let interrupt = signal::ctrl_c();
    let Ok(mut terminate) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
        let _ = interrupt.await;
        return;
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}

fn announce(dispatcher: &Dispatcher, address: SocketAddr, paste: &Paste) -> std::io::Result<()> {
    let mut out = Vec::new();
    print::catalog(&dispatcher.catalog(), &dispatcher.policy(), &mut out)?;
    writeln!(out, "\nFor an MCP client that connects:\n{}", by_http(address))?;
    writeln!(out, "\nFor an MCP client that starts its servers:\n{}", by_stdio(paste))?;
    writeln!(out, "\n`bulkhead install --client NAME` writes these into a client's configuration.")?;
    writeln!(out, "\nserving at http://{address}/mcp")?;
    print::all(&out)
}

/// The lines for a client that connects.
fn by_http(address: SocketAddr) -> String {
    pretty(
        &json!({ "mcpServers": { "bulkhead": { "type": "http", "url": format!("http://{address}/mcp") } } }),
    )
}

/// The lines for a client that starts its servers.
fn by_stdio(Paste { program, arguments }: &Paste) -> String {
    pretty(&json!({ "mcpServers": { "bulkhead": { "command": program, "args": arguments } } }))
}

fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
