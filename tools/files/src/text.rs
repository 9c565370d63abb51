//! Telling text from other bytes.

use std::io::{self, Read};

/// How much is looked at; what `git` and `grep` look at.
pub(crate) const SNIFFED: u64 = 8 * 1024;

/// What bytes look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sniff {
    Text,
    Utf16,
    Binary,
}

/// What the beginning of a file says of it. Text has no NUL.
pub(crate) fn sniff(beginning: &[u8]) -> Sniff {
    match beginning {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Sniff::Utf16,
        beginning if memchr::memchr(0, beginning).is_some() => Sniff::Binary,
        _ => Sniff::Text,
    }
}

/// How many lines a text has; a newline at its end begins none.
pub(crate) fn count_lines(mut reader: impl Read) -> io::Result<u64> {
    let mut buffer = vec![0; 64 * 1024];
    let (mut lines, mut last) = (0, b'\n');
    loop {
        let read = reader.read(&mut buffer)?;
        let Some(byte) = buffer[..read].last() else { break };
        last = *byte;
        lines += memchr::memchr_iter(b'\n', &buffer[..read]).count() as u64;
    }
    Ok(lines + u64::from(last != b'\n'))
}

/// The text in a piece of a file, when it is text but for a character cut in two at its end; and how many bytes of the
/// piece it is.
pub(crate) fn whole_characters(bytes: &[u8]) -> Option<(&str, usize)> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Some((text, bytes.len())),
        Ok(_) => None,
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
            whole_characters(&bytes[..error.valid_up_to()])
        }
        Err(_) => None,
    }
}
