//! What the visitor asks of the source and its tokens.

use oxc_ast::ast::*;
use oxc_parser::{Kind, Token};

use super::visit::Stripper;

impl<'s> Stripper<'s> {
    pub(super) fn refuse(&mut self, offset: u32, message: impl Into<String>) {
        if self.refusal.is_none() {
            self.refusal = Some((offset, message.into()));
        }
    }

    /// Blanks a whole declaration; the `;` ends whatever stood before it,
    /// which otherwise could go on with what follows.
    pub(super) fn blank_declaration(&mut self, span: Span) {
        self.edits.replace(span.start, span.end, ";");
    }

    pub(super) fn has_line_end(&self, start: u32, end: u32) -> bool {
        self.text(start, end).contains(super::place::is_line_end)
    }

    pub(super) fn text(&self, start: u32, end: u32) -> &'s str {
        self.source.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The first token that begins at or after an offset.
    pub(super) fn token_from(&self, offset: u32) -> Option<Token> {
        self.tokens_from(offset).first().copied()
    }

    /// The tokens that begin at or after an offset.
    pub(super) fn tokens_from(&self, offset: u32) -> &'s [Token] {
        let index = self.tokens.partition_point(|token| token.start() < offset);
        self.tokens.get(index..).unwrap_or_default()
    }

    /// The last token that begins before an offset.
    pub(super) fn token_before(&self, offset: u32) -> Option<Token> {
        let index = self.tokens.partition_point(|token| token.start() < offset);
        index.checked_sub(1).and_then(|index| self.tokens.get(index)).copied()
    }

    pub(super) fn kind_from(&self, offset: u32) -> Kind {
        self.token_from(offset).map_or(Kind::Eof, |token| token.kind())
    }

    /// The end of a pattern's type, with a `?` or `!` that stands before it.
    pub(super) fn end_of_type(
        &self,
        end: u32,
        marked: bool,
        annotation: Option<&TSTypeAnnotation<'_>>,
    ) -> u32 {
        match annotation {
            Some(annotation) => annotation.span.end,
            None if marked => self.token_from(end).map_or(end, |token| token.end()),
            None => end,
        }
    }

    pub(super) fn refuse_decorators(&mut self, decorators: &[Decorator<'_>]) {
        if let Some(decorator) = decorators.first() {
            self.refuse(
                decorator.span.start,
                "Decorators are not supported: call the decorating function yourself.",
            );
        }
    }
}
