//! From measurements to rows, and from rows to the document.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// One row of the table.
pub struct Row {
    /// What is measured.
    pub what: String,
    /// The host's number.
    pub ours: String,
    /// The other's.
    pub theirs: String,
    /// How they compare.
    pub compared: String,
    /// What is wanted.
    pub goal: &'static str,
    /// Whether it is met; nothing where there is no goal.
    pub met: Option<bool>,
}

/// The middle of what was measured.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().expect("something has been measured")
}

pub fn markdown(rows: &[Row]) -> String {
    let mut table = String::from(
        "| measured | bulkhead | beside it | compared | goal | met |\n|---|---|---|---|---|---|\n",
    );
    for Row { what, ours, theirs, compared, goal, met } in rows {
        let met = met.map_or("", |met| if met { "yes" } else { "**no**" });
        writeln!(table, "| {what} | {ours} | {theirs} | {compared} | {goal} | {met} |").expect("text grows");
    }
    table
}

/// Between these lines of the document stands what was measured last.
const MARKS: (&str, &str) = ("<!-- measured -->\n", "<!-- end -->");

/// Puts the table into the document.
pub fn write(table: &str) {
    let document = root().join("docs/performance.md");
    let text = fs::read_to_string(&document).expect("the document is there");
    let (before, rest) = text.split_once(MARKS.0).expect("the document has a place for the table");
    let (_, after) = rest.split_once(MARKS.1).expect("the place ends");
    fs::write(document, format!("{before}{}{table}{}{after}", MARKS.0, MARKS.1))
        .expect("the document can be written");
}

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders down").to_owned()
}
