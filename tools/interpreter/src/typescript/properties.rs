//! Constructor parameters that are fields.

use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::visit::Stripper;

impl Stripper<'_> {
    /// Declares the fields that constructor parameters stand for, and assigns
    /// them at the start of the constructor.
    pub(super) fn parameter_properties(&mut self, it: &Class<'_>) {
        let Some(constructor) = constructor_of(it) else {
            return;
        };
        let mut fields = String::new();
        let mut assignments = String::new();
        for parameter in constructor.params.items.iter().filter(|it| it.has_modifier()) {
            let BindingPattern::BindingIdentifier(id) = &parameter.pattern else {
                self.refuse(
                    parameter.span.start,
                    "A parameter property must be a plain name, not a pattern.",
                );
                continue;
            };
            fields.extend([" ", &id.name, ";"]);
            assignments.extend([" this.", &id.name, " = ", &id.name, ";"]);
        }
        if !fields.is_empty() {
            self.edits.insert(it.body.span.start + 1, fields);
            self.assign(constructor, assignments, it.heritage.is_some());
        }
    }

    fn assign(&mut self, constructor: &Function<'_>, text: String, derived: bool) {
        let Some(body) = &constructor.body else {
            return;
        };
        let after = if derived {
            let call = body.statements.iter().find(|it| is_super_call(it));
            let Some(call) = call else {
                return self.refuse(
                    body.span.start,
                    "A constructor with parameter properties must call `super(…)` as a statement of its own.",
                );
            };
            call.span()
        } else if let Some(directive) = body.directives.last() {
            directive.span
        } else {
            return self.edits.insert(body.span.start + 1, text);
        };
        let ended = self.text(after.start, after.end).ends_with(';');
        let text = if ended { text } else { format!(";{text}") };
        self.edits.insert(after.end, text);
    }
}

fn constructor_of<'a, 'b>(it: &'b Class<'a>) -> Option<&'b Function<'a>> {
    it.body.body.iter().find_map(|element| match element {
        ClassElement::MethodDefinition(method)
            if method.kind == MethodDefinitionKind::Constructor && method.value.body.is_some() =>
        {
            Some(&*method.value)
        }
        _ => None,
    })
}

fn is_super_call(it: &Statement<'_>) -> bool {
    let Statement::ExpressionStatement(it) = it else {
        return false;
    };
    let Expression::CallExpression(call) = it.expression.get_inner_expression() else {
        return false;
    };
    matches!(call.callee, Expression::Super(_))
}
