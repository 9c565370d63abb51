//! What the parser's complaints mean to a script's author.

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit;
use oxc_diagnostics::OxcDiagnostic;
use oxc_span::SourceType;

use super::{Refusal, parse, visit::Stripper};

pub(super) const NO_JSX: &str = "JSX is not supported: build the text or the object yourself.";

/// A syntax error as a refusal. JSX gets a sentence of its own, since the
/// parser takes its `<` for a cast and complains about something else.
pub(super) fn syntax_error(source: &str, error: &OxcDiagnostic) -> Refusal {
    if let Some(offset) = jsx(source) {
        return Refusal::at(source, offset as usize, NO_JSX.to_owned());
    }
    let offset = error.labels.first().map_or(source.len(), |label| label.offset() as usize);
    let mut message = error.message.to_string();
    if !message.ends_with(['.', '!', '?', '`']) {
        message.push('.');
    }
    if let Some(help) = &error.help {
        message.push(' ');
        message.push_str(help);
    }
    Refusal::at(source, offset, message)
}

/// Where the first JSX stands, if the source is sound when read with JSX.
fn jsx(source: &str) -> Option<u32> {
    if !source.contains("</") && !source.contains("/>") {
        return None;
    }
    let allocator = Allocator::default();
    let parsed = parse(&allocator, source, SourceType::tsx());
    if parsed.diagnostics.has_errors() {
        return None;
    }
    let mut stripper = Stripper::new(source, &parsed.tokens);
    stripper.visit_program(&parsed.program);
    stripper.refusal.filter(|(_, message)| message == NO_JSX).map(|(offset, _)| offset)
}
