//! What the policy says about resources and prompts, and what several components that have them are to each other.

use std::fs;

use bulkhead_test_e2e::{Bench, Talk, fixtures};
use bulkhead_tests_wire::message::{meta, request};
use serde_json::{Value, json};

fn ask(talk: &mut Talk, method: &str, mut params: Value) -> Value {
    params["_meta"] = meta();
    talk.ask(&request(1, method, params).to_string())
}

fn count(talk: &mut Talk, method: &str, field: &str) -> usize {
    ask(talk, method, json!({}))["result"][field].as_array().expect("a list").len()
}

#[test]
fn only_what_the_policy_names_is_offered() {
    for (only, resources, prompts) in [
        ("[\"test_simple_text\"]", false, false),
        ("[\"resources/read\"]", true, false),
        ("[\"prompts/get\"]", false, true),
    ] {
        let bench = fixtures(&format!("[tools.conformance]\nonly = {only}\n"));
        let mut talk = Talk::start(&bench);
        assert_eq!(count(&mut talk, "resources/list", "resources") > 0, resources, "{only}");
        assert_eq!(
            count(&mut talk, "resources/templates/list", "resourceTemplates") > 0,
            resources,
            "{only}"
        );
        assert_eq!(count(&mut talk, "prompts/list", "prompts") > 0, prompts, "{only}");
        let read = ask(&mut talk, "resources/read", json!({ "uri": "test://static-text" }));
        assert_eq!(read.get("error").is_none(), resources, "{read}");
        let filled = ask(&mut talk, "prompts/get", json!({ "name": "test_simple_prompt" }));
        assert_eq!(filled.get("error").is_none(), prompts, "{filled}");
        talk.end();
    }
}

#[test]
fn two_components_with_one_prompt_need_a_prefix() {
    let twice = |policy: &str| {
        let bench = fixtures(policy);
        let one = fs::read(bench.components().join("conformance.wasm")).unwrap();
        fs::write(bench.components().join("second.wasm"), one).unwrap();
        bench
    };
    let refused = twice("").run(&["check"]);
    assert!((refused.out() + &refused.err()).contains("second"), "{}", refused.err());
    let bench = twice("[tools.second]\nprefix = \"second_\"\n");
    let mut talk = Talk::start(&bench);
    let alone = count(&mut Talk::start(&fixtures("")), "prompts/list", "prompts");
    assert_eq!(count(&mut talk, "prompts/list", "prompts"), 2 * alone);
    let filled = ask(&mut talk, "prompts/get", json!({ "name": "second_test_simple_prompt" }));
    assert!(filled["result"]["messages"].is_array(), "{filled}");
    // Both have it, and are listed; the first by name is the one that is read.
    assert!(ask(&mut talk, "resources/read", json!({ "uri": "test://static-text" }))["result"].is_object());
    talk.end();
}

#[test]
fn every_page_of_resources_is_reached() {
    let bench: Bench = fixtures("");
    let mut talk = Talk::start(&bench);
    let (mut cursor, mut uris) = (None, Vec::new());
    for _ in 0..100 {
        let params = cursor.map_or_else(|| json!({}), |cursor: Value| json!({ "cursor": cursor }));
        let page = ask(&mut talk, "resources/list", params)["result"].clone();
        uris.extend(page["resources"].as_array().expect("a list").iter().map(|it| it["uri"].clone()));
        match page.get("nextCursor") {
            Some(next) => cursor = Some(next.clone()),
            None => break,
        }
    }
    assert!(uris.contains(&json!("test://static-text")), "{uris:?}");
    let mut once = uris.clone();
    once.sort_by_key(Value::to_string);
    once.dedup();
    assert_eq!(once.len(), uris.len(), "{uris:?}");
    talk.end();
}
