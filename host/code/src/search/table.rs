//! The word vectors that come with the binary.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Written by `distil.py`; the layout is described there.
static BYTES: &[u8] = include_bytes!("table.bin");
/// The first bytes of the file, so that another file is not taken for it.
const MAGIC: &[u8] = b"WORDVEC1";
/// A word longer than this is not cut into pieces: it is a key or a number.
const LONGEST: usize = 32;

/// The table: a vector for each known word and each known piece of a word.
pub(super) struct Table {
    /// How many numbers a vector has.
    pub(super) dims: usize,
    rows: HashMap<&'static str, usize>,
    scales: &'static [u8],
    cells: &'static [u8],
}

/// The table of this binary, read at first use.
///
/// A damaged file gives an empty table, and the search goes on by words alone.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| parse(BYTES).unwrap_or_else(Table::empty))
}

impl Table {
    fn empty() -> Table {
        Table { dims: 1, rows: HashMap::new(), scales: &[], cells: &[] }
    }

    /// The vector of a lower-case word, or nothing if it has no known piece.
    pub(super) fn vector(&self, word: &str) -> Option<Vec<f32>> {
        if let Some(&row) = self.rows.get(word) {
            return Some(self.row(row));
        }
        self.pieces(word)
    }

    /// The mean of the longest known pieces, from the left.
    ///
    /// Pieces say less than the word would, hence the shorter vector.
    fn pieces(&self, word: &str) -> Option<Vec<f32>> {
        if word.len() > LONGEST || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        let mut sum = vec![0.0; self.dims];
        let mut start = 0;
        let mut count = 0.0;
        while start < word.len() {
            let (row, end) = self.longest(word, start)?;
            for (total, part) in sum.iter_mut().zip(self.row(row)) {
                *total += part;
            }
            start = end;
            count += 1.0;
        }
        sum.iter_mut().for_each(|total| *total /= count);
        Some(sum)
    }

    fn longest(&self, word: &str, start: usize) -> Option<(usize, usize)> {
        (start + 1..=word.len()).rev().find_map(|end| {
            let part = &word[start..end];
            let key = if start == 0 { part.to_owned() } else { format!("##{part}") };
            self.rows.get(key.as_str()).map(|&row| (row, end))
        })
    }

    fn row(&self, row: usize) -> Vec<f32> {
        let scale = self.scales.get(row * 4..row * 4 + 4).and_then(number).unwrap_or(0.0);
        let cells = self.cells.get(row * self.dims..(row + 1) * self.dims).unwrap_or(&[]);
        cells.iter().map(|&cell| f32::from(cell.cast_signed()) * scale).collect()
    }
}

/// Reads the layout: magic, row count, dimensions, words, scales, cells.
fn parse(bytes: &'static [u8]) -> Option<Table> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let count = take(&mut rest, 4).and_then(whole)?;
    let dims = take(&mut rest, 4).and_then(whole)?;
    let mut rows = HashMap::with_capacity(count);
    for row in 0..count {
        let length = take(&mut rest, 1)?.first().copied()?;
        let word = take(&mut rest, usize::from(length))?;
        rows.insert(std::str::from_utf8(word).ok()?, row);
    }
    let scales = take(&mut rest, count.checked_mul(4)?)?;
    let cells = take(&mut rest, count.checked_mul(dims)?)?;
    Some(Table { dims, rows, scales, cells })
}

fn take(rest: &mut &'static [u8], count: usize) -> Option<&'static [u8]> {
    let (head, tail) = rest.split_at_checked(count)?;
    *rest = tail;
    Some(head)
}

fn whole(bytes: &[u8]) -> Option<usize> {
    Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
}

fn number(bytes: &[u8]) -> Option<f32> {
    Some(f32::from_le_bytes(bytes.try_into().ok()?))
}
