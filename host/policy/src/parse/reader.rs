//! Values of the file with their places, so that every error can say where it is.

use std::ops::Range;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::nearest::nearest;
use crate::{Place, PolicyError, units};

/// The text that spans refer to.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
}

/// A key with its value.
pub(super) struct Entry<'a> {
    source: Source<'a>,
    /// The last part of the key.
    pub(super) name: &'a str,
    /// The whole key, such as `tools.fetch.http`.
    path: String,
    key: Range<usize>,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Source<'a> {
    /// The entries of a table in the order of the file, whatever order the table keeps.
    pub(super) fn entries(self, table: &'a DeTable<'a>, path: &str) -> Vec<Entry<'a>> {
        let mut entries: Vec<_> = table.iter().map(|(key, value)| self.entry(key, value, path)).collect();
        entries.sort_by_key(|entry| entry.key.start);
        entries
    }

    fn entry(self, key: &'a Spanned<DeString<'a>>, value: &'a Spanned<DeValue<'a>>, path: &str) -> Entry<'a> {
        let name: &str = key.get_ref();
        let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        Entry { source: self, name, path, key: key.span(), value }
    }

    /// Turns bytes of the text into line and column.
    pub(super) fn place(self, span: Range<usize>) -> Place {
        let start = self.boundary(span.start);
        let before = self.text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let text = self.text.get(line_start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let line_end = line_start + text.len();
        let end = self.boundary(span.end.clamp(start, line_end.max(start)));
        Place {
            line: before.matches('\n').count() + 1,
            column: self.text.get(line_start..start).unwrap_or_default().chars().count() + 1,
            text: text.to_owned(),
            width: self.text.get(start..end).unwrap_or_default().chars().count().max(1),
        }
    }

    /// The TOML parser may point past the end or between the bytes of a character.
    fn boundary(self, at: usize) -> usize {
        (0..=at.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }
}

impl<'a> Entry<'a> {
    pub(super) fn table(&self, example: &'static str) -> Result<Vec<Entry<'a>>, PolicyError> {
        match self.value.get_ref() {
            DeValue::Table(table) => Ok(self.source.entries(table, &self.path)),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => Err(self.wrong_type("a table", example)),
        }
    }

    /// The elements of a list, each an entry under the list's own key.
    pub(super) fn list(&self, of: &str, example: &'static str) -> Result<Vec<Entry<'a>>, PolicyError> {
        let DeValue::Array(items) = self.value.get_ref() else {
            return Err(self.wrong_type(&format!("a list of {of}"), example));
        };
        let entry = |value: &'a Spanned<DeValue<'a>>| Entry {
            source: self.source,
            name: self.name,
            path: self.path.clone(),
            key: value.span(),
            value,
        };
        Ok(items.iter().map(entry).collect())
    }

    /// A text that is not empty.
    pub(super) fn text(&self, expected: &str, example: &'static str) -> Result<&'a str, PolicyError> {
        match self.value.get_ref().as_str() {
            Some("") => Err(self.wrong("it is empty", expected, example)),
            Some(text) => Ok(text),
            None => Err(self.wrong_type(expected, example)),
        }
    }

    /// A text that can be a path or a value: NUL ends a text for the operating system.
    pub(super) fn path_text(&self, expected: &str, example: &'static str) -> Result<String, PolicyError> {
        let text = self.text(expected, example)?;
        if text.contains('\0') {
            return Err(self.wrong("it has a NUL character", expected, example));
        }
        Ok(text.to_owned())
    }

    /// A size of at least one byte.
    pub(super) fn size(&self, example: &'static str) -> Result<u64, PolicyError> {
        const EXPECTED: &str = "a size, in B, KiB, MiB or GiB";
        match units::size(self.text(EXPECTED, example)?) {
            Ok(0) => Err(self.wrong("this is too little", EXPECTED, example)),
            Ok(size) => Ok(size),
            Err(problem) => Err(self.wrong(problem, EXPECTED, example)),
        }
    }

    /// A time of at least a second.
    pub(super) fn time(&self, example: &'static str) -> Result<Duration, PolicyError> {
        const EXPECTED: &str = "a time of at least one second, in s, m or h";
        match units::duration(self.text(EXPECTED, example)?) {
            Ok(time) if time < Duration::from_secs(1) => {
                Err(self.wrong("this is too little", EXPECTED, example))
            }
            Ok(time) => Ok(time),
            Err(problem) => Err(self.wrong(problem, EXPECTED, example)),
        }
    }

    /// A whole number from 1 on.
    pub(super) fn count(&self, example: &'static str) -> Result<u64, PolicyError> {
        const EXPECTED: &str = "a whole number from 1 on";
        let DeValue::Integer(number) = self.value.get_ref() else {
            return Err(self.wrong_type(EXPECTED, example));
        };
        match u64::from_str_radix(number.as_str(), number.radix()) {
            Ok(0) | Err(_) => Err(self.wrong("it is out of range", EXPECTED, example)),
            Ok(number) => Ok(number),
        }
    }

    pub(super) fn value(&self) -> &'a DeValue<'a> {
        self.value.get_ref()
    }

    pub(super) fn wrong_type(&self, expected: &str, example: &'static str) -> PolicyError {
        let kind = match self.value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.wrong(format!("this is {kind}"), expected, example)
    }

    /// An error about the value.
    pub(super) fn wrong(
        &self,
        problem: impl Into<String>,
        expected: &str,
        example: &'static str,
    ) -> PolicyError {
        PolicyError::Value {
            place: Box::new(self.source.place(self.value.span())),
            key: format!("`{}`", self.path),
            found: self.source.excerpt(self.value.span()),
            problem: problem.into(),
            expected: expected.to_owned(),
            example,
        }
    }

    /// An error about the key, where the key is a name that the operator chose.
    pub(super) fn bad_name(&self, problem: &str, expected: &str, example: &'static str) -> PolicyError {
        PolicyError::Value {
            place: Box::new(self.source.place(self.key.clone())),
            key: format!("the key `{}`", self.path),
            found: self.source.excerpt(self.key.clone()),
            problem: problem.to_owned(),
            expected: expected.to_owned(),
            example,
        }
    }

    pub(super) fn unknown(&self, known: &[&str], example: &'static str) -> PolicyError {
        PolicyError::UnknownKey {
            place: Box::new(self.source.place(self.key.clone())),
            key: format!("`{}`", self.path),
            nearest: nearest(self.name, known.iter().copied()).map(str::to_owned),
            known: known.join(", "),
            example,
        }
    }

    pub(super) fn conflict(&self, problem: impl Into<String>, example: &'static str) -> PolicyError {
        PolicyError::Conflict {
            place: Box::new(self.source.place(self.value.span())),
            key: format!("`{}`", self.path),
            problem: problem.into(),
            example,
        }
    }

    /// An error about a table that lacks a key.
    pub(super) fn missing(&self, key: &str, expected: &str, example: &'static str) -> PolicyError {
        self.wrong(format!("`{key}` is missing"), expected, example)
    }
}

impl Source<'_> {
    /// Enough of a value to recognise it, on one line.
    fn excerpt(self, span: Range<usize>) -> String {
        const SHOWN: usize = 60;
        let text = self.text.get(span).unwrap_or_default();
        let shown: String = text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if text.chars().nth(SHOWN).is_some() { format!("{shown}…") } else { shown }
    }
}
