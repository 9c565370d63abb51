//! A list of changes to a text that keep its lines.

use std::borrow::Cow;

use super::place::is_line_end;

/// A stretch of the source and what stands there instead.
struct Edit {
    start: u32,
    end: u32,
    text: Cow<'static, str>,
}

/// The changes gathered by the visitor, in any order.
#[derive(Default)]
pub(super) struct Edits {
    list: Vec<Edit>,
}

impl Edits {
    /// Puts spaces in place of a stretch.
    pub(super) fn blank(&mut self, start: u32, end: u32) {
        self.replace(start, end, "");
    }

    /// Puts a text in place of a stretch; what it does not fill is blanked.
    pub(super) fn replace(&mut self, start: u32, end: u32, text: impl Into<Cow<'static, str>>) {
        if start < end {
            self.list.push(Edit { start, end, text: text.into() });
        }
    }

    /// Puts a text between two characters; later inserts at one place follow.
    pub(super) fn insert(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.list.push(Edit { start: at, end: at, text: text.into() });
    }

    /// The changed source, borrowed where nothing changes.
    pub(super) fn apply(mut self, source: &str) -> Cow<'_, str> {
        if self.list.is_empty() {
            return Cow::Borrowed(source);
        }
        // An insert comes before a stretch that begins at the same place.
        self.list.sort_by_key(|edit| (edit.start, edit.start != edit.end));
        let mut out = String::with_capacity(source.len() + 64);
        let mut done = 0;
        for edit in &self.list {
            let start = (edit.start as usize).max(done);
            let end = (edit.end as usize).max(start);
            out.push_str(source.get(done..start).unwrap_or_default());
            fill(&mut out, &edit.text, source.get(start..end).unwrap_or_default());
            done = end;
        }
        out.push_str(source.get(done..).unwrap_or_default());
        Cow::Owned(out)
    }
}

/// Writes the text, then spaces up to the old width, with all line ends kept.
fn fill(out: &mut String, text: &str, old: &str) {
    out.push_str(text);
    let mut covered = text.chars().count();
    for c in old.chars() {
        if is_line_end(c) {
            out.push(c);
            covered = 0;
        } else if covered > 0 {
            covered -= 1;
        } else {
            out.push(' ');
        }
    }
}
