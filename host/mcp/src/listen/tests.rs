#![allow(clippy::unwrap_used, reason = "a failing test should stop")]

use super::*;
use crate::relay;
use crate::testing::{self, Fake};

fn read(wanted: Value) -> Result<Listening, ErrorData> {
    let params = json!({ "notifications": wanted });
    Listening::read(Id::Text("l".to_owned()), params.as_object().unwrap())
}

fn notice(change: Change, principal: Option<&str>) -> Notice {
    Notice { change, principal: principal.map(str::to_owned) }
}

#[test]
fn what_is_wanted_must_be_said_as_the_schema_has_it() {
    assert!(read(json!({})).is_ok());
    let long: Vec<String> = (0..=SUBSCRIPTIONS).map(|i| i.to_string()).collect();
    for wrong in [
        json!(null),
        json!([]),
        json!({ "toolsListChanged": 1 }),
        json!({ "resourceSubscriptions": "a" }),
        json!({ "resourceSubscriptions": [1] }),
        json!({ "taskIds": long }),
    ] {
        assert!(read(wrong.clone()).is_err(), "{wrong}");
    }
}

#[tokio::test]
async fn only_what_was_asked_for_is_told_and_each_word_is_tagged() {
    let fake = Arc::new(Fake::default());
    let server = Arc::new(testing::server(&fake));
    let (outlet, mut inbox) = relay::channel();
    let wanted =
        json!({ "promptsListChanged": true, "toolsListChanged": false, "resourceSubscriptions": ["a:b"] });
    let listening = read(wanted).unwrap();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(listening.run(server.clone(), outlet, async {
        let _ = ended.await;
    }));
    let said = |bytes: Vec<u8>| serde_json::from_slice::<Value>(&bytes).unwrap();
    let first = said(inbox.recv().await.unwrap());
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    let agreed = json!({ "promptsListChanged": true, "resourceSubscriptions": ["a:b"] });
    assert_eq!(first["params"]["notifications"], agreed);
    for unwanted in [
        notice(Change::Tools, None),
        notice(Change::Resources, None),
        notice(Change::Prompts, Some("somebody else")),
        notice(Change::Resource("a:c".to_owned()), None),
    ] {
        fake.notices.send(unwanted).unwrap();
    }
    fake.notices.send(notice(Change::Prompts, Some(&server.principal.id))).unwrap();
    fake.notices.send(notice(Change::Resource("a:b".to_owned()), None)).unwrap();
    let second = said(inbox.recv().await.unwrap());
    let third = said(inbox.recv().await.unwrap());
    assert_eq!(second["method"], "notifications/prompts/list_changed");
    assert_eq!(
        (&third["method"], &third["params"]["uri"]),
        (&json!("notifications/resources/updated"), &json!("a:b"))
    );
    for message in [&first, &second, &third] {
        assert_eq!(message["params"]["_meta"][meta::SUBSCRIPTION_ID], "l");
    }
    end.send(()).unwrap();
    let reply = said(running.await.unwrap().body);
    assert_eq!(reply["result"]["resultType"], "complete");
    assert_eq!(reply["result"]["_meta"][meta::SUBSCRIPTION_ID], "l");
}

#[tokio::test]
async fn a_listener_that_leaves_is_forgotten() {
    let fake = Arc::new(Fake::default());
    let server = Arc::new(testing::server(&fake));
    let (outlet, inbox) = relay::channel();
    let listening = read(json!({ "toolsListChanged": true })).unwrap();
    let running = tokio::spawn(listening.run(server, outlet, std::future::pending()));
    drop(inbox);
    running.await.unwrap();
    assert_eq!(fake.notices.receiver_count(), 0);
}

#[tokio::test]
async fn a_legacy_client_hears_of_lists_and_of_what_it_subscribed_to() {
    let fake = Arc::new(Fake::default());
    let server = Arc::new(testing::server(&fake));
    let session = Arc::new(Session::new(
        crate::revision::Revision::V2025_11_25,
        crate::abilities::Abilities::default(),
        Arc::default(),
    ));
    assert!(session.subscribe("a:b".to_owned()));
    let (outlet, mut inbox) = relay::channel();
    let telling = tokio::spawn(tell(server, session.clone(), outlet));
    testing::eventually(|| fake.notices.receiver_count() == 1).await;
    for change in [Change::Resource("a:c".to_owned()), Change::Resource("a:b".to_owned()), Change::Tools] {
        fake.notices.send(notice(change, None)).unwrap();
    }
    let mut said = async || serde_json::from_slice::<Value>(&inbox.recv().await.unwrap()).unwrap();
    let updated =
        json!({ "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": "a:b" } });
    assert_eq!(said().await, updated);
    assert_eq!(said().await["method"], "notifications/tools/list_changed");
    session.ended.cancel();
    telling.await.unwrap();
}
