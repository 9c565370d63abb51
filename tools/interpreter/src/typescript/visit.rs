//! The visitor that gathers the changes.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Token;
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::{edits::Edits, names::EnumTable};

/// Walks a script and notes what to blank, to rewrite or to refuse.
pub(super) struct Stripper<'s> {
    pub(super) source: &'s str,
    pub(super) tokens: &'s [Token],
    pub(super) edits: Edits,
    /// The first thing that cannot be expressed, by its offset.
    pub(super) refusal: Option<(u32, String)>,
    pub(super) enums: EnumTable,
}

impl<'s> Stripper<'s> {
    pub(super) fn new(source: &'s str, tokens: &'s [Token]) -> Self {
        Self { source, tokens, edits: Edits::default(), refusal: None, enums: EnumTable::default() }
    }

    pub(super) fn run(&mut self, program: &Program<'_>) {
        self.enums.enter();
        for statement in &program.body {
            self.visit_statement(statement);
        }
    }
}

impl<'a> Visit<'a> for Stripper<'_> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        if !self.declaration(it) {
            walk::walk_statement(self, it);
        }
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        self.expression(it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(owner) = self.enums.owner_of(&it.name) {
            self.edits.insert(it.span.start, format!("{owner}."));
        }
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.enums.enter();
        walk::walk_block_statement(self, it);
        self.enums.leave();
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.enums.enter();
        walk::walk_switch_statement(self, it);
        self.enums.leave();
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.enums.enter();
        walk::walk_static_block(self, it);
        self.enums.leave();
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.enums.enter();
        walk::walk_function_body(self, it);
        self.enums.leave();
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let start = it.id.span().end;
        let end = self.end_of_type(start, it.definite, it.type_annotation.as_deref());
        self.edits.blank(start, end);
        self.visit_binding_pattern(&it.id);
        if let Some(init) = &it.init {
            self.visit_expression(init);
        }
    }

    fn visit_catch_parameter(&mut self, it: &CatchParameter<'a>) {
        let start = it.pattern.span().end;
        let end = self.end_of_type(start, false, it.type_annotation.as_deref());
        self.edits.blank(start, end);
        self.visit_binding_pattern(&it.pattern);
    }

    fn visit_function(&mut self, it: &Function<'a>, _flags: ScopeFlags) {
        self.function(it);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.arrow(it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        self.parameter(it);
    }

    fn visit_formal_parameter_rest(&mut self, it: &FormalParameterRest<'a>) {
        self.refuse_decorators(&it.decorators);
        let start = it.rest.argument.span().end;
        let end = self.end_of_type(start, false, it.type_annotation.as_deref());
        self.edits.blank(start, end);
        self.visit_binding_pattern(&it.rest.argument);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.class(it);
    }

    fn visit_class_element(&mut self, it: &ClassElement<'a>) {
        self.class_element(it);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.blank_cast(it.expression.span().end, it.span.end);
        self.visit_expression(&it.expression);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.blank_cast(it.expression.span().end, it.span.end);
        self.visit_expression(&it.expression);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.edits.blank(it.expression.span().end, it.span.end);
        self.visit_expression(&it.expression);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.type_assertion(it);
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.edits.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.edits.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.edits.blank(it.span.start, it.span.end);
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.refuse(it.span.start, super::scripts::NO_JSX);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.refuse(it.span.start, super::scripts::NO_JSX);
    }
}
