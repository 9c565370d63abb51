//! The outermost sections of a WebAssembly binary. What is nested in them is skipped and not read, so that listing a
//! component of many megabytes costs what its section headers cost.

use std::ops::Range;

use wasmparser::{BinaryReaderError, Chunk, Parser, Payload};

/// A section with the bytes that it takes up, header and all.
pub(crate) struct Section<'a> {
    pub(crate) bytes: Range<usize>,
    pub(crate) payload: Payload<'a>,
}

/// Walks over the sections of a module or component. Ends after the first error.
pub(crate) struct Sections<'a> {
    parser: Parser,
    bytes: &'a [u8],
    offset: usize,
    done: bool,
}

/// Where the bytes stop making sense, and how.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) offset: usize,
    pub(crate) detail: String,
}

impl From<BinaryReaderError> for Broken {
    fn from(error: BinaryReaderError) -> Self {
        Self { offset: error.offset(), detail: error.message().to_owned() }
    }
}

pub(crate) fn sections(bytes: &[u8]) -> Sections<'_> {
    Sections { parser: Parser::new(0), bytes, offset: 0, done: false }
}

impl<'a> Sections<'a> {
    fn advance(&mut self) -> Result<Section<'a>, Broken> {
        let start = self.offset;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let (payload, consumed) = match self.parser.parse(rest, true)? {
            Chunk::Parsed { payload, consumed } => (payload, consumed),
            Chunk::NeedMoreData(_) => return Err(self.cut_short()),
        };
        self.offset = match &payload {
            Payload::ModuleSection { unchecked_range, .. }
            | Payload::ComponentSection { unchecked_range, .. } => unchecked_range.end,
            _ => start + consumed,
        };
        if self.offset > self.bytes.len() {
            return Err(self.cut_short());
        }
        self.done = matches!(payload, Payload::End(_));
        Ok(Section { bytes: start..self.offset, payload })
    }

    fn cut_short(&self) -> Broken {
        Broken { offset: self.bytes.len(), detail: "the file ends in the middle of a section".to_owned() }
    }
}

impl<'a> Iterator for Sections<'a> {
    type Item = Result<Section<'a>, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let section = self.advance();
        self.done |= section.is_err();
        Some(section)
    }
}
