//! Each grant of the policy: the same call goes through with it, and is refused without it.

use std::fs;

use bulkhead_test_artifacts::{ECHO, ENVIRONMENT, FILES, HTTP};
use bulkhead_tests_pipeline::Web;
use serde_json::json;

use crate::house::{House, Plan};

async fn requesting(grants: &str) -> House {
    Plan::of(HTTP).policy(format!("[tools.http]\n{grants}")).name("api.test", &["127.0.0.1"]).open().await
}

#[tokio::test]
async fn http_and_addresses() {
    let web = Web::start().await.unwrap();
    let call = json!({ "url": format!("http://api.test:{}/open/hello", web.port) });
    let http = "http = [\"GET http://api.test:*/*\"]";
    let addresses = "addresses = [\"127.0.0.1\"]";
    let house = requesting(&format!("{http}\n{addresses}")).await;
    assert_eq!(house.json("http", call.clone()).await["body"], "hello");
    for (grants, rule) in [("", "http-no-grant"), (addresses, "http-no-grant"), (http, "address-loopback")] {
        let house = requesting(grants).await;
        assert_eq!(house.code("http", call.clone()).await, "not_allowed", "{grants}");
        assert_eq!(
            house.notes.told(),
            ["intent", &format!("denied {rule}"), "ended not_allowed"],
            "{grants}"
        );
    }
    // Every part of the rule counts.
    let parts = [
        ("POST http://api.test:*/*", "http-method"),
        ("GET https://api.test:*/*", "http-scheme"),
        ("GET http://*.api.test:*/*", "http-host"),
        ("GET http://api.test/*", "http-port"),
        ("GET http://api.test:*/closed/*", "http-path"),
    ];
    for (rule, denied) in parts {
        let house = requesting(&format!("http = [\"{rule}\"]\n{addresses}")).await;
        assert_eq!(house.code("http", call.clone()).await, "not_allowed", "{rule}");
        assert_eq!(house.notes.told()[1], format!("denied {denied}"), "{rule}");
    }
    assert_eq!(web.requests().len(), 1);
}

async fn with_files(fs: &str) -> House {
    let house = Plan::of(FILES).policy(format!("[tools.files]\nfs = [{fs}]")).open().await;
    for folder in ["notes", "other"] {
        fs::create_dir(house.path(folder)).unwrap();
    }
    fs::write(house.path("notes/a"), "alpha").unwrap();
    house
}

#[tokio::test]
async fn fs() {
    let read = json!({ "path": "/data/a" });
    let write = json!({ "path": "/data/b", "text": "beta" });
    let granted = with_files(r#"{ host = "notes", guest = "/data", access = "write" }"#).await;
    assert_eq!(granted.text("read", read.clone()).await, "alpha");
    granted.text("write", write.clone()).await;
    let refused = [
        "",
        r#"{ host = "other", guest = "/data", access = "write" }"#,
        r#"{ host = "notes", guest = "/library", access = "write" }"#,
        // Granted, and never asked for.
        r#"{ host = "notes", guest = "/else", access = "write" }"#,
    ];
    for fs in refused {
        assert!(with_files(fs).await.call("read", read.clone()).await.is_err(), "{fs}");
    }
    let reading = with_files(r#"{ host = "notes", guest = "/data", access = "read" }"#).await;
    assert_eq!(reading.text("read", read).await, "alpha");
    assert!(reading.call("write", write).await.is_err());
    assert!(!reading.path("notes/b").exists());
    // The author asked to read there: more is not given, whatever is granted.
    let more = with_files(r#"{ host = "notes", guest = "/library", access = "write" }"#).await;
    assert!(more.call("write", json!({ "path": "/library/b", "text": "beta" })).await.is_err());
    assert_eq!(more.text("read", json!({ "path": "/library/a" })).await, "alpha");
}

#[tokio::test]
async fn a_granted_directory_that_is_not_there() {
    let house = with_files(r#"{ host = "gone", guest = "/data", access = "read" }"#).await;
    let error = house.call("read", json!({ "path": "/data/a" })).await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.to_string().contains("gone"), "{error}");
    assert!(!error.for_model().message.contains("gone"));
    fs::create_dir(house.path("gone")).unwrap();
    fs::write(house.path("gone/a"), "here").unwrap();
    assert_eq!(house.text("read", json!({ "path": "/data/a" })).await, "here");
}

#[tokio::test]
async fn env() {
    let cases = [
        ("", json!({})),
        ("env = { GREETING = \"hello\" }", json!({ "GREETING": "hello" })),
        ("env = { LANG = { from = \"HOST_LANG\" } }", json!({ "LANG": "sv" })),
        ("env = { LANG = { from = \"NOT_SET\" } }", json!({})),
        ("env = { OTHER = \"never asked for\" }", json!({})),
    ];
    for (grants, variables) in cases {
        let policy = format!("[tools.environment]\n{grants}");
        let house = Plan::of(ENVIRONMENT).policy(policy).variable("HOST_LANG", "sv").open().await;
        assert_eq!(house.json("environment", json!({})).await["variables"], variables, "{grants}");
    }
}

#[tokio::test]
async fn only() {
    let call = json!({ "text": "x" });
    for (only, served) in
        [("", true), ("only = [\"echo\"]", true), ("only = [\"kinds\"]", false), ("only = []", false)]
    {
        let house = Plan::of(ECHO).policy(format!("[tools.echo]\n{only}")).open().await;
        let result = house.call("echo", call.clone()).await;
        assert_eq!(result.is_ok(), served, "{only}: {result:?}");
    }
}

#[tokio::test]
async fn prefix() {
    let house = Plan::of(ECHO).policy("[tools.echo]\nprefix = \"my.\"\nonly = [\"echo\"]").open().await;
    assert_eq!(house.text("my.echo", json!({ "text": "x" })).await, "x");
    assert_eq!(house.code("echo", json!({ "text": "x" })).await, "unknown_tool");
    assert_eq!(house.code("my.kinds", json!({})).await, "unknown_tool");
}

/// What is granted to one component is not granted to another.
#[tokio::test]
async fn grants_are_for_one_component() {
    let house = Plan::of(FILES)
        .and(ECHO)
        .policy("[tools.echo]\nfs = [{ host = \"notes\", guest = \"/data\", access = \"write\" }]");
    let house = house.open().await;
    fs::create_dir(house.path("notes")).unwrap();
    fs::write(house.path("notes/a"), "alpha").unwrap();
    assert!(house.call("read", json!({ "path": "/data/a" })).await.is_err());
}
