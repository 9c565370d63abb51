//! Connections that wait for the next request of the same tool.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use bulkhead_policy::{HttpTarget, Permit, Scheme};
use hyper::client::conn::http1::SendRequest;
use tokio::time::Instant;
use wasmtime_wasi::runtime::AbortOnDropJoinHandle;
use wasmtime_wasi_http::WasiBody;

use super::body::Capped;

/// How long a connection is kept. Servers give up after 5 s (Node), 15 s (Apache's proxies) or 75 s (nginx); the calls of an
/// agent that works its way through something come within seconds.
pub(super) const LIFE: Duration = Duration::from_secs(15);

/// How many are kept for the same tool, principal and origin: what half of a call's connections by default are.
const OF_ONE_KEY: usize = 4;

/// How many of one component are kept, so that one which asks many hosts does not push out the others'.
const OF_ONE_COMPONENT: usize = 32;

/// How many are kept in all. Each is a file descriptor, of which a process has 1,024 by default.
const OF_ALL: usize = 256;

/// Whose a connection is, and what it leads to. Servers exist that remember who authenticated on a connection, so that one
/// that carried a secret serves only requests with the same secrets, by the same component for the same principal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    component: String,
    digest: String,
    principal: String,
    scheme: Scheme,
    host: String,
    port: u16,
    secrets: Vec<String>,
}

impl Key {
    pub(super) fn new(permit: &Permit, target: &HttpTarget, secrets: Vec<String>) -> Self {
        Self {
            component: permit.component().to_owned(),
            digest: permit.digest().to_owned(),
            principal: permit.principal_id().to_owned(),
            scheme: target.scheme(),
            host: target.host(),
            port: target.port(),
            secrets,
        }
    }
}

/// An open connection. Dropping it closes it.
pub(super) struct Connection {
    pub(super) sender: SendRequest<Capped<WasiBody>>,
    /// The address that was dialled: every call that uses the connection checks it.
    pub(super) address: IpAddr,
    pub(super) _driver: AbortOnDropJoinHandle<()>,
}

/// The connections of all tools that wait.
pub(super) struct Idle {
    kept: Mutex<Kept>,
    life: Duration,
}

#[derive(Default)]
struct Kept {
    /// The longest waiting first.
    resting: Vec<Resting>,
    swept: bool,
}

struct Resting {
    key: Key,
    connection: Connection,
    since: Instant,
}

impl Idle {
    pub(super) fn new(life: Duration) -> Arc<Self> {
        Arc::new(Self { kept: Mutex::default(), life })
    }

    /// The one that was used last; the others may be close to being given up by the server.
    pub(super) fn take(&self, key: &Key) -> Option<Connection> {
        let mut kept = self.lock();
        self.sweep(&mut kept);
        let at = kept.resting.iter().rposition(|resting| resting.key == *key)?;
        Some(kept.resting.remove(at).connection)
    }

    pub(super) fn put(self: &Arc<Self>, key: Key, connection: Connection) {
        let mut kept = self.lock();
        self.sweep(&mut kept);
        make_room(&mut kept.resting, OF_ONE_KEY, |resting| resting.key == key);
        make_room(&mut kept.resting, OF_ONE_COMPONENT, |resting| resting.key.component == key.component);
        make_room(&mut kept.resting, OF_ALL, |_| true);
        kept.resting.push(Resting { key, connection, since: Instant::now() });
        if !kept.swept {
            kept.swept = true;
            tokio::spawn(sweeper(Arc::downgrade(self), self.life));
        }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.lock().resting.len()
    }

    fn sweep(&self, kept: &mut Kept) {
        kept.resting
            .retain(|resting| resting.since.elapsed() < self.life && !resting.connection.sender.is_closed());
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the longest waiting of those that count, when as many are there as may be.
fn make_room(resting: &mut Vec<Resting>, most: usize, counts: impl Fn(&Resting) -> bool) {
    if resting.iter().filter(|resting| counts(resting)).count() >= most
        && let Some(at) = resting.iter().position(counts)
    {
        resting.remove(at);
    }
}

/// Closes what nobody came back for, and ends when nothing is left.
async fn sweeper(idle: Weak<Idle>, life: Duration) {
    loop {
        tokio::time::sleep(life).await;
        let Some(idle) = idle.upgrade() else { return };
        let mut kept = idle.lock();
        idle.sweep(&mut kept);
        if kept.resting.is_empty() {
            kept.swept = false;
            return;
        }
    }
}
