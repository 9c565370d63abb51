//! The results of a query, a page of them.

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{ANSWER, thousands};
use jaq_json::Val;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::output::Json;
use crate::program::Program;
use crate::rows::{self, Table};
use crate::source::Source;

/// A program can have results without end; counting stops here and says so.
const MOST_RESULTS: usize = 1_000_000;

/// A page of results.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Results {
    /// The results of this page, in their order.
    #[schemars(with = "Vec<Value>")]
    pub results: Vec<Json>,
    /// How many results there are on all pages.
    pub total: usize,
    /// Whether there are results that this page does not have.
    pub truncated: bool,
    /// The `start` of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start: Option<usize>,
    /// The format that the data was read as.
    pub format: &'static str,
    /// How many rows were read, when per_row was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Anything else to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Which results to give.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// How many to pass over.
    pub start: usize,
    /// How many to give.
    pub limit: usize,
}

/// Runs a query on all of a source, or on each of its rows.
///
/// # Errors
///
/// `bad_query`, `query_failed`, `bad_data`, `too_large`, `result_too_large`.
pub fn query(
    source: Source,
    table: Table,
    code: &str,
    per_row: bool,
    page: Page,
) -> Result<Results, ToolError> {
    let program = Program::new(code)?;
    let format = source.format.name();
    let mut collector =
        Collector { page, room: ANSWER, done: false, results: Results { format, ..Results::default() } };
    if !per_row {
        collector.run(&program, rows::whole(source, table)?)?;
        return Ok(collector.finish());
    }
    let Some(rows) = rows::rows(source, table)? else {
        return Err(ToolError::invalid(
            "A JSON document has no rows. Leave out per_row, and begin the query with `.[]`.",
        ));
    };
    let mut count = 0;
    for row in rows {
        count += 1;
        collector
            .run(&program, row?)
            .map_err(|error| error.context(format_args!("In row {}", thousands(count))))?;
        if collector.done {
            break;
        }
    }
    collector.results.rows = Some(count);
    Ok(collector.finish())
}

struct Collector {
    page: Page,
    /// How much the answer may still grow by.
    room: usize,
    /// Whether counting has stopped.
    done: bool,
    results: Results,
}

impl Collector {
    fn run(&mut self, program: &Program, input: Val) -> Result<(), ToolError> {
        for result in program.run(input) {
            self.add(Json(result?))?;
            if self.results.total >= MOST_RESULTS {
                self.done = true;
                break;
            }
        }
        Ok(())
    }

    fn add(&mut self, result: Json) -> Result<(), ToolError> {
        let index = self.results.total;
        self.results.total += 1;
        let given = self.results.results.len();
        if index < self.page.start || self.results.truncated {
            return Ok(());
        }
        let size = serde_json::to_string(&result).map_err(ToolError::from_error)?.len();
        if size > ANSWER && given == 0 {
            return Err(result_too_large(&result.0, index, size));
        }
        if given >= self.page.limit || size > self.room {
            self.results.truncated = true;
            self.results.next_start = Some(index);
            return Ok(());
        }
        self.room -= size;
        self.results.results.push(result);
        Ok(())
    }

    fn finish(mut self) -> Results {
        self.results.truncated |= self.page.start > 0;
        if self.done {
            let message =
                format!("There are at least {} results; the rest was not counted.", thousands(MOST_RESULTS));
            self.results.note = Some(message);
        }
        self.results
    }
}

fn result_too_large(result: &Val, index: usize, size: usize) -> ToolError {
    let (what, how) = match result {
        Val::Arr(elements) => (
            format!("a list of {}", thousands(elements.len())),
            "End the query with `| .[]` to get its elements in pages, or with `| length` to count them.",
        ),
        Val::Obj(fields) => (
            format!("an object of {} keys", thousands(fields.len())),
            "Pick some of them, or end the query with `| keys` to see which there are.",
        ),
        Val::Null | Val::Bool(_) | Val::Num(_) | Val::TStr(_) | Val::BStr(_) => {
            ("a text".to_owned(), "Take a part of it, such as `| .[:1000]`.")
        }
    };
    ToolError::new(
        "result_too_large",
        format!("Result {index} is {what} ({} bytes), too much for an answer. {how}", thousands(size)),
    )
}

#[cfg(test)]
mod tests;
