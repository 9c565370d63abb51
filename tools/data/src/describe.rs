//! What data looks like.

use std::collections::BTreeMap;

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::cut_start;
use jaq_json::Val;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::output::Json;
use crate::rows::{self, Table};
use crate::source::{Format, Source};

/// Enough for the widest tables that a person would make; more are counted.
const MOST_FIELDS: usize = 150;

/// A large table is described by its first rows, so many that they have these many values: about half a second of work.
const MOST_VALUES: u64 = 200_000;

/// What is deeper is rarely asked for, and found with a query.
const DEEPEST: usize = 5;

/// Elements of a list within a row tell its form; there may be many.
const MOST_ELEMENTS: usize = 100;

/// Different values that are shown.
const EXAMPLES: usize = 3;

/// How much of a text is shown.
const EXAMPLE: usize = 60;

/// What data looks like.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Description {
    /// The format that it was read as.
    pub format: &'static str,
    /// Its size in bytes.
    pub size: u64,
    /// What stands between the fields of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<String>,
    /// What `.` is in a query: `array`, `object` or another type. Rows are an `array`.
    pub root: &'static str,
    /// How many rows or elements there are, when the root is an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// How many of the first rows the fields are described by, when there are too many to look at them all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled_rows: Option<u64>,
    /// The fields, in the order in which they were met. Those of each row, when there are rows; otherwise those of the
    /// document.
    pub fields: Vec<Field>,
    /// How many more fields there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_fields: Option<usize>,
}

/// A field.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Field {
    /// Where it is, as a query says it: `.name`, `.tags[]`; `.` is the row itself.
    pub path: String,
    /// How many values of each type there are.
    pub types: BTreeMap<&'static str, u64>,
    /// Some different values; long texts are shortened.
    #[schemars(with = "Vec<Value>")]
    pub examples: Vec<Json>,
    /// The smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
}

/// Describes a source.
///
/// # Errors
///
/// `bad_data`, `too_large`.
pub fn describe(source: Source, table: Table) -> Result<Description, ToolError> {
    let (format, size) = (source.format, source.size);
    let delimiter = matches!(format, Format::Csv | Format::Tsv)
        .then(|| char::from(table.delimiter.unwrap_or_else(|| rows::delimiter(&source))).to_string());
    let mut fields = Fields::default();
    let (root, count, sampled_rows) = match format {
        Format::Json => {
            let (root, count) = fields.document(&rows::whole(source, table)?);
            (root, count, None)
        }
        Format::Jsonl | Format::Csv | Format::Tsv => {
            let (seen, all) = fields.sample(rows::rows(source, table)?)?;
            ("array", Some(all), (seen < all).then_some(seen))
        }
    };
    Ok(Description {
        format: format.name(),
        size,
        delimiter,
        root,
        rows: count,
        sampled_rows,
        fields: fields.list,
        more_fields: (!fields.left_out.is_empty()).then_some(fields.left_out.len()),
    })
}

fn type_of(value: &Val) -> &'static str {
    match value {
        Val::Null => "null",
        Val::Bool(_) => "boolean",
        Val::Num(_) => "number",
        Val::TStr(_) | Val::BStr(_) => "string",
        Val::Arr(_) => "array",
        Val::Obj(_) => "object",
    }
}

#[derive(Default)]
struct Fields {
    list: Vec<Field>,
    by_path: BTreeMap<String, usize>,
    left_out: std::collections::BTreeSet<String>,
    values: u64,
}

impl Fields {
    /// The first rows. Gives how many those are, and how many there are.
    fn sample(&mut self, rows: Option<rows::Rows>) -> Result<(u64, u64), ToolError> {
        let Some(mut rows) = rows else { return Ok((0, 0)) };
        let mut count = 0;
        while self.values < MOST_VALUES {
            let Some(row) = rows.next() else { return Ok((count, count)) };
            self.add(".", &row?, 0);
            count += 1;
        }
        Ok((count, count + rows.count_rest()?))
    }

    /// A document that is a list has rows; any other is itself.
    fn document(&mut self, document: &Val) -> (&'static str, Option<u64>) {
        let Val::Arr(elements) = document else {
            self.add(".", document, 0);
            return (type_of(document), None);
        };
        for element in elements.iter() {
            self.add(".", element, 0);
        }
        ("array", Some(elements.len() as u64))
    }

    fn add(&mut self, path: &str, value: &Val, depth: usize) {
        // An object is known by its fields; where it is always one, it need not be listed itself.
        if !matches!(value, Val::Obj(_)) || depth == DEEPEST {
            self.note(path, value);
        }
        if depth == DEEPEST {
            return;
        }
        match value {
            Val::Obj(fields) => {
                for (key, value) in fields.iter() {
                    self.add(&below(path, key), value, depth + 1);
                }
            }
            Val::Arr(elements) => {
                let path = if path == "." { ".[]".to_owned() } else { format!("{path}[]") };
                for element in elements.iter().take(MOST_ELEMENTS) {
                    self.add(&path, element, depth + 1);
                }
            }
            Val::Null | Val::Bool(_) | Val::Num(_) | Val::TStr(_) | Val::BStr(_) => {}
        }
    }

    fn note(&mut self, path: &str, value: &Val) {
        self.values += 1;
        let index = match self.by_path.get(path) {
            Some(index) => *index,
            None if self.list.len() == MOST_FIELDS => {
                // Data can have a key for each row; the count stops being of use long before the memory ends.
                if self.left_out.len() < 10_000 {
                    self.left_out.insert(path.to_owned());
                }
                return;
            }
            None => {
                self.by_path.insert(path.to_owned(), self.list.len());
                self.list.push(Field::new(path));
                self.list.len() - 1
            }
        };
        self.list[index].note(value);
    }
}

impl Field {
    fn new(path: &str) -> Self {
        Self { path: path.to_owned(), types: BTreeMap::new(), examples: Vec::new(), min: None, max: None }
    }

    fn note(&mut self, value: &Val) {
        *self.types.entry(type_of(value)).or_default() += 1;
        let example = match value {
            Val::Num(_) => {
                if let Some(number) = jaq_std::ValT::as_f64(value) {
                    self.min = Some(self.min.map_or(number, |least| least.min(number)));
                    self.max = Some(self.max.map_or(number, |most| most.max(number)));
                }
                value.clone()
            }
            Val::TStr(text) | Val::BStr(text) if self.examples.len() < EXAMPLES => {
                Val::utf8_str(cut_start(&String::from_utf8_lossy(text), EXAMPLE).into_bytes())
            }
            Val::Bool(_) => value.clone(),
            // The fields and elements of these speak for themselves.
            Val::TStr(_) | Val::BStr(_) | Val::Null | Val::Arr(_) | Val::Obj(_) => return,
        };
        if self.examples.len() < EXAMPLES && !self.examples.iter().any(|known| known.0 == example) {
            self.examples.push(Json(example));
        }
    }
}

/// The path of a key: `.name`, or `.["a name"]` where the language wants it.
fn below(path: &str, key: &Val) -> String {
    let Json(key) = Json(key.clone());
    let text = match &key {
        Val::TStr(bytes) | Val::BStr(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        other => other.to_string(),
    };
    let path = if path == "." { "" } else { path };
    let plain = text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && text.starts_with(|letter: char| !letter.is_ascii_digit());
    if plain { format!("{path}.{text}") } else { format!("{path}.[{}]", Value::String(text)) }
}

#[cfg(test)]
mod tests;
