//! Word to whoever listens that something a client may have listed or read is not the same any more.

use tokio::sync::broadcast;

use crate::listener::Change;

/// How many notices wait for a slow listener. One that is further behind is told that it missed some.
const BACKLOG: usize = 256;

/// Something is not the same any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What.
    pub change: Change,
    /// Whose call it came of: the others are not told, as what a call does is its principal's affair. `None` for what the
    /// host itself changed, which everyone is told.
    pub principal: Option<String>,
}

impl Notice {
    /// Whether it concerns this principal.
    pub fn concerns(&self, principal: &str) -> bool {
        self.principal.as_deref().is_none_or(|whose| whose == principal)
    }
}

/// A fresh channel for them.
pub(crate) fn channel() -> broadcast::Sender<Notice> {
    broadcast::channel(BACKLOG).0
}
