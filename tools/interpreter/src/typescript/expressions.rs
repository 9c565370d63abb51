//! Casts, type arguments and the long chains of expressions.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Kind;
use oxc_span::GetSpan;

use super::visit::Stripper;

impl Stripper<'_> {
    /// Visits an expression, following its leftmost operand in a loop: a sum
    /// or a chain of calls leans left, and is as deep as it is long.
    pub(super) fn expression<'a>(&mut self, start: &Expression<'a>) {
        let mut current = start;
        while let Some(left) = self.step(current) {
            current = left;
        }
    }

    /// Visits all but the leftmost operand, and gives that one back.
    fn step<'a, 'b>(&mut self, it: &'b Expression<'a>) -> Option<&'b Expression<'a>> {
        match it {
            Expression::BinaryExpression(it) => {
                self.visit_expression(&it.right);
                Some(&it.left)
            }
            Expression::LogicalExpression(it) => {
                self.visit_expression(&it.right);
                Some(&it.left)
            }
            Expression::CallExpression(it) => {
                self.type_arguments(it.type_arguments.as_deref());
                self.visit_arguments(&it.arguments);
                Some(&it.callee)
            }
            Expression::TaggedTemplateExpression(it) => {
                self.type_arguments(it.type_arguments.as_deref());
                self.visit_template_literal(&it.quasi);
                Some(&it.tag)
            }
            // Inside an enum, its name before a member is the enum itself.
            Expression::StaticMemberExpression(it) if self.is_enum(&it.object) => None,
            Expression::StaticMemberExpression(it) => Some(&it.object),
            Expression::PrivateFieldExpression(it) => Some(&it.object),
            Expression::ComputedMemberExpression(it) => {
                self.visit_expression(&it.expression);
                Some(&it.object)
            }
            _ => self.step_type(it),
        }
    }

    fn is_enum(&self, it: &Expression<'_>) -> bool {
        matches!(it, Expression::Identifier(it) if self.enums.is_current(&it.name))
    }

    fn step_type<'a, 'b>(&mut self, it: &'b Expression<'a>) -> Option<&'b Expression<'a>> {
        match it {
            Expression::TSAsExpression(it) => {
                self.blank_cast(it.expression.span().end, it.span.end);
                Some(&it.expression)
            }
            Expression::TSSatisfiesExpression(it) => {
                self.blank_cast(it.expression.span().end, it.span.end);
                Some(&it.expression)
            }
            Expression::TSNonNullExpression(it) => {
                self.edits.blank(it.expression.span().end, it.span.end);
                Some(&it.expression)
            }
            Expression::TSInstantiationExpression(it) => {
                self.type_arguments(Some(&it.type_arguments));
                Some(&it.expression)
            }
            _ => {
                walk::walk_expression(self, it);
                None
            }
        }
    }

    fn type_arguments(&mut self, arguments: Option<&TSTypeParameterInstantiation<'_>>) {
        if let Some(arguments) = arguments {
            self.edits.blank(arguments.span.start, arguments.span.end);
        }
    }

    /// Blanks `as T` or `satisfies T`. A type cannot be called or indexed, so
    /// that a bracket on the next line begins a statement; the bare value
    /// would be called or indexed, unless a `;` ends it.
    pub(super) fn blank_cast(&mut self, start: u32, end: u32) {
        let opens = matches!(
            self.kind_from(end),
            Kind::LParen | Kind::LBrack | Kind::NoSubstitutionTemplate | Kind::TemplateHead
        );
        self.edits.replace(start, end, if opens { ";" } else { "" });
    }

    /// Blanks `<T>` before a value.
    pub(super) fn type_assertion(&mut self, it: &TSTypeAssertion<'_>) {
        let value = it.expression.span().start;
        if self.needs_parentheses(it.span.start, value) {
            self.edits.replace(it.span.start, value, "(");
            self.visit_expression(&it.expression);
            self.edits.insert(it.span.end, ")");
        } else {
            self.edits.blank(it.span.start, value);
            self.visit_expression(&it.expression);
        }
    }

    /// Whether a value means something else once `<T>` no longer stands before
    /// it: after `return` no line may end, and `=> {` begins a body.
    fn needs_parentheses(&self, start: u32, value: u32) -> bool {
        self.has_line_end(start, value)
            || matches!(
                self.kind_from(value),
                Kind::LCurly | Kind::Function | Kind::Class | Kind::Async | Kind::Let
            )
    }
}
