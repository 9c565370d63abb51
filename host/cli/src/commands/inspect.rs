//! `bulkhead inspect`.

use std::path::Path;

use anyhow::{Context, anyhow};
use bulkhead_sandbox::neutral;
use bulkhead_schema::{Catalog, Shape, ShapeError, component, lint, section};
use serde_json::json;

use crate::{
    args::Inspect,
    exit::{Code, OrExit, Outcome},
    print,
    requests::asked,
};

pub fn run(args: &Inspect) -> Outcome {
    let found = read(&args.file).or_exit(Code::Usage)?;
    if args.json {
        print_json(&found)
    } else {
        print_text(&found)
    }
    let refused = |error: ShapeError| anyhow!("{}: {}", args.file.display(), neutral(&error.to_string()));
    found.shape.admit().map_err(refused).or_exit(Code::Failed)
}

struct Found {
    size: usize,
    digest: String,
    shape: Shape,
    catalog: Option<Catalog>,
}

fn read(file: &Path) -> anyhow::Result<Found> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let shape = Shape::of(&bytes).with_context(|| file.display().to_string())?;
    let catalog = section::read(&bytes).with_context(|| file.display().to_string())?;
    Ok(Found { size: bytes.len(), digest: component::digest(&bytes), shape, catalog })
}

fn print_json(found: &Found) {
    let problems = found.catalog.as_ref().map(lint::problems).unwrap_or_default();
    print::json(&json!({
        "size": found.size,
        "digest": found.digest,
        "imports": found.shape.imports,
        "exports": found.shape.exports,
        "info": found.catalog.as_ref().map(|catalog| &catalog.info),
        "tools": found.catalog.as_ref().map(|catalog| &catalog.tools),
        "prompts": found.catalog.as_ref().map(|catalog| &catalog.prompts),
        "resourceTemplates": found.catalog.as_ref().map(|catalog| &catalog.templates),
        "problems": problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
    }));
}

fn print_text(found: &Found) {
    print::line(format_args!("size     {} bytes", found.size));
    print::line(format_args!("digest   {}", found.digest));
    found.shape.exports.iter().for_each(|export| print::line(format_args!("exports  {}", neutral(export))));
    found.shape.imports.iter().for_each(|import| print::line(format_args!("imports  {}", neutral(import))));
    let Some(catalog) = &found.catalog else {
        return print::line("no embedded catalog: the host asks the component when it starts");
    };
    let info = &catalog.info;
    print::line(format_args!(
        "\n{} {}  {}",
        neutral(&info.name),
        neutral(&info.version),
        neutral(&info.description)
    ));
    for request in &info.requests {
        let optional = if request.optional { " (optional)" } else { "" };
        print::line(format_args!(
            "  asks for {}{optional}: {}",
            neutral(&asked(&request.capability)),
            neutral(&request.reason)
        ));
    }
    for tool in &catalog.tools {
        print::line(format_args!(
            "\n  {}: {}",
            neutral(&tool.name),
            neutral(print::brief(&tool.description))
        ));
        print::line(format_args!("    input  {}", tool.input_schema));
        if let Some(schema) = &tool.output_schema {
            print::line(format_args!("    output {schema}"));
        }
    }
    for prompt in &catalog.prompts {
        let about = prompt.description.as_deref().unwrap_or_default();
        print::line(format_args!("\n  {} (prompt): {}", neutral(&prompt.name), neutral(print::brief(about))));
        for argument in &prompt.arguments {
            let optional = if argument.required { "" } else { " (optional)" };
            print::line(format_args!("    argument {}{optional}", neutral(&argument.name)));
        }
    }
    for family in &catalog.templates {
        let about = family.description.as_deref().unwrap_or_default();
        let uri = neutral(&family.uri_template);
        print::line(format_args!("\n  {uri} (resource): {}", neutral(print::brief(about))));
    }
    for problem in lint::problems(catalog) {
        print::line(format_args!("problem  {problem}"));
    }
}
