//! A prefix and a cursor as one range of bytes. Ranges take every character as it is; `LIKE` and `GLOB` would give some
//! of them a meaning.

/// No text in UTF-8 has this byte, so it stands behind every text.
const BEHIND_ALL: u8 = 0xff;

/// The keys that begin with `prefix` and come after `cursor`, as the first that may be among them and the first that
/// comes after all of them.
pub(crate) fn of(prefix: &str, cursor: Option<&str>) -> (Vec<u8>, Vec<u8>) {
    let mut start = prefix.as_bytes().to_vec();
    if let Some(cursor) = cursor {
        // Nothing comes between a text and the same text with a zero byte behind it.
        let after = [cursor.as_bytes(), &[0]].concat();
        start = start.max(after);
    }
    (start, [prefix.as_bytes(), &[BEHIND_ALL]].concat())
}

#[cfg(test)]
mod tests;
