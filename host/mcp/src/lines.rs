//! Lines of bounded length.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, BufReader};

/// U+FEFF, which some editors and shells put before their first line.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// A line that was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// Without its end, a byte order mark, or space around it; never empty.
    Text(&'a [u8]),
    /// Longer than the limit. It has been skipped.
    TooLong,
}

/// Reads lines without ever holding more than the limit.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    limit: usize,
    line: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(input: R, limit: usize) -> Self {
        Self { input: BufReader::new(input), limit, line: Vec::new() }
    }

    /// The next line that is not blank; `None` at the end of the input. What stands before the end without a line end
    /// is a line too.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            self.line.clear();
            // One long message must not make the process hold its size for ever.
            self.line.shrink_to(1 << 16);
            let fits = match read(&mut self.input, &mut self.line, self.limit).await? {
                None => return Ok(None),
                Some(fits) => fits,
            };
            if !fits {
                return Ok(Some(Line::TooLong));
            }
            if !text(&self.line).is_empty() {
                break;
            }
        }
        Ok(Some(Line::Text(text(&self.line))))
    }
}

fn text(line: &[u8]) -> &[u8] {
    line.strip_prefix(BOM).unwrap_or(line).trim_ascii()
}

/// Reads up to the end of the line. Whether it kept within the limit; `None` at the end of the input.
async fn read(
    input: &mut (impl AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
    limit: usize,
) -> io::Result<Option<bool>> {
    let (mut seen, mut fits) = (false, true);
    loop {
        let available = input.fill_buf().await?;
        if available.is_empty() {
            return Ok(seen.then_some(fits));
        }
        seen = true;
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        fits = fits && line.len() + part.len() <= limit;
        if fits {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(fits));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use super::*;

    async fn all(input: &[u8], limit: usize) -> Vec<String> {
        let mut lines = Lines::new(input, limit);
        let mut read = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            read.push(match line {
                Line::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
                Line::TooLong => "too long".to_owned(),
            });
        }
        read
    }

    #[tokio::test]
    async fn ends_blanks_and_marks_are_taken_off() {
        assert_eq!(all(b"\xef\xbb\xbfa\r\n\n  \r\nb\n c", 10).await, ["a", "b", "c"]);
        assert_eq!(all(b"", 10).await, [""; 0]);
        assert_eq!(all(b"\n", 10).await, [""; 0]);
    }

    #[tokio::test]
    async fn what_is_too_long_is_skipped_to_its_end() {
        let input = [&b"12345\n123456\n"[..], &vec![b'x'; 100_000], b"\nok\n"].concat();
        assert_eq!(all(&input, 5).await, ["12345", "too long", "too long", "ok"]);
        assert_eq!(all(b"123456", 5).await, ["too long"]);
    }
}
