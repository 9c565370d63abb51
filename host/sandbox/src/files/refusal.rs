//! What a guest reached for and was refused, for the record.

use bulkhead_policy::Access;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;

use super::View;
use crate::lines::neutral;

/// The longest path, in bytes, that is kept of a descriptor and shown in the record. Paths of a guest have no end: each
/// directory in a chain can add to one.
const LONGEST: usize = 1 << 10;

/// Something that a guest did with a descriptor, and with a path from it when it named one.
pub(super) struct Attempt {
    pub fd: u32,
    pub path: Option<String>,
    pub access: Access,
}

impl Attempt {
    pub(super) fn on(fd: u32, access: Access) -> Self {
        Self { fd, path: None, access }
    }

    pub(super) fn at(fd: u32, path: &str, access: Access) -> Self {
        Self { fd, path: Some(path.to_owned()), access }
    }
}

impl View<'_> {
    /// Passes a result on. A refusal goes on record.
    pub(super) fn noted<T>(&mut self, attempt: &Attempt, result: FsResult<T>) -> FsResult<T> {
        self.noted_of_two(attempt, None, result)
    }

    /// The same for what has two ends: the one that was refused goes on record, as far as that can be told.
    pub(super) fn noted_of_two<T>(
        &mut self,
        from: &Attempt,
        to: Option<&Attempt>,
        result: FsResult<T>,
    ) -> FsResult<T> {
        let refused = |e| matches!(e, ErrorCode::NotPermitted | ErrorCode::ReadOnly);
        if result.as_ref().is_err_and(|e| e.downcast_ref().copied().is_some_and(refused)) {
            match to {
                Some(to) if !self.is_to_blame(from) && self.is_to_blame(to) => self.record(to),
                Some(_) | None => self.record(from),
            }
        }
        result
    }

    /// Whether an attempt is refused for what it is, whatever is on the disk.
    fn is_to_blame(&self, attempt: &Attempt) -> bool {
        let Some(place) = self.call.places.get(&attempt.fd) else { return false };
        let Some(root) = self.call.roots.get(place.root) else { return false };
        let above = format!("{}/", root.guest.trim_end_matches('/'));
        let path = full(&place.path, attempt.path.as_deref());
        root.access < attempt.access || (path != root.guest && !path.starts_with(&above))
    }

    fn record(&mut self, attempt: &Attempt) {
        let Some(place) = self.call.places.get(&attempt.fd) else { return };
        let Some(root) = self.call.roots.get(place.root) else { return };
        // Without a path nothing can lead out, and what the operating system refuses has no rule of ours.
        let ours = attempt.path.is_some() || root.access < attempt.access;
        if !ours {
            return;
        }
        let path = shown(&full(&place.path, attempt.path.as_deref()));
        self.call.refusals.denied(&self.call.grants.file_denied(&path, attempt.access));
    }
}

/// Where a path leads from a directory, as text: links are not looked at. What is beyond the root is the root.
pub(super) fn full(directory: &str, path: Option<&str>) -> String {
    let path = path.unwrap_or_default();
    let above = if path.starts_with('/') { "" } else { directory };
    let mut segments: Vec<&str> = Vec::new();
    for segment in above.split('/').chain(path.split('/')) {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            segment => segments.push(segment),
        }
    }
    let mut full = format!("/{}", segments.join("/"));
    full.truncate(full.floor_char_boundary(LONGEST));
    full
}

/// A path that a guest made up, so that it can neither end a line nor a quotation.
fn shown(path: &str) -> String {
    neutral(path).replace(['"', '`'], "'")
}

#[cfg(test)]
mod tests;
