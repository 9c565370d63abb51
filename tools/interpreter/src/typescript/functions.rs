//! Functions, arrows and their parameters.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_parser::Kind;
use oxc_span::GetSpan;

use super::visit::Stripper;

impl Stripper<'_> {
    pub(super) fn function(&mut self, it: &Function<'_>) {
        if let Some(parameters) = &it.type_parameters {
            self.edits.blank(parameters.span.start, parameters.span.end);
        }
        if let Some(this) = &it.this_param {
            self.this_parameter(this.span);
        }
        self.visit_formal_parameters(&it.params);
        if let Some(result) = &it.return_type {
            self.edits.blank(it.params.span.end, result.span.end);
        }
        if let Some(body) = &it.body {
            self.visit_function_body(body);
        }
    }

    fn this_parameter(&mut self, span: Span) {
        let end = match self.token_from(span.end) {
            Some(token) if token.kind() == Kind::Comma => token.end(),
            _ => span.end,
        };
        self.edits.blank(span.start, end);
    }

    pub(super) fn arrow(&mut self, it: &ArrowFunctionExpression<'_>) {
        if let Some(parameters) = &it.type_parameters {
            self.arrow_type_parameters(parameters.span, it.params.span.start);
        }
        self.visit_formal_parameters(&it.params);
        if let Some(result) = &it.return_type {
            self.arrow_result(it.params.span.end, result.span.end);
        }
        self.visit_arrow_function_body(&it.body);
    }

    /// Blanks `<T>` before an arrow's parameters. Where it spans lines the `(`
    /// moves to its start, since neither `async` nor `return` may be followed
    /// by a line's end.
    fn arrow_type_parameters(&mut self, span: Span, paren: u32) {
        if self.has_line_end(span.start, paren) {
            self.edits.replace(span.start, paren + 1, "(");
        } else {
            self.edits.blank(span.start, span.end);
        }
    }

    /// Blanks an arrow's result type. Where it spans lines the `)` moves to its
    /// end, since no line may end between `)` and `=>`.
    fn arrow_result(&mut self, params_end: u32, end: u32) {
        let paren = params_end.saturating_sub(1);
        if !self.has_line_end(paren, end) {
            return self.edits.blank(params_end, end);
        }
        let last = self.text(paren, end).chars().next_back().map_or(1, char::len_utf8);
        let last = end - last as u32;
        self.edits.blank(paren, last);
        self.edits.replace(last, end, ")");
    }

    pub(super) fn parameter(&mut self, it: &FormalParameter<'_>) {
        self.refuse_decorators(&it.decorators);
        let pattern = it.pattern.span();
        self.blank_modifiers(it.span.start, pattern.start);
        let end = self.end_of_type(pattern.end, it.optional, it.type_annotation.as_deref());
        self.edits.blank(pattern.end, end);
        self.visit_binding_pattern(&it.pattern);
        if let Some(initializer) = &it.initializer {
            self.visit_expression(initializer);
        }
    }

    /// Blanks the modifiers among the tokens from `start` to `end`.
    pub(super) fn blank_modifiers(&mut self, start: u32, end: u32) {
        for token in self.tokens_from(start) {
            if token.start() >= end {
                return;
            }
            if is_modifier(token.kind()) {
                self.edits.blank(token.start(), token.end());
            }
        }
    }
}

/// Whether a token is a modifier that means nothing at run time.
pub(super) fn is_modifier(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Public
            | Kind::Private
            | Kind::Protected
            | Kind::Readonly
            | Kind::Override
            | Kind::Declare
            | Kind::Abstract
    )
}
