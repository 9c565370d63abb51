//! MCP's Inspector in each of its eras, over both transports. `--strict` also looks at how far the schemas of the tools
//! can be used by the models that there are.

use bulkhead_test_e2e::{Bench, Ended, Era, Inspection, Served, fixtures};
use serde_json::Value;

/// What the Inspector found: its paragraphs about errors, of which there may be one among a hundred warnings.
fn errors(ended: &Ended) -> String {
    let said = ended.err();
    let errors: Vec<_> = said.split("\n\n").filter(|paragraph| paragraph.starts_with("Error")).collect();
    if errors.is_empty() { said.chars().take(2000).collect() } else { errors.join("\n\n") }
}

/// The result of an inspection that went well, over both transports: they must have found the same.
fn found(bench: &Bench, server: &Served, era: Era, words: &[&str]) -> Value {
    let inspection = Inspection { era, words };
    let [one, other] = [inspection.over_stdio(bench), inspection.over_http(server)].map(|ended| {
        assert_eq!(ended.code(), 0, "{era:?} {words:?}: {}", errors(&ended));
        ended.json()["result"].clone()
    });
    assert_eq!(one, other, "{era:?} {words:?}");
    one
}

#[test]
fn it_settles_on_the_revision_of_its_era() {
    let bench = Bench::new("");
    let server = bench.http();
    for era in Era::ALL {
        let settled = found(&bench, &server, era, &["initialize"]);
        assert_eq!(settled["protocolVersion"], era.version());
        assert_eq!(settled["serverInfo"]["name"], "bulkhead");
        assert!(settled["capabilities"]["tools"].is_object(), "{settled}");
    }
}

#[test]
fn it_finds_nothing_wrong_with_the_schemas_of_the_bundled_tools() {
    let bench = Bench::new("");
    let server = bench.http();
    for era in Era::ALL {
        let listed = found(&bench, &server, era, &["tools/list", "--strict"]);
        // Nine, and the two of code mode.
        assert_eq!(listed["tools"].as_array().unwrap().len(), 11);
    }
}

#[test]
fn it_finds_nothing_wrong_with_schemas_of_every_kind() {
    let bench = fixtures("");
    let server = bench.http();
    for era in Era::ALL {
        let listed = found(&bench, &server, era, &["tools/list", "--strict"]);
        assert!(!listed["tools"].as_array().unwrap().is_empty());
    }
}

#[test]
fn it_calls_and_is_told_what_fails() {
    let bench = Bench::new("");
    let server = bench.http();
    let call = |tool, arguments| ["tools/call", "--tool-name", tool, "--tool-args-json", arguments];
    for era in Era::ALL {
        let right = found(&bench, &server, era, &call("query_data", r#"{"text":"[1,2]","query":"add"}"#));
        assert_eq!(right["structuredContent"]["results"][0], 3, "{right}");
        // 5 is the Inspector's code for a tool that failed or is not there.
        for wrong in [call("query_data", r#"{"text":"[1,2]","query":"("}"#), call("nothing", "{}")] {
            let inspection = Inspection { era, words: &wrong };
            for ended in [inspection.over_stdio(&bench), inspection.over_http(&server)] {
                assert_eq!(ended.code(), 5, "{era:?} {wrong:?}: {}", errors(&ended));
            }
        }
    }
}

#[test]
fn it_reads_and_fills_in() {
    let bench = fixtures("");
    let server = bench.http();
    for era in Era::ALL {
        let ask = |words: &[&str]| found(&bench, &server, era, words);
        let names = |listed: &Value, kind: &str, key: &str| {
            let listed = listed[kind].as_array().unwrap().iter();
            listed.map(|one| one[key].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let uris = names(&ask(&["resources/list"]), "resources", "uri");
        assert!(uris.contains(&"test://static-text".to_owned()), "{uris:?}");
        let templates = names(&ask(&["resources/templates/list"]), "resourceTemplates", "uriTemplate");
        assert_eq!(templates, ["test://template/{id}/data"]);
        let read = ask(&["resources/read", "--uri", "test://template/12/data"]);
        assert_eq!(read["contents"][0]["uri"], "test://template/12/data");
        assert!(read["contents"][0]["text"].as_str().unwrap().contains("Data for ID: 12"), "{read}");
        let prompts = names(&ask(&["prompts/list"]), "prompts", "name");
        assert!(prompts.contains(&"test_prompt_with_arguments".to_owned()), "{prompts:?}");
        let filled = ["--prompt-name", "test_prompt_with_arguments", "--prompt-args", "arg1=a", "arg2=b"];
        let got = ask(&[&["prompts/get"][..], &filled].concat());
        assert_eq!(
            got["messages"][0]["content"]["text"], "Prompt with arguments: arg1='a', arg2='b'",
            "{got}"
        );
    }
}
