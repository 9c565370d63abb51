//! `bulkhead types`.

use std::sync::Arc;

use anyhow::Context;
use bulkhead_code::{CodeMode, InMemory};

use crate::{
    args::Types,
    exit::{Code, OrExit, Outcome},
    host::{Configured, local_user},
    print,
};

pub async fn run(args: Types) -> Outcome {
    let dispatcher = Configured::read(&args.source)?.open(&args.source).await?;
    let code = CodeMode::new(dispatcher, Arc::new(InMemory::default()));
    let text = code.declarations(&local_user());
    match args.out {
        Some(file) => std::fs::write(&file, text)
            .with_context(|| format!("cannot write {}", file.display()))
            .or_exit(Code::Usage),
        None => print::all(text.as_bytes()).or_exit(Code::Internal),
    }
}
