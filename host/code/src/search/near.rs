//! How alike two spellings are.

/// What a word that only begins like the asked one is worth.
const PREFIX: f32 = 0.7;
/// What each letter typed wrong leaves of a word's worth.
const TYPO: f32 = 0.7;
/// Shorter words than this are not completed: too much begins with them.
const SHORTEST_PREFIX: usize = 3;
/// Longer words than this are keys and numbers, and are not mistyped words.
const LONGEST: usize = 24;

/// The worth of `found` for the asked word, from 0 (unlike) to 1 (the same).
pub(super) fn likeness(asked: &str, found: &str) -> f32 {
    if asked == found {
        return 1.0;
    }
    if asked.len() >= SHORTEST_PREFIX && found.starts_with(asked) {
        return PREFIX;
    }
    let (asked, found) = (asked.as_bytes(), found.as_bytes());
    let allowed = allowance(asked);
    if allowed == 0 || asked.len().abs_diff(found.len()) > allowed || !same_start(asked, found) {
        return 0.0;
    }
    match distance(asked, found) {
        wrong if wrong > allowed => 0.0,
        wrong => TYPO.powi(wrong as i32),
    }
}

/// How many wrong letters a word of this length may have.
///
/// Words with digits are numbers or versions: another digit is another thing.
fn allowance(word: &[u8]) -> usize {
    if word.iter().any(u8::is_ascii_digit) {
        return 0;
    }
    match word.len() {
        4..=7 => 1,
        8..=LONGEST => 2,
        _ => 0,
    }
}

/// Slips seldom hit the first letter; asking for it spares most comparisons.
fn same_start(a: &[u8], b: &[u8]) -> bool {
    let swapped = a.first() == b.get(1) && a.get(1) == b.first();
    a.first() == b.first() || swapped
}

/// Edit distance in bytes, where two neighbours changing places count as one.
fn distance(a: &[u8], b: &[u8]) -> usize {
    const ROOM: usize = LONGEST + 4;
    let mut rows = [[0_usize; ROOM]; 3];
    rows[0] = std::array::from_fn(|column| column);
    let columns = b.len().min(ROOM - 1);
    for i in 1..=a.len() {
        let (now, last, before) = (i % 3, (i + 2) % 3, (i + 1) % 3);
        rows[now][0] = i;
        for j in 1..=columns {
            let change = rows[last][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[last][j] + 1).min(rows[now][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[before][j - 2] + 1);
            }
            rows[now][j] = best;
        }
    }
    rows[a.len() % 3][columns]
}
