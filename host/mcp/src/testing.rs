//! A desk without a sandbox behind it: a handful of tools that each do one thing the protocol must carry.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test should stop")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bulkhead_dispatch::{
    Answer, CallError, CallRequest, Caller, Level, Listener, LogLine, Principal, Progress, Usage,
};
use bulkhead_schema::{
    Content, InputRequest, KeyedQuestion, Outcome, Question, ToolAnnotations, ToolDefinition, ToolError,
    ToolResult,
};
use futures::future::BoxFuture;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::server::Server;
use crate::settings::Settings;

/// The tools, sorted.
const TOOLS: [&str; 6] = ["ask", "echo", "fail", "forever", "structured", "talk"];

#[derive(Default)]
pub(crate) struct Fake {
    /// How many calls are under way.
    pub(crate) running: AtomicUsize,
    pub(crate) calls: AtomicUsize,
}

pub(crate) fn server(fake: &Arc<Fake>) -> Server {
    let mut settings = Settings::new("test", "1.2.3");
    settings.page_size = 4;
    settings.body_limit = 10_000;
    settings.instructions = Some("Be kind.".to_owned());
    Server::new(fake.clone(), Principal::local_user("ada"), settings).unwrap()
}

fn definition(name: &str) -> ToolDefinition {
    ToolDefinition {
        name: name.to_owned(),
        title: Some(name.to_uppercase()),
        description: format!("Does {name}."),
        input_schema: json!({ "type": "object", "properties": {
            "region": { "type": "string", "x-mcp-header": "Region" },
        } }),
        output_schema: (name == "structured").then(|| json!({ "type": "object" })),
        annotations: ToolAnnotations::default(),
        previewed: false,
        icons: vec![],
        tags: vec![],
        meta: None,
    }
}

impl Desk for Fake {
    fn each_tool(&self, _: &Principal, show: &mut dyn FnMut(&ToolDefinition)) {
        TOOLS.iter().for_each(|name| show(&definition(name)));
    }

    fn one_tool(&self, _: &Principal, name: &str, show: &mut dyn FnMut(&ToolDefinition)) {
        if TOOLS.contains(&name) {
            show(&definition(name));
        }
    }

    fn call<'a>(
        &'a self,
        caller: &'a Caller,
        request: CallRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<Answer, CallError>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.running.fetch_add(1, Ordering::SeqCst);
        let running = Running(&self.running);
        Box::pin(async move {
            let outcome = outcome(caller, request, &*listener).await?;
            drop(running);
            Ok(Answer { outcome, usage: Usage::default() })
        })
    }
}

struct Running<'a>(&'a AtomicUsize);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn outcome(
    caller: &Caller,
    request: CallRequest,
    listener: &dyn Listener,
) -> Result<Outcome, CallError> {
    let text =
        |text: String| Outcome::Complete(ToolResult { content: vec![Content::text(text)], structured: None });
    match request.tool.as_str() {
        "echo" => Ok(text(format!("{} {}", caller.door, request.arguments.unwrap()))),
        "structured" => {
            Ok(Outcome::Complete(ToolResult { content: vec![], structured: Some(json!({ "n": 1 })) }))
        }
        "fail" => Err(CallError::ToolFailed(ToolError {
            code: "no_luck".to_owned(),
            message: "Try again.".to_owned(),
            retryable: true,
            detail: None,
        })),
        "forever" => {
            listener.progress(Progress { done: 1.0, total: None, message: None });
            futures::future::pending().await
        }
        "talk" => {
            for done in [1.0, 2.0] {
                listener.progress(Progress { done, total: Some(2.0), message: Some("on it".to_owned()) });
            }
            for (level, message) in [(Level::Debug, "low"), (Level::Warning, "high")] {
                let line =
                    LogLine { level, tool: request.tool.clone(), message: message.to_owned(), fields: None };
                listener.log(line);
            }
            Ok(text("done".to_owned()))
        }
        "ask" => Ok(ask(request)),
        name => Err(CallError::UnknownTool { name: name.to_owned(), nearest: vec![] }),
    }
}

/// Asks for a name, then for the roots, then is done.
fn ask(request: CallRequest) -> Outcome {
    let ask = |key: &str, question, state: &[u8]| {
        let questions = vec![KeyedQuestion { key: key.to_owned(), question }];
        Outcome::InputRequired(InputRequest { questions, state: state.to_vec() })
    };
    let schema =
        json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    match request.resumption {
        None => ask("who", Question::Form { message: "Who?".to_owned(), schema }, b"first"),
        Some(resumption) if resumption.state == b"first" && resumption.answers.len() == 1 => {
            ask("where", Question::Roots, b"second")
        }
        Some(resumption) => {
            let said = format!("{} {:?}", String::from_utf8_lossy(&resumption.state), resumption.answers);
            Outcome::Complete(ToolResult { content: vec![Content::text(said)], structured: None })
        }
    }
}

pub(crate) const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"roots":{}}}"#;

/// A modern request with these params, written without their braces.
pub(crate) fn modern(id: i64, method: &str, params: &str) -> String {
    let comma = if params.is_empty() { "" } else { "," };
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}{comma}{META}}}}}"#)
}

/// A legacy request.
pub(crate) fn legacy(id: i64, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#)
}

/// A handshake.
pub(crate) fn initialize(version: &str) -> String {
    legacy(
        0,
        "initialize",
        &format!(
            r#""protocolVersion":"{version}","capabilities":{{"elicitation":{{}},"roots":{{}}}},"clientInfo":{{"name":"c","version":"0"}}"#
        ),
    )
}

/// Waits until a condition holds; a test that waits for ever says where.
#[track_caller]
pub(crate) fn eventually(condition: impl Fn() -> bool) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        for _ in 0..500 {
            if condition() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("never happened: {place}");
    }
}

/// The text of the first block of a result.
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}"))
}
