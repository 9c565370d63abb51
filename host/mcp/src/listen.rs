//! Word of what changes: `subscriptions/listen` of 2026-07-28, and the notifications that legacy sessions get by themselves.

use std::collections::HashSet;
use std::sync::Arc;

use bulkhead_dispatch::{Change, Notice};
use rmcp::model::ErrorData;
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::frame::{self, Id};
use crate::meta;
use crate::relay::Outlet;
use crate::server::{Reply, Server};
use crate::session::Session;

/// How many URIs, and how many tasks, one client may want to hear of.
pub(crate) const SUBSCRIPTIONS: usize = 1024;

/// What a client wants to hear of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filter {
    tools: bool,
    prompts: bool,
    resources: bool,
    uris: HashSet<String>,
    tasks: HashSet<String>,
}

/// A request to hear of changes.
#[derive(Debug)]
pub(crate) struct Listening {
    pub(crate) id: Id,
    filter: Filter,
}

impl Filter {
    /// Reads the params of `subscriptions/listen`.
    fn read(params: &Map<String, Value>) -> Result<Self, ErrorData> {
        let invalid = |message: &str| ErrorData::invalid_params(message.to_owned(), None);
        let wanted = params.get("notifications").and_then(Value::as_object);
        let wanted = wanted.ok_or_else(|| invalid("`notifications` must be an object"))?;
        let flag = |name: &str| match wanted.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(invalid("what is wanted must be said with true or false")),
        };
        let texts = |name: &str| {
            let text = |text: &Value| text.as_str().map(str::to_owned);
            let texts: Option<HashSet<String>> = match wanted.get(name) {
                None | Some(Value::Null) => Some(HashSet::new()),
                Some(Value::Array(texts)) if texts.len() <= SUBSCRIPTIONS => texts.iter().map(text).collect(),
                Some(_) => None,
            };
            texts.ok_or_else(|| invalid("what is subscribed to must be an array of at most 1024 strings"))
        };
        Ok(Self {
            tools: flag("toolsListChanged")?,
            prompts: flag("promptsListChanged")?,
            resources: flag("resourcesListChanged")?,
            uris: texts("resourceSubscriptions")?,
            tasks: texts("taskIds")?,
        })
    }

    /// What was agreed on: all that was asked for.
    fn agreed(&self) -> Value {
        let mut agreed = Map::new();
        let flags = [
            ("toolsListChanged", self.tools),
            ("promptsListChanged", self.prompts),
            ("resourcesListChanged", self.resources),
        ];
        for (name, _) in flags.into_iter().filter(|(_, wanted)| *wanted) {
            agreed.insert(name.to_owned(), true.into());
        }
        for (name, texts) in [("resourceSubscriptions", &self.uris), ("taskIds", &self.tasks)] {
            if !texts.is_empty() {
                let mut texts: Vec<_> = texts.iter().collect();
                texts.sort_unstable();
                agreed.insert(name.to_owned(), json!(texts));
            }
        }
        Value::Object(agreed)
    }

    fn wants(&self, change: &Change) -> bool {
        match change {
            Change::Tools => self.tools,
            Change::Prompts => self.prompts,
            Change::Resources => self.resources,
            Change::Resource(uri) => self.uris.contains(uri),
        }
    }
}

impl Listening {
    /// Reads the request.
    ///
    /// # Errors
    ///
    /// -32602 for params that are not what the schema says.
    pub(crate) fn read(id: Id, params: &Map<String, Value>) -> Result<Self, ErrorData> {
        Ok(Self { id, filter: Filter::read(params)? })
    }

    /// Tells of changes until `until` ends or nobody listens any more; then the request is answered.
    pub(crate) async fn run(
        self,
        server: Arc<Server>,
        outlet: Outlet,
        until: impl Future<Output = ()> + Send,
    ) -> Reply {
        let mut notices = server.desk.notices();
        let mut tasks = server.tasks.news();
        let tag = json!({ meta::SUBSCRIPTION_ID: self.id });
        let agreed = json!({ "_meta": tag, "notifications": self.filter.agreed() });
        let acknowledged = frame::notification("notifications/subscriptions/acknowledged", &agreed);
        let mut listening = outlet.send(acknowledged).await.is_ok();
        let mut until = std::pin::pin!(until);
        while listening {
            tokio::select! {
                changes = changes(&mut notices, &server.principal.id) => {
                    let Some(changes) = changes else { break };
                    for change in changes.into_iter().filter(|change| self.filter.wants(change)) {
                        listening &= outlet.send(message(&change, Some(&tag))).await.is_ok();
                    }
                }
                Ok(task) = tasks.recv() => {
                    if self.filter.tasks.contains(&task.id)
                        && server.tasks.find(&task.id, &server.principal.id).is_some()
                    {
                        let mut params = task.detailed();
                        params["_meta"] = tag.clone();
                        listening &= outlet.send(frame::notification("notifications/tasks", &params)).await.is_ok();
                    }
                }
                () = outlet.closed() => break,
                () = &mut until => break,
            }
        }
        let mut meta = json!(server.meta);
        meta[meta::SUBSCRIPTION_ID] = json!(self.id);
        Reply::result(&self.id, &json!({ "resultType": "complete", "_meta": meta }))
    }
}

/// Tells a legacy client of changes until its session ends or nobody listens any more.
pub(crate) async fn tell(server: Arc<Server>, session: Arc<Session>, outlet: Outlet) {
    let mut notices = server.desk.notices();
    loop {
        let changes = tokio::select! {
            changes = changes(&mut notices, &server.principal.id) => changes,
            () = outlet.closed() => return,
            () = session.ended.cancelled() => return,
        };
        let Some(changes) = changes else { return };
        for change in changes {
            let wanted = match &change {
                Change::Tools | Change::Prompts | Change::Resources => true,
                Change::Resource(uri) => session.is_subscribed(uri),
            };
            if wanted && outlet.send(message(&change, None)).await.is_err() {
                return;
            }
        }
    }
}

/// The next changes that concern this principal; `None` when there will be none. Whoever has missed some is told that
/// every list has changed.
async fn changes(notices: &mut Receiver<Notice>, principal: &str) -> Option<Vec<Change>> {
    loop {
        match notices.recv().await {
            Ok(notice) if notice.concerns(principal) => return Some(vec![notice.change]),
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => {
                return Some(vec![Change::Tools, Change::Prompts, Change::Resources]);
            }
            Err(RecvError::Closed) => return None,
        }
    }
}

fn message(change: &Change, tag: Option<&Value>) -> Vec<u8> {
    let (method, mut params) = match change {
        Change::Tools => ("notifications/tools/list_changed", json!({})),
        Change::Prompts => ("notifications/prompts/list_changed", json!({})),
        Change::Resources => ("notifications/resources/list_changed", json!({})),
        Change::Resource(uri) => ("notifications/resources/updated", json!({ "uri": uri })),
    };
    if let Some(tag) = tag {
        params["_meta"] = tag.clone();
    }
    frame::notification(method, &params)
}

#[cfg(test)]
mod tests;
