//! `bulkhead list`.

use serde_json::json;

use crate::{
    args::List,
    exit::{Code, OrExit, Outcome},
    host::Configured,
    print::{self, offered_json},
};

pub async fn run(args: List) -> Outcome {
    let dispatcher = Configured::read(&args.source)?.open(&args.source).await?;
    dispatcher.check_schemas().await;
    let catalog = dispatcher.catalog();
    if args.json {
        print::json(&json!({
            "tools": catalog.tools().map(|tool| offered_json(&tool.definition, &tool.component)).collect::<Vec<_>>(),
            "prompts": catalog
                .prompts()
                .map(|prompt| offered_json(&prompt.definition, &prompt.component))
                .collect::<Vec<_>>(),
            "resourceTemplates": catalog.components().iter().flat_map(|component| {
                component.templates.iter().map(|family| offered_json(&family.definition, component))
            }).collect::<Vec<_>>(),
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
