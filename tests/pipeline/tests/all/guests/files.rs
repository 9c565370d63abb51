//! Files and the environment: what is granted, and every way past it that a guest has.

use std::{fs, os::unix::fs::symlink};

use bulkhead_test_artifacts::{ENVIRONMENT, FILES};
use serde_json::{Value, json};

use crate::house::{House, Plan};

const GRANTS: &str = "[tools.files]\nfs = [
    { host = \"data\", guest = \"/data\", access = \"write\" },
    { host = \"library\", guest = \"/library\", access = \"read\" },
]";

async fn house() -> House {
    let house = Plan::of(FILES).policy(GRANTS).open().await;
    for (file, content) in [("data/a", "alpha"), ("library/b", "beta"), ("secret/c", "gamma")] {
        fs::create_dir_all(house.path(file).parent().unwrap()).unwrap();
        fs::write(house.path(file), content).unwrap();
    }
    house
}

/// None of these may give anything, and none may change anything.
async fn all_fail(house: &House, attempts: &[(&str, Value)]) {
    for (tool, arguments) in attempts {
        let error = house.call(tool, arguments.clone()).await.unwrap_err();
        assert!(!["trap", "internal"].contains(&error.code()), "{tool} {arguments}: {error}");
        let told = error.for_model().message;
        assert!(!told.contains(house.folder.path().to_str().unwrap()), "{tool} {arguments}: {told}");
    }
    assert_eq!(fs::read_to_string(house.path("data/a")).unwrap(), "alpha");
    assert_eq!(fs::read_to_string(house.path("library/b")).unwrap(), "beta");
    assert_eq!(fs::read_to_string(house.path("secret/c")).unwrap(), "gamma");
    assert_eq!(fs::read_dir(house.path("secret")).unwrap().count(), 1);
    assert_eq!(fs::read_dir(house.path("library")).unwrap().count(), 1);
}

#[tokio::test]
pub async fn files() {
    let house = house().await;
    assert_eq!(house.text("read", json!({ "path": "/data/a" })).await, "alpha");
    assert_eq!(house.text("read", json!({ "path": "/data/./a" })).await, "alpha");
    assert_eq!(house.text("read", json!({ "path": "/library/b" })).await, "beta");
    house.text("write", json!({ "path": "/data/new", "text": "delta" })).await;
    assert_eq!(fs::read_to_string(house.path("data/new")).unwrap(), "delta");
    assert_eq!(house.json("list", json!({ "path": "/data" })).await["result"], json!(["a", "new"]));
    house.text("delete", json!({ "path": "/data/new" })).await;
    assert!(!house.path("data/new").exists());
}

#[tokio::test]
async fn paths_that_lead_out() {
    let house = house().await;
    let absolute = house.path("secret/c");
    let attempts = [
        ("read", json!({ "path": "/data/../secret/c" })),
        ("read", json!({ "path": "../secret/c" })),
        ("read", json!({ "path": "/data/../../../../../../etc/passwd" })),
        ("read", json!({ "path": "/etc/passwd" })),
        ("read", json!({ "path": absolute })),
        ("read", json!({ "path": format!("/data/{}", absolute.display()) })),
        ("write", json!({ "path": "/data/../secret/d", "text": "x" })),
        ("delete", json!({ "path": "/data/../secret/c" })),
        ("list", json!({ "path": "/data/.." })),
        ("list", json!({ "path": "/" })),
        ("read", json!({ "path": "/data/a\0" })),
    ];
    all_fail(&house, &attempts).await;
}

#[tokio::test]
async fn links_that_lead_out() {
    let house = house().await;
    symlink(house.path("secret/c"), house.path("data/absolute")).unwrap();
    symlink("../secret/c", house.path("data/relative")).unwrap();
    symlink("../secret", house.path("data/folder")).unwrap();
    symlink("../secret/not-there", house.path("data/dangling")).unwrap();
    symlink("a", house.path("data/inside")).unwrap();
    let attempts = [
        ("read", json!({ "path": "/data/absolute" })),
        ("read", json!({ "path": "/data/relative" })),
        ("read", json!({ "path": "/data/folder/c" })),
        ("list", json!({ "path": "/data/folder" })),
        ("write", json!({ "path": "/data/relative", "text": "x" })),
        ("write", json!({ "path": "/data/folder/d", "text": "x" })),
        ("write", json!({ "path": "/data/dangling", "text": "x" })),
        ("delete", json!({ "path": "/data/folder/c" })),
    ];
    all_fail(&house, &attempts).await;
    assert_eq!(house.text("read", json!({ "path": "/data/inside" })).await, "alpha");
}

#[tokio::test]
async fn writing_through_a_grant_for_reading() {
    let house = house().await;
    let attempts = [
        ("write", json!({ "path": "/library/b", "text": "x" })),
        ("write", json!({ "path": "/library/new", "text": "x" })),
        ("delete", json!({ "path": "/library/b" })),
        // A second name for the file, where it could be written.
        ("link", json!({ "from": "/library/b", "to": "/data/b" })),
        ("link", json!({ "from": "/data/a", "to": "/library/a" })),
    ];
    all_fail(&house, &attempts).await;
    assert_eq!(fs::read_dir(house.path("data")).unwrap().count(), 1);
}

#[tokio::test]
pub async fn environment() {
    let policy = "[tools.environment]\nenv = { GREETING = \"hello\", LANG = { from = \"HOST_LANG\" }, PATH = \"/bin\" }";
    let house = Plan::of(ENVIRONMENT)
        .policy(policy)
        .variable("HOST_LANG", "sv")
        .variable("HOME", "/root")
        .open()
        .await;
    let around = house.json("environment", json!({})).await;
    // `PATH` was granted and not declared, `HOME` is the host's own.
    assert_eq!(around["variables"], json!({ "GREETING": "hello", "LANG": "sv" }));
    assert_eq!(around["arguments"], json!([]));
    assert_eq!(around["root"], json!([]));
}
