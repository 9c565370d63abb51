//! `bulkhead run`.

use std::{
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, anyhow};
use bulkhead_code::{CodeMode, Given, InMemory, Ran, Record, Script};
use bulkhead_dispatch::{Caller, Door, Silent, Stamp};

use crate::{
    args::Run,
    exit::{Code, Failure, OrExit, Outcome},
    host::{Configured, local_user},
    print,
};

/// How often a watched file is looked at.
const LOOK: Duration = Duration::from_millis(200);

pub async fn run(args: Run) -> Outcome {
    let dispatcher = Configured::read(&args.source)?.open(&args.source).await?;
    let code = CodeMode::new(dispatcher, Arc::new(InMemory::default()));
    let caller =
        Caller { principal: local_user(), door: Door::Cli, trace: std::env::var("TRACEPARENT").ok() };
    if let Some(file) = &args.replay {
        let record = read_record(file).or_exit(Code::Usage)?;
        return show(&code.replay(&caller, record, Arc::new(Silent)).await, args.json);
    }
    let file = args.file.clone().unwrap_or_else(|| PathBuf::from("-"));
    if args.watch {
        return watch(&code, &caller, &file, &args).await;
    }
    once(&code, &caller, &file, &args).await
}

async fn once(code: &CodeMode, caller: &Caller, file: &Path, args: &Run) -> Outcome {
    let script = read(file, &args.args).or_exit(Code::Usage)?;
    let ran = code.run(caller, script, Arc::new(Silent)).await;
    if let Some(file) = &args.record {
        write_record(file, &ran.record).or_exit(Code::Usage)?;
    }
    show(&ran, args.json)
}

/// Until the command is interrupted. A script that fails is told, and waits for the next version.
async fn watch(code: &CodeMode, caller: &Caller, file: &Path, args: &Run) -> Outcome {
    let stamp = || std::fs::metadata(file).ok().map(|metadata| Stamp::of(&metadata));
    loop {
        let seen = stamp();
        if let Err(Failure { error, .. }) = once(code, caller, file, args).await {
            print::line(format_args!("{error:#}"));
        }
        print::line(format_args!("— waiting for {} to change —", file.display()));
        while stamp() == seen || stamp().is_none() {
            tokio::time::sleep(LOOK).await;
        }
    }
}

fn read(file: &Path, args: &str) -> anyhow::Result<Script> {
    let mut code = String::new();
    match file.to_str() {
        Some("-") => {
            std::io::stdin().read_to_string(&mut code).context("cannot read standard input")?;
        }
        _ => {
            code = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?
        }
    }
    let args = serde_json::from_str(args).context("`--args` is not JSON")?;
    Ok(Script { code, args })
}

fn read_record(file: &Path) -> anyhow::Result<Record> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no record of a run", file.display()))
}

fn write_record(file: &Path, record: &Record) -> anyhow::Result<()> {
    let text = serde_json::to_string(record)?;
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

fn show(ran: &Ran, as_json: bool) -> Outcome {
    let answer = ran.to_json();
    if as_json {
        print::json(&answer);
    } else {
        // A person reads lines as lines, and the result as a value.
        ran.console.iter().for_each(print::line);
        for note in answer["notes"].as_array().into_iter().flatten().filter_map(|note| note.as_str()) {
            print::line(format_args!("note: {note}"));
        }
        match &answer["result"] {
            serde_json::Value::Null => {}
            serde_json::Value::String(text) => print::answer(text),
            value => print::json(value),
        }
    }
    match &ran.end {
        Ok(Given::Value(_)) => Ok(()),
        Ok(Given::Questions(_)) => Err(Failure {
            code: Code::ApprovalNeeded,
            error: anyhow!(
                "a tool asks for input, and the command line cannot answer; run it from an MCP client"
            ),
        }),
        Err(error) => Err(Failure {
            code: code_of(&error.code),
            error: anyhow!("{}: {}", error.code, print::plain(&error.message)),
        }),
    }
}

/// The exit code of a script's error.
fn code_of(code: &str) -> Code {
    match code {
        "denied" => Code::Denied,
        "approval_needed" => Code::ApprovalNeeded,
        "out_of_fuel" | "out_of_memory" | "stack_overflow" | "deadline" | "out_of_budget" | "trap" => {
            Code::Stopped
        }
        "internal" | "unavailable" => Code::Internal,
        _ => Code::Failed,
    }
}
