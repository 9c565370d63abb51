//! The lines of a text that match.

use regex::bytes::Regex;

/// The lines that match, in order. The whole text is searched at once, which is much faster than line by line; what is
/// found across lines counts only if the line matches alone.
pub(super) struct MatchingLines<'a> {
    regex: &'a Regex,
    text: &'a [u8],
    /// Where to search on: the beginning of a line.
    from: usize,
    /// The number of the line that begins at `from`.
    number: u64,
}

impl<'a> MatchingLines<'a> {
    pub(super) fn new(regex: &'a Regex, text: &'a [u8]) -> Self {
        Self { regex, text, from: 0, number: 1 }
    }

    /// Goes behind the line that `at` is in, and gives the line's number, its bounds, and whether there is one.
    fn line_at(&mut self, at: usize) -> Option<(u64, std::ops::Range<usize>)> {
        let start = memchr::memrchr(b'\n', &self.text[self.from..at])
            .map_or(self.from, |found| self.from + found + 1);
        if start >= self.text.len() {
            return None;
        }
        let number = self.number + memchr::memchr_iter(b'\n', &self.text[self.from..start]).count() as u64;
        let end = memchr::memchr(b'\n', &self.text[start..]).map_or(self.text.len(), |found| start + found);
        self.from = end + 1;
        self.number = number + 1;
        Some((number, start..end))
    }
}

impl<'a> Iterator for MatchingLines<'a> {
    /// The number of the line, the line, and where in it the match begins.
    type Item = (u64, &'a [u8], usize);

    fn next(&mut self) -> Option<Self::Item> {
        while self.from < self.text.len() {
            let found = self.regex.find_at(self.text, self.from)?;
            let (number, range) = self.line_at(found.start())?;
            let line = without_return(&self.text[range.clone()]);
            if found.end() <= range.start + line.len() {
                return Some((number, line, found.start() - range.start));
            }
            if let Some(alone) = self.regex.find(line) {
                return Some((number, line, alone.start()));
            }
        }
        None
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The lines before and after one, at most `count` each. The line is a part of the text.
pub(super) fn around<'a>(text: &'a [u8], line: &[u8], count: usize) -> (Vec<&'a [u8]>, Vec<&'a [u8]>) {
    if count == 0 {
        return (Vec::new(), Vec::new());
    }
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut before: Vec<&[u8]> = match text[..start].strip_suffix(b"\n") {
        Some(above) => above.rsplit(|byte| *byte == b'\n').take(count).map(without_return).collect(),
        None => Vec::new(),
    };
    before.reverse();
    let rest = &text[start + line.len()..];
    let after = match memchr::memchr(b'\n', rest).map(|at| &rest[at + 1..]) {
        Some(below) if !below.is_empty() => {
            let below = below.strip_suffix(b"\n").unwrap_or(below);
            below.split(|byte| *byte == b'\n').take(count).map(without_return).collect()
        }
        _ => Vec::new(),
    };
    (before, after)
}
