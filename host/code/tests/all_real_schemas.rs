//! Every schema of the collected tools and API operations, checked by the TypeScript compiler.
//!
//! The data is not part of the repository. The folder is `BULKHEAD_SHARED_DATA`, or `shared/data` beside the workspace;
//! without it, or without node and npm, the tests say so and pass.
#![allow(
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test says what it skips and measures, and fails by panicking"
)]

#[path = "all_real_schemas/compiler.rs"]
mod compiler;
#[path = "all_real_schemas/data.rs"]
mod data;
#[path = "all_real_schemas/example.rs"]
mod example;
#[path = "all_real_schemas/hostile.rs"]
mod hostile;

use std::fmt::Write as _;
use std::time::Instant;

use bulkhead_code::declarations::{declare, module};
use serde_json::Value;

use compiler::Compiler;
use data::Tool;

/// The bound that `declare` keeps, plus the indentation that a module adds to it.
const MOST_BYTES: usize = 16 * 1024;

/// Every so many tools of the data give examples; what is left is about 900.
const SAMPLE: usize = 13;

/// The collected tools and the compiler, or nothing if there are none here.
fn prepared() -> Option<(Vec<Tool>, Compiler)> {
    let Some(tools) = data::tools() else {
        eprintln!("SKIPPED: no collected schemas; set BULKHEAD_SHARED_DATA to their folder");
        return None;
    };
    let Some(compiler) = Compiler::installed() else {
        eprintln!("SKIPPED: no TypeScript compiler; it needs node and npm");
        return None;
    };
    Some((tools, compiler))
}

#[test]
fn every_schema_compiles_in_strict_mode() {
    let Some((tools, compiler)) = prepared() else { return };
    let text = module(tools.iter().map(Tool::function));
    assert_eq!(text, module(tools.iter().map(Tool::function)), "the same catalog is the same text");
    compiler.check("module", &[("catalog.d.ts", &text)]);

    let start = Instant::now();
    let declarations: Vec<String> = tools.iter().map(|tool| declare(&tool.function())).collect();
    let taken = start.elapsed();
    let total: usize = declarations.iter().map(|text| text.chars().count()).sum();
    let longest = declarations.iter().map(String::len).max().unwrap_or_default();
    let cut = declarations.iter().filter(|text| text.contains("/* cut: ")).count();
    eprintln!(
        "{} declarations in {taken:?}; {} characters on average, {longest} bytes at most; {cut} with something cut",
        tools.len(),
        total / tools.len()
    );
    assert!(longest <= MOST_BYTES);

    // Each on its own as well: `declare` names aliases differently and a model sees this form.
    let mut alone = String::new();
    for (number, text) in declarations.iter().enumerate() {
        let (aliases, signature) = data::parts(text);
        writeln!(alone, "export namespace N{number} {{\n{aliases}export interface F {{\n{signature}\n}}\n}}")
            .unwrap();
    }
    compiler.check("alone", &[("alone.ts", &alone)]);
}

#[test]
fn values_that_a_schema_accepts_compile_and_others_do_not() {
    let Some((tools, compiler)) = prepared() else { return };
    let mut text = module(tools.iter().step_by(SAMPLE).map(Tool::function));
    let (mut right, mut wrong) = (0, 0);
    for (number, tool) in tools.iter().step_by(SAMPLE).enumerate() {
        let path = format!("(typeof tools){}", access(&tool.component, &tool.name));
        let argument = format!("NonNullable<Parameters<{path}>[0]>");
        let result = format!("Awaited<ReturnType<{path}>>");
        let has_argument = !declare(&tool.function()).contains("(): Promise<");
        let of_input = has_argument.then_some((&tool.input, argument, "in"));
        let of_output = tool.output.as_ref().map(|output| (output, result, "out"));
        for (schema, of, side) in of_input.into_iter().chain(of_output) {
            for (place, value) in example::accepted(schema).iter().enumerate() {
                writeln!(text, "const {side}{number}_{place}: {of} = {value};").unwrap();
                right += 1;
            }
            for (place, value) in example::refused(schema).iter().enumerate() {
                writeln!(text, "// @ts-expect-error\nconst not_{side}{number}_{place}: {of} = {value};")
                    .unwrap();
                wrong += 1;
            }
        }
    }
    eprintln!("{right} values that fit, {wrong} that do not");
    assert!(right > 300 && wrong > 300, "the sample is large enough to mean something");
    compiler.check("values", &[("values.ts", &text)]);
}

#[test]
fn hostile_and_odd_schemas_compile() {
    let Some(compiler) = Compiler::installed() else {
        eprintln!("SKIPPED: no TypeScript compiler; it needs node and npm");
        return;
    };
    let mut tools = hostile::tools();
    tools.extend(data::cases());
    let text = module(tools.iter().map(Tool::function));
    // The constant after it shows that what was inside the text did not hide or end anything.
    let text = format!("{text}const last: number = 1;\n// @ts-expect-error\nconst wrong: number = \"\";\n");
    compiler.check("hostile", &[("hostile.ts", &text)]);
    let names: Vec<String> = tools.iter().map(|tool| access(&tool.component, &tool.name)).collect();
    let mut text = module(tools.iter().map(Tool::function));
    for (number, name) in names.iter().enumerate() {
        writeln!(text, "const f{number}: (...args: never) => Promise<unknown> = tools{name};").unwrap();
    }
    compiler.check("names", &[("names.ts", &text)]);
}

fn access(component: &str, name: &str) -> String {
    format!("[{}][{}]", quoted(component), quoted(name))
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
