//! Connections: the one that is granted, and every other. Each test has an address of its own on this machine, because a
//! component declares its ports beforehand.

use std::sync::Arc;

use bulkhead_test_artifacts::TCP;
use bulkhead_tests_pipeline::{Fickle, Parrot};
use serde_json::{Value, json};

use crate::house::{House, Plan};

/// The ports that the guest has declared for `db.test`.
const PORT: u16 = 17811;
const OTHER: u16 = 17812;

fn policy(grants: &str) -> String {
    format!("[tools.tcp]\n{grants}")
}

fn granted(address: &str) -> String {
    policy(&format!("tcp = [\"db.test:{PORT}\"]\naddresses = [\"{address}\"]"))
}

async fn house(address: &'static str, policy: String) -> House {
    Plan::of(TCP).policy(policy).name("db.test", &[address]).name("other.test", &[address]).open().await
}

fn talk(address: impl Into<String>) -> Value {
    json!({ "address": address.into(), "say": "hello" })
}

/// That the call was refused by this rule, without naming it to the model.
async fn refused(house: &House, tool: &str, arguments: Value, rule: &str) {
    let error = house.refusal(tool, arguments.clone()).await;
    let told = house.notes.told();
    assert_eq!(told[told.len() - 2], format!("denied {rule}"), "{tool} {arguments}: {error:?}");
    assert!(!error.message.contains(rule), "{error:?}");
    assert!(error.code != "trap" && error.code != "internal", "{tool} {arguments}: {error:?}");
}

#[tokio::test]
pub async fn tcp() {
    let address = "127.77.0.1";
    let server = Parrot::tcp(&format!("{address}:{PORT}")).await.unwrap();
    let house = house(address, granted(address)).await;
    let answer = house.call("tcp", talk(format!("db.test:{PORT}"))).await.unwrap();
    assert_eq!(answer.usage.tcp_bytes, 10, "five bytes each way");
    assert_eq!(house.json("tcp", talk(format!("db.test:{PORT}"))).await["result"][0], "127.77.0.1: hello");
    assert_eq!(server.connections(), 2);
}

#[tokio::test]
async fn connections_that_are_not_granted() {
    let address = "127.77.0.2";
    let server = Parrot::tcp(&format!("{address}:{PORT}")).await.unwrap();
    let other = Parrot::tcp(&format!("{address}:{OTHER}")).await.unwrap();
    let name = format!("db.test:{PORT}");
    let strict = |grants: String| house(address, policy(&grants));
    let addresses = format!("addresses = [\"{address}\"]");
    refused(&strict(addresses.clone()).await, "tcp", talk(&name), "tcp-no-grant").await;
    refused(&strict(format!("tcp = [\"{name}\"]")).await, "tcp", talk(&name), "address-loopback").await;
    let house = house(address, granted(address)).await;
    refused(&house, "tcp", talk(format!("db.test:{OTHER}")), "tcp-no-grant").await;
    refused(&house, "tcp", talk(format!("other.test:{PORT}")), "tcp-no-grant").await;
    // An address that nobody has looked up, though a granted name leads there.
    refused(&house, "tcp_dial", json!({ "address": format!("{address}:{PORT}") }), "tcp-no-grant").await;
    // Granted, and never asked for.
    let more = strict(format!("tcp = [\"other.test:{PORT}\"]\n{addresses}")).await;
    refused(&more, "tcp", talk(format!("other.test:{PORT}")), "tcp-not-declared").await;
    assert_eq!((server.connections(), other.connections()), (0, 0));
}

#[tokio::test]
async fn an_address_that_is_granted_as_it_is() {
    let address = "127.77.0.9";
    let server = Parrot::tcp(&format!("{address}:{PORT}")).await.unwrap();
    let dial = json!({ "address": format!("{address}:{PORT}") });
    let tcp = format!("tcp = [\"{address}:{PORT}\"]");
    let house = house(address, policy(&format!("{tcp}\naddresses = [\"{address}:{PORT}\"]"))).await;
    assert_eq!(house.text("tcp_dial", dial.clone()).await, "connected");
    let without = self::house(address, policy(&tcp)).await;
    refused(&without, "tcp_dial", dial, "address-loopback").await;
    assert_eq!(server.connections(), 1);
}

/// Whoever owns a name can change where it leads. The first answer was checked, and holds for the call.
#[tokio::test]
async fn a_name_whose_second_resolution_differs() {
    let (first, second) = ("127.77.0.3", "127.77.0.4");
    let server = Parrot::tcp(&format!("{first}:{PORT}")).await.unwrap();
    let inside = Parrot::tcp(&format!("{second}:{PORT}")).await.unwrap();
    let names = Arc::new(Fickle::new(vec![first.parse().unwrap(), second.parse().unwrap()]));
    let house = Plan::of(TCP).policy(granted(first)).resolver(names.clone()).open().await;
    let thrice = json!({ "address": format!("db.test:{PORT}"), "say": "hi", "times": 3 });
    let answers = house.json("tcp", thrice.clone()).await;
    assert_eq!(answers["result"], json!(vec![format!("{first}: hi"); 3]));
    assert_eq!(names.asked(), 1);
    // The next call looks it up anew, and is refused.
    refused(&house, "tcp", thrice, "address-loopback").await;
    assert_eq!((server.connections(), inside.connections()), (3, 0));
}

#[tokio::test]
async fn nobody_listens() {
    let address = "127.77.0.5";
    let house = house(address, granted(address)).await;
    for listen in ["127.77.0.5:0", "127.77.0.5:17811", "0.0.0.0:0"] {
        refused(&house, "tcp_listen", json!({ "address": listen }), "socket-never").await;
    }
}

#[tokio::test]
async fn nobody_uses_udp() {
    let address = "127.77.0.5";
    let house = house(address, granted(address)).await;
    refused(&house, "udp", json!({ "address": format!("{address}:{PORT}") }), "socket-never").await;
}

#[tokio::test]
async fn too_much_tcp() {
    let address = "127.77.0.6";
    let _server = Parrot::tcp(&format!("{address}:{PORT}")).await.unwrap();
    let pump = |bytes: usize| json!({ "address": format!("db.test:{PORT}"), "bytes": bytes });
    let limited = |limit: &str| {
        let limits = format!("{}\nlimits = {{ {limit} }}", granted(address));
        Plan::of(TCP).policy(limits).name("db.test", &[address]).open()
    };
    assert_eq!(limited("").await.text("tcp_pump", pump(100_000)).await, "100012");
    let house = limited("tcp_traffic = \"64KiB\"").await;
    // What is sent counts, and what comes back.
    assert_eq!(house.text("tcp_pump", pump(30_000)).await, "30012");
    for bytes in [40_000, 100_000] {
        let error = house.call("tcp_pump", pump(bytes)).await.unwrap_err();
        assert_eq!(error.code(), "too_much_tcp", "{bytes}: {error}");
    }
}

#[tokio::test]
async fn too_many_connections() {
    let address = "127.77.0.7";
    let _server = Parrot::tcp(&format!("{address}:{PORT}")).await.unwrap();
    let hold = |times: u32| json!({ "address": format!("db.test:{PORT}"), "times": times });
    let limits = format!("{}\nlimits = {{ connections = 3 }}", granted(address));
    let house = Plan::of(TCP).policy(limits).name("db.test", &[address]).open().await;
    assert_eq!(house.text("tcp_hold", hold(3)).await, "3");
    assert_eq!(house.code("tcp_hold", hold(4)).await, "too_many_connections");
    // Connections that are over do not count.
    let often = json!({ "address": format!("db.test:{PORT}"), "say": "hi", "times": 10 });
    assert_eq!(house.json("tcp", often).await["result"][9], format!("{address}: hi"));
}
