//! `bulkhead list`.

use serde_json::json;

use crate::{
    args::List,
    exit::{Code, OrExit, Outcome},
    host::Configured,
    print,
};

pub async fn run(args: List) -> Outcome {
    let dispatcher = Configured::read(&args.source)?.open(&args.source).await?;
    dispatcher.check_schemas().await;
    let catalog = dispatcher.catalog();
    if args.json {
        print::json(&json!({
            "tools": catalog.tools().map(|tool| print::tool_json(tool)).collect::<Vec<_>>(),
            "refused": catalog.refused().iter().map(|refused| json!({
                "file": refused.path, "reason": refused.reason
            })).collect::<Vec<_>>(),
        }));
        return Ok(());
    }
    let mut text = Vec::new();
    print::catalog(&catalog, &dispatcher.policy(), &mut text)
        .and_then(|()| print::all(&text))
        .or_exit(Code::Internal)
}
