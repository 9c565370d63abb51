//! Enums, rewritten into the object that they stand for.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_parser::Kind;
use oxc_span::GetSpan;

use super::{
    constants::{Constant, number, quote},
    visit::Stripper,
};

impl Stripper<'_> {
    pub(super) fn enumeration(&mut self, it: &TSEnumDeclaration<'_>) {
        let name = it.id.name.as_str();
        let head = match self.enums.keyword(name) {
            Some(keyword) => format!("{keyword} {name}; (function ({name}) {{"),
            // The `;` keeps the statement before from calling the bracket.
            None => format!(";(function ({name}) {{"),
        };
        self.edits.replace(it.span.start, it.body.span.start + 1, head);
        let outer = self.enums.current.replace(name.to_owned());
        let mut previous = None;
        for member in &it.body.members {
            previous = self.member(name, member, previous);
        }
        self.enums.current = outer;
        let end = it.body.span.end;
        self.edits.replace(end - 1, end, format!("}})({name} || ({name} = {{}}));"));
    }

    /// Rewrites one member and gives its name and value to the next one.
    fn member(
        &mut self,
        owner: &str,
        it: &TSEnumMember<'_>,
        previous: Option<(String, Constant)>,
    ) -> Option<(String, Constant)> {
        let name = it.id.static_name().to_string();
        let quoted = quote(&name);
        let value = match &it.initializer {
            Some(initializer) => {
                let value = self.constant(initializer);
                self.given(owner, &quoted, it, initializer, value);
                value
            }
            None => self.counted(owner, &quoted, it, previous),
        };
        if let Some(comma) = self.token_from(it.span.end)
            && comma.kind() == Kind::Comma
        {
            self.edits.blank(comma.start(), comma.end());
        }
        self.enums.add(owner, &name, value);
        Some((name, value))
    }

    /// A member with an expression, which stays where it is.
    fn given(
        &mut self,
        owner: &str,
        name: &str,
        it: &TSEnumMember<'_>,
        initializer: &Expression<'_>,
        value: Constant,
    ) {
        let (before, after) = match value {
            Constant::Text => (format!("{owner}[{name}] = "), ";".to_owned()),
            Constant::Named => (
                // Only running it tells whether it is a number, and only
                // numbers have names.
                format!("typeof ({owner}[{name}] = "),
                format!(") === \"number\" && ({owner}[{owner}[{name}]] = {name});"),
            ),
            _ => (format!("{owner}[{owner}[{name}] = "), format!("] = {name};")),
        };
        self.edits.replace(it.span.start, initializer.span().start, before);
        self.visit_expression(initializer);
        self.edits.insert(it.span.end, after);
    }

    /// A member without an expression, one more than the one before.
    fn counted(
        &mut self,
        owner: &str,
        name: &str,
        it: &TSEnumMember<'_>,
        previous: Option<(String, Constant)>,
    ) -> Constant {
        let (text, value) = match previous {
            None => ("0".to_owned(), Constant::Number(0.0)),
            Some((_, Constant::Number(value))) => (number(value + 1.0), Constant::Number(value + 1.0)),
            Some((_, Constant::Text)) => {
                let message =
                    format!("The enum member {name} needs a value, since the one before it is text.");
                self.refuse(it.span.start, message);
                return Constant::Unknown;
            }
            Some((before, _)) => (format!("{owner}[{}] + 1", quote(&before)), Constant::Unknown),
        };
        let text = format!("{owner}[{owner}[{name}] = {text}] = {name};");
        self.edits.replace(it.span.start, it.span.end, text);
        value
    }
}
