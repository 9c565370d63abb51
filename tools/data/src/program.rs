//! A program of the jq language.

use std::ops::Range;

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{cut_start, nearest};
use jaq_core::compile::Undefined;
use jaq_core::data::JustLut;
use jaq_core::load::{self, Arena, File, Loader, span};
use jaq_core::{Compiler, Ctx, Filter, Vars};
use jaq_json::Val;
use serde_json::json;

type Data = JustLut<Val>;

/// A program, ready to run.
pub struct Program(Filter<Data>);

/// Functions that reach outside of the query, which this tool has no use for. `input` and `$ENV` are not there either,
/// because nothing provides them, and there is nothing that could be included.
const LEFT_OUT: [&str; 1] = ["env"];

impl Program {
    /// Reads a program.
    ///
    /// # Errors
    ///
    /// `bad_query`, with the position.
    pub fn new(code: &str) -> Result<Self, ToolError> {
        let arena = Arena::default();
        let modules = Loader::new(definitions())
            .load(&arena, File { code, path: () })
            .map_err(|errors| unreadable(code, errors))?;
        let functions = functions().filter(|(name, ..)| !LEFT_OUT.contains(name));
        Compiler::default()
            .with_funs(functions)
            .compile(modules)
            .map(Self)
            .map_err(|errors| undefined(code, errors.into_iter().flat_map(|(_, errors)| errors)))
    }

    /// Runs it on a value: its results, until the first error.
    pub fn run(&self, input: Val) -> impl Iterator<Item = Result<Val, ToolError>> {
        let context = Ctx::<Data>::new(&self.0.lut, Vars::new([]));
        let mut results = self.0.id.run((context, input));
        std::iter::from_fn(move || match results.next()? {
            Ok(value) => Some(Ok(value)),
            Err(exception) => match exception.get_err() {
                Ok(error) => Some(Err(failed(&error.to_string()))),
                // `halt` ends the results.
                Err(_) => None,
            },
        })
    }
}

fn failed(error: &str) -> ToolError {
    // Errors carry the value that they are about.
    ToolError::new("query_failed", format!("The query failed: {}", cut_start(error, 500)))
}

fn definitions() -> impl Iterator<Item = load::parse::Def<&'static str>> {
    // The file is a part of this crate, and a test reads it.
    let more = load::parse(include_str!("program/more.jq"), |parser| parser.defs()).unwrap_or_default();
    jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs()).chain(more)
}

fn functions() -> impl Iterator<Item = jaq_core::native::Fun<Data>> {
    jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs())
}

fn unreadable(code: &str, errors: load::Errors<&str, ()>) -> ToolError {
    let problem = errors.into_iter().find_map(|(_, error)| match error {
        load::Error::Io(errors) => errors
            .into_iter()
            .next()
            .map(|(part, _)| (span(code, part), "Nothing can be included here.".to_owned())),
        load::Error::Lex(errors) => errors
            .into_iter()
            .next()
            .map(|(expected, part)| (begin(code, part), format!("Expected: {}.", expected.as_str()))),
        load::Error::Parse(errors) => errors
            .into_iter()
            .next()
            .map(|(expected, part)| (span(code, part), format!("Expected: {}.", expected.as_str()))),
    });
    let (place, problem) = problem.unwrap_or((0..0, "It is no program.".to_owned()));
    bad_query(code, place, &problem)
}

/// The lexer gives all that is left of the program.
fn begin(code: &str, part: &str) -> Range<usize> {
    let start = span(code, part).start;
    start..start
}

fn undefined<'a>(code: &str, mut errors: impl Iterator<Item = (&'a str, Undefined)>) -> ToolError {
    let Some((name, kind)) = errors.next() else { return bad_query(code, 0..0, "It is no program.") };
    let problem = match kind {
        Undefined::Filter(arguments) => {
            let known: Vec<(String, usize)> = definitions()
                .map(|definition| (definition.name.to_owned(), definition.args.len()))
                .chain(functions().map(|(name, arguments, _)| (name.to_owned(), arguments.len())))
                .collect();
            no_function(name, arguments, &known)
        }
        _ => {
            format!("There is no {} `{name}`.", kind.as_str())
        }
    };
    bad_query(code, span(code, name), &problem)
}

fn no_function(name: &str, arguments: usize, known: &[(String, usize)]) -> String {
    let others: Vec<usize> =
        known.iter().filter(|(known, _)| known == name).map(|(_, count)| *count).collect();
    if let Some(other) = others.first() {
        return format!("`{name}` takes {other} arguments and not {arguments}.");
    }
    match nearest(name, known.iter().map(|(name, _)| name.as_str())).first() {
        Some(near) => format!("There is no function `{name}`; was `{near}` meant?"),
        None => format!("There is no function `{name}`."),
    }
}

/// Points at a place in the program.
fn bad_query(code: &str, place: Range<usize>, problem: &str) -> ToolError {
    let start = code.floor_char_boundary(place.start);
    let before = &code[..start];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = code[line_start..].lines().next().unwrap_or_default();
    let column = code[line_start..start].chars().count();
    let marks =
        code.get(start..place.end).map_or(0, |part| part.lines().next().unwrap_or_default().chars().count());
    let number = before.matches('\n').count() + 1;
    ToolError::new(
        "bad_query",
        format!(
            "The query cannot be read at line {number}, column {}. {problem}\n{line}\n{}{}",
            column + 1,
            " ".repeat(column),
            "^".repeat(marks.max(1))
        ),
    )
    .detail(json!({ "line": number, "column": column + 1 }))
}

#[cfg(test)]
mod tests;
