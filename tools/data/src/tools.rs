//! The functions that models call.

use bulkhead_sdk::{ToolError, tool};
use bulkhead_tool_common::Directories;

use crate::describe::{self, Description};
use crate::query::{self, Page, Results};
use crate::rows::Table;
use crate::source::{Format, Source};

/// Where the tool looks, as `component!` requests it.
const DECLARED: [&str; 3] = ["/work", "/docs", "/data"];

fn granted() -> Directories {
    Directories::granted(&DECLARED)
}

/// Queries a JSON, JSON Lines, CSV or TSV file, or a text, with the jq language. Use it to filter, count, group and sum
/// data without reading all of it; use describe_data first to see what there is. `.` is the whole: a JSON document as it
/// is, rows as an array of objects with the columns' names as keys, so `[.[] | select(.price > 10)] | length` or
/// `group_by(.city) | map({city: .[0].city, n: length}) | .[]`. Results come in pages.
#[tool(title = "Query data", read_only, idempotent, closed_world, tags = ["jq", "json", "csv", "filter", "aggregate"])]
#[expect(clippy::too_many_arguments, reason = "each is an argument of the model's")]
pub fn query_data(
    /// A program of the jq language. There are no `input`, `env`, `$ENV`, `include` and `import`.
    #[schemars(length(min = 1, max = 20000))]
    query: String,
    /// The file, such as `/data/sales.csv`. Give this or a text.
    path: Option<String>,
    /// The data itself. Give this or a path.
    text: Option<String>,
    /// The format. Found out from the file's name or the data when absent.
    format: Option<Format>,
    /// Run the query on each row by itself, with `.` as the row, instead of once on all rows. Needs little memory: for files
    /// of more than 2 MiB. Not for JSON documents.
    #[arg(default)]
    per_row: bool,
    /// Whether the first row of a table has the names of the columns; they are `column_1`, `column_2`, … otherwise.
    #[arg(default = true)]
    header: bool,
    /// What stands between the fields of a table, one ASCII character. Found out when absent.
    #[schemars(length(min = 1, max = 1))]
    delimiter: Option<String>,
    /// Read fields of a table as numbers, booleans and null (nothing in it) where they look like it; as text otherwise.
    #[arg(default = true)]
    infer_types: bool,
    /// How many results to pass over: the `next_start` of the page before.
    #[arg(default)]
    start: u32,
    /// How many results to give, at most. An answer has at most 32 KiB.
    #[arg(default = 50, min = 1, max = 1000)]
    limit: u32,
) -> Result<Results, ToolError> {
    let table = Table { delimiter: byte(delimiter)?, header, infer_types };
    let source = Source::open(granted, path.as_deref(), text, format)?;
    query::query(source, table, &query, per_row, Page { start: start as usize, limit: limit as usize })
}

/// Describes a JSON, JSON Lines, CSV or TSV file, or a text: format, number of rows, and for each column or key the types,
/// some examples, and the smallest and largest number. Use it before query_data.
#[tool(title = "Describe data", read_only, idempotent, closed_world, tags = ["schema", "columns", "json", "csv"])]
pub fn describe_data(
    /// The file, such as `/data/sales.csv`. Give this or a text.
    path: Option<String>,
    /// The data itself. Give this or a path.
    text: Option<String>,
    /// The format. Found out from the file's name or the data when absent.
    format: Option<Format>,
    /// Whether the first row of a table has the names of the columns.
    #[arg(default = true)]
    header: bool,
    /// What stands between the fields of a table, one ASCII character. Found out when absent.
    #[schemars(length(min = 1, max = 1))]
    delimiter: Option<String>,
) -> Result<Description, ToolError> {
    let table = Table { delimiter: byte(delimiter)?, header, infer_types: true };
    describe::describe(Source::open(granted, path.as_deref(), text, format)?, table)
}

fn byte(delimiter: Option<String>) -> Result<Option<u8>, ToolError> {
    match delimiter.as_deref().map(str::as_bytes) {
        None => Ok(None),
        Some(&[byte]) if byte.is_ascii() && byte != b'"' && byte != b'\n' => Ok(Some(byte)),
        Some(_) => Err(ToolError::invalid("The delimiter must be one ASCII character, such as `;`.")),
    }
}

#[cfg(test)]
mod tests;
