//! What a component says of itself, read from a file without reading the file: its section headers, and the few sections
//! that are about imports, exports and the catalog. Its code is skipped, so that a component of forty megabytes is
//! listed as soon as one of forty kilobytes.

use std::io::{self, Read, Seek, SeekFrom};

use crate::component::{Shape, ShapeError};
use crate::definition::Catalog;
use crate::section::{self, SectionError};

/// What a file says of itself.
#[derive(Clone, Debug)]
pub struct Skim {
    /// The file's size in bytes.
    pub size: u64,
    /// What it imports and exports.
    pub shape: Shape,
    /// The embedded catalog, if there is one.
    pub catalog: Option<Catalog>,
}

/// Why a file could not be skimmed.
#[derive(Debug, thiserror::Error)]
pub enum SkimError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// It is no component.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Its catalog is none.
    #[error(transparent)]
    Section(#[from] SectionError),
}

/// The largest section of imports or exports that is read. One name takes some forty bytes, and the host offers fewer
/// than forty interfaces; a hostile file must not make the host read all of it.
const MAX_NAMES: u64 = 1 << 20;

/// How much is read at once. Between its modules a component has dozens of sections of a few bytes each.
const WINDOW: usize = 16 << 10;

/// The magic number, the version and the layer.
const PREAMBLE: u64 = 8;

/// An identifier and a size of at most five bytes (LEB128 of 32 bits).
const LONGEST_HEADER: usize = 6;

/// Reads what a component says of itself.
///
/// # Errors
///
/// What [`Shape::of`] and [`section::read`] answer for the whole file, and what goes wrong in reading it.
pub fn skim(file: impl Read + Seek) -> Result<Skim, SkimError> {
    let mut window = Window::new(file)?;
    let excerpt = excerpt(&mut window)?;
    let shape = Shape::of(&excerpt.bytes).map_err(|error| match error {
        ShapeError::Malformed { offset, detail } => {
            ShapeError::Malformed { offset: excerpt.place(offset), detail }
        }
        other => other,
    })?;
    let catalog = section::read(&excerpt.bytes).map_err(|error| match error {
        SectionError::Malformed { offset, detail } => {
            SectionError::Malformed { offset: excerpt.place(offset), detail }
        }
        other => other,
    })?;
    Ok(Skim { size: window.size, shape, catalog })
}

/// A component with only those sections in it that are read, and where each was.
struct Excerpt {
    bytes: Vec<u8>,
    places: Vec<(usize, u64)>,
}

impl Excerpt {
    /// Where in the file this byte was.
    fn place(&self, offset: usize) -> usize {
        let known = self.places.partition_point(|(here, _)| *here <= offset);
        let found = known.checked_sub(1).and_then(|last| self.places.get(last));
        let place = found.map_or(offset as u64, |(here, there)| there + (offset - here) as u64);
        usize::try_from(place).unwrap_or(usize::MAX)
    }
}

fn excerpt(window: &mut Window<impl Read + Seek>) -> Result<Excerpt, SkimError> {
    let preamble = window.at(0, PREAMBLE.min(window.size) as usize)?.to_vec();
    let mut excerpt = Excerpt { bytes: preamble, places: vec![(0, 0)] };
    if !is_component(&excerpt.bytes) {
        // What else it may be is said by those who read the excerpt.
        return Ok(excerpt);
    }
    let mut at = PREAMBLE;
    while at < window.size {
        let header = Header::read(window, at)?;
        if header.is_read(window)? {
            let bytes = window.at(at, (header.end - at) as usize)?;
            excerpt.places.push((excerpt.bytes.len(), at));
            excerpt.bytes.extend_from_slice(bytes);
        }
        at = header.end;
    }
    Ok(excerpt)
}

fn is_component(preamble: &[u8]) -> bool {
    preamble.starts_with(b"\0asm") && preamble.get(6..8) == Some(&[1, 0])
}

/// The beginning of a section.
struct Header {
    id: u8,
    /// Where its content begins.
    content: u64,
    /// Where the next one begins.
    end: u64,
}

/// The identifiers of the sections that are read, from the component model's binary format.
const CUSTOM: u8 = 0;
const IMPORTS: u8 = 10;
const EXPORTS: u8 = 11;

impl Header {
    fn read(window: &mut Window<impl Read + Seek>, at: u64) -> Result<Self, SkimError> {
        let file_ends = window.size;
        let bytes = window.at(at, LONGEST_HEADER.min((file_ends - at) as usize))?;
        let (id, rest) = bytes.split_first().ok_or_else(|| cut_short(at))?;
        let (size, length) = number(rest).ok_or_else(|| malformed(at, "a section has no size"))?;
        let content = at + 1 + length;
        let end = content + u64::from(size);
        if end > file_ends {
            return Err(cut_short(file_ends));
        }
        Ok(Self { id: *id, content, end })
    }

    /// Whether this section is about imports, exports or the catalog.
    fn is_read(&self, window: &mut Window<impl Read + Seek>) -> Result<bool, SkimError> {
        let size = self.end - self.content;
        match self.id {
            IMPORTS | EXPORTS if size > MAX_NAMES => {
                Err(malformed(self.content, "a section of imports or exports has more than a megabyte"))
            }
            IMPORTS | EXPORTS => Ok(true),
            CUSTOM if self.is_catalog(window)? => {
                // The name and its length belong to the section, too.
                let bytes =
                    usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(section::NAME.len() + 1);
                if bytes > section::MAX_BYTES {
                    return Err(SectionError::TooLarge { bytes }.into());
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn is_catalog(&self, window: &mut Window<impl Read + Seek>) -> Result<bool, SkimError> {
        // Five bytes are the longest way of writing the name's length, which need not be the shortest.
        let most = (section::NAME.len() + LONGEST_HEADER - 1).min((self.end - self.content) as usize);
        let bytes = window.at(self.content, most)?;
        let Some((length, width)) = number(bytes) else {
            return Err(malformed(self.content, "a custom section has no name"));
        };
        let name = bytes.get(width as usize..).and_then(|rest| rest.get(..length as usize));
        Ok(name == Some(section::NAME.as_bytes()))
    }
}

/// Reads an unsigned LEB128 number of 32 bits, and gives how many bytes it takes.
fn number(bytes: &[u8]) -> Option<(u32, u64)> {
    let mut value = 0_u64;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((u32::try_from(value).ok()?, at as u64 + 1));
        }
    }
    None
}

fn malformed(offset: u64, detail: &str) -> SkimError {
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    ShapeError::Malformed { offset, detail: detail.to_owned() }.into()
}

fn cut_short(offset: u64) -> SkimError {
    malformed(offset, "the file ends in the middle of a section")
}

/// The part of a file that was read last.
struct Window<F> {
    file: F,
    size: u64,
    start: u64,
    bytes: Vec<u8>,
}

impl<F: Read + Seek> Window<F> {
    fn new(mut file: F) -> io::Result<Self> {
        let size = file.seek(SeekFrom::End(0))?;
        Ok(Self { file, size, start: 0, bytes: Vec::new() })
    }

    /// `count` bytes at `at`. The caller knows that the file had them.
    fn at(&mut self, at: u64, count: usize) -> io::Result<&[u8]> {
        let held = self.start..self.start + self.bytes.len() as u64;
        if at < held.start || at + count as u64 > held.end {
            let left = usize::try_from(self.size.saturating_sub(at)).unwrap_or(usize::MAX);
            self.bytes.resize(count.max(WINDOW).min(left), 0);
            self.start = at;
            self.file.seek(SeekFrom::Start(at))?;
            self.file.read_exact(&mut self.bytes)?;
        }
        let from = (at - self.start) as usize;
        self.bytes.get(from..from + count).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests;
