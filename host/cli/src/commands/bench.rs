//! `bulkhead bench`.

use std::path::Path;

use anyhow::Context;
use bulkhead_code::{Evaluation, evaluate};
use serde_json::Value;

use crate::{
    args::{Bench, BenchSearch},
    exit::{Code, OrExit, Outcome},
    print,
};

pub fn run(args: &Bench) -> Outcome {
    match args {
        Bench::Search(args) => search(args),
    }
}

fn search(args: &BenchSearch) -> Outcome {
    let catalog = values(&args.catalog).or_exit(Code::Usage)?;
    let requests = values(&args.queries).or_exit(Code::Usage)?;
    let evaluation = evaluate(&catalog, &requests, args.k);
    if args.json {
        let mut value = evaluation.to_json();
        value["k"] = args.k.into();
        print::json(&value);
    } else {
        show(&evaluation, args.k);
    }
    Ok(())
}

fn show(evaluation: &Evaluation, k: usize) {
    let milliseconds = |of_a_hundred| evaluation.time(of_a_hundred).as_secs_f64() * 1e3;
    print::line(format_args!(
        "{} tools, indexed in {:.0} ms",
        evaluation.tools,
        evaluation.build.as_secs_f64() * 1e3
    ));
    for kind in &evaluation.kinds {
        print::line(format_args!(
            "{:<12} {:>5} requests  recall@{k} {:.3}  share@{k} {:.3}  MRR {:.3}",
            kind.name,
            kind.requests,
            kind.recall(),
            kind.mean_share(),
            kind.mean_reciprocal_rank()
        ));
    }
    print::line(format_args!(
        "a search: {:.2} ms median, {:.2} ms at 99 of 100, {:.2} ms at most",
        milliseconds(50),
        milliseconds(99),
        milliseconds(100)
    ));
}

/// The values of a file: JSON Lines, a JSON array, or a `tools/list` result.
fn values(file: &Path) -> anyhow::Result<Vec<Value>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let whole: Option<Value> = serde_json::from_str(&text).ok();
    match whole {
        Some(Value::Array(values)) => Ok(values),
        Some(mut value) if value["tools"].is_array() => {
            Ok(value["tools"].as_array_mut().map(std::mem::take).unwrap_or_default())
        }
        _ => {
            let line = |(at, line): (usize, &str)| {
                serde_json::from_str(line).with_context(|| format!("{}, line {}", file.display(), at + 1))
            };
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(line).collect()
        }
    }
}
