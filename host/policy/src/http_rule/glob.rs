//! Patterns in which `*` stands for any run of characters.

/// Whether the text is one that the pattern means. Linear in the text for each star: on a mismatch, only the last star
/// takes one character more, because an earlier star could gain nothing.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    let mut last_star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                last_star = Some((p, t));
                p += 1;
            }
            Some(byte) if *byte == text[t] => {
                p += 1;
                t += 1;
            }
            Some(_) | None => {
                let Some((star, taken)) = last_star else { return false };
                last_star = Some((star, taken + 1));
                p = star + 1;
                t = taken + 1;
            }
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

/// Whether there is a text that both patterns mean. `reachable[j]` says whether the first `i` bytes of one and the
/// first `j` of the other can stand for the same text.
pub(super) fn overlap(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut reachable = vec![true];
    for byte in other {
        let before = reachable.last() == Some(&true);
        reachable.push(before && *byte == b'*');
    }
    for a in one {
        let mut next = vec![reachable[0] && *a == b'*'];
        for (j, b) in other.iter().enumerate() {
            let either_star = *a == b'*' || *b == b'*';
            next.push(if either_star {
                reachable[j]
                    || reachable[j + 1] && *a == b'*'
                    || next[j] && *b == b'*'
                    || star_takes(*a, *b, reachable[j + 1], next[j])
            } else {
                reachable[j] && a == b
            });
        }
        reachable = next;
    }
    reachable.last() == Some(&true)
}

/// A star of one pattern takes the other's byte, and stays.
fn star_takes(a: u8, b: u8, above: bool, left: bool) -> bool {
    (b == b'*' && above) || (a == b'*' && left)
}

#[cfg(test)]
mod tests;
