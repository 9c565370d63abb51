//! Some of a text's lines, found while the text goes by in pieces.

use super::{COUNTED, Excerpt};

/// The lines that were asked for, as far as they have gone by.
pub(super) struct Lines {
    start: u64,
    /// The number of the first line that was not asked for.
    end: u64,
    numbered: bool,
    room: usize,
    /// The line that the next byte belongs to.
    line: u64,
    /// How many bytes have gone by.
    read: u64,
    /// Whether the last byte ended a line.
    fresh: bool,
    finished: bool,
    kept: Vec<u8>,
    /// How much of `kept` is whole lines, and how many those are.
    whole: (usize, u64),
    /// Where the first kept byte was.
    kept_from: u64,
    full: bool,
}

impl Lines {
    pub(super) fn new(start: u64, count: usize, numbered: bool, room: usize) -> Self {
        let end = start.saturating_add(count as u64);
        Self {
            start,
            end,
            numbered,
            room,
            line: 1,
            read: 0,
            fresh: true,
            finished: false,
            kept: Vec::new(),
            whole: (0, 0),
            kept_from: 0,
            full: false,
        }
    }

    /// Whether there is nothing left to keep.
    pub(super) fn done(&self) -> bool {
        self.full || self.line >= self.end
    }

    /// How many bytes have gone by.
    pub(super) fn read(&self) -> u64 {
        self.read
    }

    /// The text has ended.
    pub(super) fn end(&mut self) {
        self.finished = true;
        if !self.done() && self.line >= self.start && !self.fresh {
            self.whole = (self.kept.len(), self.whole.1 + 1);
        }
    }

    /// The next piece goes by.
    pub(super) fn push(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() && !self.done() {
            let newline = memchr::memchr(b'\n', piece);
            let (line, rest) = piece.split_at(newline.map_or(piece.len(), |at| at + 1));
            if self.line >= self.start {
                self.keep(line, newline.is_some());
            }
            self.pass(line, u64::from(newline.is_some()));
            piece = rest;
        }
        if !piece.is_empty() {
            self.pass(piece, memchr::memchr_iter(b'\n', piece).count() as u64);
        }
    }

    fn pass(&mut self, bytes: &[u8], newlines: u64) {
        self.line += newlines;
        self.read += bytes.len() as u64;
        self.fresh = bytes.last() == Some(&b'\n');
    }

    fn keep(&mut self, bytes: &[u8], ended: bool) {
        // The number of a line and its tab, at most.
        const NUMBER: usize = 8;
        if self.kept.is_empty() {
            self.kept_from = self.read;
        }
        let numbers = if self.numbered { (self.whole.1 as usize + 1) * NUMBER } else { 0 };
        let room = self.room.saturating_sub(self.kept.len() + numbers);
        // The last newline is not part of the text, and needs no room.
        if bytes.len() > room + usize::from(ended) {
            self.kept.extend_from_slice(&bytes[..room]);
            self.full = true;
            return;
        }
        self.kept.extend_from_slice(bytes);
        if ended {
            self.whole = (self.kept.len(), self.whole.1 + 1);
        }
    }

    /// What has been kept, or how many lines there are when none of them was asked for.
    pub(super) fn excerpt(self) -> Result<Excerpt, u64> {
        // A line begins with its first byte, so that a newline at the end begins none.
        let total = if self.fresh { self.line - 1 } else { self.line };
        let whole = self.whole.1;
        let cut = whole == 0 && self.full;
        if whole == 0 && !cut && (self.start > 1 || total > 0) {
            return Err(total);
        }
        let bytes = if cut { whole_characters(&self.kept) } else { &self.kept[..self.whole.0] };
        let last = self.start + if cut { 0 } else { whole.saturating_sub(1) };
        let text = String::from_utf8_lossy(bytes);
        let changed = matches!(text, std::borrow::Cow::Owned(_));
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let more = !self.finished || last < total;
        let empty = total == 0;
        Ok(Excerpt {
            text: if self.numbered && !empty { numbered(text, self.start) } else { text.to_owned() },
            first_line: (!empty).then_some(self.start),
            last_line: (!empty).then_some(last),
            total_lines: self.finished.then_some(total),
            next_start_line: (more && !empty).then_some(last + 1),
            next_start_byte: cut.then_some(self.kept_from + bytes.len() as u64),
            note: note(cut, changed, self.start, self.finished),
            ..Excerpt::default()
        })
    }
}

/// Without the first bytes of a character whose last bytes are cut off.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    crate::text::whole_characters(bytes).map_or(bytes, |(text, _)| text.as_bytes())
}

fn numbered(text: &str, start: u64) -> String {
    let lines: Vec<String> =
        text.split('\n').zip(start..).map(|(line, number)| format!("{number}\t{line}")).collect();
    lines.join("\n")
}

fn note(cut: bool, changed: bool, line: u64, finished: bool) -> Option<String> {
    let notes = [
        cut.then(|| format!("Line {line} is longer than an answer can be; next_start_byte reads on in it.")),
        changed.then(|| "Bytes that are no UTF-8 are shown as \u{fffd}.".to_owned()),
        (!finished).then(|| format!("Lines after the first {} MiB are not counted.", COUNTED >> 20)),
    ];
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}
