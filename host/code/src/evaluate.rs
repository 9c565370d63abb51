//! How well the search finds what it should: a catalog, requests with what each should find, and what came of them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::catalog::parameters;
use crate::search::{Entry, Index, Parameter};

/// How deep a rank is looked for.
const DEEP: usize = 100;

/// What was measured.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Tools in the catalog.
    pub tools: usize,
    /// How long the index took.
    pub build: Duration,
    /// For all requests of a kind, in the order of the kinds.
    pub kinds: Vec<Kind>,
    /// How long each search took, shortest first.
    pub times: Vec<Duration>,
}

/// The requests of one kind.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// The requests' `kind`, or `all`.
    pub name: String,
    /// How many.
    pub requests: usize,
    /// How many found one of what they should among the first.
    pub found: usize,
    /// The share of what they should find that was among the first, summed up.
    pub share: f64,
    /// One through the rank of the first, summed up.
    pub reciprocal: f64,
}

/// Measures. `catalog` has `name`, `description`, and `parameters` or `inputSchema` each, or is a `tools/list` result;
/// `requests` have `query` and `expected` each, or `expected_base` where the tools have a `base`.
pub fn evaluate(catalog: &[Value], requests: &[Value], first: usize) -> Evaluation {
    let began = Instant::now();
    let parameters: Vec<_> = catalog.iter().map(|tool| parameters(schema(tool))).collect();
    let index =
        Index::build(catalog.iter().zip(&parameters).map(|(tool, parameters)| entry(tool, parameters)));
    let build = began.elapsed();
    let based = catalog.iter().any(|tool| tool["base"].is_string());
    let (key, wanted) = if based { ("base", "expected_base") } else { ("name", "expected") };
    let (mut kinds, mut times): (Vec<Kind>, Vec<Duration>) = (Vec::new(), Vec::new());
    for request in requests {
        let began = Instant::now();
        let hits = index.search(text(request, "query"), DEEP, |_| true);
        times.push(began.elapsed());
        let found: Vec<&str> = hits.iter().map(|hit| text(&catalog[hit.entry], key)).collect();
        kind(&mut kinds, request["kind"].as_str().unwrap_or("all")).count(
            &found,
            &strings(&request[wanted]),
            first,
        );
    }
    times.sort_unstable();
    kinds.sort_by(|one, other| one.name.cmp(&other.name));
    Evaluation { tools: catalog.len(), build, kinds, times }
}

fn kind<'a>(kinds: &'a mut Vec<Kind>, name: &str) -> &'a mut Kind {
    let at = kinds.iter().position(|kind| kind.name == name).unwrap_or(kinds.len());
    if at == kinds.len() {
        kinds.push(Kind { name: name.to_owned(), ..Kind::default() });
    }
    &mut kinds[at]
}

impl Kind {
    fn count(&mut self, found: &[&str], expected: &[&str], first: usize) {
        let top = &found[..found.len().min(first)];
        let held = expected.iter().filter(|name| top.contains(name)).count();
        self.requests += 1;
        self.found += usize::from(held > 0);
        #[allow(clippy::cast_precision_loss, reason = "counts of a few")]
        if let Some(rank) = found.iter().position(|name| expected.contains(name)) {
            self.share += held as f64 / expected.len().max(1) as f64;
            self.reciprocal += 1.0 / (rank + 1) as f64;
        }
    }

    /// The share of requests that found one of what they should.
    pub fn recall(&self) -> f64 {
        self.mean(f64::from(u32::try_from(self.found).unwrap_or(u32::MAX)))
    }

    /// The mean share of what they should find.
    pub fn mean_share(&self) -> f64 {
        self.mean(self.share)
    }

    /// The mean reciprocal rank.
    pub fn mean_reciprocal_rank(&self) -> f64 {
        self.mean(self.reciprocal)
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / f64::from(u32::try_from(self.requests.max(1)).unwrap_or(u32::MAX))
    }
}

impl Evaluation {
    /// The time that so many of a hundred searches stay within.
    pub fn time(&self, of_a_hundred: usize) -> Duration {
        let at = (self.times.len() * of_a_hundred / 100).min(self.times.len().saturating_sub(1));
        self.times.get(at).copied().unwrap_or_default()
    }

    /// For a program.
    pub fn to_json(&self) -> Value {
        let kinds = self.kinds.iter().map(|kind| {
            json!({
                "kind": kind.name,
                "requests": kind.requests,
                "recall": kind.recall(),
                "share": kind.mean_share(),
                "mrr": kind.mean_reciprocal_rank(),
            })
        });
        json!({
            "tools": self.tools,
            "build_ms": self.build.as_secs_f64() * 1e3,
            "kinds": kinds.collect::<Vec<_>>(),
            "search_ms": {
                "p50": self.time(50).as_secs_f64() * 1e3,
                "p99": self.time(99).as_secs_f64() * 1e3,
                "max": self.time(100).as_secs_f64() * 1e3,
            },
        })
    }
}

fn schema(tool: &Value) -> &Value {
    if tool["inputSchema"].is_object() { &tool["inputSchema"] } else { &tool["parameters"] }
}

fn entry<'a>(tool: &'a Value, parameters: &'a [(String, String)]) -> Entry<'a> {
    Entry {
        name: text(tool, "name"),
        title: tool["title"].as_str().or_else(|| tool["summary"].as_str()),
        description: text(tool, "description"),
        parameters: parameters.iter().map(|(name, description)| Parameter { name, description }).collect(),
        tags: strings(&tool["tags"]),
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}
