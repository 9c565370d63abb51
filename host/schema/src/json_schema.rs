//! JSON Schema: compiled once, checked on every call, with errors that a model can act on.
//!
//! A schema comes from a component and is not trusted. It can make the host fetch or open nothing, and it cannot
//! make the host work without end: what could is refused when it is compiled, or not looked into when it is checked.

use std::panic::AssertUnwindSafe;

use jsonschema::{PatternOptions, Retrieve, Uri, ValidationError, Validator};
use serde_json::Value;

mod cost;
mod explain;

use cost::Cost;

/// A compiled schema.
#[derive(Debug)]
pub struct Schema {
    validator: Validator,
    source: Value,
    cost: Cost,
}

/// One thing that is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// A JSON pointer (RFC 6901) to the part that is wrong; empty for the whole value.
    pub path: String,
    /// For the model: what was expected and what is there, shortened.
    pub message: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

/// Why a schema is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// Neither an object nor a boolean.
    #[error("a JSON Schema is an object, and this is {found}")]
    NotASchema {
        /// What it is.
        found: String,
    },
    /// Another language.
    #[error(
        "`$schema` is {found}, which is not supported; use \"https://json-schema.org/draft/2020-12/schema\""
    )]
    Dialect {
        /// The value of `$schema`.
        found: String,
    },
    /// It refers to something outside of itself.
    #[error(
        "the reference \"{reference}\" leads out of the schema; nothing is ever fetched, so that definitions must be in \
         the schema itself, as \"#/$defs/name\""
    )]
    RemoteReference {
        /// The reference as written.
        reference: String,
    },
    /// It refers to something that is not there.
    #[error("the reference \"{reference}\" leads to nothing in this schema")]
    DanglingReference {
        /// The reference as written.
        reference: String,
    },
    /// A subschema with its own base URI.
    #[error(
        "there is a nested `$id` \"{id}\"; references are read from the root only, so that it must be left out"
    )]
    NestedId {
        /// The identifier.
        id: String,
    },
    /// It is not valid in its own language.
    #[error("the schema is invalid{}: {detail}", at(path))]
    Invalid {
        /// A JSON pointer into the schema.
        path: String,
        /// What is wrong there.
        detail: String,
    },
    /// Checking it could take too long.
    #[error("the schema is too complex: {detail}")]
    TooComplex {
        /// In what respect.
        detail: String,
    },
}

fn at(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" at {path}") }
}

/// More tell a model nothing that it will not be told again after it has repaired these.
pub const MAX_VIOLATIONS: usize = 10;

/// Parts of the schema times parts of the value. At some tens of nanoseconds each this is about two seconds of work;
/// the largest answer that the default limits let through, against the largest schema seen, is a tenth of it.
const MAX_STEPS: u64 = 50_000_000;

/// The same for the search of what is wrong, which costs several times as much for each part.
const MAX_EXPLAIN_STEPS: u64 = 2_000_000;

impl Schema {
    /// Compiles a schema: 2020-12 unless `$schema` names one of the drafts 4, 6, 7 or 2019-09.
    ///
    /// # Errors
    ///
    /// Another dialect, a reference out of the schema, a schema that is invalid or too complex.
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        if !schema.is_object() && !schema.is_boolean() {
            return Err(SchemaError::NotASchema { found: explain::described(schema) });
        }
        check_dialect(schema)?;
        let cost = cost::of(schema)?;
        let options = jsonschema::options().with_retriever(Refuse).with_pattern_options(patterns());
        let validator = options.build(schema).map_err(|error| schema_error(&error))?;
        Ok(Self { validator, source: schema.clone(), cost })
    }

    /// Checks a value.
    ///
    /// # Errors
    ///
    /// What is wrong, at most [`MAX_VIOLATIONS`] things.
    pub fn check(&self, value: &Value) -> Result<(), Vec<Violation>> {
        let size = cost::size(value);
        if self.cost.steps(size.parts) > MAX_STEPS {
            return Err(vec![whole("this is too large to be checked against the schema; use less of it")]);
        }
        // The library recovers from the regex engine's known panics itself; this is for those that nobody knows.
        let valid = std::panic::catch_unwind(AssertUnwindSafe(|| self.validator.is_valid(value)));
        match valid {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.violations(value, size)),
            Err(_) => Err(vec![whole("this could not be checked against the schema")]),
        }
    }

    fn violations(&self, value: &Value, size: cost::Size) -> Vec<Violation> {
        if self.cost.steps_to_explain(size) > MAX_EXPLAIN_STEPS {
            return vec![whole("this does not conform to the schema, and is nested too deeply to say where")];
        }
        let mut violations = Vec::new();
        for error in self.validator.iter_errors(value) {
            explain::explain(&error, &self.source, &mut violations);
            if violations.len() >= MAX_VIOLATIONS {
                break;
            }
        }
        violations.truncate(MAX_VIOLATIONS);
        if violations.is_empty() {
            violations.push(whole("this does not conform to the schema"));
        }
        violations
    }
}

fn whole(message: &str) -> Violation {
    Violation { path: String::new(), message: message.to_owned() }
}

/// Look-around, which real schemas use, is matched by backtracking. A limit on it, and on the compiled size, bounds
/// what a hostile pattern costs: the library's own million steps are milliseconds for each string.
fn patterns() -> PatternOptions<jsonschema::FancyRegex> {
    PatternOptions::fancy_regex().backtrack_limit(50_000).size_limit(1 << 20).dfa_size_limit(1 << 20)
}

/// Refuses every reference out of the schema.
struct Refuse;

impl Retrieve for Refuse {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("{uri} is outside of the schema, and nothing is fetched").into())
    }
}

const DIALECTS: &[&str] = &[
    "json-schema.org/draft/2020-12/schema",
    "json-schema.org/draft/2019-09/schema",
    "json-schema.org/draft-07/schema",
    "json-schema.org/draft-06/schema",
    "json-schema.org/draft-04/schema",
];

fn check_dialect(schema: &Value) -> Result<(), SchemaError> {
    let Some(dialect) = schema.get("$schema") else { return Ok(()) };
    let known = dialect.as_str().is_some_and(|uri| {
        let name = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://")).unwrap_or(uri);
        DIALECTS.contains(&name.strip_suffix('#').unwrap_or(name))
    });
    if known { Ok(()) } else { Err(SchemaError::Dialect { found: explain::excerpt(dialect) }) }
}

fn schema_error(error: &ValidationError<'_>) -> SchemaError {
    let mut violations = Vec::new();
    explain::explain(error, &Value::Null, &mut violations);
    match violations.into_iter().next() {
        Some(Violation { path, message }) => SchemaError::Invalid { path, detail: message },
        None => SchemaError::Invalid {
            path: String::new(),
            detail: "it does not conform to its own language".into(),
        },
    }
}

#[cfg(test)]
mod tests;
