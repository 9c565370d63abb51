//! Data as values: a document, or one row after the other.

use std::io::{BufRead, Read};

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::cut_start;
use encoding_rs::WINDOWS_1252;
use jaq_json::{Map, Num, Val};

use crate::source::{Format, Source};

/// A line that is longer is not a row but a file without line breaks.
const LONGEST_LINE: u64 = 8 * 1024 * 1024;

/// How tables are read.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// What stands between fields; found out when absent.
    pub delimiter: Option<u8>,
    /// Whether the first row has the names of the columns.
    pub header: bool,
    /// Whether numbers, `true`, `false` and nothing are more than text.
    pub infer_types: bool,
}

/// Rows, one after the other.
pub enum Rows {
    /// Of JSON Lines.
    Lines(Lines),
    /// Of a table.
    Records(Box<Records>),
}

impl Iterator for Rows {
    type Item = Result<Val, ToolError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Lines(lines) => lines.next(),
            Self::Records(records) => records.next(),
        }
    }
}

impl Rows {
    /// How many rows are left. They are not made into values, which is most of the work.
    ///
    /// # Errors
    ///
    /// `bad_data` for what is no table; lines are not looked into.
    pub fn count_rest(self) -> Result<u64, ToolError> {
        let mut count = 0;
        match self {
            Self::Lines(mut lines) => {
                while let Some(line) = lines.line() {
                    line?;
                    count += 1;
                }
            }
            Self::Records(mut records) => {
                while records.read()? {
                    count += 1;
                }
            }
        }
        Ok(count)
    }
}

/// The rows of a source that has any: JSON is a single value and has none.
///
/// # Errors
///
/// `bad_data` when it does not even begin as its format does.
pub fn rows(source: Source, table: Table) -> Result<Option<Rows>, ToolError> {
    match source.format {
        Format::Json => Ok(None),
        Format::Jsonl => {
            let lines = Lines { name: source.name.clone(), reader: source.into_reader(), line: 0 };
            Ok(Some(Rows::Lines(lines)))
        }
        Format::Csv | Format::Tsv => Ok(Some(Rows::Records(Box::new(Records::new(source, table)?)))),
    }
}

/// All of a source as one value: a JSON document, or the list of all rows.
///
/// # Errors
///
/// `bad_data` with the place, `too_large`.
pub fn whole(source: Source, table: Table) -> Result<Val, ToolError> {
    if source.format == Format::Json {
        return document(source);
    }
    source.must_fit("Set per_row to run the query on one row after the other.")?;
    match rows(source, table)? {
        Some(rows) => rows.collect(),
        None => Ok(Val::Null),
    }
}

fn document(source: Source) -> Result<Val, ToolError> {
    let name = source.name.clone();
    let bytes = source.read_whole("Store it as JSON Lines, and set per_row.")?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let hint = if error.to_string().starts_with("trailing characters") {
            " If it has a value on each line, set the format to jsonl."
        } else {
            ""
        };
        bad_data(format!("{name} is not JSON: {error}.{hint}"))
    })
}

fn bad_data(message: String) -> ToolError {
    ToolError::new("bad_data", message)
}

/// JSON Lines.
pub struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    line: u64,
}

impl Iterator for Lines {
    type Item = Result<Val, ToolError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.line().map(|line| self.value(&line?))
    }
}

impl Lines {
    /// The next line that has something in it.
    fn line(&mut self) -> Option<Result<Vec<u8>, ToolError>> {
        loop {
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
            self.line += 1;
            match read {
                Ok(0) => return None,
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => return Some(Ok(line)),
                Err(error) => return Some(Err(ToolError::from(error).context(&self.name))),
            }
        }
    }

    fn value(&self, line: &[u8]) -> Result<Val, ToolError> {
        serde_json::from_slice(line).map_err(|error| {
            let shown = cut_start(&String::from_utf8_lossy(line.trim_ascii()), 100);
            bad_data(format!("Line {} of {} is not JSON: {error}. It is: {shown}", self.line, self.name))
        })
    }
}

/// A table.
pub struct Records {
    name: String,
    reader: csv::Reader<Box<dyn BufRead>>,
    record: csv::ByteRecord,
    columns: Vec<Val>,
    infer_types: bool,
}

impl Records {
    fn new(source: Source, table: Table) -> Result<Self, ToolError> {
        let delimiter = table.delimiter.unwrap_or_else(|| delimiter(&source));
        let name = source.name.clone();
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            // Rows that are short or long are read as far as they go.
            .flexible(true)
            .from_reader(source.into_reader());
        let mut record = csv::ByteRecord::new();
        let mut columns = Vec::new();
        if table.header {
            reader.read_byte_record(&mut record).map_err(|error| bad_row(&name, &error))?;
            columns = names(&record);
        }
        Ok(Self { name, reader, record, columns, infer_types: table.infer_types })
    }

    /// Goes to the next row, if there is one.
    fn read(&mut self) -> Result<bool, ToolError> {
        self.reader.read_byte_record(&mut self.record).map_err(|error| bad_row(&self.name, &error))
    }

    fn row(&mut self) -> Val {
        while self.columns.len() < self.record.len() {
            self.columns.push(text(format!("column_{}", self.columns.len() + 1)));
        }
        let mut row = Map::default();
        row.reserve(self.columns.len());
        for (index, column) in self.columns.iter().enumerate() {
            let value = self.record.get(index).map_or(Val::Null, |field| value(field, self.infer_types));
            row.insert(column.clone(), value);
        }
        Val::obj(row)
    }
}

impl Iterator for Records {
    type Item = Result<Val, ToolError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.read() {
            Ok(more) => more.then(|| Ok(self.row())),
            Err(error) => Some(Err(error)),
        }
    }
}

fn bad_row(name: &str, error: &csv::Error) -> ToolError {
    bad_data(format!("{name} cannot be read as a table: {error}."))
}

/// What a table's source has between its fields: whatever there is most of in the first line.
pub fn delimiter(source: &Source) -> u8 {
    if source.format == Format::Tsv {
        return b'\t';
    }
    let line = source.beginning.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |delimiter: &u8| line.iter().filter(|byte| *byte == delimiter).count();
    // Of equals, the last counts, and a comma is what it is called after.
    *b"|\t;,".iter().max_by_key(|delimiter| count(delimiter)).unwrap_or(&b',')
}

fn text(text: String) -> Val {
    Val::utf8_str(text.into_bytes())
}

/// The names of columns. What has no name, or another's, is given one of its own.
fn names(header: &csv::ByteRecord) -> Vec<Val> {
    let mut names: Vec<String> = Vec::with_capacity(header.len());
    for (index, field) in header.iter().enumerate() {
        let mut name = decoded(field.trim_ascii());
        if name.is_empty() {
            name = format!("column_{}", index + 1);
        }
        let mut number = 2;
        let first = name.clone();
        while names.contains(&name) {
            name = format!("{first}_{number}");
            number += 1;
        }
        names.push(name);
    }
    names.into_iter().map(text).collect()
}

/// Tables that are not in UTF-8 are mostly those that Excel has made.
fn decoded(field: &[u8]) -> String {
    match std::str::from_utf8(field) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(field).0.into_owned(),
    }
}

fn value(field: &[u8], infer_types: bool) -> Val {
    if infer_types {
        match field.trim_ascii() {
            b"" => return Val::Null,
            b"true" | b"TRUE" | b"True" => return Val::Bool(true),
            b"false" | b"FALSE" | b"False" => return Val::Bool(false),
            other => {
                if let Some(number) = number(other) {
                    return Val::Num(number);
                }
            }
        }
    }
    text(decoded(field))
}

/// A number as JSON writes it. What begins with zeros or has more digits than a number keeps is a name for something, such
/// as a post code or an account, and stays text.
fn number(field: &[u8]) -> Option<Num> {
    const DIGITS: usize = 15;
    let digits = field.strip_prefix(b"-").unwrap_or(field);
    let plain = digits.first().is_some_and(u8::is_ascii_digit)
        && digits.last().is_some_and(u8::is_ascii_digit)
        && !(digits.len() > 1 && digits[0] == b'0' && digits[1].is_ascii_digit());
    if !plain || digits.iter().filter(|byte| byte.is_ascii_digit()).count() > DIGITS {
        return None;
    }
    let text = std::str::from_utf8(field).ok()?;
    match text.parse::<i64>() {
        Ok(integer) => Some(Num::from_integral(integer)),
        Err(_) => text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Num::Float),
    }
}

#[cfg(test)]
mod tests;
