//! Turning a TypeScript script into JavaScript without moving its lines.
//!
//! The script is the body of an async function, so that `await` and `return`
//! are allowed at its top. What only concerns types is blanked with spaces,
//! and what has a meaning at run time is rewritten where it stands, so that
//! an error's line in the JavaScript is the line in the script.

use std::borrow::Cow;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser, ParserReturn, Token, config::TokensParserConfig};
use oxc_span::SourceType;

mod classes;
mod constants;
mod depth;
mod edits;
mod enums;
mod expressions;
mod functions;
mod modules;
mod names;
mod place;
mod plain;
mod properties;
mod scan;
mod scripts;
mod source;
mod visit;
mod words;

use visit::Stripper;

pub use plain::is_plain;

/// Why a script cannot be turned into JavaScript, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// A sentence for the script's author.
    pub message: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
}

impl Refusal {
    fn at(source: &str, offset: usize, message: String) -> Self {
        let (line, column) = place::of(source, offset);
        Self { message, line, column }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (line {}, column {})", self.message, self.line, self.column)
    }
}

impl std::error::Error for Refusal {}

/// The JavaScript of a TypeScript script, with as many lines.
///
/// A script without TypeScript comes back borrowed.
///
/// # Errors
///
/// Syntax errors, what cannot be expressed by blanking (namespaces with
/// values, decorators, modules, JSX), and text that nests too deep for the
/// parser's stack.
pub fn strip(source: &str) -> Result<Cow<'_, str>, Refusal> {
    depth::check(source)?;
    let allocator = Allocator::default();
    let parsed = parse(&allocator, source, SourceType::ts());
    if let Some(error) = parsed.diagnostics.errors().next() {
        return Err(scripts::syntax_error(source, error));
    }
    blank(source, &parsed.program, &parsed.tokens)
}

fn blank<'s>(source: &'s str, program: &Program<'_>, tokens: &[Token]) -> Result<Cow<'s, str>, Refusal> {
    let mut stripper = Stripper::new(source, tokens);
    stripper.run(program);
    match stripper.refusal {
        Some((offset, message)) => Err(Refusal::at(source, offset as usize, message)),
        None => Ok(stripper.edits.apply(source)),
    }
}

fn parse<'a>(allocator: &'a Allocator, source: &'a str, kind: SourceType) -> ParserReturn<'a> {
    let options = ParseOptions {
        allow_return_outside_function: true,
        enable_ident_hashes: false,
        ..ParseOptions::default()
    };
    Parser::new(allocator, source, kind.with_module(true))
        .with_options(options)
        .with_config(TokensParserConfig)
        .parse()
}
