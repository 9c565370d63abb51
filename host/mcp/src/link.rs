//! What is under way between the host and one client: calls that the client may cancel, and questions that it has not
//! answered yet. One link is one process on stdio and one session over HTTP.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::frame::{Id, Response};

/// How many calls one client may have under way at once. Each holds its arguments and a task; a client that has sent
/// this many and read no answer is broken.
const CALLS: usize = 1024;

/// The client's answer to a question: its result, or its error.
type Outcome = Result<Value, Value>;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Link {
    /// Cancelled when the client says nothing more.
    gone: CancellationToken,
    calls: Mutex<Calls>,
    questions: Mutex<Questions>,
}

#[derive(Debug, Default)]
struct Calls {
    running: HashMap<Id, (u64, CancellationToken)>,
    serial: u64,
}

#[derive(Debug, Default)]
struct Questions {
    open: HashMap<i64, oneshot::Sender<Outcome>>,
    last: i64,
    closed: bool,
}

impl Link {
    /// Notes a call, so that it can be cancelled while the guard lives. `None` when there are too many.
    pub(crate) fn start(self: &Arc<Self>, id: &Id) -> Option<Running> {
        let mut calls = lock(&self.calls);
        if calls.running.len() >= CALLS {
            return None;
        }
        calls.serial += 1;
        let (serial, token) = (calls.serial, CancellationToken::new());
        calls.running.insert(id.clone(), (serial, token.clone()));
        Some(Running { link: self.clone(), id: id.clone(), serial, token })
    }

    /// Cancels the call of this id, if there is one.
    pub(crate) fn cancel(&self, id: &Id) {
        if let Some((_, token)) = lock(&self.calls).running.get(id) {
            token.cancel();
        }
    }

    /// Cancels every call.
    pub(crate) fn cancel_all(&self) {
        for (_, token) in lock(&self.calls).running.values() {
            token.cancel();
        }
    }

    /// Opens a question: its id, and where its answer will arrive. `None` when the client is gone.
    pub(crate) fn question(self: &Arc<Self>) -> Option<Asking> {
        let mut questions = lock(&self.questions);
        if questions.closed {
            return None;
        }
        questions.last += 1;
        let id = questions.last;
        let (sender, answer) = oneshot::channel();
        questions.open.insert(id, sender);
        Some(Asking { link: self.clone(), id, answer })
    }

    /// Delivers the client's answer. Whether there was a question.
    pub(crate) fn answer(&self, response: Response) -> bool {
        let Id::Number(number) = &response.id else { return false };
        let sender = number.as_i64().and_then(|id| lock(&self.questions).open.remove(&id));
        sender.is_some_and(|sender| sender.send(response.outcome).is_ok())
    }

    /// The client will answer nothing more: questions that are open end, new ones are not asked.
    pub(crate) fn hang_up(&self) {
        self.gone.cancel();
        let mut questions = lock(&self.questions);
        questions.closed = true;
        questions.open.clear();
    }

    /// Comes back when the client says nothing more.
    pub(crate) async fn gone(&self) {
        self.gone.cancelled().await;
    }
}

/// A call under way.
#[derive(Debug)]
pub(crate) struct Running {
    link: Arc<Link>,
    id: Id,
    serial: u64,
    token: CancellationToken,
}

impl Running {
    /// Ends when the client cancels.
    pub(crate) async fn cancelled(&self) {
        self.token.cancelled().await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut calls = lock(&self.link.calls);
        // A client that reuses an id has replaced this entry; the entry is then the other call's.
        if calls.running.get(&self.id).is_some_and(|(serial, _)| *serial == self.serial) {
            calls.running.remove(&self.id);
        }
    }
}

/// A question that waits for its answer; forgotten when dropped.
#[derive(Debug)]
pub(crate) struct Asking {
    link: Arc<Link>,
    pub(crate) id: i64,
    answer: oneshot::Receiver<Outcome>,
}

impl Asking {
    /// The answer; `None` when the client is gone.
    pub(crate) async fn answer(&mut self) -> Option<Outcome> {
        (&mut self.answer).await.ok()
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        lock(&self.link.questions).open.remove(&self.id);
    }
}

/// A panic elsewhere does not make the table wrong: every change to it is one statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use serde_json::json;

    use super::*;

    fn id(number: i64) -> Id {
        Id::Number(number.into())
    }

    #[tokio::test]
    async fn a_call_can_be_cancelled_until_it_ends() {
        let link = Arc::new(Link::default());
        let running = link.start(&id(1)).unwrap();
        link.cancel(&id(2));
        link.cancel(&id(1));
        running.cancelled().await;
        drop(running);
        assert!(lock(&link.calls).running.is_empty());
        link.cancel(&id(1));
    }

    #[test]
    fn an_id_used_twice_belongs_to_the_later_call() {
        let link = Arc::new(Link::default());
        let first = link.start(&id(1)).unwrap();
        let second = link.start(&id(1)).unwrap();
        drop(first);
        link.cancel(&id(1));
        assert!(second.token.is_cancelled());
    }

    #[test]
    fn the_number_of_calls_is_bounded() {
        let link = Arc::new(Link::default());
        let running: Vec<_> = (0..CALLS as i64).map(|number| link.start(&id(number)).unwrap()).collect();
        assert!(link.start(&id(-1)).is_none());
        drop(running);
        assert!(link.start(&id(-1)).is_some());
    }

    #[tokio::test]
    async fn an_answer_finds_its_question_once() {
        let link = Arc::new(Link::default());
        let mut asking = link.question().unwrap();
        let response = |id| Response { id, outcome: Ok(json!(1)) };
        assert!(!link.answer(response(id(99))));
        assert!(!link.answer(response(Id::Text("1".to_owned()))));
        assert!(link.answer(response(id(asking.id))));
        assert!(!link.answer(response(id(asking.id))));
        assert_eq!(asking.answer().await, Some(Ok(json!(1))));

        let mut left = link.question().unwrap();
        link.hang_up();
        assert_eq!(left.answer().await, None);
        assert!(link.question().is_none());
    }
}
