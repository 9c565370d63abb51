//! Classes and their members.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_parser::Kind;
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::{functions::is_modifier, visit::Stripper};

impl Stripper<'_> {
    pub(super) fn class(&mut self, it: &Class<'_>) {
        self.refuse_decorators(&it.decorators);
        if it.r#abstract {
            self.blank_abstract(it);
        }
        if let Some(parameters) = &it.type_parameters {
            self.edits.blank(parameters.span.start, parameters.span.end);
        }
        if let Some(heritage) = &it.heritage {
            self.visit_class_heritage(heritage);
        }
        self.blank_implements(it);
        self.parameter_properties(it);
        self.visit_class_body(&it.body);
    }

    fn blank_abstract(&mut self, it: &Class<'_>) {
        let tokens = self.tokens_from(it.span.start);
        if let Some(token) = tokens.iter().find(|token| token.kind() == Kind::Abstract) {
            self.edits.blank(token.start(), token.end());
        }
    }

    fn blank_implements(&mut self, it: &Class<'_>) {
        let (Some(first), Some(last)) = (it.implements.first(), it.implements.last()) else {
            return;
        };
        let keyword = self.token_before(first.span.start);
        let start = keyword.map_or(first.span.start, |token| token.start());
        self.edits.blank(start, last.span.end);
    }

    pub(super) fn class_element(&mut self, it: &ClassElement<'_>) {
        match it {
            ClassElement::MethodDefinition(it) => self.method(it),
            ClassElement::PropertyDefinition(it) => self.property(it),
            ClassElement::TSIndexSignature(it) => self.blank_declaration(it.span),
            ClassElement::StaticBlock(it) => self.visit_static_block(it),
            ClassElement::AccessorProperty(it) => self
                .refuse(it.span.start, "`accessor` fields are not supported: write a getter and a setter."),
        }
    }

    fn method(&mut self, it: &MethodDefinition<'_>) {
        self.refuse_decorators(&it.decorators);
        if it.value.body.is_none() {
            return self.blank_declaration(it.span);
        }
        self.member_modifiers(it.span.start, it.key.span().start);
        self.blank_optional(it);
        self.visit_property_key(&it.key);
        self.visit_function(&it.value, ScopeFlags::Function);
    }

    fn blank_optional(&mut self, it: &MethodDefinition<'_>) {
        if !it.optional {
            return;
        }
        let end = self.end_of_key(&it.key, it.computed);
        if let Some(token) = self.token_from(end)
            && token.kind() == Kind::Question
        {
            self.edits.blank(token.start(), token.end());
        }
    }

    fn property(&mut self, it: &PropertyDefinition<'_>) {
        self.refuse_decorators(&it.decorators);
        if it.declare || it.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition {
            return self.blank_declaration(it.span);
        }
        self.member_modifiers(it.span.start, it.key.span().start);
        self.visit_property_key(&it.key);
        let start = self.end_of_key(&it.key, it.computed);
        let marked = it.optional || it.definite;
        let end = self.end_of_type(start, marked, it.type_annotation.as_deref());
        // A bare field must not go on with the next member, as `get` would.
        let bare = it.value.is_none() && self.kind_from(end) != Kind::Semicolon;
        self.edits.replace(start, end, if bare { ";" } else { "" });
        if let Some(value) = &it.value {
            self.visit_expression(value);
        }
    }

    fn end_of_key(&self, key: &PropertyKey<'_>, computed: bool) -> u32 {
        let end = key.span().end;
        match self.token_from(end) {
            Some(token) if computed => token.end(),
            _ => end,
        }
    }

    /// Blanks a member's modifiers; a `;` stands in for them where the field
    /// before would otherwise go on with what they introduced.
    fn member_modifiers(&mut self, start: u32, key: u32) {
        let tokens = self.tokens_from(start);
        let kept = tokens.iter().find(|token| !is_modifier(token.kind()) || token.start() >= key);
        let goes_on = kept.is_some_and(|token| {
            matches!(token.kind(), Kind::LBrack | Kind::Star | Kind::In | Kind::Instanceof)
        });
        match tokens.first() {
            Some(first) if goes_on && first.start() < key && is_modifier(first.kind()) => {
                self.edits.replace(first.start(), first.end(), ";");
                self.blank_modifiers(first.end(), key);
            }
            _ => self.blank_modifiers(start, key),
        }
    }
}
