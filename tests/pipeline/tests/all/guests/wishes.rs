//! Guests that ask for much.

use bulkhead_test_artifacts::{BOASTS, WANTS};
use serde_json::json;

use crate::house::Plan;

#[tokio::test]
pub async fn wants() {
    let url = json!({ "url": "https://erp.example.com/api/1" });
    let house = Plan::of(WANTS).open().await;
    // A clock is nobody's to grant.
    assert_eq!(house.json("want", url.clone()).await["result"], json!(["clock"]));
    let told = house.notes.told();
    for rule in ["http-no-grant", "call-no-grant", "state-no-grant"] {
        assert!(told.contains(&format!("denied {rule}")), "{rule} is not in {told:?}");
    }
    let granted = "[tools.wants]\nfs = [{ host = \"tools\", guest = \"/notes\", access = \"read\" }]\nenv = { LANG = \"C\" }\n";
    let house = Plan::of(WANTS).policy(granted).open().await;
    assert_eq!(house.json("want", url).await["result"], json!(["directory", "environment", "clock"]));
}

/// Words give nothing: it imports nothing of what it asks for, whatever is granted.
#[tokio::test]
pub async fn boasts() {
    let granted = "[tools.boasts]\nhttp = [\"* https://*:*/*\"]\ncalls = [\"*\"]\n";
    let house = Plan::of(BOASTS).policy(granted).open().await;
    assert_eq!(house.text("boast", json!({})).await, "I could do anything.");
    let catalog = house.dispatcher.catalog();
    let shape = &catalog.components()[0].shape;
    for interface in
        ["wasi:http/outgoing-handler", "wasi:sockets/tcp", "bulkhead:tool/calls", "bulkhead:tool/state"]
    {
        assert!(!shape.imports_interface(interface), "{interface}");
    }
}
