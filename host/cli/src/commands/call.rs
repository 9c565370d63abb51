//! `bulkhead call`.

use std::{io::Read, sync::Arc};

use anyhow::{Context, anyhow};
use bulkhead_dispatch::{Answer, CallError, CallRequest, Caller, Door, Silent};
use bulkhead_policy::Limit;
use bulkhead_sandbox::neutral;
use bulkhead_schema::Outcome as ToolOutcome;
use serde_json::{Value, json};

use crate::{
    args::Call,
    exit::{Code, Failure, OrExit, Outcome, code_of},
    host::{Configured, local_user},
    outcome, print,
};

pub async fn run(args: Call) -> Outcome {
    let arguments = arguments(&args.arguments).or_exit(Code::Usage)?;
    let dispatcher = Configured::read(&args.source)?.open(&args.source).await?;
    let caller =
        Caller { principal: local_user(), door: Door::Cli, trace: std::env::var("TRACEPARENT").ok() };
    let request = CallRequest::new(args.tool, arguments);
    match dispatcher.call(&caller, request, Arc::new(Silent)).await {
        Ok(answer) => answered(&answer, args.json),
        Err(error) => Err(failed(error, args.json)),
    }
}

fn arguments(text: &str) -> anyhow::Result<Value> {
    let mut read = String::new();
    let text = match text {
        "-" => {
            std::io::stdin().read_to_string(&mut read).context("cannot read standard input")?;
            &read
        }
        text => text,
    };
    serde_json::from_str(text).context("the arguments are not JSON; an example is '{\"name\": \"Ada\"}'")
}

fn answered(answer: &Answer, as_json: bool) -> Outcome {
    if as_json {
        let usage = &answer.usage;
        let mut value = outcome::to_json(&answer.outcome);
        value["usage"] = json!({
            "fuel": usage.fuel,
            "memory_bytes": usage.memory_peak,
            "output_bytes": usage.output_bytes,
            "host_calls": usage.host_calls,
            "http_requests": usage.http_requests,
            "http_bytes": usage.http_bytes,
            "tcp_bytes": usage.tcp_bytes,
            "written_bytes": usage.written,
            "random_bytes": usage.random,
            "refusals": usage.refusals,
            "limits_reached": usage.reached.iter().map(Limit::key).collect::<Vec<_>>(),
            "log_lines": usage.log_lines,
            "log_lines_dropped": usage.log_dropped,
            "micros": u64::try_from(usage.duration.as_micros()).unwrap_or(u64::MAX),
        });
        print::json(&value);
    } else {
        outcome::show(&answer.outcome);
    }
    match answer.outcome {
        ToolOutcome::Complete(_) => Ok(()),
        ToolOutcome::InputRequired(_) => Err(Failure {
            code: Code::ApprovalNeeded,
            error: anyhow!(
                "the tool asks for input, and the command line cannot answer; call it from an MCP client"
            ),
        }),
    }
}

fn failed(error: CallError, as_json: bool) -> Failure {
    let code = code_of(&error);
    if as_json {
        print::json(&json!({ "outcome": "error", "error": error.for_model() }));
    }
    // The tool's own words may be in it.
    Failure { code, error: anyhow!("{}: {}", error.code(), neutral(&error.to_string())) }
}
