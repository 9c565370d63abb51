//! Secrets, through the whole pipeline: what a guest, its logs, its errors and the record learn of one.

use std::fs;

use bulkhead_test_artifacts::SECRET;
use bulkhead_tests_pipeline::{Parrot, answer};
use serde_json::{Value, json};

use crate::house::{House, Plan};

const VALUE: &str = "v4lue/of+the\"token";

/// Gives back the whole request, in a header and in the body.
async fn echo() -> Parrot {
    let parrot = Parrot::http(|heard| {
        let told = heard.lines().find_map(|line| line.strip_prefix("authorization: ")).unwrap_or("nothing");
        answer(&format!("x-echo: {told}\r\n"), heard)
    });
    parrot.await.unwrap()
}

async fn house(port: u16, secret: &str) -> House {
    let policy = format!(
        "[tools.secret]\nhttp = [\"* http://*:*/*\", \"* https://*:*/*\"]\naddresses = [\"127.0.0.1\"]\n\
         env = {{ GREETING = \"hello\" }}\nsecrets = {{ {} }}",
        secret.replace("HERE", &format!("http://api.test:{port}"))
    );
    let plan = Plan::of(SECRET).policy(policy).variable("HOST_TOKEN", VALUE).variable("SHORT", "seven77");
    plan.name("api.test", &["127.0.0.1"]).name("evil.test", &["127.0.0.1"]).open().await
}

const TOKEN: &str =
    r#"TOKEN = { env = "HOST_TOKEN", header = "Authorization", format = "Bearer {}", to = "HERE" }"#;

fn with(name: &str, url: String) -> Value {
    json!({ "url": url, "names": [name] })
}

/// Everything that the pipeline keeps or passes on of the calls so far.
fn known(house: &House) -> String {
    format!("{:?}\n{:?}", house.notes.entries(), house.notes.heard())
}

#[tokio::test]
pub async fn secret() {
    let server = echo().await;
    let house = house(server.port, TOKEN).await;
    let url = format!("http://api.test:{}/a", server.port);
    let learnt = house.json("secret", with("TOKEN", url)).await;
    let heard = server.heard().join("");
    assert!(heard.contains(&format!("authorization: Bearer {VALUE}\r\n")), "{heard}");
    assert!(!heard.contains("bulkhead-secret"), "{heard}");
    let stars = "*".repeat(VALUE.len());
    assert_eq!(learnt["body"], heard.replace(VALUE, &stars));
    assert!(
        learnt["headers"].as_array().unwrap().contains(&json!(format!("x-echo: Bearer {stars}"))),
        "{learnt}"
    );
    assert_eq!(learnt["variables"], json!({ "GREETING": "hello" }));
    for text in [learnt.to_string(), known(&house)] {
        assert!(!text.contains("v4lue"), "{text}");
    }
}

#[tokio::test]
async fn a_guest_that_tells_what_it_learnt() {
    let server = echo().await;
    let house = house(server.port, TOKEN).await;
    let url = format!("http://api.test:{}/a", server.port);
    let error =
        house.call("secret", json!({ "url": url, "names": ["TOKEN"], "fail": true })).await.unwrap_err();
    assert!(error.for_model().message.contains("x-echo: Bearer ****"), "{error:?}");
    assert!(house.notes.lines()[0].message.contains("x-echo: Bearer ****"), "{:?}", house.notes.lines());
    for text in [format!("{error:?}"), error.to_string(), known(&house)] {
        assert!(!text.contains("v4lue"), "{text}");
    }
}

/// The guest sends the same header itself, and puts the name, which is all that it has, wherever it can.
#[tokio::test]
async fn a_guest_that_sends_the_header_itself() {
    let server = echo().await;
    let house = house(server.port, TOKEN).await;
    let url = format!("http://api.test:{}/a?token=TOKEN&t={{}}&bulkhead-secret=TOKEN", server.port);
    let url = url.replace("{}", "%7BTOKEN%7D");
    let headers = json!(["Authorization: Bearer of-the-guest", "x-token: TOKEN", "x-other: Bearer {}"]);
    house.json("secret", json!({ "url": url, "names": ["TOKEN"], "headers": headers })).await;
    let heard = server.heard().join("");
    assert!(!heard.contains("of-the-guest"), "{heard}");
    assert_eq!(heard.matches(VALUE).count(), 1, "{heard}");
    let first = heard.lines().next().unwrap();
    assert!(first.contains("token=TOKEN") && !first.contains("v4lue"), "{first}");
}

#[tokio::test]
async fn places_that_a_secret_does_not_go_to() {
    let server = echo().await;
    let port = server.port;
    let here = format!("http://api.test:{port}/");
    let house = house(port, TOKEN).await;
    let cases = [
        (with("TOKEN", format!("http://evil.test:{port}/")), "secret-elsewhere"),
        (with("TOKEN", format!("http://127.0.0.1:{port}/")), "secret-elsewhere"),
        (with("TOKEN", format!("https://api.test:{port}/")), "secret-elsewhere"),
        (with("TOKEN", format!("http://api.test:{}/", port ^ 1)), "secret-elsewhere"),
        (with("FILED", here.clone()), "secret-no-grant"),
        (with("NEVER_DECLARED", here.clone()), "secret-no-grant"),
        (json!({ "url": here, "names": ["TOKEN"], "headers": ["Range: bytes=0-1"] }), "secret-unsafe"),
    ];
    for (arguments, rule) in cases {
        let error = house.refusal("secret", arguments.clone()).await;
        let told = house.notes.told();
        assert_eq!(
            told[told.len() - 2..],
            [format!("denied {rule}"), "ended not_allowed".to_owned()],
            "{arguments}"
        );
        assert!(!error.message.contains(rule), "{error:?}");
    }
    // Granted, and never asked for.
    let more = self::house(port, &TOKEN.replace("TOKEN = {", "UNASKED = {")).await;
    assert_eq!(more.code("secret", with("UNASKED", here)).await, "not_allowed");
    assert!(more.notes.told().contains(&"denied secret-not-declared".to_owned()), "{:?}", more.notes.told());
    assert_eq!(server.heard(), Vec::<String>::new());
}

#[tokio::test]
async fn each_source() {
    let server = echo().await;
    let here = format!("http://api.test:{}/", server.port);
    let filed = r#"FILED = { file = "keys/token", header = "X-Key", to = "HERE" }"#;
    let house = house(server.port, filed).await;
    assert_eq!(house.code("secret", with("FILED", here.clone())).await, "failed");
    assert_eq!(house.notes.told()[1], "denied secret-unavailable");
    fs::create_dir(house.path("keys")).unwrap();
    for value in ["first-of-the-file", "second-of-the-file"] {
        // It is read for each request.
        fs::write(house.path("keys/token"), format!("{value}\n")).unwrap();
        house.json("secret", with("FILED", here.clone())).await;
        assert!(server.heard().last().unwrap().contains(&format!("x-key: {value}\r\n")));
    }
    let ringed = r#"RINGED = { keyring = "bulkhead-no-such-entry", header = "X-Key", to = "HERE" }"#;
    let house = self::house(server.port, ringed).await;
    let error = house.refusal("secret", with("RINGED", here.clone())).await;
    assert_eq!(house.notes.told()[1], "denied secret-unavailable");
    assert!(!error.message.contains("keyring"), "{error:?}");
    let short = r#"TOKEN = { env = "SHORT", header = "X-Key", to = "HERE" }"#;
    let house = self::house(server.port, short).await;
    let error = house.refusal("secret", with("TOKEN", here)).await;
    assert_eq!(house.notes.told()[1], "denied secret-unavailable");
    assert!(!error.message.contains("SHORT") && !error.message.contains("bytes"), "{error:?}");
    assert_eq!(server.heard().len(), 2);
}

#[tokio::test]
async fn an_answer_that_is_compressed() {
    let server = Parrot::http(|_| answer("content-encoding: gzip\r\n", "not really")).await.unwrap();
    let house = house(server.port, TOKEN).await;
    let url = format!("http://api.test:{}/", server.port);
    house.refusal("secret", with("TOKEN", url)).await;
    assert!(server.heard()[0].contains("accept-encoding: identity\r\n"));
    assert_eq!(house.notes.told()[1], "denied secret-unsafe");
}
