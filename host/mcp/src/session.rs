//! What a legacy handshake settled, and the table of those that were made over HTTP.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bulkhead_dispatch::Level;
use tokio_util::sync::CancellationToken;

use crate::abilities::Abilities;
use crate::link::Link;
use crate::listen::SUBSCRIPTIONS;
use crate::revision::Revision;

/// Lines below this are not sent to a legacy client that has not said what it wants.
const UNASKED: Level = Level::Info;

/// What requests after the handshake rely on.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) revision: Revision,
    pub(crate) abilities: Abilities,
    pub(crate) link: Arc<Link>,
    /// Cancelled when the client has left or was forgotten.
    pub(crate) ended: CancellationToken,
    level: Mutex<Level>,
    /// The URIs of resources whose changes it wants to hear of.
    subscriptions: Mutex<HashSet<String>>,
    /// Whether it has a stream for what it is told unasked; there is one at most.
    streaming: AtomicBool,
}

impl Session {
    pub(crate) fn new(revision: Revision, abilities: Abilities, link: Arc<Link>) -> Self {
        Self {
            revision,
            abilities: abilities.known_to(revision),
            link,
            ended: CancellationToken::new(),
            level: Mutex::new(UNASKED),
            subscriptions: Mutex::default(),
            streaming: AtomicBool::new(false),
        }
    }

    /// Notes that changes of this resource are wanted. Whether there was room.
    pub(crate) fn subscribe(&self, uri: String) -> bool {
        let mut subscriptions = self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner);
        let room = subscriptions.len() < SUBSCRIPTIONS || subscriptions.contains(&uri);
        if room {
            subscriptions.insert(uri);
        }
        room
    }

    /// The opposite.
    pub(crate) fn unsubscribe(&self, uri: &str) {
        self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner).remove(uri);
    }

    /// Whether changes of this resource are wanted.
    pub(crate) fn is_subscribed(&self, uri: &str) -> bool {
        self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner).contains(uri)
    }

    /// Takes the one stream for what the client is told unasked; `None` when it is taken.
    pub(crate) fn take_stream(self: &Arc<Self>) -> Option<Streaming> {
        (!self.streaming.swap(true, Ordering::Relaxed)).then(|| Streaming(self.clone()))
    }

    /// Lines of this level and above are wanted.
    pub(crate) fn level(&self) -> Level {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_level(&self, level: Level) {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = level;
    }
}

/// The one stream of a session, until it is dropped.
#[derive(Debug)]
pub(crate) struct Streaming(Arc<Session>);

impl Drop for Streaming {
    fn drop(&mut self) {
        self.0.streaming.store(false, Ordering::Relaxed);
    }
}

/// The sessions over HTTP, few and not for ever: anyone who can reach the port can make one.
#[derive(Debug)]
pub(crate) struct Sessions {
    most: usize,
    idle: Duration,
    table: Mutex<HashMap<String, Entry>>,
}

#[derive(Debug)]
struct Entry {
    session: Arc<Session>,
    used: Instant,
    /// Whether a request has come after the handshake.
    confirmed: bool,
}

impl Drop for Entry {
    fn drop(&mut self) {
        // A stream that is open holds the session; it ends with the entry.
        self.session.ended.cancel();
    }
}

impl Sessions {
    pub(crate) fn new(most: usize, idle: Duration) -> Self {
        Self { most: most.max(1), idle, table: Mutex::default() }
    }

    /// Keeps a session under `id`. When the table is full, one makes room: the one unused for longest, among those that
    /// were never used at all as long as there is such a one. A flood of handshakes so drives out itself.
    pub(crate) fn open(&self, id: String, session: Arc<Session>, now: Instant) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if table.len() >= self.most {
            table.retain(|_, entry| now.saturating_duration_since(entry.used) < self.idle);
        }
        if table.len() >= self.most {
            let last = table.iter().min_by_key(|(_, entry)| (entry.confirmed, entry.used));
            if let Some(id) = last.map(|(id, _)| id.clone()) {
                table.remove(&id);
            }
        }
        table.insert(id, Entry { session, used: now, confirmed: false });
    }

    /// The session of this id, marked as used.
    pub(crate) fn find(&self, id: &str, now: Instant) -> Option<Arc<Session>> {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = table.get_mut(id)?;
        if now.saturating_duration_since(entry.used) >= self.idle {
            table.remove(id);
            return None;
        }
        (entry.used, entry.confirmed) = (now, true);
        Some(entry.session.clone())
    }

    /// Forgets a session. Whether it was there.
    pub(crate) fn close(&self, id: &str) -> bool {
        let removed = self.table.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        removed.is_some_and(|entry| {
            entry.session.link.hang_up();
            entry.session.link.cancel_all();
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDLE: Duration = Duration::from_secs(100);

    fn session() -> Arc<Session> {
        Arc::new(Session::new(Revision::V2025_11_25, Abilities::default(), Arc::default()))
    }

    fn length(sessions: &Sessions) -> usize {
        sessions.table.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    #[test]
    fn a_flood_of_handshakes_spares_the_sessions_in_use() {
        let sessions = Sessions::new(16, IDLE);
        let start = Instant::now();
        sessions.open("mine".to_owned(), session(), start);
        assert!(sessions.find("mine", start).is_some());
        for number in 0..10_000u32 {
            sessions.open(number.to_string(), session(), start + Duration::from_millis(number.into()));
            assert!(length(&sessions) <= 16);
        }
        assert!(sessions.find("mine", start + Duration::from_secs(11)).is_some());
        assert!(sessions.find("9999", start + Duration::from_secs(11)).is_some());
        assert!(sessions.find("5", start + Duration::from_secs(11)).is_none());
    }

    #[test]
    fn a_session_ends_by_itself_or_by_the_client() {
        let sessions = Sessions::new(16, IDLE);
        let start = Instant::now();
        sessions.open("a".to_owned(), session(), start);
        assert!(sessions.find("a", start + IDLE / 2).is_some());
        assert!(sessions.find("a", start + IDLE).is_some(), "use prolongs it");
        let last = sessions.find("a", start + IDLE);
        assert!(sessions.find("a", start + IDLE * 2).is_none());
        assert!(last.is_some_and(|session| session.ended.is_cancelled()), "its stream ends as well");
        assert_eq!(length(&sessions), 0);

        sessions.open("b".to_owned(), session(), start);
        assert!(sessions.close("b"));
        assert!(!sessions.close("b"));
        assert!(sessions.find("b", start).is_none());
    }
}
