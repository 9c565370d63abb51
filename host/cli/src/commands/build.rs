//! `bulkhead build`: a guest crate to a component with its catalog embedded.

mod cargo;
mod describe;

use anyhow::Context;
use bulkhead_schema::{Shape, component, section};
use serde_json::json;
use wasi_preview1_component_adapter_provider::{
    WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME, WASI_SNAPSHOT_PREVIEW1_REACTOR_ADAPTER,
};
use wit_component::ComponentEncoder;

use crate::{
    args::Build,
    exit::{Code, OrExit, Outcome},
    print,
};

pub async fn run(args: Build) -> Outcome {
    let module = cargo::build(&args).or_exit(Code::Usage)?;
    let bytes = std::fs::read(&module).with_context(|| format!("cannot read {}", module.display()));
    let bytes = componentize(bytes.or_exit(Code::Usage)?).or_exit(Code::Failed)?;
    let shape = Shape::of(&bytes).or_exit(Code::Failed)?;
    shape.admit().or_exit(Code::Failed)?;
    let catalog = describe::ask(bytes.clone()).await?;
    let bytes = section::embed(&bytes, &catalog).or_exit(Code::Failed)?;
    let file = args.out.join(format!("{}.wasm", catalog.info.name));
    std::fs::create_dir_all(&args.out)
        .and_then(|()| std::fs::write(&file, &bytes))
        .with_context(|| format!("cannot write {}", file.display()))
        .or_exit(Code::Usage)?;
    let tools: Vec<_> = catalog.tools.iter().map(|tool| tool.name.as_str()).collect();
    if args.json {
        print::json(&json!({
            "file": file, "size": bytes.len(), "digest": component::digest(&bytes), "tools": tools
        }));
    } else {
        print::line(format_args!("{}: {} bytes, tools: {}", file.display(), bytes.len(), tools.join(", ")));
    }
    Ok(())
}

/// rustup's compiler makes a component; Debian's makes a core module that still calls WASI's first preview where the C
/// library does.
fn componentize(bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    if wasmparser::Parser::is_component(&bytes) {
        return Ok(bytes);
    }
    let mut encoder = ComponentEncoder::default()
        .module(&bytes)
        .context("the crate's module is not a guest of bulkhead-sdk: is `component! { … }` in lib.rs?")?
        .validate(true)
        .adapter(WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME, WASI_SNAPSHOT_PREVIEW1_REACTOR_ADAPTER)?;
    encoder.encode().context("the crate's module cannot be made a component")
}
