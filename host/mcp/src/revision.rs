//! The revisions of the protocol, and what each one knows.

use std::fmt;

/// A revision of MCP. Later ones compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Revision {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

impl Revision {
    /// Every revision that is spoken here, the preferred one first.
    pub(crate) const ALL: [Revision; 5] =
        [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18, Self::V2025_03_26, Self::V2024_11_05];

    /// The newest one that has the `initialize` handshake.
    pub(crate) const NEWEST_LEGACY: Revision = Self::V2025_11_25;

    /// What a request over HTTP speaks that names no revision and belongs to no session
    /// (2025-06-18, basic/transports, "Protocol Version Header").
    pub(crate) const UNSAID: Revision = Self::V2025_03_26;

    /// The revision of this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.as_str() == name)
    }

    /// What `initialize` answers to a client that asks for `requested`: the same if it is a legacy revision, otherwise
    /// the newest legacy one, for the client to take or leave.
    pub(crate) fn negotiate(requested: &str) -> Self {
        match Self::parse(requested) {
            Some(revision) if !revision.is_modern() => revision,
            _ => Self::NEWEST_LEGACY,
        }
    }

    /// Its name on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether each request stands alone, without handshake and session.
    pub(crate) fn is_modern(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// Whether several messages may come in one JSON array. Only one revision ever allowed it.
    pub(crate) fn has_batches(self) -> bool {
        self == Self::V2025_03_26
    }

    /// Whether tools have hints, and audio is a kind of content.
    pub(crate) fn has_hints_and_audio(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// Whether there are structured results and their schemas, titles, resource links, and `_meta` on everything.
    pub(crate) fn has_structure(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Whether things have icons.
    pub(crate) fn has_icons(self) -> bool {
        self >= Self::V2025_11_25
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for revision in Revision::ALL {
            assert_eq!(Revision::parse(revision.as_str()), Some(revision));
        }
        assert!(Revision::ALL.is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn a_handshake_never_ends_in_a_revision_without_one() {
        for (asked, given) in [
            ("2024-11-05", Revision::V2024_11_05),
            ("2025-06-18", Revision::V2025_06_18),
            ("2026-07-28", Revision::V2025_11_25),
            ("1999-01-01", Revision::V2025_11_25),
            ("", Revision::V2025_11_25),
        ] {
            assert_eq!(Revision::negotiate(asked), given, "{asked}");
        }
    }
}
